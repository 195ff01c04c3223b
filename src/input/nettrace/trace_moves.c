/* trace_moves.c - the reports of the collections of a trace on moved objects; see trace_moves.h. */
#include "input/nettrace/trace_moves.h"

#include "base/error.h"
#include "heap/vocabulary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

gcv_trace_moves *gcv_trace_moves_new(gcv_context *ctx, const char *name,
                                     gcv_trace_collections *collections,
                                     gcv_trace_processes *processes, gcv_error *err)
{
    gcv_trace_moves *moves = gcv_alloc_zeroed(ctx, 1, sizeof *moves, err);
    if (moves != NULL) {
        moves->ctx = ctx;
        moves->collections = collections;
        gcv_trace_history_init(ctx, &moves->history, name, processes);
    }
    return moves;
}

void gcv_trace_moves_free(gcv_trace_moves *moves)
{
    if (moves != NULL) {
        gcv_trace_sequences_release(moves->ctx, &moves->sequences);
        gcv_free(moves->ctx, moves, 1, sizeof *moves);
    }
}

void gcv_trace_report_free(gcv_context *ctx, gcv_trace_report *report)
{
    if (report != NULL) {
        gcv_collection_release(ctx, &report->about);
        gcv_range_column_release(ctx, &report->generations);
        gcv_dump_mark_column_release(ctx, &report->dumps);
        gcv_free(ctx, report, 1, sizeof *report);
    }
}

static gcv_trace_process *process_at(gcv_trace_moves *moves, size_t at)
{
    return &moves->history.processes->rows.data[at];
}

/* Adds a hole at this place only. */
static gcv_status add_gap_here(gcv_trace_moves *moves, size_t process, uint64_t offset,
                               const char *reason, gcv_error *err)
{
    return gcv_trace_history_add_gap(&moves->history, process,
                                     gcv_trace_history_now(&moves->history, process),
                                     gcv_place_at_offset(offset), reason, err);
}

/* ---- beginnings ----------------------------------------------------------------------------- */

gcv_status gcv_trace_moves_begin(gcv_trace_moves *moves, gcv_trace_collection *collection,
                                 gcv_error *err)
{
    const gcv_ev_collection *start = &collection->start;
    gcv_trace_report *report;
    size_t process;
    gcv_status status;
    if (start->event != GCV_EV_START) {
        return GCV_OK;
    }
    status = gcv_trace_history_enter(&moves->history, start->process, &process, err);
    if (status != GCV_OK || process == SIZE_MAX) {
        return status;
    }
    report = gcv_alloc_zeroed(moves->ctx, 1, sizeof *report, err);
    if (report == NULL) {
        return gcv_failed(err);
    }
    report->process = process;
    report->serial = ++moves->begun;
    report->about.number = start->count;
    report->about.generation = start->has_details ? start->depth : GCV_NONE;
    report->about.background = start->has_details && start->type == GCV_EV_BACKGROUND;
    report->about.place = gcv_place_at_offset(start->offset);
    report->began = gcv_trace_history_now(&moves->history, process);
    collection->report = report;
    return GCV_OK;
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* Marks the dumps of a collection that was just added as the last one or, if not `ended`, of one
 * that did not end. */
static gcv_status mark_dumps(gcv_trace_moves *moves, const gcv_trace_report *report, bool ended,
                             gcv_error *err)
{
    gcv_moves *known = process_at(moves, report->process)->moves;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < report->dumps.n; i++) {
        gcv_dump_mark dump = report->dumps.data[i];
        gcv_trace_time taken = gcv_trace_history_now(&moves->history, report->process);
        taken.collections = dump.n_collections;
        dump.n_collections = known->collections.n;
        dump.by_collection = ended;
        status = gcv_moves_add_dump(known, &dump, err);
        if (status == GCV_OK && taken.collections + ended != dump.n_collections) {
            status =
                gcv_trace_history_add_gap(&moves->history, report->process, taken, dump.place,
                                          "other collections ended while the dump was taken", err);
        }
    }
    return status;
}

