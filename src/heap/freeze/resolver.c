/* resolver.c - ids across sections; see freeze_steps.h. */
#include "heap/freeze/freeze_steps.h"

enum { FEW_SECTIONS = 8 };

void gcv_resolver_init(gcv_context *ctx, gcv_resolver *resolver, const gcv_heap *heap)
{
    const uint32_t n = heap->n_objects;
    *resolver = (gcv_resolver){.heap = heap};
    if (heap->sections.n <= FEW_SECTIONS) {
        return;
    }
    resolver->ids = gcv_alloc(ctx, n, sizeof *resolver->ids);
    resolver->objects = gcv_numbers_new(ctx, n);
    for (uint32_t i = 0; i < n; i++) {
        resolver->ids[i] = gcv_heap_object_id(heap, i);
    }
    /* Stable: among equal ids, that of the first section comes first. */
    gcv_sort_u64(ctx, resolver->ids, resolver->objects, n);
}

void gcv_resolver_release(gcv_context *ctx, gcv_resolver *resolver)
{
    if (resolver->heap != NULL) {
        GCV_FREE(ctx, resolver->ids, resolver->objects);
    }
}

uint32_t gcv_resolver_find_elsewhere(const gcv_resolver *resolver, uint32_t section, uint64_t id)
{
    const gcv_heap *heap = resolver->heap;
    if (resolver->ids == NULL) {
        for (uint32_t other = 0; other < heap->sections.n; other++) {
            uint32_t found = other != section ? gcv_heap_find(heap, other, id) : GCV_NONE;
            if (found != GCV_NONE) {
                return found;
            }
        }
        return GCV_NONE;
    }
    size_t at =
        id > 0 ? gcv_count_up_to_u64(resolver->ids, sizeof *resolver->ids, heap->n_objects, id - 1)
               : 0;
    /* The section itself does not have the id, so any object of this id is in another one. */
    return at < heap->n_objects && resolver->ids[at] == id ? resolver->objects[at] : GCV_NONE;
}
