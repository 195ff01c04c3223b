/* merged_table.h - a table whose rows are steps of merged chains, and the cells of a step. */
#ifndef GCV_REPORT_CHAINS_MERGED_TABLE_H
#define GCV_REPORT_CHAINS_MERGED_TABLE_H

#include "analysis/chains/merged_steps.h"
#include "report/field_cell.h"

typedef struct gcv_merged_table {
    gcv_report *report;
    gcv_merged_steps merged;
    gcv_buffer label;
    gcv_field_cells fields;
} gcv_merged_table;

/* ---- merged_rows.c -------------------------------------------------------------------------- */

gcv_cell gcv_step_type_cell(const gcv_merged_table *table, uint32_t step);
/* As gcv_step_name_cells(), for the references that lead from the preceding step to this one. */
void gcv_merged_name_cells(gcv_merged_table *table, uint32_t step, gcv_cell *type,
                           gcv_cell names[GCV_NAME_CELLS]);
/* Makes a cell with the label of the root, which only first steps have. The cell is valid until the
 * next call. */
gcv_cell gcv_step_root_cell(gcv_merged_table *table, uint32_t step);

/* Writes the rows of the chains that end at some steps. Their retained bytes have to be known. */
void gcv_merged_rows_write(gcv_merged_table *table, const uint32_t *ends, size_t n);

/* ---- merged_tree.c -------------------------------------------------------------------------- */

/* Writes the steps whose retained bytes are known. */
void gcv_merged_tree_write(gcv_merged_table *table);

#endif
