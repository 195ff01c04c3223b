/* trace_dumps.c - the heap dumps that the collections of a trace take; see trace.h.
 *
 * Of several dumps one is kept in memory: the one asked for, or else the first complete one, or the
 * first if none is. Of the others only the list of snapshots tells.
 */
#include "input/nettrace/trace.h"

#include "base/error.h"

void gcv_trace_free_dump(gcv_context *ctx, gcv_trace_heap *heap)
{
    if (heap != NULL) {
        gcv_trace_heap_release(ctx, heap);
        gcv_free(ctx, heap, 1, sizeof *heap);
    }
}

static uint64_t milliseconds(const gcv_eventpipe_info *info, uint64_t time)
{
    uint64_t ticks = time - info->first_tick, frequency = info->frequency;
    uint64_t rest = ticks % frequency;
    if (ticks > INT64_MAX) {
        return 0; /* before the trace began: nonsense */
    }
    return ticks / frequency * 1000 +
           (frequency < 1000000 ? rest * 1000 / frequency : rest / (frequency / 1000));
}

gcv_status gcv_trace_begin_dump(gcv_trace *trace, gcv_trace_collection *collection, gcv_error *err)
{
    const gcv_ev_collection *start = &collection->start;
    gcv_trace_heap *heap = gcv_alloc_zeroed(trace->ctx, 1, sizeof *heap, err);
    gcv_status status;
    if (heap == NULL) {
        return gcv_failed(err);
    }
    heap->about.number = (uint32_t)trace->snapshots.n + 1;
    heap->about.collection = start->count;
    heap->about.generation = start->has_details ? start->depth : GCV_NONE;
    heap->about.time_ms = milliseconds(trace->info, start->time);
    heap->process = start->process;
    heap->begun = !collection->implied;
    heap->mono = start->event == GCV_EV_MONO_START;
    heap->wanted = trace->wanted != 0 ? trace->wanted == heap->about.number
                                      : trace->kept == NULL || !trace->kept->about.complete;
    status = gcv_snapshot_column_push(trace->ctx, &trace->snapshots, heap->about, err);
    if (status != GCV_OK) {
        gcv_trace_free_dump(trace->ctx, heap);
        return status;
    }
    collection->heap = heap;
    return GCV_OK;
}

void gcv_trace_close_dump(gcv_trace *trace, gcv_trace_heap *heap)
{
    gcv_trace_heap_close(heap);
    trace->snapshots.data[heap->about.number - 1] = heap->about;
    if (trace->target == heap) {
        trace->target = NULL;
    }
    if (!heap->wanted || (trace->kept != NULL && !heap->about.complete)) {
        gcv_trace_free_dump(trace->ctx, heap);
        return;
    }
    gcv_trace_free_dump(trace->ctx, trace->kept);
    trace->kept = heap;
}
