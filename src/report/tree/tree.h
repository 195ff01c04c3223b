/* tree.h - what the two kinds of dominator tree share: tree.c has a row an object, tree_types.c a
 * row for objects of one type. */
#ifndef GCV_REPORT_TREE_TREE_H
#define GCV_REPORT_TREE_TREE_H

#include "report/report.h"

/* `tops`: reachable objects. None dominates another. */
GCV_CHECKED gcv_status gcv_tree_by_type(gcv_report *report, const gcv_dominators *dominators,
                                        const gcv_u32_column *tops, gcv_error *err);

#endif
