/* growth.h - objects that are in two dumps and retain more in the later one. */
#ifndef GCV_ANALYSIS_TRACK_GROWTH_H
#define GCV_ANALYSIS_TRACK_GROWTH_H

#include "heap/heap.h"

typedef struct gcv_growing {
    uint32_t before, object; /* in the first heap, in the second */
    uint64_t retained_before, retained;
    uint32_t gained; /* references to objects that it did not refer to before */
} gcv_growing;

GCV_COLUMN(gcv_growing_column, gcv_growing);

/* Finds all objects that are reachable in both heaps and retain more in the second, ascending by
 * their numbers there.
 *
 * References gained are counted one by one: a reference in the second heap is not gained if the
 * first heap has one, not counted yet, to the same object. One sort of the references of each such
 * object; 8 bytes an object of both heaps, and the dominators of one heap at a time. */
GCV_CHECKED gcv_status gcv_growing_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                        const gcv_track *track, bool include_weak,
                                        gcv_growing_column *out, gcv_error *err);

/* Of each heap, with dominators. */
extern const gcv_cost gcv_cost_of_growth;

#endif
