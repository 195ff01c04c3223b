/* freeze_references.c - references from raw ids to object numbers, in bulk and in place; see
 * freeze_steps.h. */
#include "heap/freeze/freeze_steps.h"

#include <string.h>

static size_t count_up_to(const gcv_u32_column *col, size_t value)
{
    return gcv_count_up_to_u32(col->data, sizeof *col->data, col->n, (uint32_t)value);
}

/* Whether the reference at this index belongs to a duplicate. Asked only of references whose target
 * is not in their own section. */
static bool in_duplicate(const gcv_freeze *freeze, size_t reference)
{
    const gcv_u32_column *first = &freeze->builder->rows.first_ref;
    if (freeze->duplicates.n == 0) {
        return false;
    }
    size_t owner = count_up_to(first, reference) - 1;
    size_t at = count_up_to(&freeze->duplicates, owner);
    return at > 0 && freeze->duplicates.data[at - 1] == owner;
}

/* Finds and counts the target of a reference that is not in its own section; GCV_NONE: there is
 * none. */
static uint32_t translate_elsewhere(gcv_freeze *freeze, uint32_t s, size_t reference)
{
    gcv_counts *counts = &freeze->heap->sections.data[s].counts;
    uint64_t id = gcv_id_column_get(&freeze->builder->rows.refs, reference);
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

/* Progress of translating and compacting references. */
typedef struct gcv_packing {
    size_t row;  /* first row whose start has not been moved */
    size_t kept; /* references kept so far */
    gcv_field_cut cut;
} gcv_packing;

/* Compacts the translated references [begin, begin + n), which are `targets`. Drops GCV_NONE, which
 * occurs only if `dangling`. Rows that start among them get their new start. A row that has lost
 * references before them gets the names of its others one by one. */
static void pack_references(gcv_builder *builder, gcv_packing *packing, size_t begin, size_t n,
                            const uint32_t *targets, bool dangling)
{
    uint32_t *first = builder->rows.first_ref.data, *refs = builder->rows.refs.low.data;
    if (dangling || packing->cut.object + 1 == packing->row) {
        for (size_t i = 0; i < n; i++) {
            for (; first[packing->row] <= begin + i; packing->row++) {
                first[packing->row] = (uint32_t)packing->kept;
            }
            gcv_fields_keep(builder->ctx, &builder->rows.fields, builder->rows.slot.data,
                            &packing->cut, packing->row - 1,
                            packing->kept - first[packing->row - 1], targets[i] != GCV_NONE);
            refs[packing->kept] = targets[i];
            packing->kept += targets[i] != GCV_NONE;
        }
        return;
    }
    for (; first[packing->row] < begin + n; packing->row++) {
        first[packing->row] -= (uint32_t)(begin - packing->kept);
    }
    memcpy(refs + packing->kept, targets, n * sizeof *targets);
    packing->kept += n;
}

/* Translates the references [begin, end) of one section in place. With `packing` (no duplicates) it
 * drops dangling ones. */
static void translate_section(gcv_freeze *freeze, uint32_t s, size_t begin, size_t end,
                              gcv_packing *packing)
{
    gcv_id_column *refs = &freeze->builder->rows.refs;
    uint32_t first_object = freeze->heap->sections.data[s].first_object;
    uint32_t targets[GCV_FIND_BATCH];
    while (begin < end) {
        size_t n = end - begin < GCV_FIND_BATCH ? end - begin : GCV_FIND_BATCH;
        bool dangling = false;
        gcv_id_index_find_batch(gcv_heap_ids(freeze->heap, s), refs, begin, n, targets);
        for (size_t i = 0; i < n; i++) {
            targets[i] = targets[i] != GCV_NONE ? first_object + targets[i]
                                                : translate_elsewhere(freeze, s, begin + i);
            dangling = dangling || targets[i] == GCV_NONE;
        }
        if (packing != NULL) {
            pack_references(freeze->builder, packing, begin, n, targets, dangling);
        } else {
            memcpy(refs->low.data + begin, targets, n * sizeof *targets);
        }
        begin += n;
    }
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* Dangling numbers are few and close together. So an entry for each block of numbers counts the
 * dangling ones before the block: in nearly all blocks only that count is to be subtracted. */
enum { BLOCK_BITS = 9 };

/* Number of references that take two steps in turn. */
enum { CACHED = 4096 };

static uint32_t *count_dangling(gcv_context *ctx, const gcv_dangling_column *dangling,
                                size_t n_blocks)
{
    uint32_t *before = gcv_alloc(ctx, n_blocks + 1, sizeof *before);
    size_t at = 0;
    for (size_t block = 0; block <= n_blocks; block++) {
        while (at < dangling->n && dangling->data[at].number >> BLOCK_BITS < block) {
            at++;
        }
        before[block] = (uint32_t)at;
    }
    return before;
}

/* Returns the order of arrival of the object with this number; GCV_NONE for a dangling one. For
 * blocks with dangling numbers: these have the indices [low, high). */
static uint32_t arrival_of(const gcv_dangling_column *dangling, uint32_t low, uint32_t high,
                           uint32_t number)
{
    const gcv_dangling *first = dangling->data + low;
    size_t n = gcv_count_up_to_u32(first, sizeof *first, high - low, number);
    return n > 0 && first[n - 1].number == number ? GCV_NONE : number - low - (uint32_t)n;
}

/* Finds the final numbers of objects, which freeze_order.c needs, too. */
static void find_places(gcv_freeze *freeze)
{
    const gcv_id_column *ids = &freeze->builder->rows.ids;
    size_t n_ids = gcv_id_column_n(ids);
    /* One element more, as freeze_order.c reuses the column for first references. */
    gcv_u32_column_reserve(freeze->builder->ctx, &freeze->places, n_ids + 1);
    freeze->places.n = n_ids;
    for (size_t at = 0; at < n_ids; at += GCV_FIND_BATCH) {
        gcv_id_index_find_batch(gcv_heap_ids(freeze->heap, 0), ids, at,
                                n_ids - at < GCV_FIND_BATCH ? n_ids - at : GCV_FIND_BATCH,
                                freeze->places.data + at);
    }
}

/* Turns numbers into orders of arrival, for the references [from, to). `before`: see
 * count_dangling(). */
static void leave_dangling_out(gcv_freeze *freeze, const uint32_t *before, size_t from, size_t to)
{
    const gcv_dangling_column *dangling = &freeze->builder->dangling;
    uint32_t *refs = freeze->builder->rows.refs.low.data;
    for (size_t i = from; i < to; i++) {
        uint32_t number = refs[i], block = number >> BLOCK_BITS;
        uint32_t low = before[block], high = before[block + 1];
        refs[i] = low == high ? number - low : arrival_of(dangling, low, high, number);
        if (refs[i] == GCV_NONE) {
            const gcv_dangling *all = dangling->data;
            freeze->heap->sections.data[0].counts.dangling_references++;
            gcv_missing_add(&freeze->references,
                            all[gcv_find_u32(all, sizeof *all, dangling->n, number)].id);
        }
    }
}

/* Turns orders of arrival into final numbers. */
static void place(gcv_freeze *freeze, size_t from, size_t to)
{
    const uint32_t *places = freeze->places.data;
    uint32_t *refs = freeze->builder->rows.refs.low.data;
    for (size_t i = from; i < to; i++) {
        refs[i] = refs[i] != GCV_NONE ? places[refs[i]] : GCV_NONE;
    }
}

/* Does both steps in turn while the references are in the cache. In a single step, with two reads
 * that depend on each other, they take half as long again. `before` NULL: no reference is dangling.
 */
static void translate_in_turn(gcv_freeze *freeze, const uint32_t *before)
{
    const size_t n = freeze->builder->rows.refs.low.n;
    size_t to;
    for (size_t from = 0; from < n; from = to) {
        to = n - from < CACHED ? n : from + CACHED;
        if (before != NULL) {
            leave_dangling_out(freeze, before, from, to);
        }
        if (!freeze->ordered) {
            place(freeze, from, to);
        }
    }
}

/* Translates references that are numbers, which need no lookup. */
static void translate_numbers(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    const size_t n_blocks =
        ((gcv_id_column_n(&builder->rows.ids) + builder->dangling.n) >> BLOCK_BITS) + 1;
    uint32_t *before = NULL;
    gcv_u32_column_release(builder->ctx, &builder->numbers);
    if (builder->dangling.n > 0) {
        before = count_dangling(builder->ctx, &builder->dangling, n_blocks);
    }
    if (!freeze->ordered) {
        find_places(freeze);
    }
    translate_in_turn(freeze, before);
    gcv_free(builder->ctx, before);
    gcv_dangling_column_release(builder->ctx, &builder->dangling);
}

/* ---- all of them --------------------------------------------------------------------------- */

/* Whether no reference has to be removed. */
static bool is_compact(const gcv_freeze *freeze)
{
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        if (freeze->heap->sections.data[s].counts.dangling_references > 0) {
            return false;
        }
    }
    return freeze->duplicates.n == 0;
}

/* Removes the references of duplicates and dangling references; counts those of the other objects
 * by section, dangling ones included. */
static void compact_references(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    uint32_t *refs = builder->rows.refs.low.data, *first = builder->rows.first_ref.data;
    gcv_skip skip = {&freeze->duplicates, 0};
    gcv_field_cut cut = GCV_FIELD_CUT_NONE;
    size_t at = 0, kept = 0;
    if (is_compact(freeze)) {
        for (size_t s = 0; s < freeze->heap->sections.n; s++) {
            freeze->heap->sections.data[s].counts.references +=
                first[gcv_section_end(builder, s)] - first[builder->section_start.data[s]];
        }
        return;
    }
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        gcv_counts *counts = &freeze->heap->sections.data[s].counts;
        size_t end = gcv_section_end(builder, s);
        for (size_t i = builder->section_start.data[s]; i < end; i++) {
            size_t stop = first[i + 1];
            bool duplicate = gcv_skips(&skip, i);
            first[i] = (uint32_t)kept;
            counts->references += duplicate ? 0 : stop - at;
            for (; at < stop && !duplicate; at++) {
                gcv_fields_keep(builder->ctx, &builder->rows.fields, builder->rows.slot.data, &cut,
                                i, kept - first[i], refs[at] != GCV_NONE);
                if (refs[at] != GCV_NONE) {
                    refs[kept++] = refs[at];
                }
            }
            at = stop;
        }
    }
    first[builder->rows.first_ref.n - 1] = (uint32_t)kept;
    builder->rows.refs.low.n = kept;
}

/* Translates references that are ids. Without duplicates they are also compacted, while they are in
 * the cache. */
static void translate_ids(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    const uint32_t *first = builder->rows.first_ref.data;
    gcv_packing packing = {0, 0, GCV_FIELD_CUT_NONE};
    bool pack = freeze->duplicates.n == 0;
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        size_t begin = first[builder->section_start.data[s]];
        size_t end = first[gcv_section_end(builder, s)];
        freeze->heap->sections.data[s].counts.references = pack ? end - begin : 0;
        translate_section(freeze, (uint32_t)s, begin, end, pack ? &packing : NULL);
    }
    if (pack) {
        for (; packing.row < builder->rows.first_ref.n; packing.row++) {
            builder->rows.first_ref.data[packing.row] = (uint32_t)packing.kept;
        }
        builder->rows.refs.low.n = packing.kept;
    } else {
        compact_references(freeze);
    }
}

void gcv_freeze_references(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_phase(builder->ctx, "references");
    if (!builder->numbered) {
        translate_ids(freeze);
    } else {
        translate_numbers(freeze);
        compact_references(freeze);
    }
    GCV_RELEASE(builder->ctx, &builder->rows.refs.code, &builder->rows.refs.high);
}
