/* rename.c - new names for everything that a dump names; see rename.h.
 *
 * Types go through the table that orders them when a file is read. Roots share labels, so each
 * label is renamed once: it is recognised by its address. */
#include "heap/rename.h"

#include <string.h>

typedef struct renaming {
    gcv_heap *heap;
    const gcv_renamer *renamer;
    gcv_buffer text;
} renaming;

/* Makes a new name in the arena of the heap; a missing name stays missing. */
static gcv_slice rename_one(renaming *r, gcv_name_kind kind, gcv_slice name, gcv_slice module)
{
    gcv_heap *heap = r->heap;
    if (name.data == NULL) {
        return name;
    }
    gcv_buffer_clear(&r->text);
    r->renamer->new_name(r->renamer->self, kind, name, module, &r->text);
    char *copy = gcv_arena_copy(heap->ctx, &heap->arena, r->text.text.data, r->text.text.n);
    return gcv_slice_of(copy, r->text.text.n); /* an empty name is not a missing one */
}

static void rename_plain(renaming *r, gcv_name_kind kind, gcv_slice *name)
{
    *name = rename_one(r, kind, *name, gcv_slice_of(NULL, 0));
}

/* ---- types -------------------------------------------------------------------------------- */

/* Whether the container of a static root is TYPE.FIELD, where TYPE is the type of the object: the
 * .NET name of a static, in a format that has no place for fields. */
static bool names_field(const gcv_heap *heap, const gcv_root *root)
{
    if (root->kind != GCV_ROOT_KIND_STATIC || root->container == GCV_NONE ||
        root->object == GCV_NONE) {
        return false;
    }
    gcv_slice container = heap->types.name[root->container];
    gcv_slice type = heap->types.name[heap->type.data[root->object]];
    return container.size > type.size && container.data[type.size] == '.' &&
           memcmp(container.data, type.data, type.size) == 0;
}

/* Finds the kind of name that each type has: some types are in fact names of static fields. */
static gcv_name_kind *find_kinds(const gcv_heap *heap)
{
    gcv_name_kind *kinds = gcv_alloc_zeroed(heap->ctx, heap->n_types, sizeof *kinds);
    for (size_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->kind == GCV_ROOT_KIND_STATIC && root->container != GCV_NONE) {
            kinds[root->container] = GCV_NAME_CONTAINER;
        }
    }
    for (size_t i = 0; i < heap->type.n; i++) {
        kinds[heap->type.data[i]] = GCV_NAME_TYPE;
    }
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (names_field(heap, &heap->roots.data[i])) {
            kinds[heap->roots.data[i].container] = GCV_NAME_STATIC;
        }
    }
    return kinds;
}

static void rename_type(renaming *r, uint32_t type, gcv_name_kind kind, gcv_type_slot *slot)
{
    const gcv_type_names *names = &r->heap->types;
    const gcv_slice module = gcv_heap_type_module(r->heap, type);
    memset(slot, 0, sizeof *slot);
    slot->scale = r->heap->scales != NULL ? r->heap->scales[type].count : 0;
    slot->name = rename_one(r, kind, names->name[type], module);
    slot->module = rename_one(r, GCV_NAME_MODULE, module, gcv_slice_of(NULL, 0));
}

/* Orders the scales by the new type numbers, of which there are `n`. */
static void move_scales(gcv_heap *heap, const gcv_type_slot *slots, uint32_t n)
{
    gcv_type_scale *scales;
    if (heap->scales == NULL) {
        return;
    }
    scales = gcv_alloc(heap->ctx, n, sizeof *scales);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        scales[slots[i].type] = heap->scales[i];
    }
    gcv_free(heap->ctx, heap->scales);
    heap->scales = scales;
}

/* Replaces all type numbers by the new ones. */
static void number_anew(gcv_heap *heap, const gcv_type_slot *slots)
{
    for (size_t i = 0; i < heap->type.n; i++) {
        heap->type.data[i] = slots[heap->type.data[i]].type;
    }
    for (size_t i = 0; i < heap->n_tallies; i++) {
        heap->tallies[i].type = slots[heap->tallies[i].type].type;
    }
    for (size_t i = 0; i < heap->roots.n; i++) {
        gcv_root *root = &heap->roots.data[i];
        root->container =
            root->container != GCV_NONE ? slots[root->container].type : root->container;
    }
}

static void rename_types(renaming *r)
{
    gcv_heap *heap = r->heap;
    gcv_type_names names;
    gcv_type_table table = {0};
    gcv_name_kind *kinds = find_kinds(heap);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        gcv_type_slot slot;
        rename_type(r, i, kinds[i], &slot);
        gcv_type_slot_column_push(heap->ctx, &table.slots, slot);
    }
    gcv_free(heap->ctx, kinds);
    gcv_type_table_number(heap->ctx, &table, &heap->arena, &names);
    move_scales(heap, table.slots.data, names.n);
    gcv_fields_unpack(heap->ctx, &heap->fields, &heap->type); /* two types may become one */
    gcv_type_names_release(heap->ctx, &heap->types);
    heap->types = names;
    heap->n_types = names.n;
    number_anew(heap, table.slots.data);
    gcv_fields_pack(heap->ctx, &heap->fields, heap->type.data, heap->n_types);
    gcv_type_table_release(heap->ctx, &table);
}

