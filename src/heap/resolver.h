/* resolver.h - from an id to its object: in the section that refers to it or, failing that, in the
 * first other section that has it. */
#ifndef GCV_HEAP_RESOLVER_H
#define GCV_HEAP_RESOLVER_H

#include "heap/heap.h"

typedef struct gcv_resolver {
    const gcv_heap *heap;
    /* All ids of all sections, sorted, with their objects; only if there are many sections, as
     * looking up each missing id in each of them would be quadratic. */
    uint64_t *ids;
    uint32_t *objects;
} gcv_resolver;

/* Needs only the sections and indexes of the heap. */
GCV_CHECKED gcv_status gcv_resolver_init(gcv_context *ctx, gcv_resolver *resolver,
                                         const gcv_heap *heap, gcv_error *err);
void gcv_resolver_release(gcv_context *ctx, gcv_resolver *resolver);

/* Returns the object of an id that `section` does not have, or GCV_NONE. */
uint32_t gcv_resolver_find_elsewhere(const gcv_resolver *resolver, uint32_t section, uint64_t id);

/* Returns the object of an id, or GCV_NONE. `*crossed`: it is in another section. */
static inline uint32_t gcv_resolver_find(const gcv_resolver *resolver, uint32_t section,
                                         uint64_t id, bool *crossed)
{
    uint32_t rank = gcv_id_index_find(gcv_heap_ids(resolver->heap, section), id), object;
    if (rank != GCV_NONE) {
        *crossed = false;
        return resolver->heap->sections.data[section].first_object + rank;
    }
    object = gcv_resolver_find_elsewhere(resolver, section, id);
    *crossed = object != GCV_NONE;
    return object;
}

#endif
