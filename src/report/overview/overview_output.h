/* overview_output.h - the overview as a page (text, md), as rows of one table (tsv, csv) or as one
 * object (json). Each form has a file, and so have the chains and the suggested commands. */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_OUTPUT_H

#include "report/overview/overview_find.h"

/* Writes suggested command number `at`, ready to paste, into overview->text, and returns what it is
 * good for; NULL: there are no more. */
const char *gcv_overview_next(gcv_overview *overview, size_t at);

/* Appends `Acme.Cache retains 4096 bytes: ` to overview->text if the suspect at a rank (from 0) is
 * a single object: the sentence about it does not name it. */
void gcv_overview_append_subject(gcv_overview *overview, size_t rank);

/* Writes the chain that holds the suspect at a rank (from 0) into overview->text: a label, then
 * types, with ` > ` between them. */
void gcv_overview_chain(gcv_overview *overview, size_t rank, bool short_names);

enum { GCV_OVERVIEW_TYPE_CELLS = 5 };

/* Makes the cells of the type at a rank (from 0): count, bytes, share, retained, name. */
void gcv_overview_type_cells(const gcv_overview *overview, size_t rank,
                             gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS]);

void gcv_overview_write_page(gcv_overview *overview);
void gcv_overview_write_rows(gcv_overview *overview);
void gcv_overview_write_json(gcv_overview *overview);

#endif
