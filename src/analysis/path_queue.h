/* path_queue.h - the queue of a search for chains from the roots: paths.c, step_paths.c. It holds
 * the objects that were discovered, in the order of their chains. */
#ifndef GCV_ANALYSIS_PATH_QUEUE_H
#define GCV_ANALYSIS_PATH_QUEUE_H

#include "analysis/chain_order.h"
#include "base/bitset.h"

typedef struct gcv_path_queue {
    const gcv_heap *heap;
    uint32_t *parent;      /* per object; GCV_NONE: not discovered */
    gcv_bitset settled;    /* discovered objects and closed ones */
    uint32_t *object;      /* by position; a slot for each object, and one more */
    uint32_t *referrer_at; /* by position: that of the referrer; NULL: not wanted */
    size_t n;
} gcv_path_queue;

/* 8 bytes and a bit per object; 4 more if it is `ordered`. */
void gcv_path_queue_init(gcv_context *ctx, gcv_path_queue *queue, const gcv_heap *heap,
                         bool ordered);
/* Forgets all that was discovered. */
void gcv_path_queue_clear(gcv_path_queue *queue);
/* Gives the result of the search to the caller, with the order unless that is NULL, and releases
 * the rest. */
void gcv_path_queue_finish(gcv_context *ctx, gcv_path_queue *queue, gcv_paths *out,
                           gcv_chain_order *order);

/* Appends an object, unless it is settled. */
static inline void gcv_path_discover(gcv_path_queue *queue, uint32_t object)
{
    queue->object[queue->n] = object;
    queue->n += gcv_bitset_add(&queue->settled, object);
}

/* Gives the objects at the positions [begin, end) their referrer and its position. */
static inline void gcv_path_hang(gcv_path_queue *queue, size_t begin, size_t end, uint32_t referrer,
                                 uint32_t referrer_at)
{
    for (size_t at = begin; at < end; at++) {
        queue->parent[queue->object[at]] = referrer;
    }
    for (size_t at = begin; queue->referrer_at != NULL && at < end; at++) {
        queue->referrer_at[at] = referrer_at;
    }
}

#endif
