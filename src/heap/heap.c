/* heap.c - access to a frozen heap; see heap.h. */
#include "heap/heap.h"

#include "heap/java_class.h"

const char *gcv_heap_name(const gcv_heap *heap) { return heap->name; }

gcv_slice gcv_heap_file(const gcv_heap *heap)
{
    const char *name = heap->name;
    for (const char *at = name; *at != '\0'; at++) {
        if ((*at == '/' || *at == '\\') && at[1] != '\0') {
            name = at + 1;
        }
    }
    return gcv_slice_str(name);
}

const char *gcv_heap_format(const gcv_heap *heap) { return heap->format; }

const char *gcv_heap_verdict(const gcv_heap *heap) { return heap->verdict; }

bool gcv_heap_is_complete(const gcv_heap *heap) { return heap->complete; }

bool gcv_heap_ids_are_stable(const gcv_heap *heap) { return heap->stable_ids; }

bool gcv_heap_ids_are_decimal(const gcv_heap *heap) { return heap->decimal_ids; }

const gcv_counts *gcv_heap_counts(const gcv_heap *heap) { return &heap->counts; }

uint32_t gcv_heap_n_sections(const gcv_heap *heap) { return (uint32_t)heap->sections.n; }

const gcv_section *gcv_heap_section(const gcv_heap *heap, uint32_t section)
{
    return &heap->sections.data[section];
}

size_t gcv_heap_n_notes(const gcv_heap *heap) { return heap->notes.kept.n; }

const gcv_note *gcv_heap_note(const gcv_heap *heap, size_t at)
{
    return &heap->notes.kept.data[at];
}

uint64_t gcv_heap_note_count(const gcv_heap *heap, gcv_note_kind kind)
{
    return heap->notes.count[kind];
}

uint32_t gcv_heap_n_types(const gcv_heap *heap) { return heap->n_types; }

gcv_slice gcv_heap_type_name(const gcv_heap *heap, uint32_t type) { return heap->types.name[type]; }

gcv_slice gcv_heap_type_module(const gcv_heap *heap, uint32_t type)
{
    return heap->types.module != NULL ? heap->types.module[type] : gcv_slice_of(NULL, 0);
}

size_t gcv_heap_n_properties(const gcv_heap *heap) { return heap->properties.n; }

const gcv_property *gcv_heap_property(const gcv_heap *heap, size_t at)
{
    return &heap->properties.data[at];
}

uint64_t gcv_heap_number(const gcv_heap *heap, const char *key)
{
    for (size_t i = 0; i < heap->properties.n; i++) {
        if (strcmp(heap->properties.data[i].key, key) == 0) {
            return heap->properties.data[i].number;
        }
    }
    return 0;
}

size_t gcv_heap_n_snapshots(const gcv_heap *heap) { return heap->snapshots.n; }

uint32_t gcv_heap_chosen_snapshot(const gcv_heap *heap)
{
    for (size_t i = 0; i < heap->snapshots.n; i++) {
        if (heap->snapshots.data[i].chosen) {
            return heap->snapshots.data[i].number;
        }
    }
    return 1;
}

uint32_t gcv_heap_snapshot_number(const gcv_heap *heap, uint32_t asked)
{
    const gcv_snapshot_column *all = &heap->snapshots;
    uint32_t first = 0, last = 0;
    for (size_t i = 0; i < all->n; i++) {
        if (all->data[i].complete) {
            first = first != 0 ? first : all->data[i].number;
            last = all->data[i].number;
        }
    }
    if (first == 0) { /* none is complete, or the format has no snapshots */
        first = 1;
        last = all->n > 0 ? (uint32_t)all->n : 1;
    }
    return asked == GCV_SNAPSHOT_FIRST ? first : asked == GCV_SNAPSHOT_LAST ? last : asked;
}

const gcv_snapshot *gcv_heap_snapshot(const gcv_heap *heap, size_t at)
{
    return &heap->snapshots.data[at];
}

gcv_moves *gcv_heap_moves(const gcv_heap *heap) { return heap->moves; }

void gcv_counts_add(gcv_counts *to, const gcv_counts *from)
{
    to->objects += from->objects;
    to->bytes += from->bytes;
    to->types += from->types;
    to->references += from->references;
    to->roots += from->roots;
    to->unknown_types += from->unknown_types;
    to->dangling_references += from->dangling_references;
    to->dangling_roots += from->dangling_roots;
    to->duplicate_objects += from->duplicate_objects;
    to->cross_domain_references += from->cross_domain_references;
    to->malformed_lines += from->malformed_lines;
    to->anomalies += from->anomalies;
}

