/* worklist.h - a worklist over the reachable objects, referrers first, for dataflow problems.
 *
 * The worklist begins with a sweep that takes each object once: after all its referrers (A. B.
 * Kahn, "Topological sorting of large networks", 1962), or as soon as its value is final. The
 * remaining objects wait for each other (cycles), for garbage, or for more references than a byte
 * counts; the sweep takes them in the order in which they were reached. An object that is added
 * again after its turn is taken after the sweep, first in, first out. Objects without references
 * pass nothing on and are never listed.
 *
 * This order needs no search before the sweep, and the next objects are known early enough to be
 * read ahead. Reverse depth-first postorder needs a search that waits for memory at each step and
 * took a third of the time of tries; on most heaps it also took more objects a second time.
 *
 * Memory: 5 bytes and a bit per object; during the sweep 5 more for each object that waited.
 */
#ifndef GCV_ANALYSIS_SETS_WORKLIST_H
#define GCV_ANALYSIS_SETS_WORKLIST_H

#include "heap/heap.h"

typedef struct gcv_worklist {
    gcv_context *ctx;
    uint32_t n_objects;
    uint32_t n_swept; /* objects that the sweep has listed; the ring holds them in that order */
    uint32_t *ring;   /* n_objects slots; the list is ring[head], ring[head + 1] … */
    size_t head;
    size_t length;     /* of the list */
    gcv_bitset listed; /* objects in the list; those without references always are */
    bool sweeping;
    uint8_t *pending; /* per object: references to it, repeats included, from objects not taken yet,
                         at most GCV_MANY_PENDING; 0: the object is listed, was taken, or lacks
                         references or referrers; or GCV_SETTLED. NULL: no sweep */
    gcv_u32_column reached; /* in the sweep: objects that had to wait, first in, first out */
    size_t n_tried;         /* number of `reached` whose turn has come */
} gcv_worklist;

enum {
    GCV_SETTLED = UINT8_MAX,           /* the value of the object is final */
    GCV_MANY_PENDING = GCV_SETTLED - 1 /* as many references or more: not counted down */
};

/* Begins the sweep with the objects of the root set. O(objects +
 * references). */
void gcv_worklist_init(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap,
                       const gcv_root_set *roots);
/* Begins with an empty list, after the sweep, instead. O(objects). */
void gcv_worklist_init_empty(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap);
void gcv_worklist_release(gcv_worklist *worklist);

/* When nothing is listed in the sweep: lets the next object that waits have its turn, or ends the
 * sweep and lists the objects that were added after their turn. */
void gcv_worklist_turn(gcv_worklist *worklist);

static inline bool gcv_worklist_any(gcv_worklist *worklist)
{
    if (worklist->length == 0 && worklist->sweeping) {
        gcv_worklist_turn(worklist);
    }
    return worklist->length > 0;
}

/* Takes the next object; false if there is none. */
static inline bool gcv_worklist_next(gcv_worklist *worklist, uint32_t *object)
{
    if (!gcv_worklist_any(worklist)) {
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

/* Copies the objects that are taken next, at most `n`, to `objects`; additions do not change them.
 * Returns their number; 0: the list is empty. */
static inline uint32_t gcv_worklist_peek(gcv_worklist *worklist, uint32_t *objects, uint32_t n)
{
    uint32_t i;
    if (!gcv_worklist_any(worklist)) {
        return 0;
    }
    for (i = 0; i < n && i < worklist->length && worklist->head + i < worklist->n_objects; i++) {
        objects[i] = worklist->ring[worklist->head + i];
    }
    return i;
}

static inline void gcv_worklist_append(gcv_worklist *worklist, uint32_t object)
{
    size_t at = worklist->head + worklist->length++;
    worklist->ring[at < worklist->n_objects ? at : at - worklist->n_objects] = object;
}

/* Lists an object for its turn in the sweep. */
static inline void gcv_worklist_ready(gcv_worklist *worklist, uint32_t object)
{
    worklist->pending[object] = 0;
    worklist->n_swept++;
    gcv_worklist_append(worklist, object);
}

static inline bool gcv_worklist_is_settled(const gcv_worklist *worklist, uint32_t object)
{
    return worklist->pending != NULL && worklist->pending[object] == GCV_SETTLED;
}

static inline bool gcv_worklist_is_waiting(const gcv_worklist *worklist, uint32_t object)
{
    return worklist->sweeping && (uint8_t)(worklist->pending[object] - 1) < GCV_MANY_PENDING;
}

/* Passes a value from a referrer, whose turn it is, to an object that waits. `first`: this is the
 * first call for the object. */
static inline void gcv_worklist_reach(gcv_worklist *worklist, uint32_t object, bool first)
{
    uint8_t pending = worklist->pending[object];
    if (pending == 1) {
        gcv_worklist_ready(worklist, object);
        return;
    }
    worklist->pending[object] = (uint8_t)(pending - (pending != GCV_MANY_PENDING));
    if (first) {
        gcv_u32_column_push(worklist->ctx, &worklist->reached, object);
    }
}

/* Adds an object that had its turn, unless it is in the list already. */
static inline void gcv_worklist_add(gcv_worklist *worklist, uint32_t object)
{
    /* in the sweep, its end finds the object by its bit */
    if (gcv_bitset_add(&worklist->listed, object) && !worklist->sweeping) {
        gcv_worklist_append(worklist, object);
    }
}

/* Marks an object whose value is final: it stops waiting, or is added a last time. */
static inline void gcv_worklist_settle(gcv_worklist *worklist, uint32_t object)
{
    if (gcv_worklist_is_waiting(worklist, object)) {
        gcv_worklist_ready(worklist, object);
    } else {
        gcv_worklist_add(worklist, object);
    }
    if (worklist->pending != NULL) {
        worklist->pending[object] = GCV_SETTLED;
    }
}

#endif
