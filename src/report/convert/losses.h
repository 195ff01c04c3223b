/* losses.h - messages about what other formats cannot hold, shared by the formats. */
#ifndef GCV_REPORT_CONVERT_LOSSES_H
#define GCV_REPORT_CONVERT_LOSSES_H

#include "report/report.h"

/* The number of some things, and the maximum that a format can hold. */
typedef struct gcv_format_limit {
    const char *what;
    uint64_t n, most;
} gcv_format_limit;

/* GCV_ERR_LIMIT: a number is above its limit. `format`: such as `a .gcdump`. */
void gcv_check_format_limits(gcv_context *ctx, const gcv_format_limit *limits, size_t n,
                             const char *format);

/* Print a warning if the number is not 0. */
void gcv_warn_of_left_out(const gcv_report *report, uint64_t n_unreachable);
/* `viewers_take`: such as `VisualVM takes`. */
void gcv_warn_of_unreachable(const gcv_report *report, uint64_t n, const char *viewers_take);
void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format);
void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids);

#endif
