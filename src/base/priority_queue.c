/* priority_queue.c - a binary heap: each item comes before the two below it, at 2 i + 1 and
 * 2 i + 2; see priority_queue.h. */
#include "base/priority_queue.h"

void gcv_priority_queue_push(gcv_context *ctx, gcv_priority_queue *queue, uint32_t item)
{
    gcv_u32_column_push(ctx, &queue->items, item);
    uint32_t *items = queue->items.data;
    size_t at = queue->items.n - 1;
    while (at > 0 && queue->before(queue->payload, item, items[(at - 1) / 2])) {
        items[at] = items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    items[at] = item;
}

uint32_t gcv_priority_queue_pop(gcv_priority_queue *queue)
{
    uint32_t *items = queue->items.data;
    uint32_t first = items[0], last = items[--queue->items.n];
    size_t n = queue->items.n, at = 0, child;
    while ((child = 2 * at + 1) < n) {
        if (child + 1 < n && queue->before(queue->payload, items[child + 1], items[child])) {
            child++;
        }
        if (!queue->before(queue->payload, items[child], last)) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = last;
    return first;
}

void gcv_priority_queue_release(gcv_context *ctx, gcv_priority_queue *queue)
{
    gcv_u32_column_release(ctx, &queue->items);
}
