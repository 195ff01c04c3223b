/* dominator_tree.h - layout of the dominator tree in which the objects below an object are
 * contiguous.
 *
 * Objects are identified by preorder number (gcv_dominators). Positions follow a depth-first walk
 * over the dominator tree, so the numbers that `w` dominates, itself first, are order[at[w]] …
 * order[at[w] + size[w] - 1]. 8 bytes per object, 12 with `order`; O(objects).
 */
#ifndef GCV_ANALYSIS_DOMINATOR_TREE_H
#define GCV_ANALYSIS_DOMINATOR_TREE_H

#include "heap/heap.h"

typedef struct gcv_dominator_tree {
    uint32_t n;      /* count of numbers, that of the virtual root included */
    uint32_t *size;  /* per number: count of the numbers it dominates, itself included */
    uint32_t *at;    /* per number: its position */
    uint32_t *order; /* per position: its number; NULL: not asked for */
} gcv_dominator_tree;

void gcv_dominator_tree_init(gcv_context *ctx, gcv_dominator_tree *tree,
                             const gcv_dominators *dominators, bool with_order);
void gcv_dominator_tree_release(gcv_context *ctx, gcv_dominator_tree *tree);

/* The position after the last number that `w` dominates. The first child of `w` in the tree is at
 * at[w] + 1; the position of each further child is that of the previous child plus its size, up to
 * this end. */
static inline uint32_t gcv_dominator_tree_end(const gcv_dominator_tree *tree, uint32_t w)
{
    return tree->at[w] + tree->size[w];
}

/* Whether `a` dominates `b`; each dominates itself. */
static inline bool gcv_dominator_tree_dominates(const gcv_dominator_tree *tree, uint32_t a,
                                                uint32_t b)
{
    return tree->at[b] >= tree->at[a] && tree->at[b] < gcv_dominator_tree_end(tree, a);
}

/* Returns the positions of reachable objects, ascending; the caller frees it. */
uint32_t *gcv_tree_positions(gcv_context *ctx, const gcv_dominators *dominators,
                             const gcv_dominator_tree *tree, const uint32_t *objects, size_t n);

/* Fills only the children in the dominator tree: those of `w` are the numbers child[first[w]] …
 * child[first[w + 1] - 1], ascending. `first` has n_reached + 2 zeroed slots, `child` n_reached +
 * 1. */
void gcv_dominator_children(const gcv_dominators *dominators, uint32_t *first, uint32_t *child);

#endif
