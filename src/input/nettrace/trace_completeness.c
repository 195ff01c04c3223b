/* trace_completeness.c - whether the events of a collection are all there, and what they say that
 * it condemned; see trace_moves.h.
 *
 * A thread numbers its events of ranges from 0, of moved and of surviving objects each, and starts
 * again with every part of the heap. So a number that neither starts again nor follows tells of a
 * loss, also in traces without sequence numbers; that the first or last ones are missing it does
 * not tell.
 */
#include "input/nettrace/trace_moves.h"

/* ---- threads that tell what moved ------------------------------------------------------------ */

void gcv_trace_reporters_release(gcv_trace_moves *moves)
{
    gcv_id_map_release(moves->ctx, &moves->reporter_index);
    gcv_trace_reporter_column_release(moves->ctx, &moves->reporters);
}

static gcv_status find(gcv_trace_moves *moves, uint64_t thread, uint32_t *at, gcv_error *err)
{
    gcv_trace_reporter fresh = {0, {0, 0}};
    gcv_status status;
    *at = gcv_id_map_get(moves->ctx, &moves->reporter_index, thread);
    if (*at != GCV_NONE) {
        return GCV_OK;
    }
    status = gcv_trace_reporter_column_push(moves->ctx, &moves->reporters, fresh, err);
    *at = (uint32_t)(moves->reporters.n - 1);
    return status == GCV_OK ? gcv_id_map_set(moves->ctx, &moves->reporter_index, thread, *at, err)
                            : status;
}

gcv_status gcv_trace_reporter_check(gcv_trace_moves *moves, const gcv_trace_collection *collection,
                                    const gcv_ev_run *run, bool *missing, gcv_error *err)
{
    int kind = run->event == GCV_EV_MOVED;
    gcv_trace_reporter *reporter;
    uint32_t at;
    gcv_status status = find(moves, run->thread, &at, err);
    *missing = false;
    if (status != GCV_OK) {
        return status;
    }
    reporter = &moves->reporters.data[at];
    if (reporter->collection != collection->serial) {
        reporter->collection = collection->serial;
        reporter->next[0] = reporter->next[1] = 0;
    }
    *missing = run->index != 0 && run->index != reporter->next[kind];
    reporter->next[kind] = run->index + 1;
    return GCV_OK;
}

/* ---- what was condemned ---------------------------------------------------------------------- */

/* How many of the ranges of generations tell what was before. If nothing stands between them and
 * those of after it, that is known only if both tell of the same generations in the same order. */
static size_t ranges_before(const gcv_trace_collection *collection)
{
    const gcv_range *ranges = collection->generations.data;
    size_t n = collection->generations.n, i;
    if (collection->told) {
        return n;
    }
    for (i = 0; n % 2 == 0 && i < n / 2; i++) {
        if (ranges[i].generation != ranges[n / 2 + i].generation) {
            return 0;
        }
    }
    return n % 2 == 0 ? n / 2 : 0;
}

/* Sets what was condemned: the memory of the generations collected, as it was before. In a trace
 * that tells of it a collection that does not, but takes a dump, has only done that. */
gcv_status gcv_trace_condemn(gcv_trace_moves *moves, gcv_trace_collection *collection,
                             gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t n = ranges_before(collection), i;
    uint32_t depth = collection->about.generation;
    if (!collection->heard && collection->dumps.n > 0 &&
        moves->stories.data[collection->story].told) {
        gcv_span nothing = {0, 0};
        return gcv_span_column_push(moves->ctx, &collection->about.condemned, nothing, err);
    }
    for (i = 0; status == GCV_OK && depth <= GCV_TRACE_OLDEST && i < n; i++) {
        const gcv_range *range = &collection->generations.data[i];
        gcv_span span;
        span.start = range->start;
        span.end = range->end;
        if (range->generation <= depth || depth == GCV_TRACE_OLDEST) {
            status = gcv_span_column_push(moves->ctx, &collection->about.condemned, span, err);
        }
    }
    return status;
}
