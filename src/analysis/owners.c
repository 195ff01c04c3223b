/* owners.c - the objects of a V8 heap with their parts; see owners.h. */
#include "analysis/owners.h"

#include "analysis/type_kinds.h"

#include <string.h>

/* Finds the owner of each object, by preorder number: 0 for a part that has none, itself for an
 * object that is no part. Dominators have lower numbers than what they dominate. */
static uint32_t *find_owners(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d)
{
    bool *is_part = gcv_alloc(ctx, heap->n_types, sizeof *is_part);
    uint32_t *owner = gcv_alloc(ctx, (size_t)d->n_reached + 1, sizeof *owner);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        is_part[t] = gcv_is_part_v8(heap->types.name[t]);
    }
    owner[0] = 0;
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        owner[w] = is_part[heap->type.data[d->object[w]]] ? owner[d->dominator[w]] : w;
    }
    gcv_free(ctx, is_part);
    return owner;
}

/* Moves the bytes of parts to their owners. */
static void move_bytes(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                       const uint32_t *owner, gcv_owners *out)
{
    uint64_t *bytes = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 1, sizeof *bytes);
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        const bool is_owned = owner[w] != w && owner[w] != 0;
        bytes[is_owned ? owner[w] : w] += gcv_heap_size(heap, d->object[w]);
        if (is_owned) {
            (void)gcv_bitset_add(&out->owned, d->object[w]);
        }
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const uint32_t w = d->number[i];
        out->heap.size.data[i] =
            gcv_big_size_fit(ctx, &out->heap.big, i, w != 0 ? bytes[w] : gcv_heap_size(heap, i));
    }
    gcv_free(ctx, bytes);
}

void gcv_owners_find(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *dominators,
                     gcv_owners *out)
{
    *out = (gcv_owners){.heap = *heap};
    memset(&out->heap.big, 0, sizeof out->heap.big);
    out->heap.size.data = gcv_alloc(ctx, heap->n_objects, sizeof *out->heap.size.data);
    out->heap.left_out = &out->owned;
    gcv_bitset_init(ctx, &out->owned, heap->n_objects);
    uint32_t *owner = find_owners(ctx, heap, dominators);
    move_bytes(ctx, heap, dominators, owner, out);
    gcv_free(ctx, owner);
}

void gcv_owners_release(gcv_context *ctx, gcv_owners *owners)
{
    if (owners->heap.left_out != NULL) {
        gcv_free(ctx, owners->heap.size.data);
        gcv_big_size_column_release(ctx, &owners->heap.big);
        gcv_bitset_release(ctx, &owners->owned);
    }
    memset(owners, 0, sizeof *owners);
}
