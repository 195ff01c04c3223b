/* builder.c - taking records in; see builder.h. */
#include "heap/builder.h"

#include <inttypes.h>

void gcv_builder_init(gcv_builder *builder, gcv_context *ctx, const gcv_builder_input *input)
{
    *builder = (gcv_builder){.ctx = ctx,
                             .name = input->name,
                             .format = input->format,
                             .level = input->options->level,
                             .options = *input->options,
                             .strict = input->options->strict,
                             .binary = input->binary};
    builder->keep = builder->level == GCV_LOAD_TALLY ? input->keep : GCV_KEEP_ROWS;
    gcv_id_runs_init(&builder->id_runs);
}

void gcv_builder_release(gcv_builder *builder)
{
    gcv_context *ctx = builder->ctx;
    gcv_type_table_release(ctx, &builder->types);
    gcv_builder_columns_release(ctx, &builder->rows);
    GCV_RELEASE(ctx, &builder->section_start, &builder->line_runs, &builder->roots,
                &builder->reasons, &builder->numbers, &builder->dangling, &builder->spare);
    gcv_heap_free(builder->heap);
    builder->heap = NULL;
}

gcv_context *gcv_builder_context(const gcv_builder *builder) { return builder->ctx; }

const gcv_load_options *gcv_builder_options(const gcv_builder *builder)
{
    return &builder->options;
}

bool gcv_builder_keeps_references(const gcv_builder *builder)
{
    return builder->level == GCV_LOAD_GRAPH;
}

bool gcv_builder_wants_more(const gcv_builder *builder) { return builder->wants_more; }

uint64_t gcv_builder_n_objects(const gcv_builder *builder) { return builder->n_objects; }

void gcv_builder_ids_are_unique(gcv_builder *builder)
{
    builder->unique = true;
    builder->keep = builder->level == GCV_LOAD_TALLY ? GCV_KEEP_NOTHING : builder->keep;
}

void gcv_builder_ids_are_decimal(gcv_builder *builder) { builder->heap->decimal_ids = true; }

void gcv_builder_is_of_v8(gcv_builder *builder) { builder->heap->of_v8 = true; }

void gcv_builder_static_roots_first(gcv_builder *builder) { builder->heap->static_first = true; }

void gcv_builder_set_layout(gcv_builder *builder, gcv_object_layout layout)
{
    builder->heap->layout = layout;
}

void gcv_builder_fail_at(const gcv_builder *builder, gcv_status status, uint64_t place,
                         const char *format, ...)
{
    char message[200];
    GCV_PRINT_ARGS(message, format);
    if (builder->binary && place != 0) {
        gcv_fail_offset(builder->ctx, status, builder->name, place, "%s", message);
    }
    gcv_fail_line(builder->ctx, status, builder->name, place, "%s", message);
}

void gcv_builder_need_heap(gcv_builder *builder)
{
    gcv_heap *heap = builder->heap;
    if (heap != NULL) {
        return;
    }
    heap = gcv_alloc_zeroed(builder->ctx, 1, sizeof *heap);
    heap->ctx = builder->ctx;
    heap->name = builder->name;
    heap->format = builder->format;
    heap->level = builder->level;
    heap->notes.arena = &heap->arena;
    heap->notes.binary = builder->binary;
    builder->heap = heap;
}

void gcv_builder_begin_section(gcv_builder *builder)
{
    gcv_builder_need_heap(builder);
    gcv_section section = {0};
    if (builder->heap->sections.n >= GCV_MAX_OBJECTS) {
        gcv_fail(builder->ctx, GCV_ERR_LIMIT, "too many sections");
    }
    gcv_u32_column_push(builder->ctx, &builder->section_start,
                        (uint32_t)gcv_id_column_n(&builder->rows.ids));
    gcv_section_column_push(builder->ctx, &builder->heap->sections, section);
    builder->section = (uint32_t)(builder->heap->sections.n - 1);
    builder->section_slot = (uint32_t)builder->types.slots.n;
    gcv_id_runs_init(&builder->id_runs);
}

