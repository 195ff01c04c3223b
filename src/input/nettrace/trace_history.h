/* trace_history.h - the known moves of each process of a trace, and the holes in the evidence.
 *
 * Where a trace loses events, only the two sequence points around the loss are known, so the
 * evidence has a hole from one to the other.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_HISTORY_H
#define GCV_INPUT_NETTRACE_TRACE_HISTORY_H

#include "input/nettrace/trace_processes.h"

typedef struct gcv_trace_history {
    gcv_context *ctx;
    const char *name; /* name of the input */
    gcv_trace_processes *processes;
    uint32_t interval;      /* the current one; intervals are between sequence points */
    bool invalid;           /* evidence is missing, see `reason` and `place`, … */
    uint32_t invalid_since; /* … perhaps since this interval */
    char reason[64];
    gcv_place place;
} gcv_trace_history;

void gcv_trace_history_init(gcv_context *ctx, gcv_trace_history *history, const char *name,
                            gcv_trace_processes *processes);

/* Gives the index of a process and from now on gathers its moves; SIZE_MAX: the moves of too many
 * other processes are gathered. */
size_t gcv_trace_history_enter(gcv_trace_history *history, uint64_t id);
gcv_trace_time gcv_trace_history_now(const gcv_trace_history *history, size_t process);
/* Adds a hole in the evidence of a process, from `since` to now. */
void gcv_trace_history_add_gap(gcv_trace_history *history, size_t process, gcv_trace_time since,
                               gcv_place place, const char *reason);

/* Notes that something needed is missing or unreadable in the rows of the current interval so far,
 * or from the earlier interval `since` on. */
void gcv_trace_history_invalidate(gcv_trace_history *history, uint32_t since, gcv_place place,
                                  const char *format, ...) GCV_PRINTF(4, 5);
/* Called at a sequence point, after all rows of the intervals before `interval` have been passed
 * on. */
void gcv_trace_history_point(gcv_trace_history *history, uint32_t interval);

/* Returns the evidence of a process at the end; the caller owns it. */
gcv_moves *gcv_trace_history_take(gcv_trace_history *history, uint64_t id);

#endif
