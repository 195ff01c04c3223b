/* unreachable.h - what reports say and show of the unreachable part of a heap. */
#ifndef GCV_REPORT_UNREACHABLE_H
#define GCV_REPORT_UNREACHABLE_H

#include "report/report.h"

/* Whether so much of all bytes is unreachable that reports about the rest say so: a quarter. */
bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all);

/* Retained sizes of what is reachable, or with --unreachable of the rest, below its heads; then
 * there are no roots. Without it, warns as gcv_report_warn_garbage() does. */
GCV_CHECKED gcv_status gcv_retention_of_part(gcv_report *report, gcv_retention *out,
                                             gcv_error *err);

/* Warns if much of the heap is unreachable, with what to type; `bytes` of it are reachable. Not if
 * the report is about one object. The head of the table has the unreachable bytes, however few. */
GCV_CHECKED gcv_status gcv_report_warn_garbage(gcv_report *report, uint64_t bytes, gcv_error *err);

/* Warns that `n` objects that --type selects are unreachable, with what to type. */
GCV_CHECKED gcv_status gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n,
                                                       gcv_error *err);

/* Warns of objects that are unreachable, with the head each is below; of many that have one id the
 * first are named and the others counted. */
GCV_CHECKED gcv_status gcv_report_warn_garbage_objects(gcv_report *report,
                                                       const gcv_u32_column *objects,
                                                       gcv_error *err);

#endif
