/* turns.c - reverse depth-first postorder, then first in first out; see turns.h. */
#include "analysis/turns.h"

#include "base/error.h"

#include <string.h>

/* An object on the stack of a depth-first search, and the reference it goes on with. */
typedef struct gcv_frame {
    uint32_t object;
    uint32_t next_ref;
} gcv_frame;

GCV_COLUMN(gcv_frame_column, gcv_frame);

static size_t n_words(const gcv_turns *turns) { return (size_t)turns->n_objects / 32 + 1; }

/* Puts an object on the stack of the search, unless it has been there or leads nowhere. */
static gcv_status visit(gcv_turns *turns, const gcv_heap *heap, gcv_frame_column *stack,
                        uint32_t object, gcv_error *err)
{
    uint32_t bit = (uint32_t)1 << (object & 31);
    gcv_frame frame;
    if ((turns->reached[object >> 5] & bit) != 0) {
        return GCV_OK;
    }
    turns->reached[object >> 5] |= bit;
    frame.object = object;
    frame.next_ref = heap->first_ref.data[object];
    if (frame.next_ref == heap->first_ref.data[object + 1]) {
        return GCV_OK;
    }
    return gcv_frame_column_push(turns->ctx, stack, frame, err);
}

/* Fills the ring with the objects that have turns, each behind those it leads to. */
static gcv_status find_postorder(gcv_turns *turns, const gcv_heap *heap, const gcv_root_set *roots,
                                 gcv_frame_column *stack, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < roots->n; i++) {
        status = visit(turns, heap, stack, roots->object[i], err);
        while (status == GCV_OK && stack->n > 0) {
            gcv_frame *top = &stack->data[stack->n - 1];
            if (top->next_ref < heap->first_ref.data[top->object + 1]) {
                status = visit(turns, heap, stack, heap->refs.data[top->next_ref++], err);
            } else {
                turns->ring[turns->n++] = top->object;
                stack->n--;
            }
        }
    }
    return status;
}

static void begin(gcv_turns *turns)
{
    memset(turns->waits, 0xff, n_words(turns) * sizeof *turns->waits);
    turns->at = 0;
    turns->left = turns->n;
    turns->sweeping = true;
}

gcv_status gcv_turns_init(gcv_turns *turns, gcv_context *ctx, const gcv_heap *heap,
                          const gcv_root_set *roots, gcv_error *err)
{
    gcv_frame_column stack = {NULL, 0, 0};
    gcv_status status;
    uint32_t i;
    memset(turns, 0, sizeof *turns);
    turns->ctx = ctx;
    turns->n_objects = heap->n_objects;
    turns->ring = gcv_alloc(ctx, turns->n_objects, sizeof *turns->ring, err);
    turns->reached = gcv_alloc_zeroed(ctx, n_words(turns), sizeof *turns->reached, err);
    turns->waits = gcv_alloc(ctx, n_words(turns), sizeof *turns->waits, err);
    if (turns->ring == NULL || turns->reached == NULL || turns->waits == NULL) {
        return gcv_failed(err);
    }
    status = find_postorder(turns, heap, roots, &stack, err);
    gcv_frame_column_release(ctx, &stack);
    for (i = 0; i < turns->n / 2; i++) {
        uint32_t swap = turns->ring[i];
        turns->ring[i] = turns->ring[turns->n - 1 - i];
        turns->ring[turns->n - 1 - i] = swap;
    }
    begin(turns);
    return status;
}

void gcv_turns_release(gcv_turns *turns)
{
    gcv_free(turns->ctx, turns->ring, turns->n_objects, sizeof *turns->ring);
    gcv_free(turns->ctx, turns->reached, n_words(turns), sizeof *turns->reached);
    gcv_free(turns->ctx, turns->waits, n_words(turns), sizeof *turns->waits);
}

void gcv_turns_restart(gcv_turns *turns, const uint32_t *order)
{
    memcpy(turns->ring, order, turns->n * sizeof *order);
    begin(turns);
}

void gcv_turns_end_sweep(gcv_turns *turns)
{
    uint32_t i;
    turns->sweeping = false;
    turns->at = 0;
    for (i = 0; i < turns->n; i++) {
        uint32_t object = turns->ring[i];
        if ((turns->waits[object >> 5] >> (object & 31) & 1) != 0) {
            turns->ring[turns->left++] = object;
        }
    }
}
