/* histogram.c - objects and bytes by type name; see histogram.h. */
#include "analysis/histogram.h"

#include "base/error.h"

#include <string.h>

gcv_status gcv_type_counts_init(gcv_context *ctx, gcv_type_counts *counts, const gcv_heap *heap,
                                gcv_error *err)
{
    memset(counts, 0, sizeof *counts);
    counts->ctx = ctx;
    counts->heap = heap;
    counts->row_of = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *counts->row_of, err);
    return counts->row_of != NULL ? GCV_OK : gcv_failed(err);
}

gcv_status gcv_type_counts_add(gcv_type_counts *counts, uint32_t object, bool again, gcv_error *err)
{
    uint32_t type = gcv_heap_type_row(counts->heap, counts->heap->type.data[object]);
    gcv_type_count *row;
    if (counts->row_of[type] == 0) {
        gcv_type_count fresh = {0, 0, 0};
        gcv_status status;
        fresh.type = type;
        status = gcv_type_count_column_push(counts->ctx, &counts->rows, fresh, err);
        if (status != GCV_OK) {
            return status;
        }
        counts->row_of[type] = (uint32_t)counts->rows.n;
    }
    row = &counts->rows.data[counts->row_of[type] - 1];
    row->objects++;
    row->bytes += again ? 0 : gcv_heap_size(counts->heap, object);
    return GCV_OK;
}

void gcv_type_counts_clear(gcv_type_counts *counts)
{
    while (counts->rows.n > 0) {
        counts->row_of[counts->rows.data[--counts->rows.n].type] = 0;
    }
}

void gcv_type_counts_release(gcv_type_counts *counts)
{
    if (counts->ctx != NULL) {
        gcv_type_count_column_release(counts->ctx, &counts->rows);
        gcv_free(counts->ctx, counts->row_of, counts->heap->n_types, sizeof *counts->row_of);
    }
}
