/* dominator_tree.h - the dominator tree laid out: what an object dominates stands in one run.
 *
 * Everything is by preorder number (gcv_dominators). Positions follow a depth-first walk over the
 * dominator tree, so the numbers that `w` dominates, itself first, are order[at[w]] …
 * order[at[w] + size[w] - 1]. 8 bytes an object, 12 with the order; O(objects).
 */
#ifndef GCV_ANALYSIS_DOMINATOR_TREE_H
#define GCV_ANALYSIS_DOMINATOR_TREE_H

#include "heap/heap.h"

typedef struct gcv_dominator_tree {
    uint32_t n;      /* numbers, the virtual root's included */
    uint32_t *size;  /* per number: how many it dominates, itself included */
    uint32_t *at;    /* per number: its position */
    uint32_t *order; /* per position: its number; NULL: not asked for */
} gcv_dominator_tree;

GCV_CHECKED gcv_status gcv_dominator_tree_init(gcv_context *ctx, gcv_dominator_tree *tree,
                                               const gcv_dominators *dominators, bool with_order,
                                               gcv_error *err);
void gcv_dominator_tree_release(gcv_context *ctx, gcv_dominator_tree *tree);

/* The position after what `w` dominates. Its first child in the tree has position at[w] + 1, the
 * next one that of the first plus its size, and so on up to this end. */
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

/* Only the children in the dominator tree: those of `w` are the numbers child[first[w]] …
 * child[first[w + 1] - 1], ascending. `first` has n_reached + 2 zeroed slots, `child` n_reached +
 * 1. */
void gcv_dominator_children(const gcv_dominators *dominators, uint32_t *first, uint32_t *child);

#endif
