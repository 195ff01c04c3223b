/* page_tree.h - the rows of the tree that the page shows: those of most bytes, and for each of
 * these what is left out below it, so that every level adds up. */
#ifndef GCV_REPORT_PAGE_PAGE_TREE_H
#define GCV_REPORT_PAGE_PAGE_TREE_H

#include "analysis/largest_type_rows.h"

/* A row that is shown, and the rest of its children. */
typedef struct gcv_page_node {
    uint32_t row;       /* of the rows; GCV_NONE: all that is reachable */
    uint32_t first, n;  /* its children that are shown: nodes first … */
    uint32_t cut;       /* children that are not … */
    uint64_t cut_bytes; /* … and all that is below these */
    uint64_t cut_objects;
    int64_t delta, cut_delta; /* growth of `below` since the baseline, if there is one */
} gcv_page_node;

GCV_COLUMN(gcv_page_node_column, gcv_page_node);

typedef struct gcv_page_tree {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_type_row_column rows;
    gcv_page_node_column
        nodes; /* the first one is all; siblings stand together, most bytes first */

    const gcv_heap *past_heap; /* NULL: there is no baseline */
    gcv_type_row_column past;
} gcv_page_tree;

/* Folds the tree of the baseline, which the other one is compared with. */
GCV_CHECKED gcv_status gcv_page_tree_remember(gcv_page_tree *tree, gcv_context *ctx,
                                              const gcv_heap *heap,
                                              const gcv_dominators *dominators, gcv_error *err);
/* Folds the tree as far as `most` rows of it can be shown. */
GCV_CHECKED gcv_status gcv_page_tree_find(gcv_page_tree *tree, gcv_context *ctx,
                                          const gcv_heap *heap, const gcv_dominators *dominators,
                                          const gcv_dominator_tree *dominator_tree, size_t most,
                                          gcv_error *err);
/* Shows the `most` rows of most bytes. Rows that tie with the first one left out, or that have less
 * than a hundred thousandth of all, go, too. May be called again for fewer rows. No more than were
 * found. */
GCV_CHECKED gcv_status gcv_page_tree_cut(gcv_page_tree *tree, size_t most, gcv_error *err);
void gcv_page_tree_release(gcv_page_tree *tree); /* fine if zeroed */

static inline const gcv_type_row *gcv_page_row_of(const gcv_page_tree *tree,
                                                  const gcv_page_node *node)
{
    return &tree->rows.data[node->row];
}

/* The name of a row; `(deeper)` is no type. */
gcv_slice gcv_page_row_name(const gcv_page_tree *tree, const gcv_type_row *row);

#endif
