/* builder.c - taking records in; see builder.h. */
#include "heap/builder.h"

#include "base/error.h"
#include "base/text.h"
#include "heap/memory_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gcv_builder_init(gcv_builder *builder, gcv_context *ctx, const char *name, const char *format,
                      const gcv_load_options *options, bool binary, gcv_keep keep)
{
    memset(builder, 0, sizeof *builder);
    builder->ctx = ctx;
    builder->name = name;
    builder->format = format;
    builder->level = options->level;
    builder->options = *options;
    builder->strict = options->strict;
    builder->binary = binary;
    builder->keep = options->level == GCV_LOAD_TALLY ? keep : GCV_KEEP_ROWS;
    gcv_id_runs_init(&builder->id_runs);
}

void gcv_builder_release(gcv_builder *builder)
{
    gcv_context *ctx = builder->ctx;
    gcv_type_table_release(ctx, &builder->types);
    gcv_u32_column_release(ctx, &builder->section_start);
    gcv_id_column_release(ctx, &builder->ids);
    gcv_id_column_release(ctx, &builder->refs);
    gcv_u32_column_release(ctx, &builder->first_ref);
    gcv_u32_column_release(ctx, &builder->size);
    gcv_u32_column_release(ctx, &builder->slot);
    gcv_u32_column_release(ctx, &builder->mark);
    gcv_fields_release(ctx, &builder->fields);
    gcv_big_size_column_release(ctx, &builder->big);
    gcv_line_run_column_release(ctx, &builder->line_runs);
    gcv_root_column_release(ctx, &builder->roots);
    gcv_slice_column_release(ctx, &builder->reasons);
    gcv_u32_column_release(ctx, &builder->numbers);
    gcv_dangling_column_release(ctx, &builder->dangling);
    gcv_u32_column_release(ctx, &builder->spare);
    gcv_heap_free(builder->heap);
    builder->heap = NULL;
}

void gcv_builder_ids_are_unique(gcv_builder *builder)
{
    builder->unique = true;
    builder->keep = builder->level == GCV_LOAD_TALLY ? GCV_KEEP_NOTHING : builder->keep;
}

void gcv_builder_ids_are_decimal(gcv_builder *builder) { builder->heap->decimal_ids = true; }

void gcv_builder_static_roots_first(gcv_builder *builder) { builder->heap->static_first = true; }

/* Adds the place of a record to an error. */
static void put_place(const gcv_builder *builder, uint64_t place, gcv_error *err)
{
    if (err != NULL) {
        err->file = builder->name;
        err->line = place;
        err->at_offset = builder->binary && place != 0;
    }
}

static gcv_status fail_limit(const gcv_builder *builder, uint64_t place, const char *message,
                             gcv_error *err)
{
    (void)gcv_fail(err, GCV_ERR_LIMIT, "%s", message);
    put_place(builder, place, err);
    return GCV_ERR_LIMIT;
}

gcv_status gcv_builder_need_heap(gcv_builder *builder, gcv_error *err)
{
    gcv_heap *heap = builder->heap;
    if (heap != NULL) {
        return GCV_OK;
    }
    heap = gcv_alloc_zeroed(builder->ctx, 1, sizeof *heap, err);
    if (heap == NULL) {
        return gcv_failed(err);
    }
    heap->ctx = builder->ctx;
    heap->name = builder->name;
    heap->format = builder->format;
    heap->level = builder->level;
    heap->notes.arena = &heap->arena;
    heap->notes.binary = builder->binary;
    builder->heap = heap;
    return GCV_OK;
}

gcv_status gcv_builder_begin_section(gcv_builder *builder, gcv_error *err)
{
    gcv_section section;
    gcv_status status = gcv_builder_need_heap(builder, err);
    memset(&section, 0, sizeof section);
    if (status == GCV_OK && builder->heap->sections.n >= GCV_MAX_OBJECTS) {
        status = gcv_fail(err, GCV_ERR_LIMIT, "too many sections");
    }
    if (status == GCV_OK) {
        status = gcv_u32_column_push(builder->ctx, &builder->section_start,
                                     (uint32_t)gcv_id_column_n(&builder->ids), err);
    }
    if (status == GCV_OK) {
        status = gcv_section_column_push(builder->ctx, &builder->heap->sections, section, err);
    }
    if (status == GCV_OK) {
        builder->section = (uint32_t)(builder->heap->sections.n - 1);
        builder->section_slot = (uint32_t)builder->types.slots.n;
        gcv_id_runs_init(&builder->id_runs);
    }
    return status;
}

gcv_section *gcv_builder_section(gcv_builder *builder)
{
    return &builder->heap->sections.data[builder->section];
}

