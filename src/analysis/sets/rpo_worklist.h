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

#include "base/bitset.h"
#include "heap/heap.h"

typedef struct gcv_turns {
    gcv_context *ctx;
    uint32_t n_objects, n;
    uint32_t *ring;     /* n_objects; those to take are ring[at], ring[at + 1] … */
    size_t at, left;    /* … so many of them */
    gcv_bitset reached; /* objects */
    gcv_bitset waits;   /* objects that are to be taken, and those that have no turns */
    bool sweeping;
} gcv_turns;

/* Finds the order, ring[0] … ring[n - 1] until the first turn is taken, and begins. */
GCV_CHECKED gcv_status gcv_turns_init(gcv_turns *turns, gcv_context *ctx, const gcv_heap *heap,
                                      const gcv_root_set *roots, gcv_error *err);
void gcv_turns_release(gcv_turns *turns);

static inline bool gcv_turns_reached(const gcv_turns *turns, uint32_t object)
{
    return gcv_bitset_has(&turns->reached, object);
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
    gcv_bitset_remove(&turns->waits, *object);
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
    size_t at;
    if (!gcv_bitset_add(&turns->waits, object) || turns->sweeping) {
        return; /* what is marked during the sweep is found by its bit at the end of it */
    }
    at = turns->at + turns->left++;
    turns->ring[at < turns->n_objects ? at : at - turns->n_objects] = object;
}

#endif
