/* select.h - what the filters of the command line select, and what is said where they miss. */
#ifndef GCV_REPORT_SELECT_H
#define GCV_REPORT_SELECT_H

#include "report/report.h"

/* The part of report->heap that the filters leave. Warns of a --type without a match; GCV_ERR_USAGE
 * if no section passes --domain. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_report_select(gcv_report *report, gcv_selection *out, gcv_error *err);

/* A byte for each type: one of the globs matches it. NULL on failure. Warns of a glob without a
 * match. */
uint8_t *gcv_report_match_types(gcv_report *report, const gcv_globs *globs, gcv_error *err);

/* For reports about several heaps, in which a type or a domain need not be in each: a warning of a
 * --type that matches in none, and the failure of a --domain that none of them has. */
void gcv_report_warn_idle_types(const gcv_report *report);
gcv_status gcv_report_no_such_domain(const gcv_report *report, const gcv_heap *heap,
                                     gcv_error *err);

#endif
