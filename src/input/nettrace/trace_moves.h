/* trace_moves.h - the reports of the collections of a trace on moved and surviving objects.
 *
 * Ranges of objects belong to the innermost collection, as other records do. The addresses that it
 * condemned follow from the ranges of generations that precede its first range of objects. The
 * moves of each process are gathered separately, as only the choice of the kept dump shows whose
 * moves are needed.
 *
 * Memory: 24 bytes a range; a few thousand ranges in a collection are usual.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_MOVES_H
#define GCV_INPUT_NETTRACE_TRACE_MOVES_H

#include "input/nettrace/trace_collections.h"
#include "input/nettrace/trace_completeness.h"
#include "input/nettrace/trace_history.h"

typedef struct gcv_trace_moves {
    gcv_context *ctx;
    gcv_trace_collections *collections;
    gcv_trace_history history;
    gcv_trace_sequences sequences;
    uint64_t begun;           /* number of collections so far */
    gcv_trace_report *target; /* report of the current run of ranges; NULL: none */
} gcv_trace_moves;

/* Borrows `collections`, which receives the reports, and `processes`, which receives the moves. */
gcv_trace_moves *gcv_trace_moves_new(gcv_context *ctx, const char *name,
                                     gcv_trace_collections *collections,
                                     gcv_trace_processes *processes);
void gcv_trace_moves_free(gcv_trace_moves *moves);
void gcv_trace_report_free(gcv_context *ctx, gcv_trace_report *report);

/* Begins a collection: gives it a report, unless there are too many processes. */
void gcv_trace_moves_begin(gcv_trace_moves *moves, gcv_trace_collection *collection);
/* Ends a collection whose beginning is not in the trace. */
void gcv_trace_moves_end_unknown(gcv_trace_moves *moves, const gcv_ev_collection *end);
/* Ends a collection and frees its report; `end` NULL: its end is not known. */
void gcv_trace_moves_close(gcv_trace_moves *moves, gcv_trace_report *report,
                           const gcv_ev_collection *end);

/* Take the other events, in order; events that do not concern moves are ignored. */
void gcv_trace_moves_run(gcv_trace_moves *moves, const gcv_ev_run *run);
void gcv_trace_moves_add(gcv_trace_moves *moves, const gcv_ev_move *move);
void gcv_trace_moves_range(gcv_trace_moves *moves, const gcv_ev_range *range);
/* Takes a row that cannot be read, at its place in the order. */
void gcv_trace_moves_malformed(gcv_trace_moves *moves, const gcv_eventpipe_row *row,
                               const char *reason);
/* Called at the first record of a dump, within a collection or not. */
void gcv_trace_moves_dump(gcv_trace_moves *moves, uint32_t number, const gcv_ev_collection *within);

/* Tells whether the rows of an event concern moves. */
bool gcv_trace_moves_depend_on(uint32_t event);

#endif
