/* builder_extras.c - takes in everything but sections, types, objects and roots; see builder.h. */
#include "heap/builder.h"

#include <inttypes.h>

gcv_slice gcv_shared_cut(gcv_slice text)
{
    if (text.size > GCV_SHARED_MAX) {
        text.size = GCV_SHARED_MAX;
        while (text.size > 0 && ((unsigned char)text.data[text.size] & 0xc0) == 0x80) {
            text.size--; /* inside a character */
        }
    }
    return text;
}

gcv_slice gcv_builder_share(gcv_builder *builder, gcv_slice text)
{
    return gcv_builder_copy(builder, gcv_shared_cut(text));
}

void gcv_builder_scale_type(gcv_builder *builder, uint64_t id, double factor)
{
    uint32_t at = gcv_type_table_add(builder->ctx, &builder->types, builder->section, id);
    builder->types.slots.data[at].scale = factor;
    builder->sampled = true;
}

void gcv_builder_add_range(gcv_builder *builder, uint64_t start, uint64_t end, uint32_t generation)
{
    gcv_builder_need_heap(builder);
    const gcv_range range = {.start = start, .end = end, .generation = generation};
    gcv_range_column_push(builder->ctx, &builder->heap->ranges, range);
}

uint32_t gcv_builder_add_name(gcv_builder *builder, gcv_slice name)
{
    gcv_slice_column_push(builder->ctx, &builder->heap->names, gcv_builder_copy(builder, name));
    return (uint32_t)builder->heap->names.n - 1;
}

void gcv_builder_set_name(gcv_builder *builder, uint64_t id, uint32_t name)
{
    gcv_id_map_set(builder->ctx, &builder->heap->name_of, id, name);
}

void gcv_builder_name_object(gcv_builder *builder, uint64_t id, gcv_slice name)
{
    gcv_builder_set_name(builder, id, gcv_builder_add_name(builder, name));
}

gcv_shapes *gcv_builder_shapes(gcv_builder *builder) { return &builder->heap->shapes; }

void gcv_builder_set_moves(gcv_builder *builder, gcv_moves *moves)
{
    gcv_moves_free(builder->heap->moves);
    builder->heap->moves = moves;
}

static void add_property(gcv_builder *builder, gcv_property property)
{
    gcv_builder_need_heap(builder);
    property.value = gcv_builder_copy(builder, property.value);
    gcv_property_column_push(builder->ctx, &builder->heap->properties, property);
}

void gcv_builder_add_property(gcv_builder *builder, const char *key, gcv_slice value)
{
    gcv_property property = {key, value, false, 0};
    add_property(builder, property);
}

void gcv_builder_add_number(gcv_builder *builder, const char *key, uint64_t value)
{
    char number[GCV_NUMBER_MAX];
    gcv_property property = {key, {number, 0}, true, value};
    property.value.size = gcv_format_u64(number, value);
    add_property(builder, property);
}

void gcv_builder_add_snapshot(gcv_builder *builder, const gcv_snapshot *snapshot)
{
    gcv_builder_need_heap(builder);
    gcv_snapshot_column_push(builder->ctx, &builder->heap->snapshots, *snapshot);
}

void gcv_builder_all_are_live(gcv_builder *builder) { builder->all_live = true; }

void gcv_builder_add_site(gcv_builder *builder, uint32_t site)
{
    const gcv_sparse_pair pair = {(uint32_t)gcv_id_column_n(&builder->rows.ids) - 1, site};
    gcv_sparse_pair_column_push(builder->ctx, &builder->heap->places.site.pairs, pair);
}

void gcv_builder_will_keep(gcv_builder *builder, bool fields, bool marks, bool places)
{
    builder->keeps_fields = fields;
    builder->keeps_marks = marks;
    builder->keeps_places = places;
}

void gcv_builder_says(gcv_builder *builder, uint64_t objects, uint64_t references)
{
    builder->said_objects = objects;
    builder->said_references = references;
}

void gcv_builder_number_references(gcv_builder *builder) { builder->numbered = true; }

void gcv_builder_number_dangling(gcv_builder *builder, uint64_t id)
{
    gcv_dangling dangling = {
        .number = (uint32_t)(gcv_id_column_n(&builder->rows.ids) + builder->dangling.n), .id = id};
    gcv_dangling_column_push(builder->ctx, &builder->dangling, dangling);
}

void gcv_builder_unnamed(gcv_builder *builder, uint64_t n)
{
    gcv_builder_section(builder)->counts.unknown_types += n;
    gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_UNKNOWN_TYPES, 0,
                  "types without names in the dump, which show as numbers (%" PRIu64 ")", n);
}

void gcv_builder_incomplete(gcv_builder *builder, const char *format, ...)
{
    char message[240];
    gcv_builder_need_heap(builder);
    GCV_PRINT_ARGS(message, format);
    for (size_t i = 0; i < builder->reasons.n; i++) {
        if (gcv_slice_is(builder->reasons.data[i], message)) {
            return;
        }
    }
    gcv_slice reason = gcv_builder_copy(builder, gcv_slice_str(message));
    gcv_slice_column_push(builder->ctx, &builder->reasons, reason);
}

void gcv_builder_incomplete_as_said(gcv_builder *builder, gcv_slice reason)
{
    gcv_builder_incomplete(builder, "%.*s", (int)reason.size, reason.data);
    builder->heap->verdict_is_quoted = true;
}

void gcv_builder_take_memory(gcv_builder *builder, gcv_u8_column *bytes)
{
    gcv_context *ctx = builder->ctx;
    gcv_u32_column *spare = &builder->spare;
    const size_t most = builder->rows.refs.low.n + GCV_SPARE_REFERENCES;
    const size_t n =
        bytes->cap / sizeof *spare->data < most ? bytes->cap / sizeof *spare->data : most;
    if (gcv_builder_keeps_references(builder) && n > 0) {
        gcv_u32_column_release(ctx, spare);
        spare->data = gcv_shrink(ctx, bytes->data, n * sizeof *spare->data, 1);
        spare->cap = n;
        *bytes = (gcv_u8_column){0};
    }
    gcv_u8_column_release(ctx, bytes);
}
