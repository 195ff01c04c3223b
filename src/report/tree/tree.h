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

/* One row per object, for the `top` objects that retain the most. */
void gcv_tree_by_object(const gcv_tree_query *query);
/* `--by type`: one row for all objects of one type below a row; type_fold.h. */
void gcv_tree_by_type(const gcv_tree_query *query);

#endif
