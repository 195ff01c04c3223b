/* diff_tables.h - the tables of `diff`: changes, and with --cause the chains that hold growth. */
#ifndef GCV_REPORT_DIFF_DIFF_TABLES_H
#define GCV_REPORT_DIFF_DIFF_TABLES_H

#include "figures/causes.h"
#include "report/table.h"

typedef struct gcv_diff_options {
    bool monotonic, unchanged, cause;
} gcv_diff_options;

/* The table of changes, by whose order causes are chosen, too. */
extern const gcv_table gcv_change_table;

/* Chooses the rows that grew most, finds the cause of each, and writes them. `bases`: of each heap
 * of the report. */
void gcv_cause_table_write(gcv_report *report, const gcv_changes *changes, gcv_basis *bases);

#endif
