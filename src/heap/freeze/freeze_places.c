/* freeze_places.c - the table of places in source code, by object; see freeze_steps.h.
 *
 * O(places); 16 bytes a place. */
#include "heap/freeze/freeze_steps.h"

#include "base/error.h"
#include "base/sort.h"

/* Returns the final number of an object of the only section. */
static uint32_t object_of(const gcv_freeze *freeze, uint32_t arrival)
{
    return freeze->ordered ? arrival
                           : gcv_id_index_find(gcv_heap_ids(freeze->heap, 0),
                                               gcv_id_column_get(&freeze->builder->ids, arrival));
}

void gcv_freeze_places(gcv_freeze *freeze)
{
    gcv_context *ctx = freeze->builder->ctx;
    gcv_places *places = &freeze->heap->places;
    const size_t n = places->object.n;
    uint64_t *keys = gcv_alloc(ctx, n, sizeof *keys), *spare = gcv_alloc(ctx, n, sizeof *spare);
    uint32_t *spare_places = gcv_alloc(ctx, n, sizeof *spare_places);
    for (size_t i = 0; i < n; i++) {
        keys[i] = object_of(freeze, places->object.data[i]);
    }
    gcv_sort_u64(keys, places->place.data, spare, spare_places, n);
    for (size_t i = 0; i < n; i++) {
        places->object.data[i] = (uint32_t)keys[i];
    }
    gcv_free(ctx, keys);
    gcv_free(ctx, spare);
    gcv_free(ctx, spare_places);
    gcv_u32_column_shrink(ctx, &places->object);
    gcv_u32_column_shrink(ctx, &places->place);
}
