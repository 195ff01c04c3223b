/* rename.c - new names for everything that a dump names; see rename.h.
 *
 * Types go through the table that orders them when a file is read. Roots share labels, so each
 * label is renamed once: it is recognised by its address. */
#include "heap/rename.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

typedef struct renaming {
    gcv_heap *heap;
    const gcv_renamer *renamer;
    gcv_buffer text;
} renaming;

/* Makes a new name in the arena of the heap; a missing name stays missing. */
static gcv_status rename_one(renaming *r, gcv_name_kind kind, gcv_slice name, gcv_slice module,
                             gcv_slice *out, gcv_error *err)
{
    gcv_heap *heap = r->heap;
    gcv_status status;
    char *copy;
    if (name.data == NULL) {
        *out = name;
        return GCV_OK;
    }
    gcv_buffer_clear(&r->text);
    status = r->renamer->new_name(r->renamer->self, kind, name, module, &r->text, err);
    if (status != GCV_OK) {
        return status;
    }
    copy = gcv_arena_copy(heap->ctx, &heap->arena, r->text.text.data, r->text.text.n, err);
    *out = gcv_slice_of(copy, r->text.text.n);
    return copy != NULL ? GCV_OK : gcv_failed(err);
}

static gcv_status rename_plain(renaming *r, gcv_name_kind kind, gcv_slice *name, gcv_error *err)
{
    return rename_one(r, kind, *name, gcv_slice_of(NULL, 0), name, err);
}

/* ---- types -------------------------------------------------------------------------------- */

/* Whether the container of a static root is TYPE.FIELD, where TYPE is the type of the object: the
 * .NET name of a static, in a format that has no place for fields. */
static bool names_field(const gcv_heap *heap, const gcv_root *root)
{
    gcv_slice container, type;
    if (root->kind != GCV_ROOT_KIND_STATIC || root->container == GCV_NONE ||
        root->object >= heap->type.n) {
        return false;
    }
    container = heap->types.name[root->container];
    type = heap->types.name[heap->type.data[root->object]];
    return container.size > type.size && container.data[type.size] == '.' &&
           memcmp(container.data, type.data, type.size) == 0;
}

/* Finds the kind of name that each type has: some types are in fact names of static fields. */
static gcv_name_kind *find_kinds(const gcv_heap *heap, gcv_error *err)
{
    gcv_name_kind *kinds = gcv_alloc_zeroed(heap->ctx, heap->n_types, sizeof *kinds, err);
    size_t i;
    for (i = 0; kinds != NULL && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->kind == GCV_ROOT_KIND_STATIC && root->container != GCV_NONE) {
            kinds[root->container] = GCV_NAME_CONTAINER;
        }
    }
    for (i = 0; kinds != NULL && i < heap->type.n; i++) {
        kinds[heap->type.data[i]] = GCV_NAME_TYPE;
    }
    for (i = 0; kinds != NULL && i < heap->roots.n; i++) {
        if (names_field(heap, &heap->roots.data[i])) {
            kinds[heap->roots.data[i].container] = GCV_NAME_STATIC;
        }
    }
    return kinds;
}

static gcv_status rename_type(renaming *r, uint32_t type, gcv_name_kind kind, gcv_type_slot *slot,
                              gcv_error *err)
{
    const gcv_type_names *names = &r->heap->types;
    const gcv_slice module = gcv_heap_type_module(r->heap, type);
    gcv_status status;
    memset(slot, 0, sizeof *slot);
    slot->scale = r->heap->scales != NULL ? r->heap->scales[type].count : 0;
    status = rename_one(r, kind, names->name[type], module, &slot->name, err);
    return status == GCV_OK
               ? rename_one(r, GCV_NAME_MODULE, module, gcv_slice_of(NULL, 0), &slot->module, err)
               : status;
}

/* Orders the scales by the new type numbers, of which there are `n`. */
static gcv_status move_scales(gcv_heap *heap, const gcv_type_slot *slots, uint32_t n,
                              gcv_error *err)
{
    gcv_type_scale *scales;
    uint32_t i;
    if (heap->scales == NULL) {
        return GCV_OK;
    }
    scales = gcv_alloc(heap->ctx, n, sizeof *scales, err);
    if (scales == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_types; i++) {
        scales[slots[i].type] = heap->scales[i];
    }
    gcv_free(heap->ctx, heap->scales, heap->n_types, sizeof *heap->scales);
    heap->scales = scales;
    return GCV_OK;
}

/* Replaces all type numbers by the new ones. */
static void number_anew(gcv_heap *heap, const gcv_type_slot *slots)
{
    size_t i;
    for (i = 0; i < heap->type.n; i++) {
        heap->type.data[i] = slots[heap->type.data[i]].type;
    }
    for (i = 0; i < heap->n_tallies; i++) {
        heap->tallies[i].type = slots[heap->tallies[i].type].type;
    }
    for (i = 0; i < heap->roots.n; i++) {
        gcv_root *root = &heap->roots.data[i];
        root->container =
            root->container != GCV_NONE ? slots[root->container].type : root->container;
    }
}

