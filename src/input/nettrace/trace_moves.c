/* trace_moves.c - the reports of the collections of a trace on moved and surviving objects; see
 * trace.h.
 *
 * Ranges of objects belong to the innermost collection, as other records do. The addresses that it
 * condemned follow from the ranges of generations that precede its first range of objects. The
 * moves of each process are gathered separately, as only the choice of the kept dump shows whose
 * moves are needed.
 *
 * A thread numbers its events of ranges from 0, separately for moved and for surviving objects,
 * and restarts with every part of the heap. So a number that is neither 0 nor the next one
 * proves a loss, even in traces without sequence numbers. A loss of the first or the last events
 * does not show.
 *
 * Memory: 24 bytes a range; a few thousand ranges in a collection are usual. */
#include "input/nettrace/trace.h"

#include "heap/vocabulary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OLDEST = 2 /* a collection of this generation collects everything */ };

/* The report of a collection that has not ended. */
struct gcv_trace_report {
    size_t process;       /* index of the process */
    uint64_t serial;      /* unique */
    gcv_collection about; /* its moves so far */
    /* Memory of the generations before the collection. Its ranges come before the first node or
     * range of objects; those of the memory after the collection come later. */
    gcv_range_column generations;
    bool generations_closed; /* a node or a range of objects has come */
    bool has_ranges;         /* a range of objects or of a generation has come */
    const char *fault;       /* why the report is unusable; NULL: it is usable */
    gcv_place fault_place;
    gcv_trace_time began;
    gcv_dump_mark_column dumps; /* dumps that the collection takes */
};

void gcv_trace_report_free(gcv_context *ctx, gcv_trace_report *report)
{
    if (report != NULL) {
        gcv_collection_release(ctx, &report->about);
        GCV_RELEASE(ctx, &report->generations, &report->dumps);
        gcv_free(ctx, report);
    }
}

static gcv_trace_process *process_at(gcv_trace *trace, size_t at)
{
    return &trace->processes.rows.data[at];
}

/* Adds a hole at this place only. */
static void add_gap_here(gcv_trace *trace, size_t process, gcv_place place, const char *reason)
{
    gcv_trace_history_add_gap(trace, process, gcv_trace_history_now(trace, process), place, reason);
}

/* Tells whether events of the thread are missing before this one, which is part of the report. */
static bool is_ahead(gcv_trace *trace, const gcv_trace_report *report, const gcv_ev_run *run)
{
    int kind = run->event == GCV_EV_MOVED;
    gcv_trace_sequences *all = &trace->moves.sequences;
    const uint32_t at = gcv_id_map_enter(trace->ctx, &all->index, run->thread, all->rows.n);
    if (at == all->rows.n) {
        gcv_trace_sequence_column_push(trace->ctx, &all->rows, (gcv_trace_sequence){0});
    }
    gcv_trace_sequence *sequence = &all->rows.data[at];
    if (sequence->collection != report->serial) {
        sequence->collection = report->serial;
        sequence->next[0] = sequence->next[1] = 0;
    }
    const bool missing = run->index != 0 && run->index != sequence->next[kind];
    sequence->next[kind] = run->index + 1;
    return missing;
}

/* ---- reports ------------------------------------------------------------------------------ */

/* Notes a fault, unless the report already has one. */
static void invalidate(gcv_trace_report *report, uint64_t offset, const char *fault)
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

/* Sets the memory that the collection condemned: that of the generations that it collected, as it
 * was before. `has_moves`: the trace reports ranges of this process. */
static void condemn(gcv_context *ctx, gcv_trace_report *report, bool has_moves)
{
    size_t n = n_ranges_before(report);
    uint32_t depth = report->about.generation;
    /* In a trace with ranges, a collection that takes a dump and has no ranges does nothing
     * else. */
    if (!report->has_ranges && report->dumps.n > 0 && has_moves) {
        gcv_span_column_push(ctx, &report->about.condemned, (gcv_span){0, 0});
        return;
    }
    for (size_t i = 0; depth <= OLDEST && i < n; i++) {
        const gcv_range *range = &report->generations.data[i];
        const gcv_span span = {range->start, range->end};
        if (range->generation <= depth || depth == OLDEST) {
            gcv_span_column_push(ctx, &report->about.condemned, span);
        }
    }
}