gcv_section *gcv_builder_section(gcv_builder *builder)
{
    return &builder->heap->sections.data[builder->section];
}

void gcv_builder_end_section(gcv_builder *builder) { gcv_builder_section(builder)->has_end = true; }

void gcv_builder_name_section(gcv_builder *builder, gcv_slice name)
{
    gcv_builder_section(builder)->domain = gcv_builder_copy(builder, name);
}

gcv_slice gcv_builder_copy(gcv_builder *builder, gcv_slice text)
{
    return gcv_arena_slice(builder->ctx, &builder->heap->arena, text);
}

void gcv_builder_add_type(gcv_builder *builder, uint64_t place, uint64_t id, gcv_slice name,
                          gcv_slice module)
{
    uint32_t at = gcv_type_table_add(builder->ctx, &builder->types, builder->section, id);
    gcv_type_slot *slot = &builder->types.slots.data[at];
    if (slot->name.data == NULL) {
        slot->module = module;
        slot->name = gcv_builder_copy(builder, name);
        gcv_builder_section(builder)->counts.types++;
    } else if (!gcv_slice_equal(slot->name, name)) {
        gcv_builder_anomaly(builder, place, "type %" PRIx64 " has another name already", slot->id);
    } else if (slot->module.data == NULL) {
        slot->module = module;
    }
}

/* Records the line of an object: one entry for each run of consecutive lines. */
static void note_line(gcv_builder *builder, uint64_t line)
{
    if (builder->unique) {
        return; /* lines are only needed to report duplicates */
    }
    if (line != builder->next_line && line != 0) {
        const gcv_line_run run = {.object = (uint32_t)gcv_id_column_n(&builder->rows.ids),
                                  .line = line};
        gcv_line_run_column_push(builder->ctx, &builder->line_runs, run);
    }
    builder->next_line = line != 0 ? line + 1 : 0;
}

void gcv_builder_sync_rows(gcv_builder *builder)
{
    size_t n = builder->keep == GCV_KEEP_ROWS ? gcv_id_column_n(&builder->rows.ids) : 0;
    builder->rows.size.n = n;
    builder->rows.slot.n = n;
    builder->rows.first_ref.n = builder->rows.first_ref.cap > 0 ? n + 1 : 0;
}

static void reserve_rows(gcv_builder *builder)
{
    gcv_context *ctx = builder->ctx;
    gcv_memory_check_rows(builder);
    gcv_builder_sync_rows(builder);
    gcv_u32_column_reserve(ctx, &builder->rows.size, 1);
    size_t cap = builder->rows.size.cap;
    gcv_u32_column_reserve(ctx, &builder->rows.slot, cap - builder->rows.slot.n);
    if (gcv_builder_keeps_references(builder)) {
        bool first = builder->rows.first_ref.cap == 0;
        gcv_u32_column_reserve(ctx, &builder->rows.first_ref, cap - builder->rows.size.n + 1);
        if (first) {
            builder->rows.first_ref.data[0] = 0;
        }
    }
    builder->room = cap;
}

/* Makes room for a row and fills all columns but the ids; appending the id completes the row. */
static void begin_row(gcv_builder *builder, uint64_t place, uint32_t slot, uint64_t size)
{
    size_t n = gcv_id_column_n(&builder->rows.ids);
    if (n >= builder->room) {
        reserve_rows(builder);
    }
    if (builder->rows.refs.low.n > GCV_MAX_REFERENCES) {
        gcv_builder_fail_at(builder, GCV_ERR_LIMIT, place, GCV_TOO_MANY_REFERENCES);
    }
    builder->rows.size.data[n] = gcv_big_size_fit(builder->ctx, &builder->rows.big, n, size);
    builder->rows.slot.data[n] = slot;
    if (gcv_builder_keeps_references(builder)) {
        builder->rows.first_ref.data[n + 1] = (uint32_t)builder->rows.refs.low.n;
    }
}

