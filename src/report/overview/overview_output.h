/* overview_output.h - the first look as a page (text, md), as rows of one table (tsv, csv) or as
 * one object (json); a file for each, and one for the command lines that lead on.
 */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H

#include "report/overview/overview_find.h"

/* Puts the command line number `at` that leads on, ready to paste, into overview->text; NULL behind
 * the last one, else what it is good for. */
const char *gcv_overview_next(gcv_overview *overview, size_t at, gcv_error *err);

GCV_CHECKED gcv_status gcv_overview_write_page(gcv_overview *overview, gcv_error *err);
GCV_CHECKED gcv_status gcv_overview_write_rows(gcv_overview *overview, gcv_error *err);
GCV_CHECKED gcv_status gcv_overview_write_json(gcv_overview *overview, gcv_error *err);

#endif
