/* root_table.h - what the two kinds of root tables share: root_table.c has a row a record,
 * root_kinds.c a row a kind. */
#ifndef GCV_REPORT_ROOTS_ROOT_TABLE_H
#define GCV_REPORT_ROOTS_ROOT_TABLE_H

#include "heap/root_label.h"
#include "report/object_order.h"
#include "report/report.h"

typedef struct gcv_root_table {
    gcv_report *report;
    gcv_object_order objects;  /* rows are ordered by their objects */
    uint8_t *types, *sections; /* filters */
    gcv_buffer kind, flags, label;
} gcv_root_table;

/* Whether a record passes the filters. */
bool gcv_root_passes(const gcv_root_table *table, const gcv_root *root);

GCV_CHECKED gcv_status gcv_check_root_kinds(const gcv_report_options *options, gcv_error *err);
GCV_CHECKED gcv_status gcv_root_kinds_write(gcv_root_table *table, gcv_error *err);

#endif
