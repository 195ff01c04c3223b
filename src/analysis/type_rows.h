/* type_rows.h - all rows of the dominator tree folded by type (type_fold.h).
 *
 * O(objects) and at most GCV_FOLD_DEPTH steps for each pair of row and type; 4 bytes an object
 * while it runs, up to 48 for each such pair, and 48 a row.
 */
#ifndef GCV_ANALYSIS_TYPE_ROWS_H
#define GCV_ANALYSIS_TYPE_ROWS_H

#include "analysis/type_fold.h"

/* To be released even if it fails. */
GCV_CHECKED gcv_status gcv_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                                          const gcv_dominators *dominators,
                                          gcv_type_row_column *out, gcv_error *err);

/* Beside dominators. */
extern const gcv_cost gcv_cost_of_type_rows;

#endif
