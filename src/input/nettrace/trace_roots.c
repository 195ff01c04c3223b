/* trace_roots.c - the memory that holds roots; gives the roots of the kept dump to the builder. */
#include "input/nettrace/trace.h"

#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

enum { MAX_LABEL = 512 }; /* bytes; a longer type name is omitted from a label */

/* Adds a range. A range of size 0 no longer holds roots; it is ignored, as its roots came
 * before. */
gcv_status gcv_trace_add_root_range(gcv_trace *trace, uint64_t start, uint64_t size,
                                    gcv_cursor name, gcv_error *err)
{
    gcv_trace_root_range range;
    gcv_status status;
    if (size == 0 || trace->range_names.n > UINT32_MAX / 2) {
        return GCV_OK;
    }
    range.start = start;
    range.end = gcv_add_capped(start, size);
    range.name = (uint32_t)trace->range_names.n;
    range.kept = gcv_slice_of(NULL, 0);
    range.kept_for = 0;
    status = gcv_append_utf16(trace->ctx, &trace->range_names, name, err);
    range.name_size = (uint32_t)trace->range_names.n - range.name;
    return status == GCV_OK
               ? gcv_trace_root_range_column_push(trace->ctx, &trace->root_ranges, range, err)
               : status;
}

static bool by_start(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_trace_root_range *ranges = payload;
    return ranges[a].start < ranges[b].start;
}

/* Gives the name, shared with the builder, of the range that holds a root of Mono. */
static gcv_status range_of(gcv_trace *trace, uint64_t slot, gcv_slice *name, gcv_error *err)
{
    const uint32_t *order = trace->root_order.data;
    gcv_trace_root_range *ranges = trace->root_ranges.data;
    gcv_status status = GCV_OK;
    size_t low = 0, high = trace->root_ranges.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[order[middle]].start <= slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0 && slot < ranges[order[low - 1]].end && ranges[order[low - 1]].name_size > 0) {
        gcv_trace_root_range *range = &ranges[order[low - 1]];
        if (range->kept_for != trace->emitted) {
            status = gcv_builder_share(
                trace->builder,
                gcv_slice_of(trace->range_names.data + range->name, range->name_size), &range->kept,
                err);
            range->kept_for = trace->emitted;
        }
        *name = range->kept;
    }
    return status;
}

/* Makes the label "Type.field" of a static root. The runtime sends the type of the object, Mono the
 * type that declares the field. */
static gcv_status static_label(gcv_trace *trace, const gcv_trace_root *root, gcv_slice *label,
                               gcv_error *err)
{
    gcv_trace_types *types = &trace->types;
    gcv_buffer *text = &types->scratch;
    gcv_slice name;
    bool own;
    gcv_status status = gcv_trace_types_name(trace->ctx, types, root->type, &name, &own, err);
    if (status != GCV_OK || root->name_size == 0 || !types->types.data[root->type].known) {
        return status;
    }
    if (own || name.size > MAX_LABEL) {
        gcv_buffer_clear(text);
    }
    if (own && name.size <= MAX_LABEL) {
        gcv_buffer_append(trace->ctx, text, name, err);
    }
    if (text->text.n > 0) {
        gcv_buffer_append_str(trace->ctx, text, ".", err);
    }
    gcv_buffer_append(trace->ctx, text,
                      gcv_slice_of(trace->kept->names.data + root->name, root->name_size), err);
    if (root->label == GCV_LABEL_THREAD) {
        gcv_buffer_append_str(trace->ctx, text, " [thread]", err);
    }
    *label = gcv_buffer_slice(text);
    return text->status;
}

static gcv_status emit_root(gcv_trace *trace, const gcv_trace_root *root, gcv_error *err)
{
    static const char *const labels[] = {NULL, "strong", "ref-counted", "COM", "other", NULL};
    gcv_builder_root row;
    gcv_status status;
    row.id = root->object;
    row.kind = root->kind;
    row.flags = root->flags;
    row.has_container = root->type != GCV_NONE;
    row.container = row.has_container ? trace->types.types.data[root->type].id : 0;
    row.label = gcv_slice_of(NULL, 0);
    row.label_is_shared = !row.has_container;
    status = range_of(trace, root->id, &row.label, err);
    if (row.label.data == NULL && labels[root->label] != NULL) {
        row.label = gcv_slice_str(labels[root->label]);
    }
    if (status == GCV_OK && row.has_container) {
        row.label = gcv_slice_of(NULL, 0);
        status = static_label(trace, root, &row.label, err);
    }
    return status == GCV_OK ? gcv_builder_add_root(trace->builder, &row, err) : status;
}

/* Sorts the ranges for the first dump. All ranges are known by then, and all dumps share them. */
static gcv_status sort_ranges(gcv_trace *trace, gcv_error *err)
{
    gcv_u32_column *order = &trace->root_order;
    const size_t n = trace->root_ranges.n;
    gcv_status status = GCV_OK;
    if (order->n == n) {
        return GCV_OK;
    }
    order->n = 0;
    status = gcv_u32_column_reserve(trace->ctx, order, n, err);
    if (status == GCV_OK) {
        for (; order->n < n; order->n++) {
            order->data[order->n] = (uint32_t)order->n;
        }
        status = gcv_sort(trace->ctx, order->data, n, by_start, trace->root_ranges.data, err);
    }
    return status;
}

gcv_status gcv_trace_emit_roots(gcv_trace *trace, gcv_error *err)
{
    const gcv_trace_root_column *roots = &trace->kept->roots;
    gcv_status status = sort_ranges(trace, err);
    size_t i;
    for (i = 0; i < roots->n && status == GCV_OK; i++) {
        status = emit_root(trace, &roots->data[i], err);
    }
    return status;
}
