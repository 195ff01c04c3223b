/* converted.c - the objects and roots of a copy of a heap; see converted.h. */
#include "support/converted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint8_t *converted_objects(const gcv_heap *heap, bool all)
{
    uint32_t n = gcv_heap_n_objects(heap), count;
    uint8_t *objects = graph_zeroed((size_t)n + 1, 1);
    bool more = true;
    memset(objects, all, n);
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        if (root->object != GCV_NONE && (root->flags & GCV_ROOT_WEAK) == 0) {
            objects[root->object] = 1;
        }
    }
    while (more) {
        more = false;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t *refs = gcv_heap_references(heap, i, &count);
            for (uint32_t k = 0; k < count && objects[i]; k++) {
                more = more || !objects[refs[k]];
                objects[refs[k]] = 1;
            }
        }
    }
    return objects;
}

bool converted_roots(const gcv_heap *heap, const uint8_t *objects, bool weak, uint32_t n,
                     converted_root is_same, const void *payload, char why[GRAPH_WHY_MAX])
{
    uint32_t k, expected = 0;
    bool *taken = graph_zeroed((size_t)n + 1, sizeof *taken);
    bool same = true;
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap) && same; i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        if (root->object == GCV_NONE || !objects[root->object] ||
            ((root->flags & GCV_ROOT_WEAK) != 0 && !weak)) {
            continue;
        }
        expected++;
        for (k = 0; k < n && (taken[k] || !is_same(payload, root, k)); k++) {
        }
        same = k < n || graph_fails(why, "root %" PRIu32 " is not there", i);
        taken[k] = true;
    }
    free(taken);
    return same &&
           (expected == n || graph_fails(why, "%" PRIu32 " roots, must be %" PRIu32, n, expected));
}
