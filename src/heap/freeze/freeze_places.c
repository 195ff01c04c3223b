/* freeze_places.c - the tables of places in source code, of sites and of texts, by object;
 * see freeze_steps.h. O(objects + places + sites + texts). */
#include "heap/freeze/freeze_steps.h"

/* Returns the final number of an object of the only section. */
static uint32_t object_of(const gcv_freeze *freeze, uint32_t arrival)
{
    return freeze->ordered ? arrival
           : freeze->places.n > 0
               ? freeze->places.data[arrival]
               : gcv_id_index_find(gcv_heap_ids(freeze->heap, 0),
                                   gcv_id_column_get(&freeze->builder->rows.ids, arrival));
}

/* Gives the objects of a table their final numbers, which are known now. */
static void pack(const gcv_freeze *freeze, gcv_sparse *table)
{
    for (size_t i = 0; i < table->pairs.n; i++) {
        table->pairs.data[i].object = object_of(freeze, table->pairs.data[i].object);
    }
    gcv_sparse_pack(freeze->builder->ctx, table, gcv_id_column_n(&freeze->builder->rows.ids));
}

/* Leaves out the sites of duplicates. Sites are in order of arrival. */
static void drop_duplicates(const gcv_freeze *freeze, gcv_sparse_pair_column *sites)
{
    const gcv_u32_column *duplicates = &freeze->duplicates;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < sites->n; i++) {
        while (at < duplicates->n && duplicates->data[at] < sites->data[i].object) {
            at++;
        }
        if (at == duplicates->n || duplicates->data[at] != sites->data[i].object) {
            sites->data[kept++] = sites->data[i];
        }
    }
    sites->n = kept;
}

void gcv_freeze_places(gcv_freeze *freeze)
{
    gcv_heap *heap = freeze->heap;
    pack(freeze, &heap->places.place);
    gcv_sparse_narrow(freeze->builder->ctx, &heap->places.place);
    drop_duplicates(freeze, &heap->places.site.pairs);
    pack(freeze, &heap->places.site);
    pack(freeze, &heap->texts.text);
    gcv_places_find_crowded_lines(freeze->builder->ctx, &heap->places);
}
