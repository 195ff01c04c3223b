/* follow.h - following the objects of the first heap of a report to the last one. */
#ifndef GCV_REPORT_TRACK_FOLLOW_H
#define GCV_REPORT_TRACK_FOLLOW_H

#include "report/report.h"

/* The same report about the last heap. */
gcv_report gcv_report_about_last(const gcv_report *report);

/* Warns of objects that the last dump, an incomplete one, lacks although they survived. */
GCV_CHECKED gcv_status gcv_follow_objects(gcv_report *report, gcv_track *out, gcv_error *err);
/* That warning about `n` objects; `file` is the incomplete dump, NULL if it can be any. */
void gcv_warn_of_lacking_objects(const gcv_report *report, const char *file, uint64_t n);

#endif
