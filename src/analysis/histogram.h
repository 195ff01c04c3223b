/* histogram.h - objects and bytes by type name, for the types that occur among some objects.
 *
 * 4 bytes per type and 24 for each type that occurs; adding an object is O(1).
 */
#ifndef GCV_ANALYSIS_HISTOGRAM_H
#define GCV_ANALYSIS_HISTOGRAM_H

#include "base/column.h"
#include "heap/heap.h"

typedef struct gcv_histogram_row {
    uint32_t type; /* type row, shared by types of one name */
    uint64_t objects, bytes;
} gcv_histogram_row;

GCV_COLUMN(gcv_histogram_row_column, gcv_histogram_row);

typedef struct gcv_histogram {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_histogram_row_column rows; /* in order of first occurrence */
    uint32_t *row_of;              /* per type: row + 1; 0: no row yet */
} gcv_histogram;

GCV_CHECKED gcv_status gcv_histogram_init(gcv_context *ctx, gcv_histogram *histogram,
                                          const gcv_heap *heap, gcv_error *err);
/* Adds an object. `again`: it was counted before, so its bytes are not added. */
GCV_CHECKED gcv_status gcv_histogram_add(gcv_histogram *histogram, uint32_t object, bool again,
                                         gcv_error *err);
/* O(rows). */
void gcv_histogram_clear(gcv_histogram *histogram);
void gcv_histogram_release(gcv_histogram *histogram);

#endif
