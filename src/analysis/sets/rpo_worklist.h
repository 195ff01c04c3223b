/* rpo_worklist.h - a worklist over the reachable objects in reverse depth-first postorder, for
 * dataflow problems.
 *
 * It begins with a sweep: each object once, in reverse postorder, so that all its referrers come
 * first, except those on a cycle. Objects that are added after their turn follow, first in, first
 * out. Without cycles the sweep is all there is. Objects without references have nothing to pass on
 * and are never in the list.
 *
 * Bytes an object: 4 and two bits; while the order is found, 8 more for each object on the current
 * path of the search and 4 for each of its references to an object not reached yet.
 */
#ifndef GCV_ANALYSIS_SETS_RPO_WORKLIST_H
#define GCV_ANALYSIS_SETS_RPO_WORKLIST_H

#include "base/bitset.h"
#include "heap/heap.h"

typedef struct gcv_rpo_worklist {
    gcv_context *ctx;
    uint32_t n_objects;
    uint32_t n;     /* objects of the sweep */
    uint32_t *ring; /* n_objects slots; the list is ring[head], ring[head + 1] … */
    size_t head;
    size_t length;
    gcv_bitset reached;
    gcv_bitset listed; /* objects in the list; those without references always are */
    bool sweeping;
} gcv_rpo_worklist;

/* Finds the order, which is ring[0] … ring[n - 1] until the first object is taken, and begins the
 * sweep. To be released even if it fails. O(objects + references). */
GCV_CHECKED gcv_status gcv_rpo_worklist_init(gcv_context *ctx, gcv_rpo_worklist *worklist,
                                             const gcv_heap *heap, const gcv_root_set *roots,
                                             gcv_error *err);
/* Begins with an empty list instead. O(objects). */
GCV_CHECKED gcv_status gcv_rpo_worklist_init_empty(gcv_context *ctx, gcv_rpo_worklist *worklist,
                                                   const gcv_heap *heap, gcv_error *err);
void gcv_rpo_worklist_release(gcv_rpo_worklist *worklist);

static inline bool gcv_rpo_worklist_reaches(const gcv_rpo_worklist *worklist, uint32_t object)
{
    return gcv_bitset_has(&worklist->reached, object);
}

/* Begins another sweep; `order` is a copy of the order. */
void gcv_rpo_worklist_restart(gcv_rpo_worklist *worklist, const uint32_t *order);

/* Ends the sweep: lists the objects that were added after their turn. */
void gcv_rpo_worklist_end_sweep(gcv_rpo_worklist *worklist);

static inline bool gcv_rpo_worklist_any(gcv_rpo_worklist *worklist)
{
    if (worklist->length == 0 && worklist->sweeping) {
        gcv_rpo_worklist_end_sweep(worklist);
    }
    return worklist->length > 0;
}

/* Takes the next object; false if there is none. */
static inline bool gcv_rpo_worklist_next(gcv_rpo_worklist *worklist, uint32_t *object)
{
    if (!gcv_rpo_worklist_any(worklist)) {
        return false;
    }
    *object = worklist->ring[worklist->head];
    gcv_bitset_remove(&worklist->listed, *object);
    worklist->length--;
    if (++worklist->head == worklist->n_objects) {
        worklist->head = 0;
    }
    return true;
}

/* Peeks at up to `n` objects that are taken next, whatever is added in the meantime; returns how
 * many, 0 if there is none. */
static inline uint32_t gcv_rpo_worklist_peek(gcv_rpo_worklist *worklist, uint32_t *objects,
                                             uint32_t n)
{
    uint32_t i;
    if (!gcv_rpo_worklist_any(worklist)) {
        return 0;
    }
    for (i = 0; i < n && i < worklist->length && worklist->head + i < worklist->n_objects; i++) {
        objects[i] = worklist->ring[worklist->head + i];
    }
    return i;
}

/* Adds an object, unless it is in the list already. */
static inline void gcv_rpo_worklist_add(gcv_rpo_worklist *worklist, uint32_t object)
{
    size_t at;
    if (gcv_bitset_has(&worklist->listed, object)) {
        return;
    }
    (void)gcv_bitset_add(&worklist->listed, object);
    if (worklist->sweeping) {
        return; /* the end of the sweep finds it by its bit */
    }
    at = worklist->head + worklist->length++;
    worklist->ring[at < worklist->n_objects ? at : at - worklist->n_objects] = object;
}

#endif
