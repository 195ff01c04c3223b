/* histogram.c - objects and bytes by type name; see group_totals.h. */
#include "analysis/group_totals.h"

void gcv_histogram_init(gcv_context *ctx, gcv_histogram *histogram, const gcv_heap *heap)
{
    *histogram = (gcv_histogram){.ctx = ctx, .heap = heap};
    histogram->row_of = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *histogram->row_of);
}

void gcv_histogram_add(gcv_histogram *histogram, uint32_t object, bool again)
{
    uint32_t type = gcv_heap_object_row(histogram->heap, object);
    if (histogram->row_of[type] == 0) {
        const gcv_histogram_row fresh = {.type = type};
        gcv_histogram_row_column_push(histogram->ctx, &histogram->rows, fresh);
        histogram->row_of[type] = (uint32_t)histogram->rows.n;
    }
    gcv_histogram_row *row = &histogram->rows.data[histogram->row_of[type] - 1];
    row->objects++;
    row->bytes += again ? 0 : gcv_heap_size(histogram->heap, object);
}

void gcv_histogram_clear(gcv_histogram *histogram)
{
    while (histogram->rows.n > 0) {
        histogram->row_of[histogram->rows.data[--histogram->rows.n].type] = 0;
    }
}
