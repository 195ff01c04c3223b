/* losses.h - what a file of another format cannot hold, in the words that the formats share. */
#ifndef GCV_REPORT_CONVERT_LOSSES_H
#define GCV_REPORT_CONVERT_LOSSES_H

#include "report/report.h"

/* A number of things that a format counts up to `most`. */
typedef struct gcv_format_limit {
    const char *what;
    uint64_t n, most;
} gcv_format_limit;

/* GCV_ERR_LIMIT: there are more of something than `format` has, `a .gcdump`. */
GCV_CHECKED gcv_status gcv_check_format_limits(const gcv_format_limit *limits, size_t n,
                                               const char *format, gcv_error *err);

/* Warnings, if there are any of these. */
void gcv_warn_of_left_out(const gcv_report *report, uint64_t n_unreachable);
/* `viewers_take`: `VisualVM takes`. */
void gcv_warn_of_unreachable(const gcv_report *report, uint64_t n, const char *viewers_take);
void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format);
void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids);

#endif
