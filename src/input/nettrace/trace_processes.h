/* trace_processes.h - the processes of a trace: what each says of itself, and what its collections
 * moved.
 *
 * Nearly all traces have one process; a trace of a whole machine may have hundreds. Only the first
 * GCV_TRACE_PROCESSES are described, and moves are gathered for as many.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_PROCESSES_H
#define GCV_INPUT_NETTRACE_TRACE_PROCESSES_H

#include "heap/moves.h"

/* A time, as what a process had done by then. */
typedef struct gcv_trace_time {
    size_t collections, dumps; /* collections ended, dumps marked */
    uint32_t interval;         /* between sequence points, as in eventpipe_order.h */
} gcv_trace_time;

GCV_COLUMN(gcv_trace_time_column, gcv_trace_time);

typedef struct gcv_trace_process {
    uint64_t id;
    bool described;
    gcv_slice command, os, architecture; /* UTF-8; in the arena of the types */
    gcv_moves *moves;                    /* NULL: not gathered; else see trace_history.h: */
    gcv_trace_time_column points;        /* sequence points, of those at one time the first */
    bool has_moves;                      /* a range of objects or of a generation came … */
    bool has_survivors;                  /* … and one of objects */
} gcv_trace_process;

GCV_COLUMN(gcv_trace_process_column, gcv_trace_process);

enum { GCV_TRACE_PROCESSES = 64 };

typedef struct gcv_trace_processes {
    gcv_trace_process_column rows;
    size_t n_described, n_with_moves; /* at most GCV_TRACE_PROCESSES each */
} gcv_trace_processes;                /* zeroed: empty */

void gcv_trace_processes_release(gcv_context *ctx, gcv_trace_processes *processes);

/* Place of a process among the rows; `rows.n` if it has none. */
size_t gcv_trace_processes_find(const gcv_trace_processes *processes, uint64_t id);
/* The same; a process without a row gets one. */
GCV_CHECKED gcv_status gcv_trace_processes_enter(gcv_context *ctx, gcv_trace_processes *processes,
                                                 uint64_t id, size_t *at, gcv_error *err);

/* What a process said of itself; NULL: nothing. */
const gcv_trace_process *gcv_trace_processes_described(const gcv_trace_processes *processes,
                                                       uint64_t id);

#endif
