/* trace_emit.c - gives the kept dump of a trace to the builder, unless it is unusable; see
 * trace.h. */
#include "input/nettrace/trace.h"

#include "base/error.h"

#include <string.h>

static gcv_status use_container_types(gcv_trace_emitter *e, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; i < e->heap->roots.n && status == GCV_OK; i++) {
        if (e->heap->roots.data[i].type != GCV_NONE) {
            status = gcv_trace_use_type(e, e->heap->roots.data[i].type, err);
        }
    }
    return status;
}

static gcv_status emit_rest(gcv_trace_emitter *e, gcv_error *err)
{
    gcv_trace_heap *heap = e->heap;
    gcv_status status = use_container_types(e, err);
    size_t i;
    if (status == GCV_OK) {
        status = gcv_trace_emit_roots(e->trace, err);
    }
    for (i = 0; i < heap->ranges.n && status == GCV_OK; i++) {
        status =
            gcv_builder_add_range(e->builder, heap->ranges.data[i].start, heap->ranges.data[i].end,
                                  heap->ranges.data[i].generation, err);
    }
    for (i = 0; e->trace->lists_snapshots && i < e->trace->snapshots.n && status == GCV_OK; i++) {
        gcv_snapshot snapshot = e->trace->snapshots.data[i];
        snapshot.chosen = snapshot.number == heap->about.number;
        status = gcv_builder_add_snapshot(e->builder, &snapshot, err);
    }
    return status;
}

/* ---- dumps that are refused ------------------------------------------------------------------ */

static gcv_status fail_without_dump(const gcv_trace *trace, gcv_error *err)
{
    const char *name = trace->builder->name;
    if (trace->snapshots.n > 0) {
        return gcv_fail_line(err, GCV_ERR_USAGE, name, 0,
                             "there is no snapshot %lu; the file has %lu",
                             (unsigned long)trace->wanted, (unsigned long)trace->snapshots.n);
    }
    return gcv_fail_line(err, GCV_ERR_INPUT, name, 0,
                         "the trace holds no heap dump (keywords 0x1980001 of the runtime's events "
                         "take one)");
}

/* Fails for a dump that lacks events: it would be wrong, so only --salvage accepts it. */
static gcv_status refuse(const gcv_trace *trace, gcv_error *err)
{
    static const char *const names[] = {"node", "edge"};
    const gcv_trace_heap *heap = trace->kept;
    const char *name = trace->builder->name;
    const char *more_room =
        trace->info->session != 0 ? "; 'gcview request --buffer' makes room for all" : "";
    unsigned s;
    for (s = GCV_STREAM_NODES; s <= GCV_STREAM_EDGES; s++) {
        if (heap->streams[s].broken) {
            return gcv_fail_offset(
                err, GCV_ERR_INPUT, name, heap->streams[s].broken_at,
                "lost events: %s event %lu of snapshot %lu is missing (--salvage keeps what comes "
                "before it%s)",
                names[s], (unsigned long)heap->streams[s].next, (unsigned long)heap->about.number,
                more_room);
        }
    }
    return gcv_fail_line(err, GCV_ERR_INPUT, name, 0,
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

gcv_status gcv_trace_emit(gcv_trace *trace, gcv_error *err)
{
    gcv_trace_emitter e;
    gcv_status status;
    if (trace->kept == NULL) {
        return fail_without_dump(trace, err);
    }
    if (must_refuse(trace)) {
        return refuse(trace, err);
    }
    trace->emitted++;
    trace->left_out = 0;
    trace->named = trace->nameless = trace->unrecorded = 0;
    memset(&e, 0, sizeof e);
    e.trace = trace;
    e.ctx = trace->ctx;
    e.builder = trace->builder;
    e.heap = trace->kept;
    e.free_id = UINT64_MAX;
    status = gcv_trace_emit_objects(&e, err);
    if (status == GCV_OK && !gcv_builder_wants_more(e.builder)) {
        status = emit_rest(&e, err);
    }
    gcv_id_map_release(e.ctx, &e.size_types);
    gcv_u64_column_release(e.ctx, &e.size_ids);
    return status;
}
