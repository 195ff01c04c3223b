/* tree.h - what the two kinds of dominator tree share: tree.c has a row an object, tree_types.c a
 * row for objects of one type. */
#ifndef GCV_REPORT_TREE_TREE_H
#define GCV_REPORT_TREE_TREE_H

#include "report/report.h"

typedef struct gcv_tree_options {
    gcv_optional depth;
    const char *by; /* NULL: a row an object */
} gcv_tree_options;

/* The depth below which nothing is shown. */
uint64_t gcv_tree_depth(const gcv_report_options *options);

/* `tops`: reachable objects. None dominates another. */
GCV_CHECKED gcv_status gcv_tree_by_type(gcv_report *report, const gcv_dominators *dominators,
                                        const gcv_u32_column *tops, gcv_error *err);

#endif
