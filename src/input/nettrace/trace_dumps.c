/* trace_dumps.c - collections and their heap dumps; see trace_dumps.h. */
#include "input/nettrace/trace_dumps.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

void gcv_trace_dumps_init(gcv_trace_dumps *dumps, gcv_builder *builder,
                          const gcv_eventpipe_info *info)
{
    memset(dumps, 0, sizeof *dumps);
    dumps->ctx = gcv_builder_context(builder);
    dumps->builder = builder;
    dumps->info = info;
    dumps->wish = gcv_builder_options(builder)->snapshot;
}

static void drop(gcv_trace_dumps *dumps, gcv_trace_heap *heap)
{
    if (heap != NULL) {
        gcv_trace_heap_release(dumps->ctx, heap);
        gcv_free(dumps->ctx, heap, 1, sizeof *heap);
    }
}

void gcv_trace_dumps_release(gcv_trace_dumps *dumps)
{
    while (dumps->n_open > 0) {
        drop(dumps, dumps->open[--dumps->n_open].heap);
    }
    drop(dumps, dumps->kept);
    dumps->kept = NULL;
    gcv_trace_moves_free(dumps->moves);
    dumps->moves = NULL;
    gcv_trace_types_release(dumps->ctx, &dumps->types);
    gcv_snapshot_column_release(dumps->ctx, &dumps->snapshots);
    gcv_trace_root_range_column_release(dumps->ctx, &dumps->root_ranges);
    gcv_char_column_release(dumps->ctx, &dumps->range_names);
    gcv_trace_process_column_release(dumps->ctx, &dumps->processes);
}

/* ---- collections ------------------------------------------------------------------------------
 */

static uint64_t milliseconds(const gcv_trace_dumps *dumps, uint64_t time)
{
    uint64_t ticks = time - dumps->info->first_tick, frequency = dumps->info->frequency;
    uint64_t rest = ticks % frequency;
    if (ticks > INT64_MAX) {
        return 0; /* before the trace began: nonsense */
    }
    return ticks / frequency * 1000 +
           (frequency < 1000000 ? rest * 1000 / frequency : rest / (frequency / 1000));
}

/* The collection at `at` is over: its dump is kept, or only listed. */
static void close_at(gcv_trace_dumps *dumps, size_t at)
{
    gcv_trace_heap *heap = dumps->open[at].heap;
    memmove(&dumps->open[at], &dumps->open[at + 1],
            (dumps->n_open - at - 1) * sizeof dumps->open[0]);
    dumps->n_open--;
    if (heap == NULL) {
        return;
    }
    gcv_trace_heap_close(heap);
    dumps->snapshots.data[heap->about.number - 1] = heap->about;
    if (dumps->target == heap) {
        dumps->target = NULL;
    }
    if (!heap->wanted || (dumps->kept != NULL && !heap->about.complete)) {
        drop(dumps, heap);
        return;
    }
    drop(dumps, dumps->kept);
    dumps->kept = heap;
}

static gcv_status push_open(gcv_trace_dumps *dumps, const gcv_ev_collection *start, bool implied)
{
    gcv_trace_open *open;
    if (dumps->n_open == GCV_TRACE_OPEN) {
        close_at(dumps, 0); /* its end was lost */
    }
    open = &dumps->open[dumps->n_open++];
    open->start = *start;
    open->implied = implied;
    open->heap = NULL;
    return GCV_OK;
}

static gcv_status on_begin(void *self, const gcv_ev_collection *start, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_status status =
        dumps->moves != NULL ? gcv_trace_moves_begin(dumps->moves, start, err) : GCV_OK;
    size_t at;
    for (at = dumps->n_open; at > 0; at--) {
        const gcv_trace_open *open = &dumps->open[at - 1];
        /* What came outside of collections is over when one begins; and no number comes twice. */
        if (open->start.process == start->process &&
            (open->implied ||
             (open->start.event == start->event && open->start.count == start->count))) {
            close_at(dumps, at - 1);
        }
    }
    return status == GCV_OK ? push_open(dumps, start, false) : status;
}

