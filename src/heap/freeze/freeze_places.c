/* freeze_places.c - the tables of places in source code, of sites and of texts, by object;
 * see freeze_steps.h.
 *
 * O(objects + places + sites + texts); 4 bytes for each, and 2 bits for each object, if there are
 * any. */
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

/* Sorts a table of two columns by its objects, whose final numbers are known now: each row goes
 * where as many objects come before its own. Of several rows of an object the first is kept. */
static void sort_by_object(const gcv_freeze *freeze, gcv_u32_column *object, gcv_u32_column *value)
{
    gcv_context *ctx = freeze->builder->ctx;
    gcv_bitset set;
    uint32_t n = 0;
    if (object->n == 0) {
        return;
    }
    gcv_bitset_init(ctx, &set, gcv_id_column_n(&freeze->builder->rows.ids));
    for (size_t i = 0; i < object->n; i++) {
        object->data[i] = object_of(freeze, object->data[i]);
        (void)gcv_bitset_add(&set, object->data[i]);
    }
    uint32_t *before = gcv_alloc(ctx, set.n_words, sizeof *before);
    for (size_t i = 0; i < set.n_words; i++) {
        before[i] = n;
        n += gcv_popcount(set.words[i]);
    }
    uint32_t *sorted = gcv_alloc(ctx, n, sizeof *sorted);
    for (size_t i = object->n; i-- > 0;) {
        const uint32_t word = object->data[i] / 32, bit = (uint32_t)1 << object->data[i] % 32;
        sorted[before[word] + gcv_popcount(set.words[word] & (bit - 1))] = value->data[i];
    }
    object->n = 0;
    for (uint32_t i = 0; object->n < n; i++) {
        for (uint32_t bit = 0; bit < 32; bit++) {
            if ((set.words[i] >> bit & 1) != 0) {
                object->data[object->n++] = i * 32 + bit;
            }
        }
    }
    gcv_u32_column_release(ctx, value);
    *value = (gcv_u32_column){sorted, n, n};
    gcv_u32_column_shrink(ctx, object);
    gcv_free(ctx, before);
    gcv_bitset_release(ctx, &set);
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
    gcv_places_find_crowded_lines(freeze->builder->ctx, &heap->places);
}
