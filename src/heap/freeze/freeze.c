/* freeze.c - from rows in order of arrival to the frozen heap, in bulk.
 *
 * 1. An id index for each section; it also finds duplicates and whether the rows are in order.
 * 2. freeze_references.c: raw ids become object numbers, in place in the low half of their column.
 * 3. freeze_order.c: rows are sorted by id, unless they are already. From here on the order of
 *    records in the file does not matter, and neighbours in memory are neighbours in the columns.
 * 4. Types by name, counts, verdict; freeze_roots.c: the root table.
 *
 * O(objects + references). The peak is all columns and a copy of the largest one.
 */
#include "heap/freeze/freeze_steps.h"

#include "heap/java_class.h"

#include <inttypes.h>

/* ---- sections and their indexes ----------------------------------------------------------- */

static void note_missing(gcv_freeze *freeze, gcv_note_kind kind, const gcv_missing_words *words,
                         const gcv_missing *missing)
{
    gcv_missing_note(freeze->builder->ctx, &freeze->heap->notes, kind, words, missing);
}

/* Numbers the indexes: each section that has objects gets one. */
static void number_indexes(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    uint32_t n = 0;
    heap->index_of = gcv_alloc(builder->ctx, heap->sections.n, sizeof *heap->index_of);
    for (size_t s = 0; s < heap->sections.n; s++) {
        const bool empty = builder->section_start.data[s] == gcv_section_end(builder, s);
        heap->index_of[s] = empty ? GCV_NONE : n++;
    }
    heap->indexes = gcv_alloc_zeroed(builder->ctx, n, sizeof *heap->indexes);
    heap->n_indexes = n;
}

static void index_sections(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    uint32_t objects = 0;
    gcv_phase(builder->ctx, "index");
    gcv_builder_columns_shrink(builder->ctx, &builder->rows);
    gcv_section_column_shrink(builder->ctx, &heap->sections);
    number_indexes(freeze);
    freeze->ordered = true;
    for (size_t s = 0; s < heap->sections.n; s++) {
        gcv_section *section = &heap->sections.data[s];
        if (heap->index_of[s] != GCV_NONE &&
            !gcv_id_index_build(builder->ctx, &heap->indexes[heap->index_of[s]], &builder->rows.ids,
                                builder->section_start.data[s], gcv_section_end(builder, s),
                                &freeze->duplicates)) {
            freeze->ordered = false;
        }
        section->first_object = objects;
        section->counts.objects = gcv_heap_ids(heap, s)->n;
        objects += gcv_heap_ids(heap, s)->n;
        section->end_object = objects;
    }
    heap->n_objects = objects;
}

/* Returns the line of an object's record, by order of arrival. */
static uint64_t line_of(const gcv_builder *builder, uint32_t arrival)
{
    const gcv_line_run_column *runs = &builder->line_runs;
    size_t n = gcv_count_up_to_u32(runs->data, sizeof *runs->data, runs->n, arrival);
    return n > 0 ? runs->data[n - 1].line + (arrival - runs->data[n - 1].object)
                 : 0; /* a format without lines */
}

static void note_duplicates(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    size_t section = 0;
    for (size_t i = 0; i < freeze->duplicates.n; i++) {
        uint32_t arrival = freeze->duplicates.data[i];
        uint64_t id = gcv_id_column_get(&builder->rows.ids, arrival);
        uint64_t line = line_of(builder, arrival);
        while (arrival >= gcv_section_end(builder, section)) {
            section++;
        }
        freeze->heap->sections.data[section].counts.duplicate_objects++;
        if (builder->strict) {
            gcv_builder_fail_at(builder, GCV_ERR_INPUT, line,
                                "object %" PRIx64 " has a record already", id);
        }
        gcv_notes_add(builder->ctx, &freeze->heap->notes, GCV_NOTE_DUPLICATE, line,
                      "object %" PRIx64 " has a record already; this one is left out", id);
    }
    gcv_line_run_column_release(builder->ctx, &builder->line_runs);
}

/* ---- the two load levels ------------------------------------------------------------------ */