static gcv_status fill_table(renaming *r, gcv_type_table *table, gcv_error *err)
{
    gcv_heap *heap = r->heap;
    gcv_name_kind *kinds = find_kinds(heap, err);
    gcv_status status = kinds != NULL ? GCV_OK : gcv_failed(err);
    uint32_t i;
    for (i = 0; status == GCV_OK && i < heap->n_types; i++) {
        gcv_type_slot slot;
        status = rename_type(r, i, kinds[i], &slot, err);
        if (status == GCV_OK) {
            status = gcv_type_slot_column_push(heap->ctx, &table->slots, slot, err);
        }
    }
    gcv_free(heap->ctx, kinds, heap->n_types, sizeof *kinds);
    return status;
}

static gcv_status rename_types(renaming *r, gcv_error *err)
{
    gcv_heap *heap = r->heap;
    gcv_type_table table;
    gcv_type_names names;
    gcv_status status;
    memset(&table, 0, sizeof table);
    status = fill_table(r, &table, err);
    if (status == GCV_OK) {
        status = gcv_type_table_number(heap->ctx, &table, &heap->arena, &names, err);
    }
    if (status == GCV_OK) {
        status = move_scales(heap, table.slots.data, names.n, err);
        if (status == GCV_OK) {
            gcv_type_names_release(heap->ctx, &heap->types);
            heap->types = names;
            heap->n_types = names.n;
            number_anew(heap, table.slots.data);
        } else {
            gcv_type_names_release(heap->ctx, &names);
        }
    }
    gcv_type_table_release(heap->ctx, &table);
    return status;
}

/* ---- roots -------------------------------------------------------------------------------- */

static gcv_status rename_label(renaming *r, gcv_root *root, gcv_id_map *known, gcv_error *err)
{
    const bool is_static = root->kind == GCV_ROOT_KIND_STATIC;
    const uint64_t key = (uint64_t)(uintptr_t)root->label.data << 1 | is_static;
    gcv_context *ctx = r->heap->ctx;
    uint32_t at = gcv_id_map_get(ctx, known, key);
    gcv_status status;
    if (at != GCV_NONE) {
        root->label = r->heap->roots.data[at].label;
        return GCV_OK;
    }
    status = rename_plain(r, is_static ? GCV_NAME_STATIC : GCV_NAME_ROOT, &root->label, err);
    return status == GCV_OK
               ? gcv_id_map_set(ctx, known, key, (uint32_t)(root - r->heap->roots.data), err)
               : status;
}

static gcv_status rename_roots(renaming *r, gcv_error *err)
{
    gcv_heap *heap = r->heap;
    gcv_id_map known = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        if (heap->roots.data[i].label.data != NULL) {
            status = rename_label(r, &heap->roots.data[i], &known, err);
        }
    }
    gcv_id_map_release(heap->ctx, &known);
    return status == GCV_OK ? gcv_roots_sort(heap->ctx, &heap->roots, heap->n_objects, err)
                            : status;
}

/* ---- all else ----------------------------------------------------------------------------- */

/* Renames fields. Marks the names that a program has given: others are from the virtual machine. */
static gcv_status rename_fields(renaming *r, gcv_error *err)
{
    gcv_fields *fields = &r->heap->fields;
    gcv_context *ctx = r->heap->ctx;
    const size_t n = fields->names.n;
    uint8_t *given = gcv_alloc_zeroed(ctx, n, sizeof *given, err);
    gcv_status status = given != NULL ? GCV_OK : gcv_failed(err);
    size_t i;
    for (i = 0; status == GCV_OK && i < fields->kind.n; i++) {
        const uint8_t kind = fields->kind.data[i];
        if (!gcv_field_has_number(kind) && kind != GCV_FIELD_INTERNAL) {
            given[fields->name.data[i]] = 1;
        }
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        status =
            rename_plain(r, given[i] ? GCV_NAME_FIELD : GCV_NAME_SLOT, &fields->names.data[i], err);
    }
    gcv_free(ctx, given, n, sizeof *given);
    return status;
}

static void drop_properties(gcv_heap *heap, const gcv_renamer *renamer)
{
    gcv_property_column *properties = &heap->properties;
    size_t i, n = 0;
    for (i = 0; i < properties->n; i++) {
        if (renamer->keeps_property(&properties->data[i])) {
            properties->data[n++] = properties->data[i];
        }
    }
    properties->n = n;
}

gcv_status gcv_heap_rename(gcv_heap *heap, const gcv_renamer *renamer, gcv_error *err)
{
    const uint64_t before = heap->ctx->used;
    renaming r;
    gcv_status status;
    size_t i;
    memset(&r, 0, sizeof r);
    r.heap = heap;
    r.renamer = renamer;
    gcv_phase(heap->ctx, "rename");
    status = rename_types(&r, err);
    for (i = 0; status == GCV_OK && i < heap->sections.n; i++) {
        status = rename_plain(&r, GCV_NAME_DOMAIN, &heap->sections.data[i].domain, err);
    }
    if (status == GCV_OK) {
        status = rename_roots(&r, err);
    }
    for (i = 0; status == GCV_OK && i < heap->names.n; i++) {
        status = rename_plain(&r, GCV_NAME_OBJECT, &heap->names.data[i], err);
    }
    if (status == GCV_OK) {
        status = rename_fields(&r, err);
    }
    drop_properties(heap, renamer);
    gcv_buffer_release(heap->ctx, &r.text);
    heap->taken += heap->ctx->used - before;
    return status;
}
