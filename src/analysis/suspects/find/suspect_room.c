/* suspect_room.c - memory that the steps of the search use in turn; see suspects.h. */
#include "analysis/suspects/find/suspects.h"

#include "base/error.h"

static void release_by_position(gcv_context *ctx, gcv_suspect_room *room)
{
    gcv_free(ctx, room->column[0]);
    gcv_free(ctx, room->column[1]);
    gcv_free(ctx, room->root);
    gcv_free(ctx, room->wide);
    room->column[0] = room->column[1] = room->root = NULL;
    room->wide = NULL;
}

/* Reads the types of all objects at once; later passes over the dominator tree would miss the cache
 * for each of them. */
void gcv_suspect_room_narrow(gcv_context *ctx, const gcv_suspect_input *input,
                             const gcv_dominator_tree *tree, gcv_suspect_room *room)
{
    const gcv_heap *heap = input->heap;
    release_by_position(ctx, room);
    room->type[0] = GCV_NONE;
    for (uint32_t at = 1; at < tree->n; at++) {
        uint32_t object = input->dominators->object[tree->order[at]];
        room->type[at] = gcv_heap_type_row(heap, heap->type.data[object]);
    }
}

void gcv_suspect_room_release(gcv_context *ctx, gcv_suspect_room *room)
{
    release_by_position(ctx, room);
    gcv_free(ctx, room->type);
    room->type = NULL;
}

void gcv_suspect_room_init(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspect_room *room)
{
    const gcv_heap *heap = input->heap;
    const uint32_t n_reached = input->dominators->n_reached; /* equal to order->n: same roots */
    room->n = (n_reached > input->order->n ? n_reached : input->order->n) + 1;
    room->column[0] = gcv_alloc(ctx, room->n, sizeof *room->column[0]);
    room->column[1] = gcv_alloc(ctx, room->n, sizeof *room->column[1]);
    room->type = gcv_alloc(ctx, room->n, sizeof *room->type);
    room->root = gcv_alloc(ctx, room->n, sizeof *room->root);
    room->wide = gcv_alloc(ctx, room->n, sizeof(uint64_t));
    for (uint32_t i = 0; i < input->order->n; i++) {
        room->type[i] = gcv_heap_type_row(heap, heap->type.data[input->order->object[i]]);
    }
}
