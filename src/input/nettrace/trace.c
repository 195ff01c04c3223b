/* trace.c - gives the events of a trace to the parts concerned, and tracks the collections to which
 * they belong; see trace.h. */
#include "input/nettrace/trace.h"

void gcv_trace_init(gcv_trace *trace, gcv_builder *builder, const gcv_eventpipe_info *info)
{
    *trace = (gcv_trace){.ctx = gcv_builder_context(builder),
                         .builder = builder,
                         .info = info,
                         .wanted = gcv_builder_options(builder)->snapshot,
                         .wanted_last = builder->relay != NULL ? builder->relay->last_snapshot : 0,
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
    gcv_trace_moves_free(trace->moves);
    trace->moves = NULL;
    gcv_trace_processes_release(trace->ctx, &trace->processes);
    gcv_trace_types_release(trace->ctx, &trace->types);
    GCV_RELEASE(trace->ctx, &trace->snapshots, &trace->root_ranges, &trace->root_order,
                &trace->range_names);
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
    if (closed.report != NULL) {
        gcv_trace_moves_close(trace->moves, closed.report, end);
    }
}

static gcv_trace_collection *open_collection(gcv_trace *trace, const gcv_ev_collection *start,
                                             bool implied)
{
    size_t surplus = gcv_trace_collections_surplus(&trace->collections, start->event);
    if (surplus < trace->collections.n) {
        close_at(trace, surplus, NULL); /* its end was lost */
    }
    gcv_trace_collection *out = gcv_trace_collections_add(&trace->collections, start, implied);
    if (trace->moves != NULL) {
        gcv_trace_moves_begin(trace->moves, out);
    }
    return out;
}

static void on_begin(void *self, const gcv_ev_collection *start)
{
    gcv_trace *trace = self;
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

static void on_end(void *self, const gcv_ev_collection *end)
{
    gcv_trace *trace = self;
    size_t at = gcv_trace_collections_find(&trace->collections, begin_of(end->event), end->process,
                                           end->count);
    if (at < trace->collections.n) {
        close_at(trace, at, end);
        return;
    }
    if (trace->moves != NULL) {
        gcv_trace_moves_end_unknown(trace->moves, end);
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
    const bool begins = collection->heap == NULL;
    if (begins) {
        gcv_trace_begin_dump(trace, collection);
    }
    if (begins && trace->moves != NULL) {
        gcv_trace_moves_dump(trace->moves, collection->heap->about.number, &collection->start);
    }
    trace->target = collection->heap;
}

static void on_run(void *self, const gcv_ev_run *run)
{
    gcv_trace *trace = self;
    if (trace->moves != NULL) {
        gcv_trace_moves_run(trace->moves, run);
    }
    if (run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED) {
        return; /* not part of a dump */
    }
    choose_target(trace, run->process);
    trace->event = run->event;
    gcv_trace_heap_run(trace->target, run);
}

static void on_nodes(void *self, const gcv_ev_node *nodes, size_t n)
{
    gcv_trace *trace = self;
    gcv_trace_heap_nodes(trace->ctx, trace->target, &trace->types, nodes, n);
}

static void on_edges(void *self, const uint64_t *targets, size_t n)
{
    gcv_trace *trace = self;
    gcv_trace_heap_edges(trace->ctx, trace->target, targets, n);
}

static void on_root(void *self, const gcv_ev_root *root)
{
    gcv_trace *trace = self;
    gcv_trace_heap_root(trace->ctx, trace->target, &trace->types, trace->event, root);
}

static void on_dependent(void *self, uint64_t key, uint64_t value)
{
    gcv_trace *trace = self;
    gcv_trace_heap_dependent(trace->ctx, trace->target, key, value);
}

/* ---- records of collections ----------------------------------------------------------------- */

/* Ranges belong to the innermost collection, like other records; only those of a collection that
 * takes a dump are needed. */
static void on_range(void *self, const gcv_ev_range *range)
{
    gcv_trace *trace = self;
    if (trace->moves != NULL) {
        gcv_trace_moves_range(trace->moves, range);
    }
    const gcv_trace_collection *open =
        gcv_trace_collections_innermost(&trace->collections, GCV_EV_NONE, range->process);
    if (open != NULL && open->heap != NULL) {
        gcv_trace_heap_range(trace->ctx, open->heap, range);
    }
}

static void on_move(void *self, const gcv_ev_move *move)
{
    gcv_trace *trace = self;
    if (trace->moves != NULL) {
        gcv_trace_moves_add(trace->moves, move);
    }
}

/* ---- records of processes ------------------------------------------------------------------- */

static void on_type(void *self, const gcv_ev_type *type)
{
    gcv_trace *trace = self;
    gcv_trace_types_add(trace->ctx, &trace->types, type);
}

static void on_module(void *self, uint64_t process, uint64_t id, gcv_cursor path)
{
    gcv_trace *trace = self;
    gcv_trace_types_add_module(trace->ctx, &trace->types, process, id, path);
}

static void on_process(void *self, uint64_t id, gcv_cursor command, gcv_cursor os,
                       gcv_cursor architecture)
{
    gcv_trace *trace = self;
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

static void on_root_range(void *self, uint64_t start, uint64_t size, gcv_cursor name)
{
    gcv_trace_add_root_range(self, start, size, name);
}

static void on_malformed(void *self, const gcv_eventpipe_row *row, const char *reason)
{
    gcv_trace *trace = self;
    gcv_builder_malformed(trace->builder, row->offset, reason);
    if (trace->moves != NULL) {
        gcv_trace_moves_malformed(trace->moves, row, reason);
    }
}

gcv_heap_events gcv_trace_events(gcv_trace *trace)
{
    return (gcv_heap_events){
        .self = trace,
        .begin = on_begin,
        .end = on_end,
        .run = on_run,
        .nodes = on_nodes,
        .edges = on_edges,
        .root = on_root,
        .dependent = on_dependent,
        .range = on_range,
        .move = on_move,
        .type = on_type,
        .module = on_module,
        .process = on_process,
        .root_range = on_root_range,
        .malformed = on_malformed,
    };
}
