/* root_set.c - the edges of the virtual root. O(roots); one bit per object. */
#include "analysis/root_set.h"

#include "base/bitset.h"

#include <string.h>

gcv_status gcv_root_set_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                             gcv_root_set *out, gcv_error *err)
{
    return gcv_root_set_keep(ctx, heap, include_weak, NULL, out, err);
}

gcv_status gcv_root_set_keep(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                             const uint8_t *keep, gcv_root_set *out, gcv_error *err)
{
    gcv_u32_column objects = {NULL, 0, 0}, records = {NULL, 0, 0};
    gcv_bitset seen;
    gcv_status status = gcv_bitset_init(ctx, &seen, heap->n_objects, err);
    size_t i;
    memset(out, 0, sizeof *out);
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == GCV_NONE || ((root->flags & GCV_ROOT_WEAK) != 0 && !include_weak) ||
            (keep != NULL && !keep[i]) || !gcv_bitset_add(&seen, root->object)) {
            continue;
        }
        out->n_first += heap->static_first && root->kind == GCV_ROOT_KIND_STATIC;
        status = gcv_u32_column_push(ctx, &objects, root->object, err);
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, &records, (uint32_t)i, err);
        }
    }
    gcv_bitset_release(ctx, &seen);
    if (status != GCV_OK) {
        gcv_u32_column_release(ctx, &objects);
        gcv_u32_column_release(ctx, &records);
        return status;
    }
    gcv_u32_column_shrink(ctx, &objects);
    gcv_u32_column_shrink(ctx, &records);
    out->n = (uint32_t)objects.n;
    out->object = objects.data;
    out->root = records.data;
    return GCV_OK;
}

const gcv_root *gcv_root_set_record(const gcv_heap *heap, const gcv_root_set *roots,
                                    uint32_t object)
{
    uint32_t i = 0;
    while (roots->object[i] != object) {
        i++;
    }
    return &heap->roots.data[roots->root[i]];
}

void gcv_root_set_release(gcv_context *ctx, gcv_root_set *set)
{
    /* An empty column has no block; gcv_free() accepts NULL. */
    gcv_free(ctx, set->object, set->n, sizeof *set->object);
    gcv_free(ctx, set->root, set->n, sizeof *set->root);
    memset(set, 0, sizeof *set);
}
