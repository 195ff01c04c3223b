/* freeze.c - from rows in order of arrival to the frozen heap, in bulk.
 *
 * 1. An id index for each section; it also finds duplicates and whether the rows are in order.
 * 2. References: raw ids become object numbers, in place in the low half of their column.
 * 3. Rows go to id order, unless they are in it already: whatever comes later is faster for it, and
 * the order of records in the file stops mattering. Each column is freed as soon as it is copied.
 * 4. Types by name, facts, verdict, roots.
 *
 * O(objects + references). At the peak, all columns and the copy of the largest one.
 */
#include "heap/builder.h"

#include "base/error.h"
#include "base/number.h"
#include "heap/resolver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what is missing ---------------------------------------------------------------------- */

void gcv_missing_add(gcv_missing *missing, uint64_t id)
{
    unsigned at = missing->n;
    missing->count++;
    while (at > 0 && missing->ids[at - 1] > id) {
        at--;
    }
    if (at > 0 && missing->ids[at - 1] == id) {
        return;
    }
    if (missing->n == GCV_LACKING_SHOWN) {
        missing->more = true;
        if (at == GCV_LACKING_SHOWN) {
            return;
        }
        missing->n--;
    }
    memmove(&missing->ids[at + 1], &missing->ids[at], (missing->n - at) * sizeof missing->ids[0]);
    missing->ids[at] = id;
    missing->n++;
}

static gcv_status note_missing(gcv_builder *builder, gcv_note_kind kind, const char *what,
                               const gcv_missing *missing, gcv_error *err)
{
    char list[GCV_LACKING_SHOWN * (GCV_NUMBER_MAX + 1) + 8];
    size_t n = 0;
    unsigned i;
    if (missing->count == 0) {
        return GCV_OK;
    }
    for (i = 0; i < missing->n; i++) {
        list[n++] = ' ';
        n += gcv_format_hex(list + n, missing->ids[i]);
    }
    (void)snprintf(list + n, sizeof list - n, "%s", missing->more ? " ..." : "");
    return gcv_notes_add(builder->ctx, &builder->heap->notes, kind, 0, err, "%s (%" PRIu64 "):%s",
                         what, missing->count, list);
}

/* ---- sections and their indexes ----------------------------------------------------------- */

typedef struct gcv_freeze {
    gcv_builder *builder;
    gcv_heap *heap;
    gcv_u32_column duplicates; /* arrivals, ascending */
    bool ordered;              /* rows stand in final order already */
    gcv_missing references;
    gcv_resolver resolver;
} gcv_freeze;

static size_t section_end(const gcv_builder *builder, size_t section)
{
    return section + 1 < builder->section_start.n ? builder->section_start.data[section + 1]
                                                  : gcv_id_column_n(&builder->ids);
}

static gcv_status index_sections(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    uint32_t objects = 0;
    size_t s;
    gcv_phase(builder->ctx, "index");
    heap->indexes = gcv_alloc_zeroed(builder->ctx, heap->sections.n, sizeof *heap->indexes, err);
    if (heap->indexes == NULL) {
        return gcv_failed(err);
    }
    freeze->ordered = true;
    for (s = 0; s < heap->sections.n; s++) {
        gcv_section *section = &heap->sections.data[s];
        bool ordered;
        gcv_status status = gcv_id_index_build(
            builder->ctx, &heap->indexes[s], &builder->ids, builder->section_start.data[s],
            section_end(builder, s), &freeze->duplicates, &ordered, err);
        if (status != GCV_OK) {
            return status;
        }
        freeze->ordered = freeze->ordered && ordered;
        section->first_object = objects;
        objects += heap->indexes[s].n;
        section->end_object = objects;
        section->facts.objects = heap->indexes[s].n;
    }
    heap->n_objects = objects;
    return GCV_OK;
}

/* Line of the record of an object by arrival. */
static uint64_t line_of(const gcv_builder *builder, uint32_t arrival)
{
    size_t low = 0, high = builder->line_runs.n;
    const gcv_line_run *run;
    if (high == 0) {
        return 0; /* a format without lines */
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (builder->line_runs.data[middle].object <= arrival) {
            low = middle;
        } else {
            high = middle;
        }
    }
    run = &builder->line_runs.data[low];
    return run->line + (arrival - run->object);
}

