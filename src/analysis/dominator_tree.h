/* dominator_tree.h - the dominator tree laid out: what an object dominates stands in one run.
 *
 * Everything is by preorder number (gcv_dominators). Positions follow a depth-first walk over the
 * dominator tree, so the numbers that `w` dominates, itself first, are order[at[w]] …
 * order[at[w] + size[w] - 1]. 12 bytes an object; O(objects).
 */
#ifndef GCV_ANALYSIS_DOMINATOR_TREE_H
#define GCV_ANALYSIS_DOMINATOR_TREE_H

#include "heap/heap.h"

typedef struct gcv_dominated {
    uint32_t n;      /* numbers, the virtual root's included */
    uint32_t *size;  /* per number: how many it dominates, itself included */
    uint32_t *at;    /* per number: its position */
    uint32_t *order; /* per position: its number */
} gcv_dominated;

GCV_CHECKED gcv_status gcv_dominated_init(gcv_context *ctx, gcv_dominated *out,
                                          const gcv_dominators *dominators, gcv_error *err);
void gcv_dominated_release(gcv_context *ctx, gcv_dominated *dominated);

/* Children of `w` in the dominator tree: the first one's position is at[w] + 1, the next one's is
 * that of the one before plus its size; they end with the run of `w`. */
static inline uint32_t gcv_dominated_end(const gcv_dominated *dominated, uint32_t w)
{
    return dominated->at[w] + dominated->size[w];
}

/* Only the children in the dominator tree: those of `w` are the numbers child[first[w]] …
 * child[first[w + 1] - 1], ascending. `first` has room for two more than are reached and is zeroed,
 * `child` for one more. */
void gcv_list_dominated(const gcv_dominators *dominators, uint32_t *first, uint32_t *child);

#endif
