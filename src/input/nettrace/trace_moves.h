/* trace_moves.h - what the collections of a trace say of moved and surviving objects.
 *
 * Takes the same events as trace_dumps.h, beside it. Ranges of objects belong to the innermost
 * collection, as other records do; which addresses it condemned is told by the ranges of the
 * generations that came before the first of them. Each process is gathered by itself, as only the
 * dump that is kept tells whose moves are wanted.
 *
 * A trace that loses events does so somewhere between two sequence points, so the evidence has a
 * hole from the one to the other.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_MOVES_H
#define GCV_INPUT_NETTRACE_TRACE_MOVES_H

#include "base/id_map.h"
#include "heap/moves.h"
#include "heap/ranges.h"
#include "input/eventpipe/eventpipe_events.h"

/* A time: what had come of a process by then. */
typedef struct gcv_trace_time {
    size_t collections, dumps; /* that had ended; that were marked */
    uint32_t interval;         /* between sequence points, as in eventpipe_order.h */
} gcv_trace_time;

GCV_COLUMN(gcv_trace_time_column, gcv_trace_time);

/* A process. */
typedef struct gcv_trace_story {
    uint64_t process;
    gcv_moves *moves;
    gcv_trace_time_column points; /* when a sequence point came and something had changed */
    bool told;                    /* a range of objects or of a generation came */
} gcv_trace_story;

/* A thread that reports ranges, and the numbers that its next events of both kinds have if they
 * do not start again. */
typedef struct gcv_trace_reporter {
    uint64_t collection; /* that it reports on */
    uint32_t next[2];
} gcv_trace_reporter;

GCV_COLUMN(gcv_trace_reporter_column, gcv_trace_reporter);

/* A collection that has begun and not ended. */
typedef struct gcv_trace_collection {
    size_t story;    /* of its process */
    uint64_t serial; /* no other has it */
    bool background;
    gcv_collection about;         /* its moves so far */
    gcv_range_column generations; /* their memory before it, until the first range of objects … */
    bool told;                    /* … or node comes: then they are told again as they are now */
    bool heard;                   /* a range of objects or of a generation came */
    const char *fault;            /* what spoils it, or NULL */
    gcv_place fault_place;
    gcv_trace_time began;
    gcv_dump_mark_column dumps; /* that it takes */
} gcv_trace_collection;

GCV_COLUMN(gcv_trace_story_column, gcv_trace_story);

enum {
    GCV_TRACE_COLLECTIONS = 8,
    GCV_TRACE_STORIES = 64,
    GCV_TRACE_OLDEST = 2 /* generation; what collects it collects everything */
};

typedef struct gcv_trace_moves {
    gcv_context *ctx;
    const char *name; /* of the input */
    gcv_trace_story_column stories;
    gcv_trace_collection open[GCV_TRACE_COLLECTIONS];
    size_t n_open;
    uint64_t begun;            /* collections */
    gcv_id_map reporter_index; /* of a thread among them */
    gcv_trace_reporter_column reporters;
    gcv_trace_collection *target; /* of the run of ranges at hand; NULL: nobody's */
    uint32_t interval;            /* the one at hand */
    bool spoiled;                 /* something is wrong with it: */
    uint32_t spoiled_since;       /* perhaps from this one on */
    char reason[64];
    gcv_place place;
} gcv_trace_moves;

gcv_trace_moves *gcv_trace_moves_new(gcv_context *ctx, const char *name, gcv_error *err);
void gcv_trace_moves_free(gcv_trace_moves *moves);

/* Events, in order; those of other kinds are passed over. */
GCV_CHECKED gcv_status gcv_trace_moves_begin(gcv_trace_moves *moves, const gcv_ev_collection *start,
                                             gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_end(gcv_trace_moves *moves, const gcv_ev_collection *end,
                                           gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_run(gcv_trace_moves *moves, const gcv_ev_run *run,
                                           gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_add(gcv_trace_moves *moves, const gcv_ev_move *move,
                                           gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_moves_range(gcv_trace_moves *moves, const gcv_ev_range *range,
                                             gcv_error *err);
/* Whether rows of this event say something of them. */
bool gcv_trace_moves_need(uint32_t event);
/* A row that cannot be read, in its turn. */
GCV_CHECKED gcv_status gcv_trace_moves_malformed(gcv_trace_moves *moves,
                                                 const gcv_eventpipe_row *row, const char *reason,
                                                 gcv_error *err);

/* Records of a dump come for the first time, after `within` (which may be no collection). */
GCV_CHECKED gcv_status gcv_trace_moves_dump(gcv_trace_moves *moves, uint32_t number,
                                            const gcv_ev_collection *within, gcv_error *err);

/* Something that matters is missing or unreadable in the rows of this interval that have come, or
 * those of an earlier one, from `since` on. */
void gcv_trace_moves_spoil(gcv_trace_moves *moves, uint32_t since, gcv_place place,
                           const char *format, ...) GCV_PRINTF(4, 5);
/* All rows of the intervals below this one have been passed on. */
GCV_CHECKED gcv_status gcv_trace_moves_point(gcv_trace_moves *moves, uint32_t interval,
                                             gcv_error *err);

/* No more events come. `*out` belongs to the caller: what is known of the process. */
GCV_CHECKED gcv_status gcv_trace_moves_finish(gcv_trace_moves *moves, uint64_t process,
                                              gcv_moves **out, gcv_error *err);

/* ---- trace_completeness.c, for trace_moves.c ----------------------------------------------------
 */

/* Whether events of the thread are missing ahead of this one, which is about the collection. */
GCV_CHECKED gcv_status gcv_trace_reporter_check(gcv_trace_moves *moves,
                                                const gcv_trace_collection *collection,
                                                const gcv_ev_run *run, bool *missing,
                                                gcv_error *err);
void gcv_trace_reporters_release(gcv_trace_moves *moves);
GCV_CHECKED gcv_status gcv_trace_condemn(gcv_trace_moves *moves, gcv_trace_collection *collection,
                                         gcv_error *err);

/* ---- trace_history.c, for trace_moves.c -------------------------------------------------------
 */

/* The place of a process among the stories; their number if it has none. */
size_t gcv_trace_story_of(const gcv_trace_moves *moves, uint64_t process);
/* The same, made if it is not there; `*at` is SIZE_MAX if there are too many. */
GCV_CHECKED gcv_status gcv_trace_story_need(gcv_trace_moves *moves, uint64_t process, size_t *at,
                                            gcv_error *err);
gcv_trace_time gcv_trace_story_now(const gcv_trace_moves *moves, const gcv_trace_story *story);
/* A hole from then to now. */
GCV_CHECKED gcv_status gcv_trace_story_gap(const gcv_trace_story *story, gcv_trace_time since,
                                           gcv_place place, const char *reason, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_story_finish(gcv_trace_moves *moves, uint64_t process,
                                              gcv_moves **out, gcv_error *err);

#endif
