/* rpo_worklist.h - the order in which a dataflow over the heap takes the reachable objects.
 *
 * Objects without references have nothing to hand on and get no turns.
 *
 * First a sweep: each once, in reverse depth-first postorder, so that all referrers of an object
 * but those on a cycle come before it. Then, first in first out, those that were marked after their
 * turn. Without cycles the sweep is all there is to do.
 *
 * Bytes per object: 4 and a bit; 8 more for each object on the way of the search, and 4 for each
 * reference from these to an object that was not reached when the way came by.
 */
#ifndef GCV_ANALYSIS_SETS_RPO_WORKLIST_H
#define GCV_ANALYSIS_SETS_RPO_WORKLIST_H

#include "heap/heap.h"

typedef struct gcv_turns {
    gcv_context *ctx;
    uint32_t n_objects, n;
    uint32_t *ring;    /* n_objects; those to take are ring[at], ring[at + 1] … */
    size_t at, left;   /* … so many of them */
    uint32_t *reached; /* a bit per object */
    uint32_t *waits;   /* a bit per object: it is to be taken; always set if it has no turns */
    bool sweeping;
} gcv_turns;

/* Finds the order, ring[0] … ring[n - 1] until the first turn is taken, and begins. */
GCV_CHECKED gcv_status gcv_turns_init(gcv_turns *turns, gcv_context *ctx, const gcv_heap *heap,
                                      const gcv_root_set *roots, gcv_error *err);
void gcv_turns_release(gcv_turns *turns);

static inline bool gcv_turns_reached(const gcv_turns *turns, uint32_t object)
{
    return (turns->reached[object >> 5] >> (object & 31) & 1) != 0;
}

/* Begins again with a copy of that order. */
void gcv_turns_restart(gcv_turns *turns, const uint32_t *order);

/* The end of the sweep: collects those that are marked. */
void gcv_turns_end_sweep(gcv_turns *turns);

static inline bool gcv_turns_left(gcv_turns *turns)
{
    if (turns->left == 0 && turns->sweeping) {
        gcv_turns_end_sweep(turns);
    }
    return turns->left > 0;
}

/* False if there is none left. */
static inline bool gcv_turns_next(gcv_turns *turns, uint32_t *object)
{
    if (!gcv_turns_left(turns)) {
        return false;
    }
    *object = turns->ring[turns->at];
    turns->waits[*object >> 5] &= ~((uint32_t)1 << (*object & 31));
    turns->left--;
    if (++turns->at == turns->n_objects) {
        turns->at = 0;
    }
    return true;
}

/* Some of those that gcv_turns_next() will give next, whatever is marked in the meantime: how many,
 * `n` at most. 0 if there is none left. */
static inline uint32_t gcv_turns_ahead(gcv_turns *turns, uint32_t *objects, uint32_t n)
{
    uint32_t i;
    if (!gcv_turns_left(turns)) {
        return 0;
    }
    for (i = 0; i < n && i < turns->left && turns->at + i < turns->n_objects; i++) {
        objects[i] = turns->ring[turns->at + i];
    }
    return i;
}

/* The object must have a turn after this. */
static inline void gcv_turns_mark(gcv_turns *turns, uint32_t object)
{
    uint32_t bit = (uint32_t)1 << (object & 31);
    size_t at;
    if ((turns->waits[object >> 5] & bit) != 0) {
        return;
    }
    turns->waits[object >> 5] |= bit;
    if (turns->sweeping) {
        return; /* found by its bit at the end of the sweep */
    }
    at = turns->at + turns->left++;
    turns->ring[at < turns->n_objects ? at : at - turns->n_objects] = object;
}

#endif
