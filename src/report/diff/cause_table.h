/* cause_table.h - the table of `diff --cause`. */
#ifndef GCV_REPORT_DIFF_CAUSE_TABLE_H
#define GCV_REPORT_DIFF_CAUSE_TABLE_H

#include "figures/causes.h"
#include "report/report.h"

/* Finds causes, and writes them. */
void gcv_cause_table_write(gcv_report *report, const gcv_cause_request *request);

#endif
