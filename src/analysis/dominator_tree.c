/* dominator_tree.c - layout of the dominator tree; see dominator_tree.h.
 *
 * A dominator has a lower number than what it dominates, so sizes add up from the highest number
 * down, and positions are handed out from the lowest number up. */
#include "analysis/dominator_tree.h"

#include "base/sort.h"

void gcv_dominator_tree_init(gcv_context *ctx, gcv_dominator_tree *tree, const gcv_dominators *d,
                             bool with_order)
{
    *tree = (gcv_dominator_tree){.n = d->n_reached + 1};
    tree->size = gcv_alloc(ctx, tree->n, sizeof *tree->size);
    tree->at = gcv_alloc(ctx, tree->n, sizeof *tree->at);
    tree->order = with_order ? gcv_alloc(ctx, tree->n, sizeof *tree->order) : NULL;
    uint32_t *next = tree->at; /* per number: position of its next child; in the end, its own end */
    for (uint32_t w = 0; w < tree->n; w++) {
        tree->size[w] = 1;
    }
    for (uint32_t w = tree->n - 1; w > 0; w--) {
        tree->size[d->dominator[w]] += tree->size[w];
    }
    next[0] = 1;
    for (uint32_t w = 1; w < tree->n; w++) {
        uint32_t position = next[d->dominator[w]];
        next[d->dominator[w]] += tree->size[w];
        next[w] = position + 1;
    }
    for (uint32_t w = 0; w < tree->n; w++) {
        tree->at[w] = next[w] - tree->size[w];
    }
    for (uint32_t w = 0; with_order && w < tree->n; w++) {
        tree->order[tree->at[w]] = w;
    }
}

void gcv_dominator_tree_release(gcv_context *ctx, gcv_dominator_tree *tree)
{
    GCV_FREE(ctx, tree->size, tree->at, tree->order);
    *tree = (gcv_dominator_tree){0};
}

uint32_t *gcv_tree_positions(gcv_context *ctx, const gcv_dominators *dominators,
                             const gcv_dominator_tree *tree, const uint32_t *objects, size_t n)
{
    uint32_t *at = gcv_alloc(ctx, n, sizeof *at);
    for (size_t i = 0; i < n; i++) {
        at[i] = tree->at[dominators->number[objects[i]]];
    }
    gcv_sort_u32(at, n);
    return at;
}

void gcv_dominator_children(const gcv_dominators *d, uint32_t *first, uint32_t *child)
{
    uint32_t sum = 0;
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        first[d->dominator[w]]++;
    }
    for (uint32_t w = 0; w <= d->n_reached + 1; w++) {
        sum += first[w];
        first[w] = sum;
    }
    for (uint32_t w = d->n_reached; w > 0; w--) {
        child[--first[d->dominator[w]]] = w;
    }
}
