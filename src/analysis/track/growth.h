/* growth.h - objects that exist in two dumps and retain more in the later one. */
#ifndef GCV_ANALYSIS_TRACK_GROWTH_H
#define GCV_ANALYSIS_TRACK_GROWTH_H

#include "heap/heap.h"

typedef struct gcv_growing {
    uint32_t before, object; /* object numbers in the first and in the second heap */
    uint64_t retained_before, retained;
    uint32_t gained; /* references to objects that it did not refer to before */
} gcv_growing;

GCV_COLUMN(gcv_growing_column, gcv_growing);

/* Finds all objects that are reachable in both heaps and retain more in the second, in ascending
 * order of their numbers there.
 *
 * References gained are counted one by one: each reference in the first heap cancels one reference
 * to the same object in the second heap. Sorts the references of each such object once; takes 8
 * bytes per object of both heaps, and the dominators of one heap at a time. */
GCV_CHECKED gcv_status gcv_growing_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                        const gcv_track *track, bool include_weak,
                                        gcv_growing_column *out, gcv_error *err);

/* For each heap; includes dominators. */
extern const gcv_cost gcv_cost_of_growth;

#endif
