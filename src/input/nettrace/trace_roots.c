/* trace_roots.c - the memory that holds roots; gives the roots of the kept dump to the builder. */
#include "input/nettrace/trace.h"

enum { MAX_LABEL = 512 }; /* bytes; a longer type name is omitted from a label */

/* Adds a range. A range of size 0 no longer holds roots; it is ignored, as its roots came
 * before. */
void gcv_trace_add_root_range(gcv_trace *trace, uint64_t start, uint64_t size, gcv_cursor name)
{
    gcv_trace_root_range range = {
        .start = start, .end = gcv_add_capped(start, size), .name = (uint32_t)trace->range_names.n};
    if (size == 0 || trace->range_names.n > UINT32_MAX / 2) {
        return;
    }
    gcv_append_utf16(trace->ctx, &trace->range_names, name);
    range.name_size = (uint32_t)trace->range_names.n - range.name;
    gcv_trace_root_range_column_push(trace->ctx, &trace->root_ranges, range);
}

GCV_BEFORE(by_start, gcv_trace_root_range, of[a].start < of[b].start);

/* Returns the name, shared with the builder, of the range that holds a root of Mono; data NULL:
 * there is none. */
static gcv_slice range_of(gcv_trace *trace, uint64_t slot)
{
    const uint32_t *order = trace->root_order;
    gcv_trace_root_range *ranges = trace->root_ranges.data;
    size_t n = 0;
    GCV_BISECT(n, trace->root_ranges.n, at, ranges[order[at]].start <= slot);
    gcv_trace_root_range *range = n > 0 ? &ranges[order[n - 1]] : NULL;
    if (range == NULL || slot >= range->end || range->name_size == 0) {
        return gcv_slice_of(NULL, 0);
    }
    if (range->kept_for != trace->emitted) {
        range->kept = gcv_builder_share(
            trace->builder, gcv_slice_of(trace->range_names.data + range->name, range->name_size));
        range->kept_for = trace->emitted;
    }
    return range->kept;
}

/* Makes the label "Type.field" of a static root; data NULL: it has none. The runtime sends the type
 * of the object, Mono the type that declares the field. */
static gcv_slice static_label(gcv_trace *trace, const gcv_trace_root *root)
{
    gcv_trace_types *types = &trace->types;
    gcv_buffer *text = &types->scratch;
    gcv_slice name;
    bool own;
    gcv_trace_types_name(trace->ctx, types, root->type, &name, &own);
    if (root->name_size == 0 || !types->types.data[root->type].known) {
        return gcv_slice_of(NULL, 0);
    }
    if (own || name.size > MAX_LABEL) {
        gcv_buffer_clear(text);
    }
    if (own && name.size <= MAX_LABEL) {
        gcv_buffer_append(trace->ctx, text, name);
    }
    if (text->text.n > 0) {
        gcv_buffer_append_str(trace->ctx, text, ".");
    }
    gcv_buffer_append(trace->ctx, text,
                      gcv_slice_of(trace->kept->names.data + root->name, root->name_size));
    if (root->label == GCV_LABEL_THREAD) {
        gcv_buffer_append_str(trace->ctx, text, " [thread]");
    }
    return gcv_buffer_slice(text);
}

static void emit_root(gcv_trace *trace, const gcv_trace_root *root)
{
    static const char *const labels[] = {NULL, "strong", "ref-counted", "COM", "other", NULL};
    const bool is_static = root->type != GCV_NONE;
    gcv_builder_root row = {.id = root->object,
                            .kind = root->kind,
                            .flags = root->flags,
                            .container = is_static ? trace->types.types.data[root->type].id : 0,
                            .has_container = is_static,
                            .label_is_shared = !is_static};
    row.label = is_static ? static_label(trace, root) : range_of(trace, root->id);
    if (!is_static && row.label.data == NULL && labels[root->label] != NULL) {
        row.label = gcv_slice_str(labels[root->label]);
    }
    gcv_builder_add_root(trace->builder, &row);
}

void gcv_trace_emit_roots(gcv_trace *trace)
{
    const gcv_trace_root_column *roots = &trace->kept->roots;
    if (trace->root_order == NULL) { /* all ranges are known, and all dumps share them */
        trace->root_order =
            gcv_numbers_sorted(trace->ctx, trace->root_ranges.n, by_start, trace->root_ranges.data);
    }
    for (size_t i = 0; i < roots->n; i++) {
        emit_root(trace, &roots->data[i]);
    }
}
