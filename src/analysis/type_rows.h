/* type_rows.h - the dominator tree folded by type, all of it at once, and short however deep the
 * tree is: the rows of a picture.
 *
 * Going down the dominator tree, an object of type t below an object in row p is in
 *   1. p, if p is of type t: a list of any length is one row;
 *   2. else, if GCV_FOLD_RUN rows among p and those above it are of type t, the lowest of these:
 *      types that alternate are folded, too;
 *   3. else the child of p of type t. Below GCV_FOLD_DEPTH levels a row has one child of any type.
 * A row that has objects by 1 or 2 is marked as folded.
 *
 * `below` of a row is what its own objects take and all that is in the rows below it, so each level
 * adds up: below = bytes + the sum of `below` of the children, and that of the tops is all that is
 * reachable. Without a fold by 2 it is what the topmost objects of the row retain together.
 *
 * O(objects) and at most GCV_FOLD_DEPTH steps for each pair of row and type; 4 bytes an object
 * while it runs, up to 48 for each such pair, and 48 a row.
 */
#ifndef GCV_ANALYSIS_TYPE_ROWS_H
#define GCV_ANALYSIS_TYPE_ROWS_H

#include "heap/heap.h"

enum { GCV_FOLD_RUN = 8, GCV_FOLD_DEPTH = 64 };

typedef struct gcv_type_row {
    uint32_t parent;                 /* row, lower than this one; GCV_NONE: it is at the top */
    uint32_t type;                   /* row of the type; GCV_NONE: any, far down */
    uint32_t depth;                  /* from 1 */
    bool folded;                     /* has objects below objects of its own */
    uint32_t objects, objects_below; /* its own; with those of all rows below */
    uint64_t bytes, below;           /* likewise */
} gcv_type_row;

GCV_COLUMN(gcv_type_row_column, gcv_type_row);

/* To be released even if it fails. */
GCV_CHECKED gcv_status gcv_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                                          const gcv_dominators *dominators,
                                          gcv_type_row_column *out, gcv_error *err);

/* Beside dominators. */
extern const gcv_cost gcv_cost_of_type_rows;

#endif