/* ---- beginnings ----------------------------------------------------------------------------- */

void gcv_trace_moves_begin(gcv_trace *trace, gcv_trace_collection *collection)
{
    const gcv_ev_collection *start = &collection->start;
    if (start->event != GCV_EV_START) {
        return;
    }
    size_t process = gcv_trace_history_enter(trace, start->process);
    if (process == SIZE_MAX) {
        return;
    }
    gcv_trace_report *report = gcv_alloc_zeroed(trace->ctx, 1, sizeof *report);
    report->process = process;
    report->serial = ++trace->moves.begun;
    report->about.number = start->count;
    report->about.generation = start->has_details ? start->depth : GCV_NONE;
    report->about.background = start->has_details && start->type == GCV_EV_BACKGROUND;
    report->about.place = gcv_place_at_offset(start->offset);
    report->began = gcv_trace_history_now(trace, process);
    collection->report = report;
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* Marks the dumps of a collection that was just added as the last one or, if not `ended`, of one
 * that did not end. */
static void mark_dumps(gcv_trace *trace, const gcv_trace_report *report, bool ended)
{
    gcv_moves *known = process_at(trace, report->process)->moves;
    for (size_t i = 0; i < report->dumps.n; i++) {
        gcv_dump_mark dump = report->dumps.data[i];
        gcv_trace_time taken = gcv_trace_history_now(trace, report->process);
        taken.collections = dump.n_collections;
        dump.n_collections = known->collections.n;
        dump.by_collection = ended;
        gcv_moves_add_dump(known, &dump);
        if (taken.collections + ended != dump.n_collections) {
            gcv_trace_history_add_gap(trace, report->process, taken, dump.place,
                                      "other collections ended while the dump was taken");
        }
    }
}

static void add_collection(gcv_trace *trace, gcv_trace_report *report)
{
    gcv_trace_process *process = process_at(trace, report->process);
    condemn(trace->ctx, report, process->has_moves);
    if (report->fault != NULL) {
        add_gap_here(trace, report->process, report->fault_place, report->fault);
    }
    gcv_moves_add(process->moves, &report->about);
    memset(&report->about, 0, sizeof report->about);
    mark_dumps(trace, report, true);
}

/* Adds a hole from the beginning of a collection to now, as the time of its end is not known. */
static void add_endless(gcv_trace *trace, const gcv_trace_report *report)
{
    char reason[64];
    mark_dumps(trace, report, false);
    (void)snprintf(reason, sizeof reason, "collection %" PRIu64 " does not end",
                   report->about.number);
    gcv_trace_history_add_gap(trace, report->process, report->began, report->about.place, reason);
}

void gcv_trace_moves_close(gcv_trace *trace, gcv_trace_report *report, const gcv_ev_collection *end)
{
    if (report == NULL) {
        return;
    }
    if (trace->moves.target == report) {
        trace->moves.target = NULL;
    }
    if (end != NULL) {
        report->about.generation = end->depth <= OLDEST ? end->depth : GCV_NONE;
        add_collection(trace, report);
    } else {
        add_endless(trace, report);
    }
    gcv_trace_report_free(trace->ctx, report);
}

/* The collection has ended, but its effects are not known. */
void gcv_trace_moves_end_unknown(gcv_trace *trace, const gcv_ev_collection *end)
{
    if (end->event != GCV_EV_END) {
        return;
    }
    size_t process = gcv_trace_history_enter(trace, end->process);
    if (process == SIZE_MAX) {
        return;
    }
    gcv_collection collection = {
        .number = end->count, .generation = GCV_NONE, .place = gcv_place_at_offset(end->offset)};
    add_gap_here(trace, process, collection.place, "a collection ends here that did not begin");
    gcv_moves_add(process_at(trace, process)->moves, &collection);
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Returns the report to which records of a process belong; NULL: none. */
static gcv_trace_report *report_of(gcv_trace *trace, uint64_t process)
{
    gcv_trace_collection *collection =
        gcv_trace_collections_innermost(&trace->collections, GCV_EV_START, process);
    return collection != NULL ? collection->report : NULL;
}

/* Begins a run of ranges of objects of a process; `report` NULL: outside any collection. */
static void begin_ranges(gcv_trace *trace, size_t process, gcv_trace_report *report,
                         const gcv_ev_run *run)
{
    process_at(trace, process)->has_moves = true;
    process_at(trace, process)->has_survivors = true;
    trace->moves.target = report;
    if (report == NULL) {
        add_gap_here(trace, process, gcv_place_at_offset(run->offset),
                     "ranges of objects outside of a collection");
        return;
    }
    report->has_ranges = true;
    if (is_ahead(trace, report, run)) {
        invalidate(report, run->offset, "events of ranges are missing ahead of this one");
    }
}

void gcv_trace_moves_run(gcv_trace *trace, const gcv_ev_run *run)
{
    bool ranges = run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED;
    if (!ranges && run->event != GCV_EV_NODES) {
        return;
    }
    size_t process = gcv_trace_history_enter(trace, run->process);
    if (process == SIZE_MAX) {
        trace->moves.target = NULL;
        return;
    }
    gcv_trace_report *report = report_of(trace, run->process);
    if (report != NULL) {
        report->generations_closed = true;
    }
    if (ranges) {
        begin_ranges(trace, process, report, run);
    }
}

void gcv_trace_moves_add(gcv_trace *trace, const gcv_move *move)
{
    if (trace->moves.target != NULL) {
        gcv_move_column_push(trace->ctx, &trace->moves.target->about.moves, *move);
    }
}

void gcv_trace_moves_range(gcv_trace *trace, const gcv_ev_range *range)
{
    gcv_trace_report *report = report_of(trace, range->process);
    size_t process = gcv_trace_processes_find(&trace->processes, range->process);
    if (process < trace->processes.rows.n && process_at(trace, process)->moves != NULL) {
        process_at(trace, process)->has_moves = true;
    }
    if (report == NULL) {
        return;
    }
    report->has_ranges = true;
    if (report->generations_closed) {
        return;
    }
    if (gcv_generation_word(range->generation) == NULL) {
        invalidate(report, range->offset, "memory of a generation that there is not");
        return;
    }
    if (range->size > UINT64_MAX - range->start) {
        invalidate(report, range->offset, "memory of a generation ends behind the last address");
        return;
    }
    gcv_range_column_push(trace->ctx, &report->generations,
                          (gcv_range){range->start, range->start + range->size, range->generation});
}

/* ---- rows that cannot be read --------------------------------------------------------------- */

bool gcv_trace_moves_depend_on(uint32_t event)
{
    gcv_heap_event kind = gcv_heap_event_kind(event);
    return kind == GCV_EV_START || kind == GCV_EV_END || kind == GCV_EV_SURVIVING ||
           kind == GCV_EV_MOVED || kind == GCV_EV_RANGE;
}

/* The row may belong to any open collection of its process. */
void gcv_trace_moves_malformed(gcv_trace *trace, const gcv_eventpipe_row *row, const char *reason)
{
    bool within = false;
    if (!gcv_trace_moves_depend_on(row->event)) {
        return;
    }
    size_t process = gcv_trace_history_enter(trace, row->process);
    if (process == SIZE_MAX) {
        return;
    }
    for (size_t at = 0; at < trace->collections.n; at++) {
        gcv_trace_report *report = trace->collections.open[at].report;
        if (report != NULL && report->process == process) {
            invalidate(report, row->offset, reason);
            within = true;
        }
    }
    if (!within) {
        add_gap_here(trace, process, gcv_place_at_offset(row->offset), reason);
    }
}

/* ---- dumps ---------------------------------------------------------------------------------- */

void gcv_trace_moves_dump(gcv_trace *trace, uint32_t number, const gcv_ev_collection *within)
{
    bool inside = within->event == GCV_EV_START || within->event == GCV_EV_AWARE_START;
    size_t process = gcv_trace_history_enter(trace, within->process);
    if (process == SIZE_MAX) {
        return;
    }
    gcv_moves *known = process_at(trace, process)->moves;
    const gcv_dump_mark dump = {.number = number,
                                .n_collections = known->collections.n,
                                .place = gcv_place_at_offset(within->offset)};
    size_t at = inside ? gcv_trace_collections_find(&trace->collections, GCV_EV_START,
                                                    within->process, within->count)
                       : trace->collections.n;
    if (at < trace->collections.n) {
        gcv_dump_mark_column_push(trace->ctx, &trace->collections.open[at].report->dumps, dump);
    } else {
        gcv_moves_add_dump(known, &dump);
    }
}
