/* unreachable.h - reports about the unreachable part of a heap, and warnings about it. */
#ifndef GCV_REPORT_UNREACHABLE_H
#define GCV_REPORT_UNREACHABLE_H

#include "report/report.h"

/* Whether a quarter of all bytes or more is unreachable, so that reports about the rest mention
 * it. */
bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all);

/* Makes a basis with the dominators of the reachable part, or with --unreachable those of the
 * unreachable part, which are computed from its heads. Without --unreachable also warns as
 * gcv_report_warn_garbage() does. */
gcv_basis gcv_basis_of_part(gcv_report *report);

/* Warns if much of the heap is unreachable, with a command to type; `bytes` of it are reachable.
 * Never warns in a report about one object. In any case stores the unreachable bytes for the head
 * of the table. */
void gcv_report_warn_garbage(gcv_report *report, uint64_t bytes);

/* Warns that `n` objects that --type selects are unreachable, with a command to type. */
void gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n);

/* Warns of each unreachable object, and names its head. If many objects have one id, names the
 * first and counts the others. */
void gcv_report_warn_garbage_objects(gcv_report *report, const gcv_u32_column *objects);

#endif
