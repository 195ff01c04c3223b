/* builder_extras.c - takes in everything but sections, types, objects and roots; see builder.h. */
#include "heap/builder.h"

#include "base/number.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

gcv_status gcv_builder_share(gcv_builder *builder, gcv_slice text, gcv_slice *out, gcv_error *err)
{
    if (text.size > GCV_SHARED_MAX) {
        text.size = GCV_SHARED_MAX;
        while (text.size > 0 && ((unsigned char)text.data[text.size] & 0xc0) == 0x80) {
            text.size--; /* inside a character */
        }
    }
    return gcv_builder_copy(builder, text, out, err);
}

gcv_status gcv_builder_scale_type(gcv_builder *builder, uint64_t id, double factor, gcv_error *err)
{
    uint32_t at;
    gcv_status status =
        gcv_type_table_add(builder->ctx, &builder->types, builder->section, id, &at, err);
    if (status == GCV_OK) {
        builder->types.slots.data[at].scale = factor;
        builder->sampled = true;
    }
    return status;
}

gcv_status gcv_builder_add_range(gcv_builder *builder, uint64_t start, uint64_t end,
                                 uint32_t generation, gcv_error *err)
{
    gcv_range range;
    gcv_status status = gcv_builder_need_heap(builder, err);
    range.start = start;
    range.end = end;
    range.generation = generation;
    return status == GCV_OK
               ? gcv_range_column_push(builder->ctx, &builder->heap->ranges, range, err)
               : status;
}

gcv_status gcv_builder_name_object(gcv_builder *builder, uint64_t id, gcv_slice name,
                                   gcv_error *err)
{
    gcv_heap *heap = builder->heap;
    uint32_t at = (uint32_t)heap->names.n;
    gcv_status status = gcv_builder_copy(builder, name, &name, err);
    if (status == GCV_OK) {
        status = gcv_slice_column_push(builder->ctx, &heap->names, name, err);
    }
    return status == GCV_OK ? gcv_id_map_set(builder->ctx, &heap->name_of, id, at, err) : status;
}

void gcv_builder_set_moves(gcv_builder *builder, gcv_moves *moves)
{
    gcv_moves_free(builder->heap->moves);
    builder->heap->moves = moves;
}

static gcv_status add_property(gcv_builder *builder, gcv_property property, gcv_error *err)
{
    gcv_status status = gcv_builder_need_heap(builder, err);
    if (status == GCV_OK) {
        status = gcv_builder_copy(builder, property.value, &property.value, err);
    }
    return status == GCV_OK
               ? gcv_property_column_push(builder->ctx, &builder->heap->properties, property, err)
               : status;
}

gcv_status gcv_builder_add_property(gcv_builder *builder, const char *key, gcv_slice value,
                                    gcv_error *err)
{
    gcv_property property = {key, value, false, 0};
    return add_property(builder, property, err);
}

gcv_status gcv_builder_add_number(gcv_builder *builder, const char *key, uint64_t value,
                                  gcv_error *err)
{
    char number[GCV_NUMBER_MAX];
    gcv_property property = {key, {number, 0}, true, value};
    property.value.size = gcv_format_u64(number, value);
    return add_property(builder, property, err);
}

gcv_status gcv_builder_add_snapshot(gcv_builder *builder, const gcv_snapshot *snapshot,
                                    gcv_error *err)
{
    gcv_status status = gcv_builder_need_heap(builder, err);
    return status == GCV_OK
               ? gcv_snapshot_column_push(builder->ctx, &builder->heap->snapshots, *snapshot, err)
               : status;
}

gcv_status gcv_builder_number_dangling(gcv_builder *builder, uint64_t id, gcv_error *err)
{
    gcv_dangling dangling;
    dangling.number = (uint32_t)(gcv_id_column_n(&builder->ids) + builder->dangling.n);
    dangling.id = id;
    return gcv_dangling_column_push(builder->ctx, &builder->dangling, dangling, err);
}

gcv_status gcv_builder_unnamed(gcv_builder *builder, uint64_t n, gcv_error *err)
{
    gcv_builder_section(builder)->counts.unknown_types += n;
    return gcv_notes_add(builder->ctx, &builder->heap->notes, GCV_NOTE_UNKNOWN_TYPES, 0, err,
                         "types without names in the dump, which show as numbers (%" PRIu64 ")", n);
}

gcv_status gcv_builder_incomplete(gcv_builder *builder, gcv_error *err, const char *format, ...)
{
    char message[240];
    gcv_slice reason;
    va_list args;
    size_t i;
    gcv_status status = gcv_builder_need_heap(builder, err);
    if (status != GCV_OK) {
        return status;
    }
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (i = 0; i < builder->reasons.n; i++) {
        if (gcv_slice_is(builder->reasons.data[i], message)) {
            return GCV_OK;
        }
    }
    status = gcv_builder_copy(builder, gcv_slice_str(message), &reason, err);
    return status == GCV_OK ? gcv_slice_column_push(builder->ctx, &builder->reasons, reason, err)
                            : status;
}

gcv_status gcv_builder_incomplete_as_said(gcv_builder *builder, gcv_slice reason, gcv_error *err)
{
    gcv_status status = gcv_builder_incomplete(builder, err, "%.*s", (int)reason.size, reason.data);
    if (status == GCV_OK) {
        builder->heap->verdict_is_quoted = true;
    }
    return status;
}

void gcv_builder_take_memory(gcv_builder *builder, gcv_u8_column *bytes)
{
    gcv_context *ctx = builder->ctx;
    gcv_u32_column *spare = &builder->spare;
    const size_t most = builder->refs.low.n + GCV_SPARE_REFERENCES;
    const size_t n =
        bytes->cap / sizeof *spare->data < most ? bytes->cap / sizeof *spare->data : most;
    if (gcv_builder_keeps_references(builder) && n > 0) {
        gcv_u32_column_release(ctx, spare);
        spare->data = gcv_shrink(ctx, bytes->data, bytes->cap, n * sizeof *spare->data, 1);
        spare->cap = n;
        memset(bytes, 0, sizeof *bytes);
    }
    gcv_u8_column_release(ctx, bytes);
}
