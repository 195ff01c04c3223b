/* step_index.c - the steps of merged chains; see step_index.h. */
#include "analysis/chains/step_index.h"

#include "base/error.h"
#include "base/hash.h"
#include "heap/root_label.h"

/* If another label has the same hash, the next number is tried. */
gcv_status gcv_step_start(gcv_context *ctx, gcv_id_map *starts, const gcv_heap *heap, uint32_t root,
                          uint32_t *start, gcv_error *err)
{
    const gcv_root *roots = heap->roots.data, *r = &roots[root];
    gcv_slice owner = gcv_root_owner(heap, r);
    uint64_t hash = gcv_hash_u64((uint64_t)r->kind << 32 | r->flags, ctx->seed);
    hash = owner.data != NULL ? gcv_hash_bytes(owner.data, owner.size, hash) : hash;
    for (;; hash++) {
        *start = gcv_id_map_get(ctx, starts, hash);
        if (*start == GCV_NONE) {
            *start = root;
            return gcv_id_map_set(ctx, starts, hash, root, err);
        }
        if (gcv_same_root_label(heap, &roots[*start], r)) {
            return GCV_OK;
        }
    }
}

static gcv_status find_or_add(gcv_context *ctx, gcv_step_index *index, const gcv_step_key *key,
                              uint32_t *step, gcv_error *err)
{
    bool is_first = key->before == GCV_NONE;
    gcv_id_map *map = is_first ? &index->firsts : &index->nexts;
    uint64_t number = (uint64_t)(is_first ? key->start : key->before) << 32 | key->type;
    gcv_status status;
    *step = gcv_id_map_get(ctx, map, number);
    if (*step != GCV_NONE) {
        return GCV_OK;
    }
    *step = (uint32_t)index->keys.n;
    status = gcv_step_key_column_push(ctx, &index->keys, *key, err);
    return status == GCV_OK ? gcv_id_map_set(ctx, map, number, *step, err) : status;
}

gcv_status gcv_step_index_first(gcv_context *ctx, gcv_step_index *index, uint32_t start,
                                uint32_t type, uint32_t *step, gcv_error *err)
{
    gcv_step_key key;
    key.before = GCV_NONE;
    key.start = start;
    key.type = type;
    key.depth = 1;
    return find_or_add(ctx, index, &key, step, err);
}

gcv_status gcv_step_index_next(gcv_context *ctx, gcv_step_index *index, uint32_t before,
                               uint32_t type, uint32_t deepest, uint32_t *step, gcv_error *err)
{
    const gcv_step_key *last = &index->keys.data[before];
    gcv_step_key key;
    if (last->type == type || last->depth > deepest) {
        *step = before;
        return GCV_OK;
    }
    key.before = before;
    key.start = GCV_NONE;
    key.type = last->depth < deepest ? type : GCV_NONE;
    key.depth = last->depth + 1;
    return find_or_add(ctx, index, &key, step, err);
}

void gcv_step_index_clear(gcv_context *ctx, gcv_step_index *index)
{
    index->keys.n = 0;
    gcv_id_map_release(ctx, &index->firsts);
    gcv_id_map_release(ctx, &index->nexts);
}

void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index)
{
    gcv_step_index_clear(ctx, index);
    gcv_step_key_column_release(ctx, &index->keys);
}
