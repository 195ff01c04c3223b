/* root_table.h - what the two kinds of root tables share: root_table.c has a row a record,
 * root_kinds.c a row a kind. */
#ifndef GCV_REPORT_ROOTS_ROOT_TABLE_H
#define GCV_REPORT_ROOTS_ROOT_TABLE_H

#include "heap/root_label.h"
#include "report/object_columns.h"

typedef struct gcv_root_table {
    gcv_report *report;
    gcv_object_rows objects;
    gcv_selection selection;
    gcv_buffer kind, flags, label;
} gcv_root_table;

/* Whether a record passes the filters. */
bool gcv_root_passes(const gcv_root_table *table, const gcv_root *root);

/* The columns of --by kind. */
void gcv_root_kinds_columns(gcv_table *table);
GCV_CHECKED gcv_status gcv_root_kinds_write(gcv_root_table *table, gcv_error *err);

#endif
