/* depth_first.h - depth-first search from the root set: preorder numbers, parents in the search
 * tree, and every edge that led to an object met before.
 *
 * Objects get the numbers 1 … n_reached, 0 is the virtual root. All arrays are the caller's.
 */
#ifndef GCV_ANALYSIS_DEPTH_FIRST_H
#define GCV_ANALYSIS_DEPTH_FIRST_H

#include "heap/heap.h"

typedef struct gcv_depth_first {
    uint32_t n_objects, n_reached;
    uint32_t *number; /* per object; 0: unreachable. n_objects */
    uint32_t *object; /* per number; [0] is GCV_NONE. n_objects + 1 until fitted */
    uint32_t *parent; /* per number; [0] is 0. As many */
    size_t n_slots;   /* of object and of parent */
    /* Edges to objects that were met before, references to oneself included, in the order of the
     * search: the number of the tail, and the head as an object. Edges of the virtual root are not
     * among them. */
    gcv_u32_column tails, heads;
} gcv_depth_first;

GCV_CHECKED gcv_status gcv_depth_first_find(gcv_context *ctx, const gcv_heap *heap,
                                            const gcv_root_set *roots, gcv_depth_first *out,
                                            gcv_error *err);
/* Gives back the slots of object and parent beyond the numbers in use. */
void gcv_depth_first_fit(gcv_context *ctx, gcv_depth_first *preorder);
void gcv_depth_first_release(gcv_context *ctx, gcv_depth_first *preorder);

#endif
