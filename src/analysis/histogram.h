/* histogram.h - objects and bytes by type name, for as many types as turn up. */
#ifndef GCV_ANALYSIS_HISTOGRAM_H
#define GCV_ANALYSIS_HISTOGRAM_H

#include "base/column.h"
#include "heap/heap.h"

typedef struct gcv_type_count {
    uint32_t type; /* row of the type */
    uint64_t objects, bytes;
} gcv_type_count;

GCV_COLUMN(gcv_type_count_column, gcv_type_count);

typedef struct gcv_type_counts {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_type_count_column rows; /* in the order in which types turned up */
    uint32_t *row_of;           /* per type: row + 1; 0: none so far */
} gcv_type_counts;

/* 4 bytes a type. */
GCV_CHECKED gcv_status gcv_type_counts_init(gcv_context *ctx, gcv_type_counts *counts,
                                            const gcv_heap *heap, gcv_error *err);
/* `again`: its bytes are counted already. */
GCV_CHECKED gcv_status gcv_type_counts_add(gcv_type_counts *counts, uint32_t object, bool again,
                                           gcv_error *err);
/* O(types that turned up). */
void gcv_type_counts_clear(gcv_type_counts *counts);
void gcv_type_counts_release(gcv_type_counts *counts);

#endif
