/* tree_rows.h - rows of the dominator tree with one row per object, written in blocks. */
#ifndef GCV_REPORT_TREE_TREE_ROWS_H
#define GCV_REPORT_TREE_TREE_ROWS_H

#include "report/tree/tree.h"

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

#endif