static gcv_status note_duplicates(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    size_t i, section = 0;
    for (i = 0; i < freeze->duplicates.n; i++) {
        uint32_t arrival = freeze->duplicates.data[i];
        uint64_t id = gcv_id_column_get(&builder->ids, arrival);
        uint64_t line = line_of(builder, arrival);
        gcv_status status;
        while (arrival >= section_end(builder, section)) {
            section++;
        }
        freeze->heap->sections.data[section].facts.duplicate_objects++;
        if (builder->strict) {
            return gcv_fail_line(err, GCV_ERR_INPUT, builder->name, line,
                                 "object %" PRIx64 " has a record already", id);
        }
        status = gcv_notes_add(builder->ctx, &freeze->heap->notes, GCV_NOTE_DUPLICATE, line, err,
                               "object %" PRIx64 " has a record already; this one is left out", id);
        if (status != GCV_OK) {
            return status;
        }
    }
    gcv_line_run_column_release(builder->ctx, &builder->line_runs);
    return GCV_OK;
}

/* Steps through arrivals in ascending order and tells which are duplicates. */
typedef struct gcv_skip {
    const gcv_u32_column *duplicates;
    size_t at;
} gcv_skip;

static inline bool skips(gcv_skip *skip, size_t arrival)
{
    if (skip->at < skip->duplicates->n && skip->duplicates->data[skip->at] == arrival) {
        skip->at++;
        return true;
    }
    return false;
}

/* ---- references --------------------------------------------------------------------------- */