static gcv_status add_collection(gcv_trace_moves *moves, gcv_trace_report *report, gcv_error *err)
{
    gcv_trace_process *process = process_at(moves, report->process);
    gcv_status status = gcv_trace_report_condemn(moves->ctx, report, process->has_moves, err);
    if (status == GCV_OK && report->fault != NULL) {
        status = gcv_trace_history_add_gap(&moves->history, report->process,
                                           gcv_trace_history_now(&moves->history, report->process),
                                           report->fault_place, report->fault, err);
    }
    if (status == GCV_OK) {
        status = gcv_moves_add(process->moves, &report->about, err);
        memset(&report->about, 0, sizeof report->about);
    }
    return status == GCV_OK ? mark_dumps(moves, report, true, err) : status;
}

/* Adds a hole from the beginning of a collection to now, as the time of its end is not known. */
static gcv_status add_endless(gcv_trace_moves *moves, const gcv_trace_report *report,
                              gcv_error *err)
{
    char reason[64];
    gcv_status status = mark_dumps(moves, report, false, err);
    (void)snprintf(reason, sizeof reason, "collection %" PRIu64 " does not end",
                   report->about.number);
    return status == GCV_OK
               ? gcv_trace_history_add_gap(&moves->history, report->process, report->began,
                                           report->about.place, reason, err)
               : status;
}

gcv_status gcv_trace_moves_close(gcv_trace_moves *moves, gcv_trace_report *report,
                                 const gcv_ev_collection *end, gcv_error *err)
{
    gcv_status status;
    if (moves->target == report) {
        moves->target = NULL;
    }
    if (end != NULL) {
        report->about.generation = end->depth <= GCV_TRACE_OLDEST ? end->depth : GCV_NONE;
        status = add_collection(moves, report, err);
    } else {
        status = add_endless(moves, report, err);
    }
    gcv_trace_report_free(moves->ctx, report);
    return status;
}

