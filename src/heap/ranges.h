/* ranges.h - generations by address: sorted ranges of ids, so that objects need no column for them.
 */
#ifndef GCV_HEAP_RANGES_H
#define GCV_HEAP_RANGES_H

#include "base/column.h"

typedef struct gcv_range {
    uint64_t start, end; /* [start, end) */
    uint32_t generation;
} gcv_range;

GCV_COLUMN(gcv_range_column, gcv_range);

/* Makes ranges ascending and disjoint: where ranges overlap, the first one counts; empty ones are
 * dropped. O(n log n). */
void gcv_ranges_normalize(gcv_context *ctx, gcv_range_column *ranges);

/* Returns the generation of an id in normalized ranges, or GCV_NONE. O(log n). */
uint32_t gcv_ranges_find(const gcv_range_column *ranges, uint64_t id);

#endif