gcv_status gcv_builder_name_section(gcv_builder *builder, gcv_slice name, gcv_error *err)
{
    const char *copy =
        gcv_arena_copy(builder->ctx, &builder->heap->arena, name.data, name.size, err);
    if (copy == NULL) {
        return gcv_failed(err);
    }
    gcv_builder_section(builder)->domain = gcv_slice_of(copy, name.size);
    return GCV_OK;
}

gcv_status gcv_builder_copy(gcv_builder *builder, gcv_slice text, gcv_slice *out, gcv_error *err)
{
    const char *bytes;
    *out = text;
    if (text.data == NULL) {
        return GCV_OK;
    }
    bytes = gcv_arena_copy(builder->ctx, &builder->heap->arena, text.data, text.size, err);
    *out = gcv_slice_of(bytes, text.size);
    return bytes != NULL ? GCV_OK : gcv_failed(err);
}

static gcv_status add_type_again(gcv_builder *builder, uint64_t place, gcv_type_slot *slot,
                                 gcv_slice name, gcv_slice module, gcv_error *err)
{
    if (!gcv_slice_equal(slot->name, name)) {
        return gcv_builder_anomaly(builder, place, err, "type %" PRIx64 " has another name already",
                                   slot->id);
    }
    if (slot->module.data == NULL) {
        slot->module = module;
    }
    return GCV_OK;
}

gcv_status gcv_builder_add_type(gcv_builder *builder, uint64_t place, uint64_t id, gcv_slice name,
                                gcv_slice module, gcv_error *err)
{
    uint32_t at;
    gcv_type_slot *slot;
    gcv_status status =
        gcv_type_table_add(builder->ctx, &builder->types, builder->section, id, &at, err);
    if (status != GCV_OK) {
        return status;
    }
    slot = &builder->types.slots.data[at];
    if (slot->name.data != NULL) {
        return add_type_again(builder, place, slot, name, module, err);
    }
    slot->module = module;
    status = gcv_builder_copy(builder, name, &slot->name, err);
    if (status == GCV_OK) {
        gcv_builder_section(builder)->counts.types++;
    }
    return status;
}

/* Records the line of an object: one entry for each run of consecutive lines. */
static gcv_status note_line(gcv_builder *builder, uint64_t line, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (builder->unique) {
        return GCV_OK; /* lines are only needed to report duplicates */
    }
    if (line != builder->next_line && line != 0) {
        gcv_line_run run;
        run.object = (uint32_t)gcv_id_column_n(&builder->ids);
        run.line = line;
        status = gcv_line_run_column_push(builder->ctx, &builder->line_runs, run, err);
    }
    builder->next_line = line != 0 ? line + 1 : 0;
    return status;
}

void gcv_builder_sync_rows(gcv_builder *builder)
{
    size_t n = builder->keep == GCV_KEEP_ROWS ? gcv_id_column_n(&builder->ids) : 0;
    builder->size.n = n;
    builder->slot.n = n;
    builder->first_ref.n = builder->first_ref.cap > 0 ? n + 1 : 0;
}

static gcv_status reserve_rows(gcv_builder *builder, gcv_error *err)
{
    gcv_context *ctx = builder->ctx;
    size_t cap;
    gcv_status status = gcv_memory_check_rows(builder, err);
    gcv_builder_sync_rows(builder);
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(ctx, &builder->size, 1, err);
    }
    cap = builder->size.cap;
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(ctx, &builder->slot, cap - builder->slot.n, err);
    }
    if (status == GCV_OK && gcv_builder_keeps_references(builder)) {
        bool first = builder->first_ref.cap == 0;
        status = gcv_u32_column_reserve(ctx, &builder->first_ref, cap - builder->size.n + 1, err);
        if (status == GCV_OK && first) {
            builder->first_ref.data[0] = 0;
        }
    }
    if (status == GCV_OK) {
        builder->room = cap;
    }
    return status;
}

/* Makes room for a row and fills all columns but the ids; appending the id completes the row. */
static gcv_status begin_row(gcv_builder *builder, uint64_t place, uint32_t slot, uint64_t size,
                            gcv_error *err)
{
    size_t n = gcv_id_column_n(&builder->ids);
    gcv_status status = n < builder->room ? GCV_OK : reserve_rows(builder, err);
    if (builder->refs.low.n > GCV_MAX_REFERENCES) {
        return fail_limit(builder, place, GCV_TOO_MANY_REFERENCES, err);
    }
    if (status == GCV_OK && size >= GCV_BIG_SIZE) {
        gcv_big_size big;
        big.object = (uint32_t)n;
        big.bytes = size;
        status = gcv_big_size_column_push(builder->ctx, &builder->big, big, err);
    }
    if (status == GCV_OK) {
        builder->size.data[n] = size < GCV_BIG_SIZE ? (uint32_t)size : GCV_BIG_SIZE;
        builder->slot.data[n] = slot;
        if (gcv_builder_keeps_references(builder)) {
            builder->first_ref.data[n + 1] = (uint32_t)builder->refs.low.n;
        }
    }
    return status;
}

