/* moves.h - what collections did to objects: which moved, which stayed, which died.
 *
 * For each collection, a collector reports the address ranges that it condemned and the ranges that
 * survive. An object in a condemned range but in no reported one is dead; an object in no condemned
 * range stays where it is. Old addresses are those before the collection, new ones those after it:
 * the ranges are a map, not a sequence of moves.
 *
 * Between heap dumps there are whole collections. A dump taken by a collection shows addresses as
 * that collection left them.
 *
 * 24 bytes a reported range, 16 a condemned one.
 */
#ifndef GCV_HEAP_MOVES_H
#define GCV_HEAP_MOVES_H

#include "base/arena.h"
#include "base/column.h"
#include "base/id_map.h"

#include <gcview/gcview.h>

/* Objects at [old, old + length) are at [fresh, fresh + length) now; survivors that did not move
 * have fresh == old. */
typedef struct gcv_move {
    uint64_t old, fresh, length;
} gcv_move;

typedef struct gcv_span {
    uint64_t start, end; /* [start, end) */
} gcv_span;

GCV_COLUMN(gcv_move_column, gcv_move);
GCV_COLUMN(gcv_span_column, gcv_span);

/* A position in the input: a line from 1, or a byte offset. */
typedef struct gcv_place {
    uint64_t line;
    bool at_offset;
} gcv_place;

static inline gcv_place gcv_place_at_line(uint64_t line) { return (gcv_place){line, false}; }
static inline gcv_place gcv_place_at_offset(uint64_t at) { return (gcv_place){at, true}; }

typedef struct gcv_collection {
    uint64_t number;     /* the runtime's own count */
    uint32_t generation; /* highest generation condemned; GCV_NONE: not known */
    bool verified;       /* see gcv_moves_verify() */
    bool background;     /* the program ran meanwhile, and reused freed memory before the collection
                            reported what lives */
    gcv_place place;     /* where it begins */
    gcv_move_column moves;     /* verified: ascending by `old`, disjoint */
    gcv_span_column condemned; /* no ranges: not known; an empty range: nothing condemned. Verified:
                                  ascending and disjoint */
} gcv_collection;

/* A heap dump: its addresses are those after the first `n_collections` collections. */
typedef struct gcv_dump_mark {
    uint32_t number; /* from 1 */
    size_t n_collections;
    bool by_collection; /* taken inside the last of these collections */
    bool counted;       /* `objects` and `bytes` are known */
    uint64_t objects, bytes;
    gcv_place place;
} gcv_dump_mark;

/* A gap in the evidence: it began after `first` collections had ended, and was over when `last`
 * had. */
typedef struct gcv_moves_gap {
    size_t first, last;
    const char *reason; /* static, or in the arena */
    gcv_place place;
    size_t dump; /* number (from 1) of the first dump taken after the gap began: orders a gap and a
                    dump that no collection separates. If `first` is `last`, no dump was taken
                    during the gap. */
    bool lost;   /* data was lost here; other gaps may be mere consequences */
} gcv_moves_gap;

GCV_COLUMN(gcv_collection_column, gcv_collection);
GCV_COLUMN(gcv_dump_mark_column, gcv_dump_mark);
GCV_COLUMN(gcv_moves_gap_column, gcv_moves_gap);

struct gcv_moves {
    gcv_context *ctx;
    const char *name;                  /* of the input, for messages; borrowed */
    gcv_collection_column collections; /* in the order in which they ended */
    gcv_dump_mark_column dumps;        /* in the order in which they were taken */
    gcv_id_map dump_of;                /* from a number to the first dump that has it */
    gcv_moves_gap_column gaps;
    uint64_t malformed; /* records of a log that could not be read; the first two: */
    gcv_place malformed_place[2];
    const char *malformed_reason[2]; /* in the arena */
    gcv_arena arena;                 /* reasons */
};

/* Makes an empty log. `name` is borrowed. */
gcv_moves *gcv_moves_new(gcv_context *ctx, const char *name);

/* Appends the collection that ended last. Takes over its columns. */
void gcv_moves_add(gcv_moves *moves, gcv_collection *collection);
void gcv_collection_release(gcv_context *ctx, gcv_collection *collection);
void gcv_moves_add_dump(gcv_moves *moves, const gcv_dump_mark *dump);
/* `reason` is copied. */
void gcv_moves_add_gap(gcv_moves *moves, const gcv_moves_gap *gap);

/* Counts a malformed record and keeps the first two, to be reported even if no object is followed
 * across the gaps they leave: the second one if there are no more. */
void gcv_moves_malformed(gcv_moves *moves, gcv_place place, const char *reason);

/* Returns the dump with this number, or NULL. */
const gcv_dump_mark *gcv_moves_dump(const gcv_moves *moves, uint32_t number);

/* Checks that the evidence between one dump and a later one is complete, and sorts its ranges.
 * GCV_ERR_INPUT, with the place, if anything is missing (a gap, a missing collection number, no
 * condemned ranges) or impossible (ranges that are empty, overlap, or end beyond the last address).
 * O(ranges × log ranges), O(ranges) if they are in order. */
void gcv_moves_verify(gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to);

/* What a verified collection did to an object. */
typedef enum gcv_fate {
    GCV_FATE_UNTOUCHED, /* not condemned */
    GCV_FATE_STAYED,    /* condemned, and reported where it was */
    GCV_FATE_MOVED,
    GCV_FATE_DIED
} gcv_fate;

/* Returns the fate of the object at `*address`, which becomes its new address. O(log ranges). */
gcv_fate gcv_collection_fate(const gcv_collection *collection, uint64_t *address);

/* Records a failure of the evidence, with its place. */
GCV_NORETURN void gcv_moves_fail(const gcv_moves *moves, gcv_place place, const char *format, ...)
    GCV_PRINTF(3, 4);

#endif
