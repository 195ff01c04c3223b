/* step_index.c - steps of merged chains by their keys; see step_index.h. */
#include "analysis/step_index.h"

#include "base/text.h"

gcv_step_key gcv_step_first(uint32_t start, uint32_t type)
{
    gcv_step_key key;
    key.before = GCV_NONE;
    key.start = start;
    key.type = type;
    key.depth = 1;
    return key;
}

bool gcv_step_next(const gcv_step_key *before, uint32_t step, uint32_t type, gcv_step_key *next)
{
    if (before->type == type || before->depth > GCV_MERGED_DEPTH) {
        return false;
    }
    next->before = step;
    next->start = GCV_NONE;
    next->type = before->depth < GCV_MERGED_DEPTH ? type : GCV_NONE;
    next->depth = before->depth + 1;
    return true;
}

static uint64_t number_of(const gcv_step_key *key)
{
    return (uint64_t)(key->before == GCV_NONE ? key->start : key->before) << 32 | key->type;
}

uint32_t gcv_step_index_get(const gcv_context *ctx, const gcv_step_index *index,
                            const gcv_step_key *key)
{
    return gcv_id_map_get(ctx, key->before == GCV_NONE ? &index->firsts : &index->nexts,
                          number_of(key));
}

gcv_status gcv_step_index_set(gcv_context *ctx, gcv_step_index *index, const gcv_step_key *key,
                              uint32_t step, gcv_error *err)
{
    return gcv_id_map_set(ctx, key->before == GCV_NONE ? &index->firsts : &index->nexts,
                          number_of(key), step, err);
}

void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index)
{
    gcv_id_map_release(ctx, &index->firsts);
    gcv_id_map_release(ctx, &index->nexts);
}

bool gcv_same_root_label(const gcv_root *a, const gcv_root *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->container == b->container &&
           gcv_slice_equal(a->label, b->label);
}
