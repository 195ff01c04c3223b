/* tree.h - the forms of the dominator tree; tree.c chooses one.
 *
 * circle: the forms share this header with the command, and do not call it. */
#ifndef GCV_REPORT_TREE_TREE_H
#define GCV_REPORT_TREE_TREE_H

#include "report/picture.h"

typedef struct gcv_tree_query {
    gcv_report *report;
    const gcv_dominators *dominators;
    gcv_u32_column tops;  /* objects at the top of the tree; none dominates another */
    uint64_t top;         /* most rows; 0: any number */
    uint64_t deepest;     /* greatest depth shown */
    bool folds;           /* lists and recursions are one row */
    gcv_picture *picture; /* picture to draw the rows in; NULL: write a table */
} gcv_tree_query;

/* ---- tree_rows.c ---------------------------------------------------------------------------- */

/* Rows with one row per object, written in blocks. */
typedef struct gcv_tree_rows {
    const gcv_tree_query *query;
    size_t n; /* rows that are not written yet */
    uint32_t number[GCV_ID_BATCH], object[GCV_ID_BATCH];
    uint32_t depth[GCV_ID_BATCH];
} gcv_tree_rows;

/* Begins the table or the picture. */
void gcv_tree_rows_begin(gcv_tree_rows *rows, const gcv_tree_query *query);
/* Adds the row of the object with this number in the dominator tree; depth is 1 at the top. */
void gcv_tree_rows_add(gcv_tree_rows *rows, uint32_t number, uint32_t depth);
/* Writes the rows that are not written yet. */
void gcv_tree_rows_end(gcv_tree_rows *rows);

/* The rows that are shown, as a tree. */
typedef struct gcv_row_tree {
    uint32_t *parent, *child, *sibling; /* per row; GCV_NONE: there is none */
    uint32_t top;
} gcv_row_tree;

void gcv_row_tree_init(gcv_context *ctx, gcv_row_tree *tree, size_t n);
/* Puts a row before its siblings; `parent` GCV_NONE: it is at the top. */
void gcv_row_tree_put(gcv_row_tree *tree, uint32_t row, uint32_t parent);
/* Returns the row that follows a row in the table; GCV_NONE: none. */
uint32_t gcv_row_tree_next(const gcv_row_tree *tree, uint32_t row);

/* ---- the forms ------------------------------------------------------------------------------ */

/* One row per object, for the `top` objects that retain the most. */
void gcv_tree_by_object(const gcv_tree_query *query);
/* One row per object, for all objects. */
void gcv_tree_of_all(const gcv_tree_query *query);
/* `--by type`: one row for all objects of one type below a row; type_fold.h. */
void gcv_tree_by_type(const gcv_tree_query *query);

#endif
