/* garbage.h - the unreachable part of a heap, and the objects that head it.
 *
 * A head is an object that no other unreachable object refers to. If objects refer to each other in
 * cycles that nothing else unreachable refers to, the first of these objects is the head. So each
 * unreachable object is reached from a head, no head is reached from another, and no head can be
 * left out. In terms of graphs: one object of each source among the strongly connected components.
 *
 * O(objects + references): two passes of marking.
 */
#ifndef GCV_ANALYSIS_GARBAGE_H
#define GCV_ANALYSIS_GARBAGE_H

#include "heap/heap.h"

typedef struct gcv_garbage {
    gcv_bitset reachable; /* objects */
    uint32_t n_objects;   /* number of unreachable objects */
    gcv_u32_column heads; /* ascending */
} gcv_garbage;

/* Finds the objects that the roots do not reach. */
void gcv_garbage_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                      gcv_garbage *out);
void gcv_garbage_release(gcv_context *ctx, gcv_garbage *garbage); /* accepts a zeroed struct */

/* The heads as the root set of the unreachable part, borrowed; they have no root records (`root` is
 * NULL).
 */
gcv_root_set gcv_garbage_heads(const gcv_garbage *garbage);

/* Dominators of the unreachable part, over a virtual root with an edge to each head. */
void gcv_garbage_dominators(gcv_context *ctx, const gcv_heap *heap, const gcv_garbage *garbage,
                            gcv_dominators *out);

/* Includes the cost of the dominators. */
extern const gcv_cost gcv_cost_of_garbage;

#endif
