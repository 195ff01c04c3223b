/* trace_history.h - what is known, process by process, of the moves of a trace, and the holes in
 * it.
 *
 * A trace that loses events does so somewhere between two sequence points, so the evidence has a
 * hole from the one to the other.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_HISTORY_H
#define GCV_INPUT_NETTRACE_TRACE_HISTORY_H

#include "base/attr.h"
#include "input/nettrace/trace_processes.h"

typedef struct gcv_trace_history {
    gcv_context *ctx;
    const char *name; /* of the input */
    gcv_trace_processes *processes;
    uint32_t interval;      /* between sequence points: the current one */
    bool invalid;           /* something is wrong with it, `reason` at `place`, … */
    uint32_t invalid_since; /* … perhaps since this interval */
    char reason[64];
    gcv_place place;
} gcv_trace_history;

void gcv_trace_history_init(gcv_context *ctx, gcv_trace_history *history, const char *name,
                            gcv_trace_processes *processes);

/* Place of a process whose moves are gathered from now on at the latest; SIZE_MAX: moves of too
 * many others are. */
GCV_CHECKED gcv_status gcv_trace_history_enter(gcv_trace_history *history, uint64_t id, size_t *at,
                                               gcv_error *err);
gcv_trace_time gcv_trace_history_now(const gcv_trace_history *history, size_t process);
/* A hole in what is known of a process, from `since` to now. */
GCV_CHECKED gcv_status gcv_trace_history_add_gap(gcv_trace_history *history, size_t process,
                                                 gcv_trace_time since, gcv_place place,
                                                 const char *reason, gcv_error *err);

/* Something that matters is missing or unreadable in the rows of the current interval that have
 * come, or in those of an earlier one, from interval `since` on. */
void gcv_trace_history_invalidate(gcv_trace_history *history, uint32_t since, gcv_place place,
                                  const char *format, ...) GCV_PRINTF(4, 5);
/* A sequence point: all rows of the intervals before this one have been passed on. */
GCV_CHECKED gcv_status gcv_trace_history_point(gcv_trace_history *history, uint32_t interval,
                                               gcv_error *err);

/* What is known of a process at the end; `*out` belongs to the caller. */
GCV_CHECKED gcv_status gcv_trace_history_take(gcv_trace_history *history, uint64_t id,
                                              gcv_moves **out, gcv_error *err);

#endif