/* The collection has ended, but its effects are not known. */
gcv_status gcv_trace_moves_end_unknown(gcv_trace_moves *moves, const gcv_ev_collection *end,
                                       gcv_error *err)
{
    gcv_collection collection;
    size_t process;
    gcv_status status;
    if (end->event != GCV_EV_END) {
        return GCV_OK;
    }
    status = gcv_trace_history_enter(&moves->history, end->process, &process, err);
    if (status != GCV_OK || process == SIZE_MAX) {
        return status;
    }
    status =
        add_gap_here(moves, process, end->offset, "a collection ends here that did not begin", err);
    memset(&collection, 0, sizeof collection);
    collection.number = end->count;
    collection.generation = GCV_NONE;
    collection.place = gcv_place_at_offset(end->offset);
    return status == GCV_OK ? gcv_moves_add(process_at(moves, process)->moves, &collection, err)
                            : status;
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Returns the report to which records of a process belong; NULL: none. */
static gcv_trace_report *report_of(const gcv_trace_moves *moves, uint64_t process)
{
    gcv_trace_collection *collection =
        gcv_trace_collections_innermost(moves->collections, GCV_EV_START, process);
    return collection != NULL ? collection->report : NULL;
}

/* Begins a run of ranges of objects of a process; `report` NULL: outside any collection. */
static gcv_status begin_ranges(gcv_trace_moves *moves, size_t process, gcv_trace_report *report,
                               const gcv_ev_run *run, gcv_error *err)
{
    gcv_status status;
    bool missing;
    process_at(moves, process)->has_moves = true;
    process_at(moves, process)->has_survivors = true;
    moves->target = report;
    if (report == NULL) {
        return add_gap_here(moves, process, run->offset,
                            "ranges of objects outside of a collection", err);
    }
    report->has_ranges = true;
    status = gcv_trace_sequences_check(moves->ctx, &moves->sequences, report, run, &missing, err);
    if (status == GCV_OK && missing) {
        gcv_trace_report_invalidate(report, run->offset,
                                    "events of ranges are missing ahead of this one");
    }
    return status;
}

gcv_status gcv_trace_moves_run(gcv_trace_moves *moves, const gcv_ev_run *run, gcv_error *err)
{
    bool ranges = run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED;
    gcv_trace_report *report;
    gcv_status status;
    size_t process;
    if (!ranges && run->event != GCV_EV_NODES) {
        return GCV_OK;
    }
    status = gcv_trace_history_enter(&moves->history, run->process, &process, err);
    if (status != GCV_OK || process == SIZE_MAX) {
        moves->target = NULL;
        return status;
    }
    report = report_of(moves, run->process);
    if (report != NULL) {
        report->generations_closed = true;
    }
    return ranges ? begin_ranges(moves, process, report, run, err) : GCV_OK;
}

gcv_status gcv_trace_moves_add(gcv_trace_moves *moves, const gcv_ev_move *move, gcv_error *err)
{
    gcv_move row;
    row.old = move->old;
    row.fresh = move->fresh;
    row.length = move->length;
    return moves->target != NULL
               ? gcv_move_column_push(moves->ctx, &moves->target->about.moves, row, err)
               : GCV_OK;
}

gcv_status gcv_trace_moves_range(gcv_trace_moves *moves, const gcv_ev_range *range, gcv_error *err)
{
    gcv_trace_report *report = report_of(moves, range->process);
    size_t process = gcv_trace_processes_find(moves->history.processes, range->process);
    gcv_range row;
    if (process < moves->history.processes->rows.n && process_at(moves, process)->moves != NULL) {
        process_at(moves, process)->has_moves = true;
    }
    if (report == NULL) {
        return GCV_OK;
    }
    report->has_ranges = true;
    if (report->generations_closed) {
        return GCV_OK;
    }
    if (gcv_generation_word(range->generation) == NULL) {
        gcv_trace_report_invalidate(report, range->offset,
                                    "memory of a generation that there is not");
        return GCV_OK;
    }
    if (range->size > UINT64_MAX - range->start) {
        gcv_trace_report_invalidate(report, range->offset,
                                    "memory of a generation ends behind the last address");
        return GCV_OK;
    }
    row.start = range->start;
    row.end = range->start + range->size;
    row.generation = range->generation;
    return gcv_range_column_push(moves->ctx, &report->generations, row, err);
}

/* ---- rows that cannot be read --------------------------------------------------------------- */

bool gcv_trace_moves_depend_on(uint32_t event)
{
    gcv_heap_event kind = gcv_heap_event_kind(event);
    return kind == GCV_EV_START || kind == GCV_EV_END || kind == GCV_EV_SURVIVING ||
           kind == GCV_EV_MOVED || kind == GCV_EV_RANGE;
}

/* The row may belong to any open collection of its process. */
gcv_status gcv_trace_moves_malformed(gcv_trace_moves *moves, const gcv_eventpipe_row *row,
                                     const char *reason, gcv_error *err)
{
    bool within = false;
    size_t process, at;
    gcv_status status;
    if (!gcv_trace_moves_depend_on(row->event)) {
        return GCV_OK;
    }
    status = gcv_trace_history_enter(&moves->history, row->process, &process, err);
    if (status != GCV_OK || process == SIZE_MAX) {
        return status;
    }
    for (at = 0; at < moves->collections->n; at++) {
        gcv_trace_report *report = moves->collections->open[at].report;
        if (report != NULL && report->process == process) {
            gcv_trace_report_invalidate(report, row->offset, reason);
            within = true;
        }
    }
    return within ? GCV_OK : add_gap_here(moves, process, row->offset, reason, err);
}

/* ---- dumps ---------------------------------------------------------------------------------- */

gcv_status gcv_trace_moves_dump(gcv_trace_moves *moves, uint32_t number,
                                const gcv_ev_collection *within, gcv_error *err)
{
    bool inside = within->event == GCV_EV_START || within->event == GCV_EV_AWARE_START;
    gcv_dump_mark dump;
    gcv_moves *known;
    size_t process, at;
    gcv_status status = gcv_trace_history_enter(&moves->history, within->process, &process, err);
    if (status != GCV_OK || process == SIZE_MAX) {
        return status;
    }
    known = process_at(moves, process)->moves;
    memset(&dump, 0, sizeof dump);
    dump.number = number;
    dump.n_collections = known->collections.n;
    dump.place = gcv_place_at_offset(within->offset);
    at = inside ? gcv_trace_collections_find(moves->collections, GCV_EV_START, within->process,
                                             within->count)
                : moves->collections->n;
    return at < moves->collections->n
               ? gcv_dump_mark_column_push(moves->ctx, &moves->collections->open[at].report->dumps,
                                           dump, err)
               : gcv_moves_add_dump(known, &dump, err);
}
