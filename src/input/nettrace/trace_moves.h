/* trace_moves.h - the reports of the collections of a trace on moved and surviving objects.
 *
 * Ranges of objects belong to the innermost collection, as other records do. The addresses that it
 * condemned follow from the ranges of generations that precede its first range of objects. The
 * moves of each process are gathered separately, as only the choice of the kept dump shows whose
 * moves are needed.
 *
 * Memory: 24 bytes a range; a few thousand ranges in a collection are usual.
 *
 * circle: trace_history.c and trace_completeness.c share this header with trace_moves.c, which
 * calls them. */
#ifndef GCV_INPUT_NETTRACE_TRACE_MOVES_H
#define GCV_INPUT_NETTRACE_TRACE_MOVES_H

#include "heap/ranges.h"
#include "input/nettrace/trace_collections.h"
#include "input/nettrace/trace_processes.h"

/* ---- trace_completeness.c -------------------------------------------------------------------- */

/* One collection's report of moved and surviving objects, and whether it is complete.
 *
 * A thread numbers its events of ranges from 0, separately for moved and for surviving objects,
 * and restarts with every part of the heap. So a number that is neither 0 nor the next one
 * proves a loss, even in traces without sequence numbers. A loss of the first or the last events
 * does not show. */
/* The report of a collection that has not ended. */
typedef struct gcv_trace_report {
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
} gcv_trace_report;

/* The next numbers of a thread's events, of surviving and of moved objects, unless the thread
 * restarts. */
typedef struct gcv_trace_sequence {
    uint64_t collection; /* serial of the report to which the thread's last event belongs */
    uint32_t next[2];
} gcv_trace_sequence;

GCV_COLUMN(gcv_trace_sequence_column, gcv_trace_sequence);

typedef struct gcv_trace_sequences {
    gcv_id_map index; /* from thread to index in `rows` */
    gcv_trace_sequence_column rows;
} gcv_trace_sequences; /* zeroed: empty */

void gcv_trace_sequences_release(gcv_context *ctx, gcv_trace_sequences *sequences);

/* Tells whether events of the thread are missing before this one, which is part of the report. */
bool gcv_trace_sequences_check(gcv_context *ctx, gcv_trace_sequences *sequences,
                               const gcv_trace_report *report, const gcv_ev_run *run);

/* Notes a fault, unless the report already has one. */
void gcv_trace_report_invalidate(gcv_trace_report *report, uint64_t offset, const char *fault);

/* Sets the memory that the collection condemned: that of the generations that it collected, as it
 * was before. `has_moves`: the trace reports ranges of this process. */
void gcv_trace_report_condemn(gcv_context *ctx, gcv_trace_report *report, bool has_moves);

enum { GCV_TRACE_OLDEST = 2 /* a collection of this generation collects everything */ };

/* ---- trace_history.c ------------------------------------------------------------------------- */

/* The known moves of each process of a trace, and the holes in the evidence.
 *
 * Where a trace loses events, only the two sequence points around the loss are known, so the
 * evidence has a hole from one to the other. */
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

/* ---- trace_moves.c ------------------------------------------------------------------------- */

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
