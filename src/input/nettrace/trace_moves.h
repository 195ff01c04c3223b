/* trace_moves.h - what the collections of a trace report of moved and surviving objects.
 *
 * Ranges of objects belong to the innermost collection, as other records do; which addresses it
 * condemned follows from the ranges of the generations that came before the first of them. Each
 * process is gathered by itself, as only the dump that is kept tells whose moves are wanted.
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
    uint64_t begun;           /* collections */
    gcv_trace_report *target; /* of the current run of ranges; NULL: none */
} gcv_trace_moves;

/* `collections` and `processes` are borrowed; reports go to the former, moves to the latter. */
gcv_trace_moves *gcv_trace_moves_new(gcv_context *ctx, const char *name,
                                     gcv_trace_collections *collections,
                                     gcv_trace_processes *processes, gcv_error *err);
void gcv_trace_moves_free(gcv_trace_moves *moves);
void gcv_trace_report_free(gcv_context *ctx, gcv_trace_report *report);

/* A collection began: from now on it has a report, unless there are too many processes. */
GCV_CHECKED gcv_status gcv_trace_moves_begin(gcv_trace_moves *moves,
                                             gcv_trace_collection *collection, gcv_error *err);
/* The end of a collection of which the trace has no beginning. */
GCV_CHECKED gcv_status gcv_trace_moves_end_unknown(gcv_trace_moves *moves,
                                                   const gcv_ev_collection *end, gcv_error *err);
/* A collection is over and frees its report; `end` NULL: its end is not known. */
GCV_CHECKED gcv_status gcv_trace_moves_close(gcv_trace_moves *moves, gcv_trace_report *report,
                                             const gcv_ev_collection *end, gcv_error *err);

/* Other events, in order; what says nothing of moves is ignored. */
GCV_CHECKED gcv_status gcv_trace_moves_run(gcv_trace_moves *moves, const gcv_ev_run *run,
                                           gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_add(gcv_trace_moves *moves, const gcv_ev_move *move,
                                           gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_range(gcv_trace_moves *moves, const gcv_ev_range *range,
                                             gcv_error *err);
/* A row that cannot be read, at its place in the order. */
GCV_CHECKED gcv_status gcv_trace_moves_malformed(gcv_trace_moves *moves,
                                                 const gcv_eventpipe_row *row, const char *reason,
                                                 gcv_error *err);
/* The first record of a dump comes, within a collection or not. */
GCV_CHECKED gcv_status gcv_trace_moves_dump(gcv_trace_moves *moves, uint32_t number,
                                            const gcv_ev_collection *within, gcv_error *err);

/* Whether the rows of an event say something of moves. */
bool gcv_trace_moves_depend_on(uint32_t event);

#endif
