/* largest_type_rows.h - the rows of most bytes of the dominator tree folded by type (type_fold.h).
 */
#ifndef GCV_ANALYSIS_LARGEST_TYPE_ROWS_H
#define GCV_ANALYSIS_LARGEST_TYPE_ROWS_H

#include "analysis/dominator_tree.h"
#include "analysis/type_fold.h"

/* Finds the `most` rows of most bytes, of those that have `least` bytes at least, and the rows
 * right below these, whose own objects and bytes are not known. Others may be there, too, with
 * their parents. 8 bytes an object while it runs. `tree` has its order. To be released even if it
 * fails.
 */
GCV_CHECKED gcv_status gcv_largest_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                                                  const gcv_dominators *dominators,
                                                  const gcv_dominator_tree *tree, size_t most,
                                                  uint64_t least, gcv_type_row_column *out,
                                                  gcv_error *err);

#endif
