/* freeze_places.c - the tables of places in source code, of sites and of texts, by object;
 * see freeze_steps.h.
 *
 * O(places + sites + texts); 16 bytes for each. */
#include "heap/freeze/freeze_steps.h"

/* Returns the final number of an object of the only section. */
static uint32_t object_of(const gcv_freeze *freeze, uint32_t arrival)
{
    return freeze->ordered
               ? arrival
               : gcv_id_index_find(gcv_heap_ids(freeze->heap, 0),
                                   gcv_id_column_get(&freeze->builder->rows.ids, arrival));
}

/* Sorts a table of two columns by its objects, whose final numbers are known now. */
static void sort_by_object(const gcv_freeze *freeze, gcv_u32_column *object, gcv_u32_column *value)
{
    gcv_context *ctx = freeze->builder->ctx;
    const size_t n = object->n;
    uint64_t *keys = gcv_alloc(ctx, n, sizeof *keys);
    for (size_t i = 0; i < n; i++) {
        keys[i] = object_of(freeze, object->data[i]);
    }
    gcv_sort_u64(ctx, keys, value->data, n);
    for (size_t i = 0; i < n; i++) {
        object->data[i] = (uint32_t)keys[i];
    }
    gcv_free(ctx, keys);
    gcv_u32_column_shrink(ctx, object);
    gcv_u32_column_shrink(ctx, value);
}

/* Leaves out the sites of duplicates. Sites are in order of arrival. */
static void drop_duplicates(const gcv_freeze *freeze, gcv_u32_column *sited, gcv_u32_column *site)
{
    const gcv_u32_column *duplicates = &freeze->duplicates;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < sited->n; i++) {
        while (at < duplicates->n && duplicates->data[at] < sited->data[i]) {
            at++;
        }
        if (at == duplicates->n || duplicates->data[at] != sited->data[i]) {
            sited->data[kept] = sited->data[i];
            site->data[kept++] = site->data[i];
        }
    }
    sited->n = site->n = kept;
}

void gcv_freeze_places(gcv_freeze *freeze)
{
    gcv_heap *heap = freeze->heap;
    sort_by_object(freeze, &heap->places.object, &heap->places.place);
    drop_duplicates(freeze, &heap->places.sited, &heap->places.site);
    sort_by_object(freeze, &heap->places.sited, &heap->places.site);
    sort_by_object(freeze, &heap->texts.object, &heap->texts.text);
}
