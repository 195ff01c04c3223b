/* root_tables.h - the tables of `roots`; roots.c chooses one. */
#ifndef GCV_REPORT_ROOTS_ROOT_TABLES_H
#define GCV_REPORT_ROOTS_ROOT_TABLES_H

#include "figures/roots_by_kind.h"
#include "report/table.h"

/* One row per root record. */
void gcv_root_records_columns(const gcv_report_options *options, gcv_table *table);
void gcv_root_records_write(gcv_report *report, const gcv_selection *selection);

/* `--by kind`: one row per kind. */
void gcv_root_kinds_columns(const gcv_report_options *options, gcv_table *table);
void gcv_root_kinds_write(gcv_report *report, const gcv_selection *selection);

#endif
