/* dominators.h - dominators within a part of the heap; gcv_dominators_find() for all of it is
 * public.
 *
 * circle: depth_first.c is a part of dominators.c. */
#ifndef GCV_ANALYSIS_DOMINATORS_H
#define GCV_ANALYSIS_DOMINATORS_H

#include "analysis/edge_log.h"
#include "heap/heap.h"

/* gcv_dominators_find() as if the closed objects (NULL: none) and the references to them did not
 * exist. No closed object is in the root set. */
void gcv_dominators_within(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                           const gcv_bitset *closed, gcv_dominators *out);

/* Adds up the sizes of a heap along the dominators of this heap, or of the heap that it is without
 * some objects: stores the bytes that each object retains. `retained` has n_reached + 1 slots, by
 * number. */
void gcv_retained_without(const gcv_heap *rest, const gcv_dominators *all, uint64_t *retained);

/* ---- depth_first.c: preorder numbers, parents in the search tree, edges not in that tree ---- */

/* Objects get the numbers 1 … n_reached; 0 is the virtual root. The caller may take over the
 * arrays. */
typedef struct gcv_depth_first {
    uint32_t n_objects, n_reached;
    uint32_t *number; /* per object; 0: unreachable. n_objects slots. NULL: not filled */
    uint32_t *object; /* per number; [0] is GCV_NONE. n_slots: n_objects + 1 until shrunk */
    uint32_t *parent; /* per number, in the search tree; [0] is 0. n_slots */
    size_t n_slots;
    /* Edges to objects that already had a number, self-references included, in search order. The
     * tail is a number, the head an object. Edges of the virtual root are left out. */
    gcv_edge_log edges;
} gcv_depth_first;

/* Does not enter closed objects (NULL: none). They get no number, but edges to them are logged like
 * those to numbered objects. */
void gcv_depth_first_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          const gcv_bitset *closed, gcv_depth_first *out);
/* Fills and frees `number`, which only some phases need. */
void gcv_depth_first_fill_numbers(gcv_context *ctx, gcv_depth_first *search);
void gcv_depth_first_free_numbers(gcv_context *ctx, gcv_depth_first *search);
/* Frees the slots of `object` and `parent` beyond the numbers in use. */
void gcv_depth_first_shrink(gcv_context *ctx, gcv_depth_first *search);

#endif
