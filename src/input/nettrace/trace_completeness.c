/* trace_completeness.c - whether the report of a collection is complete, and what the collection
 * condemned; see trace.h. */
#include "input/nettrace/trace.h"

/* ---- sequences of threads ----------------------------------------------------------------- */

static gcv_trace_sequence *enter(gcv_context *ctx, gcv_trace_sequences *sequences, uint64_t thread)
{
    const uint32_t at = gcv_id_map_enter(ctx, &sequences->index, thread, sequences->rows.n);
    if (at == sequences->rows.n) {
        const gcv_trace_sequence fresh = {0, {0, 0}};
        gcv_trace_sequence_column_push(ctx, &sequences->rows, fresh);
    }
    return &sequences->rows.data[at];
}

bool gcv_trace_sequences_check(gcv_context *ctx, gcv_trace_sequences *sequences,
                               const gcv_trace_report *report, const gcv_ev_run *run)
{
    int kind = run->event == GCV_EV_MOVED;
    gcv_trace_sequence *sequence = enter(ctx, sequences, run->thread);
    if (sequence->collection != report->serial) {
        sequence->collection = report->serial;
        sequence->next[0] = sequence->next[1] = 0;
    }
    const bool missing = run->index != 0 && run->index != sequence->next[kind];
    sequence->next[kind] = run->index + 1;
    return missing;
}

/* ---- reports ------------------------------------------------------------------------------ */

void gcv_trace_report_invalidate(gcv_trace_report *report, uint64_t offset, const char *fault)
{
    if (report->fault == NULL) {
        report->fault = fault;
        report->fault_place = gcv_place_at_offset(offset);
    }
}

/* Returns how many of the ranges of generations describe the memory before the collection. If no
 * range of objects separates them from the later ranges, this is known only if both halves list the
 * same generations in the same order. */
static size_t n_ranges_before(const gcv_trace_report *report)
{
    const gcv_range *ranges = report->generations.data;
    size_t n = report->generations.n;
    if (report->generations_closed) {
        return n;
    }
    for (size_t i = 0; n % 2 == 0 && i < n / 2; i++) {
        if (ranges[i].generation != ranges[n / 2 + i].generation) {
            return 0;
        }
    }
    return n % 2 == 0 ? n / 2 : 0;
}

void gcv_trace_report_condemn(gcv_context *ctx, gcv_trace_report *report, bool has_moves)
{
    size_t n = n_ranges_before(report);
    uint32_t depth = report->about.generation;
    /* In a trace with ranges, a collection that takes a dump and has no ranges does nothing
     * else. */
    if (!report->has_ranges && report->dumps.n > 0 && has_moves) {
        gcv_span nothing = {0, 0};
        gcv_span_column_push(ctx, &report->about.condemned, nothing);
        return;
    }
    for (size_t i = 0; depth <= GCV_TRACE_OLDEST && i < n; i++) {
        const gcv_range *range = &report->generations.data[i];
        const gcv_span span = {range->start, range->end};
        if (range->generation <= depth || depth == GCV_TRACE_OLDEST) {
            gcv_span_column_push(ctx, &report->about.condemned, span);
        }
    }
}
