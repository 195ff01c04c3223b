/* follow.h - following the objects of the first heap of a report to the last one. */
#ifndef GCV_REPORT_TRACK_FOLLOW_H
#define GCV_REPORT_TRACK_FOLLOW_H

#include "report/report.h"

/* Returns a copy of the report that is about its last heap. */
gcv_report gcv_report_about_last(const gcv_report *report);

/* Follows all objects from the first heap to the last. Warns of objects that survived, but that the
 * last dump lacks because it is incomplete. */
void gcv_follow_objects(gcv_report *report, gcv_track *out);
/* Prints this warning about `n` objects; `file` is the incomplete dump, NULL: it may be any of
 * them. */
void gcv_warn_of_lacking_objects(const gcv_report *report, const char *file, uint64_t n);

#endif
