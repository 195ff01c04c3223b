/* trace_emit.c - gives the kept dump of a trace to the builder, unless it is unusable; see
 * trace.h. */
#include "input/nettrace/trace.h"

static void emit_rest(gcv_trace_emitter *e)
{
    gcv_trace_heap *heap = e->heap;
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].type != GCV_NONE) {
            gcv_trace_use_type(e, heap->roots.data[i].type);
        }
    }
    gcv_trace_emit_roots(e->trace);
    for (size_t i = 0; i < heap->ranges.n; i++) {
        gcv_builder_add_range(e->builder, heap->ranges.data[i].start, heap->ranges.data[i].end,
                              heap->ranges.data[i].generation);
    }
    for (size_t i = 0; e->trace->lists_snapshots && i < e->trace->snapshots.n; i++) {
        gcv_snapshot snapshot = e->trace->snapshots.data[i];
        snapshot.chosen = snapshot.number == heap->about.number;
        gcv_builder_add_snapshot(e->builder, &snapshot);
    }
}

/* ---- dumps that are refused --------------------------------------------------------------- */

GCV_NORETURN static void fail_without_dump(const gcv_trace *trace)
{
    const char *name = trace->builder->name;
    if (trace->snapshots.n > 0) {
        gcv_fail_line(trace->ctx, GCV_ERR_USAGE, name, 0,
                      "there is no snapshot %lu; the file has %lu", (unsigned long)trace->wanted,
                      (unsigned long)trace->snapshots.n);
    }
    gcv_fail_line(trace->ctx, GCV_ERR_INPUT, name, 0,
                  "the trace holds no heap dump (keywords 0x1980001 of the runtime's events "
                  "take one)");
}

/* Fails for a dump that lacks events: it would be wrong, so only --salvage accepts it. */
GCV_NORETURN static void refuse(const gcv_trace *trace)
{
    static const char *const names[] = {"node", "edge"};
    const gcv_trace_heap *heap = trace->kept;
    const char *name = trace->builder->name;
    const char *more_room =
        trace->info->session != 0 ? "; 'gcview request --buffer' makes room for all" : "";
    for (unsigned s = GCV_STREAM_NODES; s <= GCV_STREAM_EDGES; s++) {
        if (heap->streams[s].broken) {
            gcv_fail_offset(
                trace->ctx, GCV_ERR_INPUT, name, heap->streams[s].broken_at,
                "lost events: %s event %lu of snapshot %lu is missing (--salvage keeps what comes "
                "before it%s)",
                names[s], (unsigned long)heap->streams[s].next, (unsigned long)heap->about.number,
                more_room);
        }
    }
    gcv_fail_line(trace->ctx, GCV_ERR_INPUT, name, 0,
                  "lost events: the objects of snapshot %lu have %llu references, %llu came "
                  "(--salvage keeps what goes together%s)",
                  (unsigned long)heap->about.number, (unsigned long long)heap->promised,
                  (unsigned long long)heap->edges, more_room);
}

static bool must_refuse(const gcv_trace *trace)
{
    const gcv_trace_heap *heap = trace->kept;
    bool broken = heap->streams[GCV_STREAM_NODES].broken || heap->streams[GCV_STREAM_EDGES].broken;
    return !gcv_builder_options(trace->builder)->salvage &&
           (broken || (heap->ended && !gcv_trace_heap_balanced(heap)));
}

void gcv_trace_emit(gcv_trace *trace)
{
    if (trace->kept == NULL) {
        fail_without_dump(trace);
    }
    if (must_refuse(trace)) {
        refuse(trace);
    }
    trace->emitted++;
    trace->left_out = 0;
    trace->named = trace->nameless = trace->unrecorded = 0;
    gcv_trace_emitter e = {.trace = trace,
                           .ctx = trace->ctx,
                           .builder = trace->builder,
                           .heap = trace->kept,
                           .free_id = UINT64_MAX};
    gcv_trace_emit_objects(&e);
    if (!gcv_builder_wants_more(e.builder)) {
        emit_rest(&e);
    }
    GCV_RELEASE(e.ctx, &e.size_types, &e.size_ids);
}
