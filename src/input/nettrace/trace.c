/* trace.c - gives the events of a trace to the parts concerned, and tracks the collections to which
 * they belong; see trace.h. */
#include "input/nettrace/trace.h"

void gcv_trace_init(gcv_trace *trace, gcv_builder *builder, const gcv_eventpipe_info *info)
{
    *trace =
        (gcv_trace){.ctx = gcv_builder_context(builder),
                    .builder = builder,
                    .info = info,
                    .wanted = gcv_builder_options(builder)->snapshot,
                    .wanted_last = builder->relay != NULL ? builder->relay->last_snapshot : 0,
                    .moves = {.asked = gcv_builder_options(builder)->with_moves, .interval = 1},
                    .lists_snapshots = true};
}

void gcv_trace_release(gcv_trace *trace)
{
    while (trace->collections.n > 0) {
        gcv_trace_collection open =
            gcv_trace_collections_remove(&trace->collections, trace->collections.n - 1);
        gcv_trace_free_dump(trace->ctx, open.heap);
        gcv_trace_report_free(trace->ctx, open.report);
    }
    while (trace->series.n > 0) {
        gcv_trace_free_dump(trace->ctx, trace->series.data[--trace->series.n]);
    }
    gcv_trace_heap_column_release(trace->ctx, &trace->series);
    gcv_trace_free_dump(trace->ctx, trace->kept);
    trace->kept = NULL;
    gcv_trace_processes_release(trace->ctx, &trace->processes);
    gcv_trace_types_release(trace->ctx, &trace->types);
    GCV_RELEASE(trace->ctx, &trace->snapshots, &trace->root_ranges, &trace->range_names,
                &trace->moves.sequences.index, &trace->moves.sequences.rows);
    gcv_free(trace->ctx, trace->root_order);
}

/* ---- collections ---------------------------------------------------------------------------- */

/* Closes the collection at `at`; `end` NULL: its end is missing. */
static void close_at(gcv_trace *trace, size_t at, const gcv_ev_collection *end)
{
    gcv_trace_collection closed = gcv_trace_collections_remove(&trace->collections, at);
    if (closed.heap != NULL) {
        closed.heap->ended = closed.heap->ended || end != NULL;
        gcv_trace_close_dump(trace, closed.heap);
    }
    gcv_trace_moves_close(trace, closed.report, end);
}

static gcv_trace_collection *open_collection(gcv_trace *trace, const gcv_ev_collection *start,
                                             bool implied)
{
    size_t surplus = gcv_trace_collections_surplus(&trace->collections, start->event);
    if (surplus < trace->collections.n) {
        close_at(trace, surplus, NULL); /* its end was lost */
    }
    gcv_trace_collection *out = gcv_trace_collections_add(&trace->collections, start, implied);
    gcv_trace_moves_begin(trace, out);
    return out;
}

void gcv_trace_begin(gcv_trace *trace, const gcv_ev_collection *start)
{
    size_t at;
    while ((at = gcv_trace_collections_superseded(&trace->collections, start)) <
           trace->collections.n) {
        close_at(trace, at, NULL);
    }
    (void)open_collection(trace, start, false);
}

static gcv_heap_event begin_of(gcv_heap_event end)
{
    return end == GCV_EV_END         ? GCV_EV_START
           : end == GCV_EV_AWARE_END ? GCV_EV_AWARE_START
                                     : GCV_EV_MONO_START;
}

void gcv_trace_end(gcv_trace *trace, const gcv_ev_collection *end)
{
    size_t at = gcv_trace_collections_find(&trace->collections, begin_of(end->event), end->process,
                                           end->count);
    if (at < trace->collections.n) {
        close_at(trace, at, end);
    } else {
        gcv_trace_moves_end_unknown(trace, end);
    }
}

void gcv_trace_finish(gcv_trace *trace)
{
    while (trace->collections.n > 0) {
        gcv_trace_collection *open = &trace->collections.open[0];
        if (open->heap != NULL && open->implied && open->heap->mono) {
            open->heap->ended = true; /* Mono dumps outside collections; its dump ends here */
        }
        close_at(trace, 0, NULL);
    }
}

/* ---- records of dumps ----------------------------------------------------------------------- */

/* Gives the collection to which records of a process belong; implies one if none is open. */
static gcv_trace_collection *need_collection(gcv_trace *trace, uint64_t process)
{
    gcv_trace_collection *out =
        gcv_trace_collections_innermost(&trace->collections, GCV_EV_NONE, process);
    const gcv_ev_collection none = {.process = process, .time = trace->info->first_tick};
    return out != NULL ? out : open_collection(trace, &none, true);
}

/* Finds the heap for the records of a process. */
static void choose_target(gcv_trace *trace, uint64_t process)
{
    gcv_trace_collection *collection = need_collection(trace, process);
    if (collection->heap == NULL) {
        gcv_trace_begin_dump(trace, collection);
        gcv_trace_moves_dump(trace, collection->heap->about.number, &collection->start);
    }
    trace->target = collection->heap;
}

void gcv_trace_run(gcv_trace *trace, const gcv_ev_run *run)
{
    gcv_trace_moves_run(trace, run);
    if (run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED) {
        return; /* not part of a dump */
    }
    choose_target(trace, run->process);
    gcv_trace_heap_run(trace->target, run);
}

/* ---- records of collections ----------------------------------------------------------------- */

/* Ranges belong to the innermost collection, like other records; only those of a collection that
 * takes a dump are needed. */
void gcv_trace_range(gcv_trace *trace, const gcv_ev_range *range)
{
    gcv_trace_moves_range(trace, range);
    const gcv_trace_collection *open =
        gcv_trace_collections_innermost(&trace->collections, GCV_EV_NONE, range->process);
    if (open != NULL && open->heap != NULL) {
        gcv_trace_heap_range(trace->ctx, open->heap, range);
    }
}

void gcv_trace_describe(gcv_trace *trace, uint64_t id, gcv_cursor command, gcv_cursor os,
                        gcv_cursor architecture)
{
    gcv_trace_processes *processes = &trace->processes;
    if (processes->n_described == GCV_TRACE_PROCESSES ||
        gcv_trace_processes_described(processes, id) != NULL) {
        return;
    }
    size_t at = gcv_trace_processes_enter(trace->ctx, processes, id);
    gcv_trace_process *process = &processes->rows.data[at];
    process->described = true;
    processes->n_described++;
    process->command = gcv_trace_types_text(trace->ctx, &trace->types, command);
    process->os = gcv_trace_types_text(trace->ctx, &trace->types, os);
    process->architecture = gcv_trace_types_text(trace->ctx, &trace->types, architecture);
}

void gcv_trace_malformed(gcv_trace *trace, const gcv_eventpipe_row *row, const char *reason)
{
    gcv_builder_malformed(trace->builder, row->offset, reason);
    gcv_trace_moves_malformed(trace, row, reason);
}
