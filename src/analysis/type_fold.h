/* type_fold.h - the dominator tree folded by type, and short however deep the tree is: which row an
 * object belongs to.
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
 */
#ifndef GCV_ANALYSIS_TYPE_FOLD_H
#define GCV_ANALYSIS_TYPE_FOLD_H

#include "base/id_map.h"
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

typedef struct gcv_type_fold {
    gcv_context *ctx;
    const gcv_dominators *dominators;
    gcv_type_row_column *rows;
    gcv_id_map targets; /* by row and type: where objects of the type below the row belong */
    uint32_t *tops;     /* per type, the row at the top; GCV_NONE: there is none so far */
} gcv_type_fold;

/* The nearest row from `row` upwards that is of a type, if GCV_FOLD_RUN of them are; else GCV_NONE.
 */
uint32_t gcv_type_run_of(const gcv_type_row_column *rows, uint32_t row, uint32_t type);

GCV_CHECKED gcv_status gcv_type_fold_add_row(gcv_type_fold *fold, uint32_t parent, uint32_t type,
                                             gcv_error *err);

/* Puts an object of this type into the row where it belongs, below the row of its dominator. The
 * bytes of an object are what it retains less what those below it do: sizes are far apart in
 * memory. */
GCV_CHECKED gcv_status gcv_type_fold_place(gcv_type_fold *fold, uint32_t number, uint32_t above,
                                           uint32_t type, uint32_t *row, gcv_error *err);

/* When all objects are placed: adds up what is below the rows from `first` on. */
void gcv_type_rows_add_up(gcv_type_row_column *rows, size_t first);

#endif
