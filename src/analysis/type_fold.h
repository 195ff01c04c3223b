/* type_fold.h - the dominator tree folded by type, short however deep the tree is: the rules that
 * assign objects to rows.
 *
 * Going down the dominator tree, an object of type t whose dominator is in row p belongs to
 *   1. p, if p is of type t: a list of any length is one row;
 *   2. else, if GCV_FOLD_RUN rows among p and those above it are of type t, the lowest of these:
 *      alternating types are folded, too;
 *   3. else the child of p of type t.
 * At depth GCV_FOLD_DEPTH rule 2 does not apply, and p has one child for all other types.
 * A row that has objects by rule 1 or 2 is marked as folded.
 *
 * `below` of a row is the bytes of its own objects and of all rows below it, so each level adds up:
 * below = bytes + the sum of `below` over the children, and the sum over the top rows is that of
 * all reachable objects. Without a fold by rule 2 it is what the topmost objects of the row retain
 * together.
 */
#ifndef GCV_ANALYSIS_TYPE_FOLD_H
#define GCV_ANALYSIS_TYPE_FOLD_H

#include "base/id_map.h"
#include "heap/heap.h"

enum { GCV_FOLD_RUN = 8, GCV_FOLD_DEPTH = 64 };

typedef struct gcv_type_row {
    uint32_t parent;                 /* row, lower than this one; GCV_NONE: it is at the top */
    uint32_t type;                   /* row of the type; GCV_NONE: any type, far down */
    uint32_t depth;                  /* from 1 */
    bool folded;                     /* has objects below objects of its own */
    uint32_t objects, objects_below; /* of the row itself; with those of all rows below */
    uint64_t bytes, below;           /* likewise */
} gcv_type_row;

GCV_COLUMN(gcv_type_row_column, gcv_type_row);

typedef struct gcv_type_fold {
    gcv_context *ctx;
    const gcv_dominators *dominators;
    gcv_type_row_column *rows;
    gcv_id_map targets; /* by row and type: the row of objects of the type below that row */
    uint32_t *tops;     /* per type: the row at the top; GCV_NONE: none yet */
} gcv_type_fold;

/* Whether row `a` of a gcv_type_row_column is larger than row `b`: by `below`; among equals the one
 * nearer the top, then the one whose parent is larger, then the one of the lower type. So a row is
 * larger than all rows below it, and the order does not depend on that of the rows. */
bool gcv_type_row_is_larger(const void *rows, uint32_t a, uint32_t b);

/* Returns the nearest row of a type from `row` upwards, if GCV_FOLD_RUN rows are of that type; else
 * GCV_NONE. */
uint32_t gcv_type_run_of(const gcv_type_row_column *rows, uint32_t row, uint32_t type);

void gcv_type_fold_add_row(gcv_type_fold *fold, uint32_t parent, uint32_t type);

/* Puts an object into its row; `above` is the row of its dominator. The bytes of the object are
 * what it retains less what those below it retain, because reading its size would miss the
 * cache. */
void gcv_type_fold_place(gcv_type_fold *fold, uint32_t number, uint32_t above, uint32_t type,
                         uint32_t *row);

/* Adds up the rows from `first` on into `below` and `objects_below`, once all objects are
 * placed. */
void gcv_type_rows_add_up(gcv_type_row_column *rows, size_t first);

#endif