bool gcv_heap_names_modules(const gcv_heap *heap)
{
    for (uint32_t t = 0; heap->types.module != NULL && t < heap->n_types; t++) {
        if (gcv_module_is_named(heap->types.module[t])) {
            return true;
        }
    }
    return false;
}

uint32_t gcv_heap_type_named(const gcv_heap *heap, gcv_slice name)
{
    const size_t at = gcv_slices_before(heap->types.name, heap->n_types, name);
    return at < heap->n_types && gcv_slice_equal(heap->types.name[at], name) ? (uint32_t)at
                                                                             : GCV_NONE;
}

uint32_t gcv_heap_n_objects(const gcv_heap *heap) { return heap->n_objects; }

uint32_t gcv_heap_object_section(const gcv_heap *heap, uint32_t object)
{
    const gcv_section_column *sections = &heap->sections;
    return (uint32_t)gcv_count_up_to_u32(&sections->data->first_object, sizeof *sections->data,
                                         sections->n, object) -
           1;
}

const gcv_id_index *gcv_heap_ids(const gcv_heap *heap, size_t section)
{
    static const gcv_id_index none = {0, true, {{0}}};
    const uint32_t index = heap->index_of[section];
    return index != GCV_NONE ? &heap->indexes[index] : &none;
}

void gcv_heap_release_ids(gcv_heap *heap)
{
    for (uint32_t i = 0; heap->indexes != NULL && i < heap->n_indexes; i++) {
        gcv_id_index_release(heap->ctx, &heap->indexes[i]);
    }
    GCV_FREE(heap->ctx, heap->indexes, heap->index_of);
    heap->indexes = NULL;
    heap->index_of = NULL;
}

uint64_t gcv_heap_object_id(const gcv_heap *heap, uint32_t object)
{
    uint32_t section = gcv_heap_object_section(heap, object);
    return gcv_id_index_id(gcv_heap_ids(heap, section),
                           object - heap->sections.data[section].first_object);
}

void gcv_heap_object_ids(const gcv_heap *heap, const uint32_t *objects, size_t n, uint64_t *ids)
{
    uint32_t ranks[GCV_ID_BATCH];
    size_t begin = 0, end;
    for (; begin < n; begin = end) {
        const uint32_t at = gcv_heap_object_section(heap, objects[begin]);
        const gcv_section *section = &heap->sections.data[at];
        const gcv_id_index *index = gcv_heap_ids(heap, at);
        for (end = begin; end < n && end - begin < GCV_ID_BATCH &&
                          objects[end] - section->first_object < index->n;
             end++) {
            ranks[end - begin] = objects[end] - section->first_object;
        }
        gcv_id_index_ids(index, ranks, end - begin, ids + begin);
    }
}

uint32_t gcv_heap_object_generation(const gcv_heap *heap, uint32_t object)
{
    return heap->ranges.n > 0 ? gcv_ranges_find(&heap->ranges, gcv_heap_object_id(heap, object))
                              : GCV_NONE;
}

void gcv_heap_need_generations(const gcv_heap *heap)
{
    if (heap->ranges.n <= 0) {
        gcv_fail_line(heap->ctx, GCV_ERR_USAGE, heap->name, 0,
                      "the file does not say which generations its objects are in");
    }
}

uint64_t gcv_heap_object_bytes(const gcv_heap *heap, uint32_t object)
{
    return gcv_heap_size(heap, object);
}

uint32_t gcv_heap_name_of(const gcv_heap *heap, uint32_t object)
{
    return heap->names.n == 0
               ? GCV_NONE
               : gcv_id_map_get(heap->ctx, &heap->name_of, gcv_heap_object_id(heap, object));
}

gcv_slice gcv_heap_object_name(const gcv_heap *heap, uint32_t object)
{
    const uint32_t at = gcv_heap_name_of(heap, object);
    return at != GCV_NONE ? heap->names.data[at] : gcv_slice_of(NULL, 0);
}

gcv_slice gcv_heap_element(const gcv_heap *heap, uint32_t object)
{
    const gcv_slice type = heap->types.name[heap->type.data[object]];
    return heap->names.n > 0 &&
                   (gcv_slice_begins(type, "<") || gcv_slice_begins(type, "Detached <"))
               ? gcv_heap_object_name(heap, object)
               : gcv_slice_of(NULL, 0);
}

gcv_slice gcv_ruby_class_name(const gcv_heap *heap, uint32_t object)
{
    const gcv_slice type = heap->types.name[heap->type.data[object]];
    return heap->names.n > 0 && (gcv_slice_is(type, "Class") || gcv_slice_is(type, "Module")) &&
                   !gcv_heap_is_java(heap)
               ? gcv_heap_object_name(heap, object)
               : gcv_slice_of(NULL, 0);
}

