/* freeze_references.c - raw ids of references to object numbers, in bulk and in place; see
 * freeze_steps.h. */
#include "heap/freeze/freeze_steps.h"

#include "base/search.h"

static size_t count_up_to(const gcv_u32_column *col, size_t value)
{
    return gcv_count_up_to_u32(col->data, sizeof *col->data, col->n, (uint32_t)value);
}

/* Whether the reference at this place of the column belongs to a duplicate. Asked only of
 * references whose target is not in their own section. */
static bool in_duplicate(const gcv_freeze *freeze, size_t reference)
{
    const gcv_u32_column *first = &freeze->builder->first_ref;
    size_t owner, at;
    if (freeze->duplicates.n == 0) {
        return false;
    }
    owner = count_up_to(first, reference) - 1;
    at = count_up_to(&freeze->duplicates, owner);
    return at > 0 && freeze->duplicates.data[at - 1] == owner;
}

/* The target of a reference that is not in its own section; GCV_NONE: there is none. */
static uint32_t translate_elsewhere(gcv_freeze *freeze, uint32_t s, size_t reference)
{
    gcv_counts *counts = &freeze->heap->sections.data[s].counts;
    uint64_t id = gcv_id_column_get(&freeze->builder->refs, reference);
    uint32_t object = gcv_resolver_find_elsewhere(&freeze->resolver, s, id);
    if (in_duplicate(freeze, reference)) {
        return GCV_NONE;
    }
    if (object != GCV_NONE) {
        counts->cross_domain_references++;
    } else {
        counts->dangling_references++;
        gcv_missing_add(&freeze->references, id);
    }
    return object;
}

/* Translates the references [begin, end), those of one section, in place; GCV_NONE for dangling
 * ones. */
static void translate_section(gcv_freeze *freeze, uint32_t s, size_t begin, size_t end)
{
    gcv_id_column *refs = &freeze->builder->refs;
    uint32_t first_object = freeze->heap->sections.data[s].first_object;
    uint32_t ranks[GCV_FIND_BATCH];
    while (begin < end) {
        size_t n = end - begin < GCV_FIND_BATCH ? end - begin : GCV_FIND_BATCH, i;
        gcv_id_index_find_batch(gcv_heap_ids(freeze->heap, s), refs, begin, n, ranks);
        for (i = 0; i < n; i++) {
            refs->low.data[begin + i] = ranks[i] != GCV_NONE
                                            ? first_object + ranks[i]
                                            : translate_elsewhere(freeze, s, begin + i);
        }
        begin += n;
    }
}

static uint64_t dangling_id(const gcv_dangling_column *dangling, uint32_t number)
{
    size_t n = gcv_count_up_to_u32(dangling->data, sizeof *dangling->data, dangling->n, number);
    return dangling->data[n - 1].id;
}

/* Replaces the order of arrival in the table of numbers by the final number of the object. */
static void order_numbers(gcv_freeze *freeze)
{
    const gcv_id_column *ids = &freeze->builder->ids;
    uint32_t *number = freeze->builder->numbers.data, ranks[GCV_FIND_BATCH];
    size_t n_ids = gcv_id_column_n(ids), at;
    for (at = 0; at < n_ids; at += GCV_FIND_BATCH) {
        size_t n = n_ids - at < GCV_FIND_BATCH ? n_ids - at : GCV_FIND_BATCH, i;
        gcv_id_index_find_batch(gcv_heap_ids(freeze->heap, 0), ids, at, n, ranks);
        for (i = 0; i < n; i++) {
            while (*number == GCV_NONE) {
                number++;
            }
            *number++ = ranks[i];
        }
    }
}

/* References that are numbers need no look-up: the table leads from a number to its object. */
static void translate_numbers(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    uint32_t *refs = builder->refs.low.data, *numbers = builder->numbers.data;
    size_t i, n = builder->refs.low.n;
    if (!freeze->ordered) {
        order_numbers(freeze);
    }
    for (i = 0; i < n; i++) {
        uint32_t object = numbers[refs[i]];
        if (object == GCV_NONE) {
            freeze->heap->sections.data[0].counts.dangling_references++;
            gcv_missing_add(&freeze->references, dangling_id(&builder->dangling, refs[i]));
        }
        refs[i] = object;
    }
    gcv_u32_column_release(builder->ctx, &builder->numbers);
    gcv_dangling_column_release(builder->ctx, &builder->dangling);
}

/* Removes the references of duplicates and dangling references; counts those of the other objects
 * by section, dangling ones included. */
static void compact_references(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    uint32_t *refs = builder->refs.low.data, *first = builder->first_ref.data;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t s, i, at = 0, kept = 0;
    for (s = 0; s < freeze->heap->sections.n; s++) {
        gcv_counts *counts = &freeze->heap->sections.data[s].counts;
        size_t end = gcv_section_end(builder, s);
        for (i = builder->section_start.data[s]; i < end; i++) {
            size_t stop = first[i + 1];
            bool duplicate = gcv_skips(&skip, i);
            first[i] = (uint32_t)kept;
            counts->references += duplicate ? 0 : stop - at;
            for (; at < stop; at++) {
                if (!duplicate && refs[at] != GCV_NONE) {
                    refs[kept++] = refs[at];
                }
            }
        }
    }
    first[builder->first_ref.n - 1] = (uint32_t)kept;
    builder->refs.low.n = kept;
}

void gcv_freeze_references(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    size_t s;
    gcv_phase(builder->ctx, "references");
    if (builder->numbered) {
        translate_numbers(freeze);
    }
    for (s = 0; !builder->numbered && s < freeze->heap->sections.n; s++) {
        translate_section(freeze, (uint32_t)s,
                          builder->first_ref.data[builder->section_start.data[s]],
                          builder->first_ref.data[gcv_section_end(builder, s)]);
    }
    gcv_u8_column_release(builder->ctx, &builder->refs.code);
    gcv_u32_column_release(builder->ctx, &builder->refs.high);
    compact_references(freeze);
}