/* Moves the columns from the builder to the heap, and counts what depends on the final rows. */
static void finish_graph(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_context *ctx = builder->ctx;
    gcv_builder_columns *rows = &builder->rows;
    const gcv_type_slot *slots = builder->types.slots.data;
    gcv_fields_close(ctx, &rows->fields);
    for (size_t i = 0; i < rows->fields.groups.n; i++) {
        gcv_field_group *group = &rows->fields.groups.data[i];
        group->type = group->slot != GCV_NONE ? slots[group->slot].type : 0;
    }
    gcv_fields_pack_groups(ctx, &rows->fields, &rows->slot, heap->n_types, builder->keeps_fields);
    heap->refs = rows->refs.low;
    heap->first_ref = rows->first_ref;
    heap->size = rows->size;
    heap->type = rows->slot;
    heap->mark = rows->mark;
    heap->fields = rows->fields;
    heap->big = rows->big;
    *rows = (gcv_builder_columns){0};
    gcv_u32_column *const columns[] = {&heap->refs, &heap->first_ref, &heap->size,
                                       &heap->type, &heap->mark,      &heap->fields.name};
    for (size_t i = 0; i < GCV_LENGTH(columns); i++) {
        gcv_u32_column_shrink(ctx, columns[i]);
    }
    gcv_u8_column_shrink(ctx, &heap->fields.kind);
    for (size_t s = 0; s < heap->sections.n; s++) {
        gcv_section *section = &heap->sections.data[s];
        for (uint32_t i = section->first_object; i < section->end_object; i++) {
            uint32_t slot = heap->type.data[i];
            uint64_t size = gcv_heap_size(heap, i);
            if (builder->sampled) {
                builder->types.sums.data[slot].count++;
                builder->types.sums.data[slot].bytes += size;
            }
            heap->type.data[i] = slots[slot].type;
            section->counts.bytes += size;
        }
    }
    if (heap->fields.of_type == NULL) {
        gcv_fields_pack(ctx, &heap->fields, heap->type.data, heap->n_types);
    }
}

static void note_crossings(gcv_freeze *freeze)
{
    uint64_t crossings = 0;
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        crossings += freeze->heap->sections.data[s].counts.cross_domain_references;
    }
    if (crossings != 0) {
        gcv_notes_add(freeze->builder->ctx, &freeze->heap->notes, GCV_NOTE_LACKING, 0,
                      "references to objects of another domain (%" PRIu64 ")", crossings);
    }
}

/* Checks the memory limit again, now that the counts are exact. */
static void forecast(gcv_freeze *freeze)
{
    gcv_memory_counts counts = {.objects = freeze->heap->n_objects,
                                .references = freeze->builder->rows.refs.low.n,
                                .types = freeze->heap->n_types,
                                .roots = freeze->builder->roots.n,
                                .unordered = !freeze->ordered};
    gcv_memory_check_heap(freeze->builder, &counts);
}

static void freeze_graph(gcv_freeze *freeze)
{
    static const gcv_missing_words referenced = {
        "reference is left out, as it leads to an object that is not in the dump",
        "references are left out, as they lead to objects that are not in the dump"};
    static const gcv_missing_words rooted = {
        "root is left out, as the object that it holds is not in the dump",
        "roots are left out, as the objects that they hold are not in the dump"};
    gcv_builder *builder = freeze->builder;
    gcv_word_list_shrink(builder->ctx, &freeze->heap->places.words);
    index_sections(freeze);
    gcv_missing roots = {0};
    note_duplicates(freeze);
    if (builder->rows.first_ref.n == 0) {
        gcv_u32_column_push(builder->ctx, &builder->rows.first_ref, 0);
    }
    gcv_resolver_init(builder->ctx, &freeze->resolver, freeze->heap);
    gcv_freeze_references(freeze);
    forecast(freeze);
    gcv_freeze_places(freeze);
    gcv_freeze_order(freeze);
    gcv_id_column_release(builder->ctx, &builder->rows.ids);
    finish_graph(freeze);
    gcv_freeze_roots(freeze, &roots);
    for (uint32_t i = 0; i < freeze->heap->n_indexes && freeze->heap->indexes != NULL; i++) {
        gcv_id_index_shrink(builder->ctx, &freeze->heap->indexes[i]);
    }
    note_missing(freeze, GCV_NOTE_LACKING, &referenced, &freeze->references);
    note_missing(freeze, GCV_NOTE_LACKING, &rooted, &roots);
    note_crossings(freeze);
}

static void tally_rows(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t n = gcv_id_column_n(&builder->rows.ids);
    for (size_t i = 0; i < n; i++) {
        gcv_type_sum *sum = &builder->types.sums.data[builder->rows.slot.data[i]];
        if (!gcv_skips(&skip, i)) {
            uint32_t size = builder->rows.size.data[i];
            sum->count++;
            sum->bytes +=
                size != GCV_BIG_SIZE ? size : gcv_big_size_of(&builder->rows.big, (uint32_t)i);
        }
    }
}