static gcv_heap_event begin_of(gcv_heap_event end)
{
    return end == GCV_EV_END         ? GCV_EV_START
           : end == GCV_EV_AWARE_END ? GCV_EV_AWARE_START
                                     : GCV_EV_MONO_START;
}

static gcv_status on_end(void *self, const gcv_ev_collection *end, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_heap_event begin = begin_of(end->event);
    gcv_status status = dumps->moves != NULL ? gcv_trace_moves_end(dumps->moves, end, err) : GCV_OK;
    size_t at;
    for (at = dumps->n_open; at > 0; at--) {
        gcv_trace_open *open = &dumps->open[at - 1];
        if (!open->implied && open->start.event == begin && open->start.count == end->count &&
            open->start.process == end->process) {
            if (open->heap != NULL) {
                open->heap->ended = true;
            }
            close_at(dumps, at - 1);
            return status;
        }
    }
    return status; /* it began before the trace did */
}

gcv_status gcv_trace_dumps_finish(gcv_trace_dumps *dumps, gcv_error *err)
{
    (void)err;
    while (dumps->n_open > 0) {
        gcv_trace_open *open = &dumps->open[0];
        if (open->heap != NULL && open->implied && open->heap->mono) {
            open->heap->ended = true; /* Mono dumps outside of collections: this is its end */
        }
        close_at(dumps, 0);
    }
    return GCV_OK;
}

/* ---- records ----------------------------------------------------------------------------------
 */

/* Which collection the records of a process belong to: the innermost that is not a background one.
 */
static gcv_trace_open *innermost(gcv_trace_dumps *dumps, uint64_t process)
{
    gcv_trace_open *any = NULL;
    size_t at;
    for (at = dumps->n_open; at > 0; at--) {
        gcv_trace_open *open = &dumps->open[at - 1];
        if (open->start.process == process) {
            if (open->start.type != 1) {
                return open;
            }
            any = any != NULL ? any : open;
        }
    }
    return any;
}

static gcv_status begin_heap(gcv_trace_dumps *dumps, gcv_trace_open *open, gcv_error *err)
{
    gcv_trace_heap *heap = gcv_alloc_zeroed(dumps->ctx, 1, sizeof *heap, err);
    gcv_status status;
    if (heap == NULL) {
        return gcv_failed(err);
    }
    heap->about.number = (uint32_t)dumps->snapshots.n + 1;
    heap->about.collection = open->start.count;
    heap->about.generation = open->start.has_details ? open->start.depth : GCV_NONE;
    heap->about.time_ms = milliseconds(dumps, open->start.time);
    heap->process = open->start.process;
    heap->time = open->start.time;
    heap->begun = !open->implied;
    heap->mono = open->start.event == GCV_EV_MONO_START;
    heap->wanted = dumps->wish != 0 ? dumps->wish == heap->about.number
                                    : dumps->kept == NULL || !dumps->kept->about.complete;
    status = gcv_snapshot_column_push(dumps->ctx, &dumps->snapshots, heap->about, err);
    if (status != GCV_OK) {
        drop(dumps, heap);
        return status;
    }
    open->heap = heap;
    return dumps->moves != NULL
               ? gcv_trace_moves_dump(dumps->moves, heap->about.number, &open->start, err)
               : GCV_OK;
}

/* The heap that records of a process go to; made if it is not there. */
static gcv_status choose_target(gcv_trace_dumps *dumps, uint64_t process, gcv_error *err)
{
    gcv_trace_open *open = innermost(dumps, process);
    gcv_status status = GCV_OK;
    if (open == NULL) {
        gcv_ev_collection none;
        memset(&none, 0, sizeof none);
        none.process = process;
        none.time = dumps->info->first_tick;
        status = push_open(dumps, &none, true);
        open = &dumps->open[dumps->n_open - 1];
    }
    if (status == GCV_OK && open->heap == NULL) {
        status = begin_heap(dumps, open, err);
    }
    dumps->target = open->heap;
    return status;
}