/* The number of entries of an ascending column that are not above `value`. */
static size_t count_up_to(const gcv_u32_column *col, size_t n, uint64_t value)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (col->data[middle] <= value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether the reference at this place of the column belongs to a duplicate. Only asked of
 * references that are not found where they should be. */
static bool in_duplicate(const gcv_freeze *freeze, size_t reference)
{
    const gcv_u32_column *first = &freeze->builder->first_ref;
    size_t owner, at;
    if (freeze->duplicates.n == 0) {
        return false;
    }
    owner = count_up_to(first, first->n, reference) - 1;
    at = count_up_to(&freeze->duplicates, freeze->duplicates.n, owner);
    return at > 0 && freeze->duplicates.data[at - 1] == owner;
}

/* The object of a reference that its own section does not have, or GCV_NONE. */
static uint32_t translate_stray(gcv_freeze *freeze, uint32_t s, size_t reference)
{
    gcv_facts *facts = &freeze->heap->sections.data[s].facts;
    uint64_t id = gcv_id_column_get(&freeze->builder->refs, reference);
    uint32_t object = gcv_resolver_elsewhere(&freeze->resolver, s, id);
    if (in_duplicate(freeze, reference)) {
        return GCV_NONE;
    }
    if (object != GCV_NONE) {
        facts->cross_domain_references++;
    } else {
        facts->dangling_references++;
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
        gcv_id_index_find_batch(&freeze->heap->indexes[s], refs, begin, n, ranks);
        for (i = 0; i < n; i++) {
            refs->low.data[begin + i] = ranks[i] != GCV_NONE
                                            ? first_object + ranks[i]
                                            : translate_stray(freeze, s, begin + i);
        }
        begin += n;
    }
}

/* Takes out the references of duplicates and the dangling ones, and counts the others of each
 * section. */
static void compact_references(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    uint32_t *refs = builder->refs.low.data, *first = builder->first_ref.data;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t s, i, at = 0, kept = 0;
    for (s = 0; s < freeze->heap->sections.n; s++) {
        gcv_facts *facts = &freeze->heap->sections.data[s].facts;
        size_t end = section_end(builder, s);
        for (i = builder->section_start.data[s]; i < end; i++) {
            size_t stop = first[i + 1];
            bool duplicate = skips(&skip, i);
            first[i] = (uint32_t)kept;
            facts->references += duplicate ? 0 : stop - at;
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

static void translate(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    size_t s;
    gcv_phase(builder->ctx, "references");
    for (s = 0; s < freeze->heap->sections.n; s++) {
        translate_section(freeze, (uint32_t)s,
                          builder->first_ref.data[builder->section_start.data[s]],
                          builder->first_ref.data[section_end(builder, s)]);
    }
    gcv_u8_column_release(builder->ctx, &builder->refs.code);
    gcv_u32_column_release(builder->ctx, &builder->refs.high);
    compact_references(freeze);
}

/* ---- rows in id order --------------------------------------------------------------------- */

/* order[object] = arrival. */
static void find_order(gcv_freeze *freeze, uint32_t *order)
{
    gcv_builder *builder = freeze->builder;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t s, i;
    for (s = 0; s < freeze->heap->sections.n; s++) {
        const gcv_id_index *index = &freeze->heap->indexes[s];
        uint32_t first = freeze->heap->sections.data[s].first_object;
        size_t end = section_end(builder, s);
        for (i = builder->section_start.data[s]; i < end; i++) {
            if (!skips(&skip, i)) {
                uint64_t id = gcv_id_column_get(&builder->ids, i);
                order[first + gcv_id_index_find(index, id)] = (uint32_t)i;
            }
        }
    }
}

static gcv_status reorder_column(gcv_context *ctx, gcv_u32_column *col, const uint32_t *order,
                                 uint32_t n, gcv_error *err)
{
    gcv_u32_column moved = {NULL, 0, 0};
    gcv_status status = gcv_u32_column_reserve(ctx, &moved, n, err);
    uint32_t i;
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        moved.data[i] = col->data[order[i]];
    }
    moved.n = n;
    gcv_u32_column_release(ctx, col);
    *col = moved;
    return GCV_OK;
}

static uint64_t big_size_of(const gcv_big_size_column *big, uint32_t arrival)
{
    size_t low = 0, high = big->n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (big->data[middle].object <= arrival) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return big->data[low].bytes;
}

static gcv_status reorder_big(gcv_freeze *freeze, const uint32_t *order, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_big_size_column moved = {NULL, 0, 0};
    gcv_status status = gcv_big_size_column_reserve(builder->ctx, &moved, builder->big.n, err);
    uint32_t i;
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < freeze->heap->n_objects; i++) {
        if (builder->size.data[i] == GCV_BIG_SIZE) { /* sizes are in their new order by now */
            moved.data[moved.n].object = i;
            moved.data[moved.n++].bytes = big_size_of(&builder->big, order[i]);
        }
    }
    gcv_big_size_column_release(builder->ctx, &builder->big);
    builder->big = moved;
    return GCV_OK;
}

static gcv_status reorder_references(gcv_freeze *freeze, const uint32_t *order, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects, i, r;
    const uint32_t *first = builder->first_ref.data;
    gcv_u32_column moved = {NULL, 0, 0}, moved_first = {NULL, 0, 0};
    gcv_status status;
    gcv_u32_column_shrink(ctx, &builder->refs.low);
    status = gcv_u32_column_reserve(ctx, &moved_first, (size_t)n + 1, err);
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(ctx, &moved, builder->refs.low.n, err);
    }
    if (status != GCV_OK) {
        gcv_u32_column_release(ctx, &moved_first);
        return status;
    }
    for (i = 0; i < n; i++) {
        uint32_t arrival = order[i];
        moved_first.data[i] = (uint32_t)moved.n;
        for (r = first[arrival]; r < first[arrival + 1]; r++) {
            moved.data[moved.n++] = builder->refs.low.data[r];
        }
    }
    moved_first.data[n] = (uint32_t)moved.n;
    moved_first.n = (size_t)n + 1;
    gcv_u32_column_release(ctx, &builder->refs.low);
    gcv_u32_column_release(ctx, &builder->first_ref);
    builder->refs.low = moved;
    builder->first_ref = moved_first;
    return GCV_OK;
}

static gcv_status reorder(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects, *order;
    gcv_status status;
    if (freeze->ordered) {
        return GCV_OK;
    }
    gcv_phase(ctx, "order");
    order = gcv_alloc(ctx, n, sizeof *order, err);
    if (order == NULL) {
        return gcv_failed(err);
    }
    find_order(freeze, order);
    gcv_id_column_release(ctx, &builder->ids);
    status = reorder_references(freeze, order, err);
    if (status == GCV_OK) {
        status = reorder_column(ctx, &builder->slot, order, n, err);
    }
    if (status == GCV_OK) {
        status = reorder_column(ctx, &builder->size, order, n, err);
    }
    if (status == GCV_OK && builder->big.n > 0) {
        status = reorder_big(freeze, order, err);
    }
    gcv_free(ctx, order, n, sizeof *order);
    return status;
}

/* ---- the two load levels ------------------------------------------------------------------ */

/* Takes the columns over and counts what only the final rows can tell. */
static void finish_graph(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_context *ctx = builder->ctx;
    gcv_type_slot *slots = builder->types.slots.data;
    size_t s;
    uint32_t i;
    heap->refs = builder->refs.low;
    heap->first_ref = builder->first_ref;
    heap->size = builder->size;
    heap->type = builder->slot;
    heap->big = builder->big;
    memset(&builder->refs.low, 0, sizeof builder->refs.low);
    memset(&builder->first_ref, 0, sizeof builder->first_ref);
    memset(&builder->size, 0, sizeof builder->size);
    memset(&builder->slot, 0, sizeof builder->slot);
    memset(&builder->big, 0, sizeof builder->big);
    gcv_u32_column_shrink(ctx, &heap->refs);
    gcv_u32_column_shrink(ctx, &heap->first_ref);
    gcv_u32_column_shrink(ctx, &heap->size);
    gcv_u32_column_shrink(ctx, &heap->type);
    for (s = 0; s < heap->sections.n; s++) {
        gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            heap->type.data[i] = slots[heap->type.data[i]].type;
            section->facts.bytes += gcv_heap_size(heap, i);
        }
    }
}

