/* page_tree.h - the rows of the tree that the page shows: the largest ones, and for each of them a
 * sum of the rows left out below it, so that every level adds up. */
#ifndef GCV_REPORT_PAGE_PAGE_TREE_H
#define GCV_REPORT_PAGE_PAGE_TREE_H

#include "analysis/selection.h"
#include "analysis/type_fold.h"

/* A row that is shown, and the sum of its other children. */
typedef struct gcv_page_node {
    uint32_t row;       /* row of the fold; GCV_NONE: the top, all that is reachable */
    uint32_t first, n;  /* its children that are shown: nodes first … */
    uint32_t cut;       /* number of children left out … */
    uint64_t cut_bytes; /* … and the bytes of these and of all rows below them */
    uint64_t cut_objects;
    int64_t delta, cut_delta; /* growth of `below` since the baseline, if there is one */
} gcv_page_node;

GCV_COLUMN(gcv_page_node_column, gcv_page_node);

typedef struct gcv_page_tree {
    gcv_context *ctx;
    const gcv_heap *heap;
    uint64_t whole; /* bytes of all rows */
    gcv_type_fold fold;
    /* The first node is the top; siblings are contiguous, most bytes first. */
    gcv_page_node_column nodes;

    const gcv_heap *past_heap; /* NULL: there is no baseline */
    gcv_type_fold past;
} gcv_page_tree;

/* Folds the tree of the baseline, for comparison. `selection`: of the objects at the top. */
void gcv_page_tree_find_past(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                             const gcv_dominators *dominators);
/* Folds the tree as far as needed to show `most` of its rows. */
void gcv_page_tree_find(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                        const gcv_dominators *dominators, const gcv_dominator_tree *dominator_tree,
                        size_t most);
/* Shows the `most` largest rows (type_fold.h), no more than gcv_page_tree_find() was told. Leaves
 * out rows with less than a hundred thousandth of the bytes of the heap. May be called again for
 * fewer rows. */
void gcv_page_tree_cut(gcv_page_tree *tree, size_t most);

static inline const gcv_type_row *gcv_page_row_of(const gcv_page_tree *tree,
                                                  const gcv_page_node *node)
{
    return &tree->fold.rows.data[node->row];
}

/* The name of a row; words for rows of any type. */
gcv_slice gcv_page_row_name(const gcv_page_tree *tree, const gcv_type_row *row);

#endif