uint64_t gcv_big_size_of(const gcv_big_size_column *big, uint32_t object)
{
    return big->data[gcv_count_up_to_u32(big->data, sizeof *big->data, big->n, object) - 1].bytes;
}

uint32_t gcv_heap_object_type(const gcv_heap *heap, uint32_t object)
{
    return heap->type.data[object];
}

const uint32_t *gcv_heap_references(const gcv_heap *heap, uint32_t object, uint32_t *count)
{
    uint32_t first = heap->first_ref.data[object];
    *count = heap->first_ref.data[object + 1] - first;
    return *count > 0 ? heap->refs.data + first : NULL;
}

bool gcv_heap_refers_to(const gcv_heap *heap, uint32_t object, uint32_t other, uint32_t most)
{
    uint32_t n, i = 0;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    n = n < most ? n : most;
    while (i < n && to[i] != other) {
        i++;
    }
    return i < n;
}

uint32_t gcv_heap_find(const gcv_heap *heap, uint32_t section, uint64_t id)
{
    if (heap->indexes == NULL) {
        return GCV_NONE;
    }
    uint32_t rank = gcv_id_index_find(gcv_heap_ids(heap, section), id);
    return rank == GCV_NONE ? GCV_NONE : heap->sections.data[section].first_object + rank;
}

uint32_t gcv_heap_n_roots(const gcv_heap *heap) { return (uint32_t)heap->roots.n; }

const gcv_root *gcv_heap_root(const gcv_heap *heap, uint32_t root)
{
    return &heap->roots.data[root];
}

void gcv_heap_tally_types(const gcv_heap *heap, uint32_t section, uint64_t *counts, uint64_t *bytes)
{
    uint32_t i, end = heap->n_objects;
    for (i = 0; i < heap->n_types; i++) {
        counts[i] = bytes[i] = 0;
    }
    for (size_t t = 0; t < heap->n_tallies; t++) {
        const gcv_type_tally *tally = &heap->tallies[t];
        if (section == GCV_NONE || tally->section == section) {
            counts[tally->type] = gcv_add_capped(counts[tally->type], tally->count);
            bytes[tally->type] = gcv_add_capped(bytes[tally->type], tally->bytes);
        }
    }
    if (heap->tallies != NULL) {
        return; /* the tallies count everything */
    }
    i = 0;
    if (section != GCV_NONE) {
        i = heap->sections.data[section].first_object;
        end = heap->sections.data[section].end_object;
    }
    for (; i < end; i++) {
        counts[heap->type.data[i]]++;
        bytes[heap->type.data[i]] += gcv_heap_size(heap, i);
    }
}

void gcv_heap_free(gcv_heap *heap)
{
    if (heap == NULL) {
        return;
    }
    gcv_context *ctx = heap->ctx;
    gcv_heap_release_ids(heap);
    gcv_free(ctx, heap->scales);
    gcv_type_names_release(ctx, &heap->types);
    gcv_range_column_release(ctx, &heap->ranges);
    gcv_moves_free(heap->moves);
    GCV_RELEASE(ctx, &heap->properties, &heap->snapshots, &heap->first_ref, &heap->refs,
                &heap->size, &heap->type, &heap->mark, &heap->big, &heap->roots, &heap->names,
                &heap->name_of, &heap->repeated, &heap->sections, &heap->notes.kept);
    gcv_free(ctx, heap->tallies);
    gcv_fields_release(ctx, &heap->fields);
    gcv_shapes_release(ctx, &heap->shapes);
    gcv_texts_release(ctx, &heap->texts);
    gcv_places_release(ctx, &heap->places);
    gcv_arena_release(ctx, &heap->arena);
    gcv_free(ctx, heap);
}

/* ---- ids as texts ------------------------------------------------------------------------- */

const char *gcv_id_write(const gcv_heap *heap, uint64_t id, char *room)
{
    (void)(heap->decimal_ids ? gcv_format_u64(room, id) : gcv_format_hex(room, id));
    return room;
}

const char *gcv_object_id_text(const gcv_heap *heap, uint32_t object, char *room)
{
    return gcv_id_write(heap, gcv_heap_object_id(heap, object), room);
}

static bool read_hex(gcv_slice text, uint64_t *id)
{
    return gcv_parse_id(text.data, text.size, 64, id);
}

static bool read_decimal(gcv_slice text, uint64_t *id)
{
    size_t mark = gcv_slice_begins(text, "@");
    return gcv_parse_decimal(text.data + mark, text.size - mark, id);
}

bool gcv_id_read(const gcv_heap *heap, gcv_slice text, uint64_t *id)
{
    return heap->decimal_ids ? read_decimal(text, id) : read_hex(text, id);
}

bool gcv_id_may_be(gcv_slice text)
{
    uint64_t id;
    return read_hex(text, &id) || read_decimal(text, &id);
}