/* Finds duplicates by the ids that were kept. Leaving them out of the sums needs the rows; without
 * rows the builder wants more. */
static void tally_ids(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    index_sections(freeze);
    note_duplicates(freeze);
    if (builder->keep == GCV_KEEP_ROWS) {
        tally_rows(freeze);
    } else {
        builder->wants_more = freeze->duplicates.n > 0;
    }
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        gcv_section *section = &freeze->heap->sections.data[s];
        section->counts.objects = 0; /* counted again in freeze_tally() */
        section->first_object = section->end_object = 0;
    }
    gcv_heap_release_ids(freeze->heap);
    freeze->heap->n_objects = 0;
}

static void freeze_tally(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    if (builder->keep != GCV_KEEP_NOTHING) {
        tally_ids(freeze);
        if (builder->wants_more) {
            return;
        }
    }
    for (size_t i = 0; i < builder->types.slots.n; i++) {
        const gcv_type_slot *slot = &builder->types.slots.data[i];
        const gcv_type_sum *sum = &builder->types.sums.data[i];
        gcv_counts *counts = &freeze->heap->sections.data[slot->section].counts;
        counts->objects += sum->count;
        counts->bytes += sum->bytes;
    }
    gcv_freeze_tallies(freeze);
}

/* ---- common ------------------------------------------------------------------------------- */

static void note_unknown_types(gcv_freeze *freeze)
{
    static const gcv_missing_words words = {
        "type has no record in the dump, and shows as <unknown type ID>",
        "types have no records in the dump, and show as <unknown type ID>"};
    gcv_missing missing = {0};
    for (size_t i = 0; i < freeze->builder->types.slots.n; i++) {
        const gcv_type_slot *slot = &freeze->builder->types.slots.data[i];
        if (slot->unknown) {
            gcv_missing_add(&missing, slot->id);
            freeze->heap->sections.data[slot->section].counts.unknown_types++;
        }
    }
    note_missing(freeze, GCV_NOTE_UNKNOWN_TYPES, &words, &missing);
}

/* Makes the verdict: the reasons why the dump is incomplete, if there are any. */
static void join_reasons(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_buffer verdict = {{NULL, 0, 0}};
    if (builder->reasons.n == 0 && !gcv_builder_section(builder)->has_end) {
        gcv_builder_incomplete(builder, "no end record");
    }
    heap->complete = builder->reasons.n == 0;
    heap->verdict = "complete";
    for (size_t i = 0; i < builder->reasons.n; i++) {
        gcv_buffer_append_str(builder->ctx, &verdict, i == 0 ? "incomplete: " : "; ");
        gcv_buffer_append(builder->ctx, &verdict, builder->reasons.data[i]);
    }
    if (!heap->complete) {
        heap->verdict =
            gcv_arena_slice(builder->ctx, &heap->arena, gcv_buffer_slice(&verdict)).data;
    }
    gcv_buffer_release(builder->ctx, &verdict);
}

static void finish(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_notes_sort(&heap->notes);
    for (size_t s = 0; s < heap->sections.n; s++) {
        gcv_counts_add(&heap->counts, &heap->sections.data[s].counts);
    }
    heap->counts.malformed_lines = heap->notes.count[GCV_NOTE_MALFORMED];
    heap->counts.anomalies = heap->notes.count[GCV_NOTE_ANOMALY];
    gcv_ranges_normalize(builder->ctx, &heap->ranges);
    gcv_java_find_repeated(heap);
    join_reasons(freeze);
}

void gcv_builder_freeze(gcv_builder *builder, gcv_heap **out)
{
    gcv_freeze freeze = {.builder = builder, .heap = builder->heap};
    gcv_builder_sync_rows(builder);
    gcv_type_table_number(builder->ctx, &builder->types, &builder->heap->arena,
                          &builder->heap->types);
    builder->heap->n_types = builder->heap->types.n;
    note_unknown_types(&freeze);
    (builder->level == GCV_LOAD_GRAPH ? freeze_graph : freeze_tally)(&freeze);
    if (builder->sampled) {
        gcv_freeze_scales(&freeze);
    }
    finish(&freeze);
    GCV_RELEASE(builder->ctx, &freeze.duplicates, &freeze.places);
    gcv_resolver_release(builder->ctx, &freeze.resolver);
    if (!builder->wants_more) {
        *out = builder->heap;
        builder->heap = NULL;
    }
}