static gcv_status note_crossings(gcv_freeze *freeze, gcv_error *err)
{
    uint64_t crossings = 0;
    size_t s;
    for (s = 0; s < freeze->heap->sections.n; s++) {
        crossings += freeze->heap->sections.data[s].facts.cross_domain_references;
    }
    return crossings == 0
               ? GCV_OK
               : gcv_notes_add(freeze->builder->ctx, &freeze->heap->notes, GCV_NOTE_LACKING, 0, err,
                               "references to objects of another domain (%" PRIu64 ")", crossings);
}

static gcv_status freeze_graph(gcv_freeze *freeze, gcv_error *err)
{
    static const char referenced[] = "references to objects without a record";
    static const char rooted[] = "roots of objects without a record";
    gcv_builder *builder = freeze->builder;
    gcv_missing roots;
    size_t s;
    gcv_status status = index_sections(freeze, err);
    memset(&roots, 0, sizeof roots);
    if (status == GCV_OK) {
        status = note_duplicates(freeze, err);
    }
    if (status == GCV_OK && builder->first_ref.n == 0) {
        status = gcv_u32_column_push(builder->ctx, &builder->first_ref, 0, err);
    }
    if (status == GCV_OK) {
        status = gcv_resolver_init(builder->ctx, &freeze->resolver, freeze->heap, err);
    }
    if (status == GCV_OK) {
        translate(freeze);
        status = reorder(freeze, err);
    }
    if (status == GCV_OK) {
        gcv_id_column_release(builder->ctx, &builder->ids);
        finish_graph(freeze);
        status = gcv_builder_freeze_roots(builder, &freeze->resolver, &roots, err);
    }
    for (s = 0; s < freeze->heap->sections.n && freeze->heap->indexes != NULL; s++) {
        gcv_id_index_settle(builder->ctx, &freeze->heap->indexes[s]);
    }
    if (status == GCV_OK) {
        status = note_missing(builder, GCV_NOTE_LACKING, referenced, &freeze->references, err);
    }
    if (status == GCV_OK) {
        status = note_missing(builder, GCV_NOTE_LACKING, rooted, &roots, err);
    }
    if (status == GCV_OK) {
        status = note_crossings(freeze, err);
    }
    return status;
}

/* Rows were kept only to tell duplicates: takes them out and adds the others up. */
static gcv_status tally_rows(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t i, n = gcv_id_column_n(&builder->ids);
    size_t s;
    gcv_status status = index_sections(freeze, err);
    if (status == GCV_OK) {
        status = note_duplicates(freeze, err);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        gcv_type_slot *slot = &builder->types.slots.data[builder->slot.data[i]];
        if (!skips(&skip, i)) {
            uint32_t size = builder->size.data[i];
            slot->count++;
            slot->bytes += size != GCV_BIG_SIZE ? size : big_size_of(&builder->big, (uint32_t)i);
        }
    }
    for (s = 0; freeze->heap->indexes != NULL && s < freeze->heap->sections.n; s++) {
        gcv_section *section = &freeze->heap->sections.data[s];
        gcv_id_index_release(builder->ctx, &freeze->heap->indexes[s]);
        section->facts.objects = 0; /* counted again below, from the tallies */
        section->first_object = 0;
        section->end_object = 0;
    }
    gcv_free(builder->ctx, freeze->heap->indexes, freeze->heap->sections.n,
             sizeof *freeze->heap->indexes);
    freeze->heap->indexes = NULL;
    freeze->heap->n_objects = 0;
    return status;
}

