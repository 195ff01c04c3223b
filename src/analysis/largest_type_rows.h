/* largest_type_rows.h - the largest rows of the dominator tree folded by type (type_fold.h). */
#ifndef GCV_ANALYSIS_LARGEST_TYPE_ROWS_H
#define GCV_ANALYSIS_LARGEST_TYPE_ROWS_H

#include "analysis/dominator_tree.h"
#include "analysis/selection.h"
#include "analysis/type_fold.h"

/* Finds the `most` largest rows (gcv_type_row_is_larger()) among those with at least `least` bytes,
 * and their children. Of the children, only the totals are known, not their own objects and bytes.
 * `out` may hold more rows; the parent of each row is in it. `tops`: only these objects at the top
 * count, and what they dominate; NULL: all. 8 bytes per object while it runs. `tree` has its order.
 */
void gcv_largest_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                                const gcv_dominators *dominators, const gcv_dominator_tree *tree,
                                const gcv_selection *tops, size_t most, uint64_t least,
                                gcv_type_row_column *out);

#endif
