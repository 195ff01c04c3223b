/* java_rows.c - the columns of objects and references; see java_reader.h. */
#include "input/hprof/java_reader.h"

void gcv_hprof_add_row(gcv_hprof *hprof, uint64_t id, uint32_t shape, uint32_t length)
{
    gcv_context *ctx = hprof->ctx;
    gcv_hprof_heap *heap = hprof->heap;
    gcv_builder_columns *rows = &heap->rows;
    if (rows->size.n >= GCV_MAX_OBJECTS) {
        gcv_fail(ctx, GCV_ERR_LIMIT, GCV_TOO_MANY_OBJECTS);
    }
    if (rows->refs.low.n > GCV_MAX_REFERENCES) {
        gcv_fail(ctx, GCV_ERR_LIMIT, GCV_TOO_MANY_REFERENCES);
    }
    heap->is_ascending = heap->is_ascending && (rows->size.n == 0 || id > heap->last_id);
    heap->last_id = id;
    gcv_id_column_push(ctx, &rows->ids, id);
    gcv_u32_column_push(ctx, &rows->slot, shape);
    gcv_u32_column_push(ctx, &rows->size, length);
    if (hprof->graph) {
        gcv_u32_column_push(ctx, &rows->first_ref, (uint32_t)rows->refs.low.n);
    }
    if (hprof->names) {
        const uint32_t list = gcv_fields_end_list(ctx, &rows->fields);
        gcv_u32_column_push(ctx, &rows->fields.first, list);
    }
}

void gcv_hprof_push_reference(gcv_hprof *hprof, uint64_t id, uint8_t kind, uint32_t name)
{
    gcv_builder_columns *rows = &hprof->heap->rows;
    if (!hprof->graph) {
        return;
    }
    gcv_id_column_push(hprof->ctx, &rows->refs, id);
    if (hprof->names) {
        gcv_fields_push(hprof->ctx, &rows->fields, kind, name);
    }
}

void gcv_hprof_drop_references(gcv_hprof *hprof)
{
    gcv_builder_columns *rows = &hprof->heap->rows;
    if (hprof->graph) {
        const uint32_t n = rows->first_ref.data[rows->first_ref.n - 1];
        gcv_id_column_truncate(&rows->refs, n);
        gcv_fields_drop_list(&rows->fields);
    }
}

uint32_t gcv_hprof_find(const gcv_hprof_heap *heap, uint64_t id)
{
    size_t low = 0, high = heap->rows.size.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const uint32_t object = heap->order != NULL ? heap->order[middle] : (uint32_t)middle;
        const uint64_t found = gcv_id_column_get(&heap->rows.ids, object);
        if (found == id) {
            return object;
        }
        if (found < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return GCV_NONE;
}