static gcv_status freeze_tally(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    size_t i, n = builder->types.slots.n;
    if (!builder->streaming) {
        gcv_status status = tally_rows(freeze, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    heap->tallies = gcv_alloc(builder->ctx, n, sizeof *heap->tallies, err);
    if (heap->tallies == NULL) {
        return gcv_failed(err);
    }
    heap->n_tallies = n;
    for (i = 0; i < n; i++) {
        const gcv_type_slot *slot = &builder->types.slots.data[i];
        gcv_facts *facts = &heap->sections.data[slot->section].facts;
        heap->tallies[i].section = slot->section;
        heap->tallies[i].type = slot->type;
        heap->tallies[i].count = slot->count;
        heap->tallies[i].bytes = slot->bytes;
        facts->objects += slot->count;
        facts->bytes += slot->bytes;
    }
    return GCV_OK;
}

/* ---- common ------------------------------------------------------------------------------- */

static gcv_status note_unknown_types(gcv_freeze *freeze, gcv_error *err)
{
    gcv_missing missing;
    size_t i;
    memset(&missing, 0, sizeof missing);
    for (i = 0; i < freeze->builder->types.slots.n; i++) {
        const gcv_type_slot *slot = &freeze->builder->types.slots.data[i];
        if (slot->unknown) {
            gcv_missing_add(&missing, slot->id);
            freeze->heap->sections.data[slot->section].facts.unknown_types++;
        }
    }
    return note_missing(freeze->builder, GCV_NOTE_UNKNOWN_TYPES, "types in use without a record",
                        &missing, err);
}

static void add_facts(gcv_facts *total, const gcv_facts *facts)
{
    total->objects += facts->objects;
    total->bytes += facts->bytes;
    total->types += facts->types;
    total->references += facts->references;
    total->roots += facts->roots;
    total->unknown_types += facts->unknown_types;
    total->dangling_references += facts->dangling_references;
    total->dangling_roots += facts->dangling_roots;
    total->duplicate_objects += facts->duplicate_objects;
    total->cross_domain_references += facts->cross_domain_references;
}

static gcv_status finish(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    char verdict[120];
    size_t s;
    gcv_notes_sort(&heap->notes);
    for (s = 0; s < heap->sections.n; s++) {
        add_facts(&heap->facts, &heap->sections.data[s].facts);
    }
    heap->facts.malformed_lines = builder->malformed;
    heap->facts.anomalies = builder->anomalies;
    heap->complete = builder->incomplete == NULL;
    heap->verdict = "complete";
    if (heap->complete) {
        return GCV_OK;
    }
    (void)snprintf(verdict, sizeof verdict, "incomplete: %s", builder->incomplete);
    heap->verdict = gcv_arena_copy(builder->ctx, &heap->arena, verdict, strlen(verdict), err);
    return heap->verdict != NULL ? GCV_OK : gcv_failed(err);
}

gcv_status gcv_builder_freeze(gcv_builder *builder, gcv_heap **out, gcv_error *err)
{
    gcv_freeze freeze;
    gcv_status status;
    memset(&freeze, 0, sizeof freeze);
    freeze.builder = builder;
    freeze.heap = builder->heap;
    status = gcv_type_table_number(builder->ctx, &builder->types, &builder->heap->arena,
                                   &builder->heap->type_names, &builder->heap->n_types, err);
    if (status == GCV_OK) {
        status = note_unknown_types(&freeze, err);
    }
    if (status == GCV_OK) {
        status = builder->level == GCV_LOAD_GRAPH ? freeze_graph(&freeze, err)
                                                  : freeze_tally(&freeze, err);
    }
    if (status == GCV_OK) {
        status = finish(&freeze, err);
    }
    gcv_u32_column_release(builder->ctx, &freeze.duplicates);
    gcv_resolver_release(builder->ctx, &freeze.resolver);
    if (status == GCV_OK) {
        *out = builder->heap;
        builder->heap = NULL;
    }
    return status;
}
