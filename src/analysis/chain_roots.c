/* chain_roots.c - the root at which the chain of each object begins; see analyses.h. */
#include "analysis/analyses.h"

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
