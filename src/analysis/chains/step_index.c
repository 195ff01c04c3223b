/* step_index.c - the steps of merged chains; see step_index.h. */
#include "analysis/chains/step_index.h"

#include "base/hash.h"
#include "heap/root_label.h"

/* If another label has the same hash, tries the next number. */
uint32_t gcv_step_start(gcv_context *ctx, gcv_id_map *starts, const gcv_heap *heap, uint32_t root)
{
    const gcv_root *roots = heap->roots.data, *r = &roots[root];
    gcv_slice owner = gcv_root_owner(heap, r);
    uint64_t hash = gcv_hash_u64((uint64_t)r->kind << 32 | r->flags, ctx->seed);
    hash = owner.data != NULL ? gcv_hash_bytes(owner.data, owner.size, hash) : hash;
    uint32_t start;
    do {
        start = gcv_id_map_enter(ctx, starts, hash++, root);
    } while (start != root && !gcv_same_root_label(heap, &roots[start], r));
    return start;
}

static bool same_key(const gcv_step_key *a, const gcv_step_key *b)
{
    return a->previous == b->previous && a->label == b->label && a->type == b->type;
}

/* The slot of a step, or the free slot where it belongs. At least one slot must be free. */
static uint32_t *find_slot(const gcv_context *ctx, const gcv_step_index *index,
                           const gcv_step_key *key)
{
    const size_t mask = index->n_slots - 1;
    const uint64_t from = gcv_hash_u64((uint64_t)key->previous << 32 | key->label, ctx->seed);
    size_t at = (size_t)gcv_hash_u64(from, key->type) & mask;
    while (index->slots[at] != 0 && !same_key(&index->keys.data[index->slots[at] - 1], key)) {
        at = (at + 1) & mask;
    }
    return &index->slots[at];
}

/* Rebuilds the table from the keys, so that the old and the new table never coexist. */
static void widen(gcv_context *ctx, gcv_step_index *index)
{
    const size_t n_slots = index->n_slots == 0 ? 16 : index->n_slots * 2;
    gcv_free(ctx, index->slots);
    index->n_slots = n_slots;
    index->slots = gcv_alloc_zeroed(ctx, n_slots, sizeof *index->slots);
    for (uint32_t i = 0; i < index->keys.n; i++) {
        *find_slot(ctx, index, &index->keys.data[i]) = i + 1;
    }
}

static uint32_t find_or_add(gcv_context *ctx, gcv_step_index *index, const gcv_step_key *key)
{
    if (index->keys.n >= index->n_slots / 2) {
        widen(ctx, index);
    }
    uint32_t *slot = find_slot(ctx, index, key);
    if (*slot == 0) {
        gcv_step_key_column_push(ctx, &index->keys, *key);
        *slot = (uint32_t)index->keys.n;
    }
    return *slot - 1;
}

uint32_t gcv_step_index_first(gcv_context *ctx, gcv_step_index *index, uint32_t start,
                              uint32_t type)
{
    gcv_step_key key = {.previous = GCV_NONE, .label = start, .type = type, .depth = 1};
    return find_or_add(ctx, index, &key);
}

uint32_t gcv_step_index_next(gcv_context *ctx, gcv_step_index *index, uint32_t previous,
                             uint32_t label, uint32_t type, uint32_t deepest)
{
    const gcv_step_key *last = &index->keys.data[previous];
    if ((last->type == type && label == GCV_NONE) || last->depth > deepest) {
        return previous;
    }
    const bool typed = last->depth < deepest;
    gcv_step_key key = {.previous = previous,
                        .label = typed ? label : GCV_NONE,
                        .type = typed ? type : GCV_NONE,
                        .depth = last->depth + 1};
    return find_or_add(ctx, index, &key);
}

void gcv_step_index_close(gcv_context *ctx, gcv_step_index *index)
{
    gcv_free(ctx, index->slots);
    index->slots = NULL;
    index->n_slots = 0;
}

void gcv_step_index_clear(gcv_context *ctx, gcv_step_index *index)
{
    gcv_step_index_close(ctx, index);
    index->keys.n = 0;
}

void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index)
{
    gcv_step_index_clear(ctx, index);
    gcv_step_key_column_release(ctx, &index->keys);
}
