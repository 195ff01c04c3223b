/* trace_dumps.c - the heap dumps that the collections of a trace take; see trace.h.
 *
 * One of several dumps becomes the heap; the others appear only in the list of snapshots. If one
 * dump is asked for by number, only its records are kept in memory. If several are asked for by
 * number, as for `track --ages`, all of these are kept until the trace has been read. Otherwise,
 * the last complete dump is not known until the end of the trace, so the best dump so far is kept
 * in addition to the dump that is being read. This takes about as much memory as the kept dump and
 * the heap made from it take later; a first pass only to choose a dump would double the time of
 * reading.
 */
#include "input/nettrace/trace.h"

void gcv_trace_free_dump(gcv_context *ctx, gcv_trace_heap *heap)
{
    if (heap != NULL) {
        gcv_trace_heap_release(ctx, heap);
        gcv_free(ctx, heap);
    }
}

static uint64_t milliseconds(const gcv_eventpipe_info *info, uint64_t time)
{
    uint64_t ticks = time - info->first_tick, frequency = info->frequency;
    uint64_t rest = ticks % frequency;
    if (ticks > INT64_MAX) {
        return 0; /* before the beginning of the trace: impossible */
    }
    return ticks / frequency * 1000 +
           (frequency < 1000000 ? rest * 1000 / frequency : rest / (frequency / 1000));
}

/* Tells whether the records of a new dump may be needed. */
static bool is_wanted(const gcv_trace *trace, uint32_t number)
{
    return trace->wanted_last != 0 ? trace->wanted <= number && number <= trace->wanted_last
           : trace->wanted == GCV_SNAPSHOT_FIRST
               ? trace->kept == NULL || !trace->kept->about.complete
               : trace->wanted == GCV_SNAPSHOT_LAST || trace->wanted == number;
}

/* Tells whether dump `a` is preferred to dump `b`. Dumps that overlap, such as those of several
 * processes, may not end in the order of their numbers. */
static bool is_preferred(const gcv_trace *trace, const gcv_snapshot *a, const gcv_snapshot *b)
{
    if (a->complete != b->complete) {
        return a->complete;
    }
    return (a->number < b->number) == (trace->wanted == GCV_SNAPSHOT_FIRST);
}

void gcv_trace_begin_dump(gcv_trace *trace, gcv_trace_collection *collection)
{
    const gcv_ev_collection *start = &collection->start;
    gcv_trace_heap *heap = gcv_alloc_zeroed(trace->ctx, 1, sizeof *heap);
    heap->about.number = (uint32_t)trace->snapshots.n + 1;
    heap->about.collection = start->count;
    heap->about.generation = start->has_details ? start->depth : GCV_NONE;
    heap->about.time_ms = milliseconds(trace->info, start->time);
    heap->process = start->process;
    heap->begun = !collection->implied;
    heap->mono = start->event == GCV_EV_MONO_START;
    heap->wanted = is_wanted(trace, heap->about.number);
    gcv_snapshot_column_push(trace->ctx, &trace->snapshots, heap->about);
    if (heap->wanted && !gcv_builder_keeps_references(trace->builder)) {
        heap->tally = gcv_trace_tally_new(trace->builder);
    }
    if (heap->wanted && trace->wanted_last != 0) {
        gcv_trace_heap_column_push(trace->ctx, &trace->series, NULL);
    }
    collection->heap = heap;
}

void gcv_trace_close_dump(gcv_trace *trace, gcv_trace_heap *heap)
{
    gcv_trace_heap_close(trace->ctx, heap);
    trace->snapshots.data[heap->about.number - 1] = heap->about;
    if (trace->target == heap) {
        trace->target = NULL;
    }
    if (heap->wanted && trace->wanted_last != 0) {
        gcv_builder_columns_shrink(trace->ctx, &heap->rows);
        trace->series.data[heap->about.number - trace->wanted] = heap;
        return;
    }
    if (!heap->wanted ||
        (trace->kept != NULL && !is_preferred(trace, &heap->about, &trace->kept->about))) {
        gcv_trace_free_dump(trace->ctx, heap);
        return;
    }
    gcv_trace_free_dump(trace->ctx, trace->kept);
    gcv_builder_columns_shrink(trace->ctx, &heap->rows);
    trace->kept = heap;
}

void gcv_trace_next_dump(gcv_trace *trace)
{
    const size_t at = trace->kept != NULL ? trace->kept->about.number - trace->wanted + 1 : 0;
    gcv_trace_free_dump(trace->ctx, trace->kept);
    trace->kept = at < trace->series.n ? trace->series.data[at] : NULL;
    if (trace->kept != NULL) {
        trace->series.data[at] = NULL;
        trace->lists_snapshots = at + 1 == trace->series.n;
    }
}
