/* root_set.c - the edges of the virtual root, and where chains begin; see analyses.h. O(roots); one
 * bit per object. */
#include "analysis/analyses.h"
#include "heap/root_label.h"

#include <string.h>

/* Whether chains begin at this root only where no other root leads. In a V8 heap others than static
 * roots may be of the capture itself; a dependent handle keeps its value only as long as something
 * else keeps the key. */
static bool comes_last(const gcv_heap *heap, const gcv_root *root)
{
    return heap->static_first ? root->kind != GCV_ROOT_KIND_STATIC : gcv_is_dependent_handle(root);
}

gcv_root_set gcv_root_set_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                             const uint8_t *keep)
{
    gcv_u32_column objects = {NULL, 0, 0}, records = {NULL, 0, 0};
    gcv_root_set out = {0};
    gcv_bitset seen;
    bool last = false, some_last = true;
    gcv_bitset_init(ctx, &seen, heap->n_objects);
    for (int pass = 0; pass < 2 && some_last; last = true, pass++) {
        some_last = false;
        out.n_first = (uint32_t)objects.n;
        for (size_t i = 0; i < heap->roots.n; i++) {
            const gcv_root *root = &heap->roots.data[i];
            if (root->object == GCV_NONE || ((root->flags & GCV_ROOT_WEAK) != 0 && !include_weak) ||
                (keep != NULL && !keep[i])) {
                continue;
            }
            if (comes_last(heap, root) != last) {
                some_last = true;
            } else if (gcv_bitset_add(&seen, root->object)) {
                gcv_u32_column_push(ctx, &objects, root->object);
                gcv_u32_column_push(ctx, &records, (uint32_t)i);
            }
        }
    }
    gcv_bitset_release(ctx, &seen);
    gcv_u32_column_shrink(ctx, &objects);
    gcv_u32_column_shrink(ctx, &records);
    out.n = (uint32_t)objects.n;
    out.n_next = out.n_first;
    out.object = objects.data;
    out.root = records.data;
    return out;
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
    GCV_FREE(ctx, set->object, set->root);
    memset(set, 0, sizeof *set);
}

/* Each object is visited at most twice: on the way up to the first object with a known value, and
 * when its value is set. */
void gcv_chain_values_spread(const gcv_paths *paths, uint32_t *value)
{
    uint32_t at, known;
    for (uint32_t i = 0; i < paths->n_objects; i++) {
        if (paths->parent[i] == GCV_NONE) {
            continue;
        }
        for (at = i; value[at] == GCV_NONE; at = paths->parent[at]) {
        }
        known = value[at];
        for (at = i; value[at] == GCV_NONE; at = paths->parent[at]) {
            value[at] = known;
        }
    }
}

uint32_t *gcv_chain_roots_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak)
{
    gcv_root_set roots = gcv_root_set_of(ctx, heap, include_weak, NULL);
    gcv_paths paths;
    gcv_paths_compute(ctx, heap, &roots, &paths);
    uint32_t *root_of = gcv_alloc_none(ctx, heap->n_objects);
    for (uint32_t i = 0; i < roots.n; i++) {
        if (paths.parent[roots.object[i]] == GCV_ROOTED) {
            root_of[roots.object[i]] = roots.root[i];
        }
    }
    gcv_chain_values_spread(&paths, root_of);
    gcv_paths_release(ctx, &paths);
    gcv_root_set_release(ctx, &roots);
    return root_of;
}
