/* chain_table.h - the table of chains: one row an object, or a step of a merged chain. */
#ifndef GCV_REPORT_CHAINS_CHAIN_TABLE_H
#define GCV_REPORT_CHAINS_CHAIN_TABLE_H

#include "report/option.h"
#include "report/report.h"

/* The last cell is that of --fields; without it the table has one column less. */
enum { GCV_CHAIN_OBJECT = 2, GCV_CHAIN_FIELD = 7, GCV_CHAIN_CELLS };

/* --limit or --top, whichever is given, or `otherwise`; 0 means all. In a picture --top is about
 * its nodes. */
uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise);

GCV_CHECKED gcv_status gcv_chain_table_begin(gcv_report *report, gcv_error *err);
/* One row. Where formats nest, the cell of a row of several objects has no value, and a detail
 * counts them. */
GCV_CHECKED gcv_status gcv_chain_table_row(gcv_report *report, gcv_cell *cells, uint64_t objects,
                                           gcv_error *err);

#endif
