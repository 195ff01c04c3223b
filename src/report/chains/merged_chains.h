/* merged_chains.h - what the two forms of merged chains share: merged_chains.c chooses chains and
 * writes them one by one, merged_tree.c writes them as a tree.
 */
#ifndef GCV_REPORT_CHAINS_MERGED_CHAINS_H
#define GCV_REPORT_CHAINS_MERGED_CHAINS_H

#include "analysis/chains/merged_steps.h"
#include "report/chains/chains.h"
#include "report/rows.h"

typedef struct gcv_merge {
    gcv_report *report;
    gcv_merged_steps merged;
    gcv_u32_column way; /* steps of the chain being written, the last first */
    gcv_buffer label;
} gcv_merge;

/* Cells of a step: its type, and its root in words (valid until the next call). */
gcv_cell gcv_step_type_cell(const gcv_merge *merge, uint32_t step);
GCV_CHECKED gcv_status gcv_step_root_cell(gcv_merge *merge, uint32_t step, gcv_cell *cell,
                                          gcv_error *err);

/* merged_tree.c: the chosen chains as one tree. */
GCV_CHECKED gcv_status gcv_merged_tree_write(gcv_merge *merge, gcv_error *err);

#endif
