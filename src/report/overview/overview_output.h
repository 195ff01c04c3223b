/* overview_output.h - the overview as a page (text, md), as rows of one table (tsv, csv) or as one
 * object (json). Each form has a file, and so have the series and the suggested commands. */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H

#include "report/chain_line.h"
#include "report/finding_lines.h"
#include "report/overview/overview_find.h"

/* Writes suggested command number `at`, ready to paste, into overview->text, and returns what it is
 * good for; NULL: there are no more. */
const char *gcv_overview_next(gcv_overview *overview, size_t at);

/* Number of findings that are shown. */
static inline size_t gcv_overview_n_findings(const gcv_overview *overview)
{
    const size_t n = overview->look.findings.all.n;
    return n < GCV_OVERVIEW_FINDINGS ? n : GCV_OVERVIEW_FINDINGS;
}

/* Writes what holds the growth of a cause into overview->text. */
static inline void gcv_overview_holder(gcv_overview *overview, const gcv_cause *cause)
{
    gcv_buffer_clear(&overview->text);
    gcv_holder_line(overview->report, &overview->look.causes, cause, &overview->text);
}

/* Write the totals of each dump, if there are three or more. */
void gcv_overview_series_page(gcv_overview *overview);
void gcv_overview_series_rows(gcv_overview *overview);
void gcv_overview_series_json(gcv_overview *overview);

enum { GCV_OVERVIEW_TYPE_CELLS = 5 };

/* Makes the cells of the type at a rank (from 0): count, bytes, share, retained, name. */
void gcv_overview_type_cells(const gcv_overview *overview, size_t rank,
                             gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS]);
/* Makes the cells of told objects number `at`: how many more, how many bytes more, their type. */
void gcv_overview_told_cells(const gcv_overview *overview, size_t at, gcv_cell cells[3]);

void gcv_overview_write_page(gcv_overview *overview);
void gcv_overview_write_rows(gcv_overview *overview);
void gcv_overview_write_json(gcv_overview *overview);

#endif