/* ---- roots -------------------------------------------------------------------------------- */

static void rename_label(renaming *r, gcv_root *root, gcv_id_map *known)
{
    const bool is_static = root->kind == GCV_ROOT_KIND_STATIC;
    const uint64_t key = (uint64_t)(uintptr_t)root->label.data << 1 | is_static;
    const gcv_root *roots = r->heap->roots.data;
    const gcv_root *first =
        &roots[gcv_id_map_enter(r->heap->ctx, known, key, (size_t)(root - roots))];
    if (first != root) {
        root->label = first->label;
        return;
    }
    rename_plain(r, is_static ? GCV_NAME_STATIC : GCV_NAME_ROOT, &root->label);
}

static void rename_roots(renaming *r)
{
    gcv_heap *heap = r->heap;
    gcv_id_map known = {NULL, 0, 0};
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].label.data != NULL) {
            rename_label(r, &heap->roots.data[i], &known);
        }
    }
    gcv_id_map_release(heap->ctx, &known);
    gcv_roots_sort(heap->ctx, &heap->roots, heap->n_objects);
}

/* ---- all else ----------------------------------------------------------------------------- */

/* Returns the new number of a word, which is renamed once: `known`, by its old number. */
static uint32_t rename_word(renaming *r, gcv_name_kind kind, uint32_t word, uint32_t *known,
                            gcv_word_list *out)
{
    if (known[word] == GCV_NONE) {
        const gcv_slice name = gcv_word_list_at(&r->heap->places.words, word);
        known[word] =
            gcv_word_list_add(r->heap->ctx, out, rename_one(r, kind, name, gcv_slice_of(NULL, 0)));
    }
    return known[word];
}

static bool has_word(const gcv_fields *fields, size_t at)
{
    const uint8_t kind = fields->kind.data[at];
    return kind < GCV_FIELD_KINDS && !gcv_field_has_number(kind);
}

/* Renames fields. Marks the names that a program has given: others are from the virtual machine. */
static void rename_fields(renaming *r, gcv_word_list *out)
{
    gcv_fields *fields = &r->heap->fields;
    gcv_context *ctx = r->heap->ctx;
    const size_t n = r->heap->places.words.end.n;
    uint8_t *given = gcv_alloc_zeroed(ctx, n, sizeof *given);
    uint32_t *known = gcv_alloc_none(ctx, n);
    for (size_t i = 0; i < fields->kind.n; i++) {
        if (has_word(fields, i) && fields->kind.data[i] < GCV_FIELD_INTERNAL) {
            given[fields->name.data[i]] = 1;
        }
    }
    for (size_t i = 0; i < fields->kind.n; i++) {
        uint32_t *name = &fields->name.data[i];
        if (has_word(fields, i)) {
            *name =
                rename_word(r, given[*name] ? GCV_NAME_FIELD : GCV_NAME_SLOT, *name, known, out);
        }
    }
    GCV_FREE(ctx, given, known);
}

static void rename_functions(renaming *r, gcv_word_list *out)
{
    gcv_places *places = &r->heap->places;
    uint32_t *known = gcv_alloc_none(r->heap->ctx, places->words.end.n);
    for (size_t i = 0; i < places->all.n; i++) {
        uint32_t *function = &places->all.data[i].function;
        *function = *function != GCV_NONE ? rename_word(r, GCV_NAME_FUNCTION, *function, known, out)
                                          : GCV_NONE;
    }
    gcv_free(r->heap->ctx, known);
}

static void rename_places(renaming *r)
{
    gcv_places *places = &r->heap->places;
    gcv_word_list words = {0};
    rename_fields(r, &words);
    rename_functions(r, &words);
    gcv_word_list_release(r->heap->ctx, &places->words);
    places->words = words;
    for (size_t i = 0; i < places->scripts.n; i++) {
        rename_plain(r, GCV_NAME_SCRIPT, &places->scripts.data[i]);
    }
    gcv_places_find_owners(r->heap->ctx, places);
}

static void drop_properties(gcv_heap *heap, const gcv_renamer *renamer)
{
    gcv_property_column *properties = &heap->properties;
    size_t n = 0;
    for (size_t i = 0; i < properties->n; i++) {
        if (renamer->keeps_property(&properties->data[i])) {
            properties->data[n++] = properties->data[i];
        }
    }
    properties->n = n;
}

void gcv_heap_rename(gcv_heap *heap, const gcv_renamer *renamer)
{
    const uint64_t before = heap->ctx->used;
    renaming r = {.heap = heap, .renamer = renamer};
    gcv_phase(heap->ctx, "rename");
    rename_types(&r);
    for (size_t i = 0; i < heap->sections.n; i++) {
        rename_plain(&r, GCV_NAME_DOMAIN, &heap->sections.data[i].domain);
    }
    rename_roots(&r);
    for (size_t i = 0; i < heap->names.n; i++) {
        rename_plain(&r, GCV_NAME_OBJECT, &heap->names.data[i]);
    }
    rename_places(&r);
    drop_properties(heap, renamer);
    gcv_buffer_release(heap->ctx, &r.text);
    heap->taken += heap->ctx->used - before;
}
