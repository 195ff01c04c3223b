/* priority_queue.h - a priority queue of item numbers. */
#ifndef GCV_BASE_PRIORITY_QUEUE_H
#define GCV_BASE_PRIORITY_QUEUE_H

#include "base/column.h"
#include "base/sort.h"

/* An empty queue: set the order and leave the rest zeroed. */
typedef struct gcv_priority_queue {
    gcv_before_fn before;
    const void *payload;
    gcv_u32_column items; /* a binary heap */
} gcv_priority_queue;

/* O(log items) calls of `before`. */
void gcv_priority_queue_push(gcv_context *ctx, gcv_priority_queue *queue, uint32_t item);
/* Removes and returns the first item; the queue must not be empty. O(log items) calls of `before`.
 */
uint32_t gcv_priority_queue_pop(gcv_priority_queue *queue);

void gcv_priority_queue_release(gcv_context *ctx, gcv_priority_queue *queue);

#endif
