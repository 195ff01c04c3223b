/* trace_history.c - the known moves of a trace, and the holes in the evidence; see
 * trace.h. */
#include "input/nettrace/trace.h"

static const char lacking[] =
    "the trace does not say what moved: it was taken without the keyword 0x400000 "
    "(GCHeapSurvivalAndMovement); take it with Microsoft-Windows-DotNETRuntime:0x1D80001:4";

static const char silent[] =
    "the runtime tells of generations, but not what survived or moved (NativeAOT does not)";

/* ---- processes ------------------------------------------------------------------------------ */

size_t gcv_trace_history_enter(gcv_trace *trace, uint64_t id)
{
    gcv_trace_processes *processes = &trace->processes;
    size_t at = gcv_trace_processes_find(processes, id);
    if (at < processes->rows.n && processes->rows.data[at].moves != NULL) {
        return at;
    }
    if (!trace->moves.asked || processes->n_with_moves == GCV_TRACE_PROCESSES) {
        return SIZE_MAX;
    }
    at = gcv_trace_processes_enter(trace->ctx, processes, id);
    processes->rows.data[at].moves = gcv_moves_new(trace->ctx, trace->builder->name);
    processes->n_with_moves++;
    return at;
}

/* ---- holes ---------------------------------------------------------------------------------- */

gcv_trace_time gcv_trace_history_now(const gcv_trace *trace, size_t process)
{
    const gcv_moves *moves = trace->processes.rows.data[process].moves;
    return (gcv_trace_time){moves->collections.n, moves->dumps.n, trace->moves.interval};
}

static void add_gap(gcv_moves *moves, gcv_trace_time since, gcv_place place, bool lost,
                    const char *reason)
{
    gcv_moves_gap gap = {.first = since.collections,
                         .last = moves->collections.n,
                         .reason = reason,
                         .place = place,
                         .dump = since.dumps + 1,
                         .lost = lost};
    if (gap.first == gap.last && moves->dumps.n > since.dumps) {
        gap.last++; /* a dump lies within */
    }
    gcv_moves_add_gap(moves, &gap);
}

void gcv_trace_history_add_gap(gcv_trace *trace, size_t process, gcv_trace_time since,
                               gcv_place place, const char *reason)
{
    add_gap(trace->processes.rows.data[process].moves, since, place, false, reason);
}

/* ---- sequence points ------------------------------------------------------------------------ */

void gcv_trace_history_invalidate(gcv_trace *trace, uint32_t since, uint64_t offset,
                                  const char *format, ...)
{
    gcv_trace_moves *moves = &trace->moves;
    if (!moves->invalid) {
        GCV_PRINT_ARGS(moves->reason, format);
        moves->place = gcv_place_at_offset(offset);
    }
    moves->invalid_since =
        moves->invalid && moves->invalid_since < since ? moves->invalid_since : since;
    moves->invalid = true;
}

/* Returns what a process had done at the beginning of this interval. */
static gcv_trace_time beginning_of(const gcv_trace_process *process, uint32_t interval)
{
    gcv_trace_time time = {0, 0, 0};
    size_t at = process->points.n;
    while (at > 0 && process->points.data[at - 1].interval > interval) {
        at--;
    }
    return at > 0 ? process->points.data[at - 1] : time;
}

static void add_point(gcv_trace *trace, size_t at)
{
    gcv_trace_process *process = &trace->processes.rows.data[at];
    gcv_trace_time now = gcv_trace_history_now(trace, at);
    gcv_trace_time last = beginning_of(process, trace->moves.interval);
    if (trace->moves.invalid) {
        add_gap(process->moves, beginning_of(process, trace->moves.invalid_since),
                trace->moves.place, true, trace->moves.reason);
    }
    if (now.collections != last.collections || now.dumps != last.dumps) {
        gcv_trace_time_column_push(trace->ctx, &process->points, now);
    }
}

void gcv_trace_history_point(gcv_trace *trace, uint32_t interval)
{
    trace->moves.interval = interval;
    for (size_t i = 0; i < trace->processes.rows.n; i++) {
        if (trace->processes.rows.data[i].moves != NULL) {
            add_point(trace, i);
        }
    }
    trace->moves.invalid = false;
}

/* ---- the end -------------------------------------------------------------------------------- */

/* Adds the hole that is all that is known of a process. */
static void add_whole_gap(gcv_moves *moves, const char *reason)
{
    const gcv_trace_time beginning = {0, 0, 0};
    const gcv_place whole = {0, false};
    moves->gaps.n = 0; /* this reason covers all other holes */
    add_gap(moves, beginning, whole, false, reason);
}

/* Returns why nothing is known of moves; NULL: something is known. The silence of one dump is no
 * proof: the process may have died in its collection, unless it takes a second dump. */
static const char *why_nothing(const gcv_trace_process *process)
{
    if (!process->has_moves) {
        return lacking;
    }
    return !process->has_survivors && process->moves->dumps.n > 1 ? silent : NULL;
}

gcv_moves *gcv_trace_history_take(gcv_trace *trace, uint64_t id)
{
    gcv_trace_processes *processes = &trace->processes;
    size_t at = gcv_trace_processes_find(processes, id);
    if (at == processes->rows.n || processes->rows.data[at].moves == NULL) {
        gcv_moves *none = gcv_moves_new(trace->ctx, trace->builder->name);
        add_whole_gap(none, "the trace has too many processes");
        return none;
    }
    gcv_moves *moves = processes->rows.data[at].moves;
    const char *reason = why_nothing(&processes->rows.data[at]);
    if (reason != NULL) {
        add_whole_gap(moves, reason);
    }
    processes->rows.data[at].moves = NULL;
    return moves;
}
