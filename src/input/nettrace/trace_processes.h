/* trace_processes.h - the processes of a trace: their descriptions and the moves of their
 * collections.
 *
 * Nearly all traces have one process; a trace of a whole machine may have hundreds. Only the first
 * GCV_TRACE_PROCESSES are described, and moves are gathered for as many.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_PROCESSES_H
#define GCV_INPUT_NETTRACE_TRACE_PROCESSES_H

#include "heap/moves.h"

/* A time, expressed as what a process has done so far. */
typedef struct gcv_trace_time {
    size_t collections, dumps; /* collections ended, dumps marked */
    uint32_t interval; /* number of the interval between sequence points, as in eventpipe_order.h */
} gcv_trace_time;

GCV_COLUMN(gcv_trace_time_column, gcv_trace_time);

typedef struct gcv_trace_process {
    uint64_t id;
    bool described;
    gcv_slice command, os, architecture; /* UTF-8; in the arena of gcv_trace_types */
    gcv_moves *moves;                    /* NULL: not gathered; otherwise see trace_moves.h: */
    gcv_trace_time_column points;        /* sequence points; the first of those at the same time */
    bool has_moves;                      /* a range of objects or of a generation has come … */
    bool has_survivors;                  /* … and one of objects */
} gcv_trace_process;

GCV_COLUMN(gcv_trace_process_column, gcv_trace_process);

enum { GCV_TRACE_PROCESSES = 64 };

typedef struct gcv_trace_processes {
    gcv_trace_process_column rows;
    size_t n_described, n_with_moves; /* at most GCV_TRACE_PROCESSES each */
} gcv_trace_processes;                /* zeroed: empty */

void gcv_trace_processes_release(gcv_context *ctx, gcv_trace_processes *processes);

/* Returns the index of a process; `rows.n`: it has none. */
size_t gcv_trace_processes_find(const gcv_trace_processes *processes, uint64_t id);
/* The same; adds a row for a process without one. */
size_t gcv_trace_processes_enter(gcv_context *ctx, gcv_trace_processes *processes, uint64_t id);

/* Returns a process that has described itself; NULL: it has not. */
const gcv_trace_process *gcv_trace_processes_described(const gcv_trace_processes *processes,
                                                       uint64_t id);

#endif
