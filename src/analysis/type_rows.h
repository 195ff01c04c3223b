/* type_rows.h - all rows of the dominator tree folded by type (type_fold.h).
 *
 * O(objects), plus at most GCV_FOLD_DEPTH steps for each pair of row and type. Bytes: 4 per object
 * while it runs, up to 48 per pair, and 48 per row.
 */
#ifndef GCV_ANALYSIS_TYPE_ROWS_H
#define GCV_ANALYSIS_TYPE_ROWS_H

#include "analysis/selection.h"
#include "analysis/type_fold.h"

/* `tops`: only these objects at the top count, and what they dominate; NULL: all. */
void gcv_type_rows_find(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *dominators,
                        const gcv_selection *tops, gcv_type_row_column *out);

/* In addition to dominators. */
extern const gcv_cost gcv_cost_of_type_rows;

#endif
