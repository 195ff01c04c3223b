/* captures.c - heaps without what taking the dumps made; see select.h. */
#include "report/select.h"

#include <inttypes.h>

/* Minimum bytes in one of the dumps: a process has some 600 before the first dump is taken. */
enum { LEAST_BYTES = 1000 };

gcv_captures gcv_captures_find(gcv_report *report, const gcv_heap *const *heaps, size_t n)
{
    bool much = false, known = true;
    gcv_captures out = {.report = report, .n = n};
    out.of = gcv_alloc_zeroed(report->ctx, n, sizeof *out.of);
    out.rest = gcv_alloc(report->ctx, n, sizeof *out.rest);
    for (size_t i = 0; i < n; i++) {
        out.rest[i] = heaps[i];
        if (!report->options->include_capture) {
            gcv_capture_find(report->ctx, heaps[i], report->options->include_weak, &out.of[i]);
        }
        much = much || out.of[i].bytes >= LEAST_BYTES;
        known = known && !out.of[i].nameless;
    }
    for (size_t i = 0; i < n; i++) {
        if (much && known) {
            out.rest[i] = gcv_capture_rest(&out.of[i]);
        } else {
            gcv_capture_release(report->ctx, &out.of[i]);
        }
    }
    return out;
}

/* Stores the bytes of a heap for the head of the table. */
static void tell_head(const gcv_captures *captures, size_t heap, size_t at)
{
    captures->report->result.capture_bytes[at] =
        (gcv_optional){!captures->report->options->include_capture, captures->of[heap].bytes};
}

gcv_captures gcv_captures_of_report(gcv_report *report)
{
    const gcv_heap *const sides[] = {report->in.baseline, report->in.heap};
    const bool several = report->in.n_heaps > 1, paired = report->in.baseline != NULL;
    const gcv_captures out =
        several ? gcv_captures_find(report, report->in.heaps, report->in.n_heaps)
                : gcv_captures_find(report, paired ? sides : sides + 1, 1 + (size_t)paired);
    tell_head(&out, several ? 0 : out.n - 1, 0); /* the baseline comes second in the head */
    if (out.n > 1) {
        tell_head(&out, several ? out.n - 1 : 0, 1);
    }
    return out;
}

void gcv_captures_release(gcv_captures *captures)
{
    for (size_t i = 0; i < captures->n; i++) {
        gcv_capture_release(captures->report->ctx, &captures->of[i]);
    }
    GCV_FREE(captures->report->ctx, captures->of, captures->rest);
}

bool gcv_captures_describe(const gcv_captures *captures, uint64_t growth, gcv_buffer *out)
{
    gcv_context *ctx = captures->report->ctx;
    const gcv_capture *past = &captures->of[0], *now = &captures->of[captures->n - 1];
    if (!gcv_captures_leave_out(captures)) {
        return false;
    }
    gcv_buffer_print(ctx, out,
                     "%" PRIu64 " bytes in %" PRIu32 " object%s that taking the dump made",
                     now->bytes, now->objects, now->objects == 1 ? "" : "s");
    if (captures->n > 1) {
        gcv_buffer_print(ctx, out, "; in the baseline %" PRIu64 " bytes in %" PRIu32 " object%s",
                         past->bytes, past->objects, past->objects == 1 ? "" : "s");
    }
    if (captures->n > 1 && growth > 0) {
        gcv_buffer_print(ctx, out,
                         ". Shares are of the growth of reachable bytes without them, %" PRIu64
                         " bytes",
                         growth);
    }
    return true;
}

void gcv_captures_warn(const gcv_captures *captures)
{
    gcv_report *report = captures->report;
    gcv_buffer text = {0};
    if (gcv_captures_describe(captures, 0, &text)) {
        gcv_report_warn_of_figures(report, captures->rest[captures->n - 1], "left out: %s",
                                   gcv_buffer_str(report->ctx, &text));
    }
    gcv_buffer_release(report->ctx, &text);
}
