/* losses.c - messages about what other formats cannot hold; see convert.h. */
#include "report/convert/convert.h"

#include "base/distinct_texts.h"

#include <inttypes.h>

void gcv_check_format_limits(gcv_context *ctx, const gcv_format_limit *limits, size_t n,
                             const char *format)
{
    for (size_t i = 0; i < n; i++) {
        if (limits[i].n > limits[i].most) {
            gcv_fail(ctx, GCV_ERR_LIMIT, "%" PRIu64 " %s; %s has %" PRIu64 " at most", limits[i].n,
                     limits[i].what, format, limits[i].most);
        }
    }
}

void gcv_warn_of_left_out(const gcv_report *report, uint64_t n_unreachable)
{
    if (n_unreachable > 0) {
        gcv_report_warn(report,
                        "unreachable objects are left out (%" PRIu64 "); --unreachable writes them",
                        n_unreachable);
    }
}

void gcv_warn_of_unreachable(const gcv_report *report, uint64_t n, const char *viewers_take)
{
    if (n > 0) {
        gcv_report_warn(report,
                        "%s unreachable objects (%" PRIu64
                        ") for reachable ones: what they refer to is not retained by its owners",
                        viewers_take, n);
    }
}

void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format)
{
    if (n > 0) {
        gcv_report_warn(report, "weak roots are left out (%" PRIu64 "): %s has none", n, format);
    }
}

void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids)
{
    if (n > 0) {
        gcv_report_warn(
            report, "objects whose id is 0, or that of another domain (%zu), get fresh %s", n, ids);
    }
}
