/* type_fold.h - the largest rows of the dominator tree folded by type.
 *
 * Going down the dominator tree, an object of type t whose dominator is in row p belongs to the
 * child of p of type t. So that the tree is short however deep the dominator tree is, lists and
 * recursions can be folded, too. Then it belongs to
 *   1. p, if p is of type t: a list of any length is one row;
 *   2. else, if GCV_FOLD_RUN rows among p and those above it are of type t, the lowest of these:
 *      alternating types are folded, too;
 *   3. else the child of p of type t.
 * At depth GCV_FOLD_DEPTH rule 2 does not apply, and p has one child for all other types.
 * A row that has objects by rule 1 or 2 is marked as folded.
 *
 * `below` of a row is the bytes of its own objects and of all rows below it, so each level adds up:
 * below = bytes + the sum of `below` over the children, and the sum over the top rows is that of
 * all objects. Except below a fold by rule 2, it is what the topmost objects of the row retain
 * together.
 *
 * The largest rows are chosen one by one: always the one with the most `below` of the tops and the
 * children of those chosen; among equals the one of the lower type, then the one whose topmost
 * objects include the lowest.
 */
#ifndef GCV_ANALYSIS_TYPE_FOLD_H
#define GCV_ANALYSIS_TYPE_FOLD_H

#include "analysis/dominator_tree.h"

enum { GCV_FOLD_RUN = 8, GCV_FOLD_DEPTH = 64 };

typedef struct gcv_type_row {
    uint32_t parent;                 /* row, lower than this one; GCV_NONE: it is at the top */
    uint32_t type;                   /* row of the type; GCV_NONE: any type, far down */
    uint32_t depth;                  /* from 1 */
    uint32_t lowest;                 /* of its topmost objects */
    bool folded;                     /* has objects below objects of its own */
    uint32_t objects, objects_below; /* of the row itself; with those of all rows below */
    uint64_t bytes, below;           /* likewise */
} gcv_type_row;

GCV_COLUMN(gcv_type_row_column, gcv_type_row);

/* What to fold, and the rows that are wanted. */
typedef struct gcv_fold_query {
    const gcv_heap *heap;
    const gcv_dominators *dominators;
    const gcv_dominator_tree *tree; /* with its order */
    const gcv_u32_column *tops;     /* numbers of the objects at the top; none dominates another */
    bool lists_too;                 /* lists and recursions are folded */
    uint64_t most;                  /* number of rows that are wanted: the largest ones, … */
    uint64_t least, deepest;        /* … of those with so many bytes, and not below this depth */
    /* NULL, or whether a new row is wanted. Called once for each row, in their order. */
    bool (*wants)(void *payload, uint32_t row);
    void *payload;
} gcv_fold_query;

typedef struct gcv_type_fold {
    gcv_type_row_column rows; /* those wanted, their children, and perhaps others; `parent` of each
                                 is here. Of rows that are not wanted only the totals are known */
    gcv_u32_column largest;   /* the rows wanted, largest first */
    size_t n_left;            /* rows that would be wanted next */
} gcv_type_fold;

/* O(objects), plus at most GCV_FOLD_DEPTH steps for each pair of row and type. Bytes: 4 per object
 * while it runs, up to 48 per pair, and 64 per row. */
void gcv_type_fold_find(gcv_context *ctx, const gcv_fold_query *query, gcv_type_fold *out);

/* In addition to dominators and their tree. */
extern const gcv_cost gcv_cost_of_type_fold;

#endif