static void keep_object(gcv_builder *builder, uint64_t place, uint64_t id, uint32_t slot,
                        uint64_t size)
{
    if (gcv_id_column_n(&builder->rows.ids) >= GCV_MAX_OBJECTS) {
        gcv_builder_fail_at(builder, GCV_ERR_LIMIT, place, GCV_TOO_MANY_OBJECTS);
    }
    if (builder->keep == GCV_KEEP_ROWS) {
        begin_row(builder, place, slot, size);
    }
    note_line(builder, place);
    gcv_id_column_push(builder->ctx, &builder->rows.ids, id);
}

void gcv_builder_add_pending(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                             uint64_t size)
{
    uint32_t slot = gcv_type_table_add(builder->ctx, &builder->types, builder->section, type);
    /* From here on no sum of sizes can overflow 64 bits. */
    if (size > UINT64_MAX - 1 - builder->bytes) {
        gcv_builder_fail_at(builder, GCV_ERR_LIMIT, place,
                            "sizes add up to more than 64 bits hold");
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
        return;
    }
    keep_object(builder, place, id, slot, size);
}

void gcv_builder_drop_pending(gcv_builder *builder)
{
    size_t n = gcv_id_column_n(&builder->rows.ids);
    gcv_id_column_truncate(&builder->rows.refs,
                           builder->rows.first_ref.cap > 0 ? builder->rows.first_ref.data[n] : 0);
}

void gcv_builder_add_object(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                            uint64_t size, const uint64_t *refs, size_t n_refs)
{
    if (gcv_builder_keeps_references(builder)) {
        gcv_id_column_append(builder->ctx, &builder->rows.refs, refs, n_refs);
    }
    gcv_builder_add_pending(builder, place, id, type, size);
}

/* Copies a label. Roots with the same label arrive one after another, and share one copy. */
static void copy_label(gcv_builder *builder, gcv_slice *label)
{
    if (builder->last_label.data == NULL || !gcv_slice_equal(builder->last_label, *label)) {
        builder->last_label = gcv_builder_copy(builder, *label);
    }
    *label = builder->last_label;
}

void gcv_builder_add_root(gcv_builder *builder, const gcv_builder_root *root)
{
    if (builder->roots.n >= GCV_MAX_OBJECTS) {
        gcv_fail(builder->ctx, GCV_ERR_LIMIT, "more than 4294967293 roots");
    }
    gcv_root row = {.kind = root->kind,
                    .flags = root->flags,
                    .object = GCV_NONE,
                    .container = GCV_NONE,
                    .section = builder->section,
                    .id = root->id,
                    .label = root->label};
    if (root->has_container) {
        row.container =
            gcv_type_table_add(builder->ctx, &builder->types, builder->section, root->container);
    }
    gcv_builder_section(builder)->counts.roots++;
    if (builder->level == GCV_LOAD_TALLY) {
        return;
    }
    if (root->label.data != NULL && !root->label_is_shared) {
        copy_label(builder, &row.label);
    }
    gcv_root_column_push(builder->ctx, &builder->roots, row);
}

void gcv_builder_malformed(gcv_builder *builder, uint64_t place, const char *reason)
{
    if (builder->strict) {
        gcv_builder_fail_at(builder, GCV_ERR_INPUT, place, "malformed: %s", reason);
    }
    gcv_builder_need_heap(builder);
    if (builder->heap->sections.n > 0) {
        gcv_builder_section(builder)->counts.malformed_lines++;
    }
    gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_MALFORMED, place,
                  "malformed, skipped: %s", reason);
}

void gcv_builder_anomaly(gcv_builder *builder, uint64_t place, const char *format, ...)
{
    char message[200];
    GCV_PRINT_ARGS(message, format);
    gcv_builder_need_heap(builder);
    if (builder->heap->sections.n > 0) {
        gcv_builder_section(builder)->counts.anomalies++;
    }
    gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_ANOMALY, place, "%s", message);
}
