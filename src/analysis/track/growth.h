/* growth.h - objects that are in two dumps and retain more in the later one. */
#ifndef GCV_ANALYSIS_TRACK_GROWTH_H
#define GCV_ANALYSIS_TRACK_GROWTH_H

#include "heap/heap.h"

typedef struct gcv_growing {
    uint32_t before, object; /* in the first heap, in the second */
    uint64_t retained_before, retained;
    uint32_t gained; /* references to other objects than those it referred to before */
} gcv_growing;

GCV_COLUMN(gcv_growing_column, gcv_growing);

/* All objects that are reachable in both heaps and retain more in the second, ascending by their
 * numbers there. An object that is unreachable in one of them retains nothing to compare with.
 *
 * References gained: those of the object in the second heap, less one for each that it had in the
 * first one to what is the same object. One sort of the references of each such object; 8 bytes an
 * object of both heaps beside the dominators, of which one heap's are there at a time. */
GCV_CHECKED gcv_status gcv_growing_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                        const gcv_track *track, bool include_weak,
                                        gcv_growing_column *out, gcv_error *err);

/* Of each heap, with dominators. */
extern const gcv_cost gcv_cost_of_growth;

#endif