static gcv_status keep_object(gcv_builder *builder, uint64_t place, uint64_t id, uint32_t slot,
                              uint64_t size, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (gcv_id_column_n(&builder->ids) >= GCV_MAX_OBJECTS) {
        return fail_limit(builder, place, GCV_TOO_MANY_OBJECTS, err);
    }
    if (builder->keep == GCV_KEEP_ROWS) {
        status = begin_row(builder, place, slot, size, err);
    }
    if (status == GCV_OK) {
        status = note_line(builder, place, err);
    }
    return status == GCV_OK ? gcv_id_column_push(builder->ctx, &builder->ids, id, err) : status;
}

gcv_status gcv_builder_add_pending(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                                   uint64_t size, gcv_error *err)
{
    uint32_t slot;
    gcv_status status =
        gcv_type_table_add(builder->ctx, &builder->types, builder->section, type, &slot, err);
    if (status != GCV_OK) {
        return status;
    }
    /* From here on no sum of sizes can overflow 64 bits. */
    if (size > UINT64_MAX - 1 - builder->bytes) {
        return fail_limit(builder, place, "sizes add up to more than 64 bits hold", err);
    }
    builder->bytes += size;
    builder->n_objects++;
    if (builder->keep != GCV_KEEP_ROWS) {
        builder->types.sums.data[slot].count++;
        builder->types.sums.data[slot].bytes += size;
    }
    if (builder->keep == GCV_KEEP_NOTHING) {
        builder->wants_more =
            builder->wants_more || (!builder->unique && !gcv_id_runs_add(&builder->id_runs, id));
        return GCV_OK;
    }
    return keep_object(builder, place, id, slot, size, err);
}

void gcv_builder_drop_pending(gcv_builder *builder)
{
    size_t n = gcv_id_column_n(&builder->ids);
    gcv_id_column_truncate(&builder->refs,
                           builder->first_ref.cap > 0 ? builder->first_ref.data[n] : 0);
}

gcv_status gcv_builder_add_object(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                                  uint64_t size, const uint64_t *refs, size_t n_refs,
                                  gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (gcv_builder_keeps_references(builder)) {
        status = gcv_id_column_append(builder->ctx, &builder->refs, refs, n_refs, err);
    }
    return status == GCV_OK ? gcv_builder_add_pending(builder, place, id, type, size, err) : status;
}

/* Copies a label. Roots with the same label arrive one after another, and share one copy. */
static gcv_status copy_label(gcv_builder *builder, gcv_slice *label, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (builder->last_label.data == NULL || !gcv_slice_equal(builder->last_label, *label)) {
        status = gcv_builder_copy(builder, *label, &builder->last_label, err);
    }
    *label = builder->last_label;
    return status;
}

gcv_status gcv_builder_add_root(gcv_builder *builder, const gcv_builder_root *root, gcv_error *err)
{
    gcv_root row;
    if (builder->roots.n >= GCV_MAX_OBJECTS) {
        return gcv_fail(err, GCV_ERR_LIMIT, "more than 4294967293 roots");
    }
    row.kind = root->kind;
    row.flags = root->flags;
    row.object = GCV_NONE;
    row.container = GCV_NONE;
    row.section = builder->section;
    row.id = root->id;
    row.label = root->label;
    if (root->has_container) {
        gcv_status status = gcv_type_table_add(builder->ctx, &builder->types, builder->section,
                                               root->container, &row.container, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    gcv_builder_section(builder)->counts.roots++;
    if (builder->level == GCV_LOAD_TALLY) {
        return GCV_OK;
    }
    if (root->label.data != NULL && !root->label_is_shared) {
        gcv_status status = copy_label(builder, &row.label, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    return gcv_root_column_push(builder->ctx, &builder->roots, row, err);
}

gcv_status gcv_builder_malformed(gcv_builder *builder, uint64_t place, const char *reason,
                                 gcv_error *err)
{
    gcv_status status;
    if (builder->strict) {
        (void)gcv_fail(err, GCV_ERR_INPUT, "malformed: %s", reason);
        put_place(builder, place, err);
        return GCV_ERR_INPUT;
    }
    status = gcv_builder_need_heap(builder, err);
    if (status != GCV_OK) {
        return status;
    }
    builder->malformed++;
    if (builder->heap->sections.n > 0) {
        gcv_builder_section(builder)->counts.malformed_lines++;
    }
    return gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_MALFORMED, place, err,
                         "malformed, skipped: %s", reason);
}

gcv_status gcv_builder_anomaly(gcv_builder *builder, uint64_t place, gcv_error *err,
                               const char *format, ...)
{
    char message[200];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    builder->anomalies++;
    gcv_builder_section(builder)->counts.anomalies++;
    return gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_ANOMALY, place, err, "%s",
                         message);
}