static gcv_status on_run(void *self, const gcv_ev_run *run, gcv_error *err)
{
    static const uint8_t streams[GCV_EV_KINDS] = {
        [GCV_EV_NODES] = GCV_STREAM_NODES + 1,
        [GCV_EV_EDGES] = GCV_STREAM_EDGES + 1,
        [GCV_EV_ROOTS] = GCV_STREAM_ROOTS + 1,
        [GCV_EV_DEPENDENTS] = GCV_STREAM_DEPENDENTS + 1,
    };
    gcv_trace_dumps *dumps = self;
    gcv_status status = dumps->moves != NULL ? gcv_trace_moves_run(dumps->moves, run, err) : GCV_OK;
    if (run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED) {
        return status; /* no part of a dump */
    }
    if (status == GCV_OK) {
        status = choose_target(dumps, run->process, err);
    }
    dumps->event = run->event;
    if (status == GCV_OK) {
        gcv_trace_heap_run(dumps->target,
                           streams[run->event] == 0 ? GCV_STREAMS : streams[run->event] - 1u, run);
    }
    return status;
}

static gcv_status on_node(void *self, const gcv_ev_node *node, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return gcv_trace_heap_node(dumps->ctx, dumps->target, &dumps->types, node, err);
}

static gcv_status on_edge(void *self, uint64_t target, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return gcv_trace_heap_edge(dumps->ctx, dumps->target, target, err);
}

static gcv_status on_root(void *self, const gcv_ev_root *root, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return gcv_trace_heap_root(dumps->ctx, dumps->target, &dumps->types, dumps->event, root, err);
}

static gcv_status on_dependent(void *self, uint64_t key, uint64_t value, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return gcv_trace_heap_dependent(dumps->ctx, dumps->target, key, value, err);
}

/* Ranges belong to every collection of a process; only one that dumps cares. */
static gcv_status on_range(void *self, const gcv_ev_range *range, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_status status =
        dumps->moves != NULL ? gcv_trace_moves_range(dumps->moves, range, err) : GCV_OK;
    size_t at;
    for (at = 0; at < dumps->n_open && status == GCV_OK; at++) {
        const gcv_trace_open *open = &dumps->open[at];
        if (open->heap != NULL && open->start.process == range->process) {
            status = gcv_trace_heap_range(dumps->ctx, open->heap, range->start, range->size,
                                          range->generation, err);
        }
    }
    return status;
}

/* ---- moved objects -----------------------------------------------------------------------------
 */

static gcv_status on_move(void *self, const gcv_ev_move *move, gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    return dumps->moves != NULL ? gcv_trace_moves_add(dumps->moves, move, err) : GCV_OK;
}

static gcv_status on_malformed(void *self, const gcv_eventpipe_row *row, const char *reason,
                               gcv_error *err)
{
    gcv_trace_dumps *dumps = self;
    gcv_status status = gcv_builder_malformed(dumps->builder, row->offset, reason, err);
    return status == GCV_OK && dumps->moves != NULL
               ? gcv_trace_moves_malformed(dumps->moves, row, reason, err)
               : status;
}

gcv_heap_events gcv_trace_dumps_events(gcv_trace_dumps *dumps)
{
    gcv_heap_events events;
    events.self = dumps;
    events.begin = on_begin;
    events.end = on_end;
    events.run = on_run;
    events.node = on_node;
    events.edge = on_edge;
    events.root = on_root;
    events.dependent = on_dependent;
    events.move = on_move;
    events.range = on_range;
    events.malformed = on_malformed;
    gcv_trace_dumps_process_events(&events);
    return events;
}
