/* tree.h - the two forms of the dominator tree; tree.c chooses one.
 *
 * circle: the forms share this header with the command, and do not call it. */
#ifndef GCV_REPORT_TREE_TREE_H
#define GCV_REPORT_TREE_TREE_H

#include "report/picture.h"

typedef struct gcv_tree_query {
    gcv_report *report;
    const gcv_dominators *dominators;
    gcv_u32_column tops;  /* reachable objects that the tree begins with; none dominates another */
    uint64_t top;         /* most rows; 0: any number */
    uint64_t deepest;     /* greatest depth that is shown */
    gcv_picture *picture; /* that rows are drawn in; NULL: they are a table */
} gcv_tree_query;

/* A row an object, the `top` that retain the most. */
GCV_CHECKED gcv_status gcv_tree_by_object(const gcv_tree_query *query, gcv_error *err);
/* The same with all rows. */
GCV_CHECKED gcv_status gcv_tree_of_all(const gcv_tree_query *query, gcv_error *err);
/* `--by type`: a row for the objects of one type below a row. */
GCV_CHECKED gcv_status gcv_tree_by_type(const gcv_tree_query *query, gcv_error *err);

#endif
