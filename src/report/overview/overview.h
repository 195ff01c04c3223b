/* overview.h - a first look (figures/look.h), and its forms: a page (text, md), rows of one table
 * (tsv, csv), one object (json).
 *
 * circle: overview_page.c shares this header with the command, which calls it. */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_H

#include "report/chain_line.h"
#include "report/select.h"

/* A dump of a series. */
typedef struct gcv_overview_dump {
    const gcv_heap *heap;
    uint64_t objects, bytes; /* of what is selected, as in the growth */
} gcv_overview_dump;

typedef struct gcv_overview {
    gcv_report *report;
    gcv_writer *writer; /* of the report */
    gcv_sides sides;
    gcv_look look;
    bool of_one_file;         /* the heap and the baseline are snapshots of one file */
    size_t n_findings;        /* shown */
    gcv_overview_dump *dumps; /* from the oldest on, if they are three or more */
    size_t n_dumps;
    gcv_buffer text; /* the line that is being written */
} gcv_overview;

/* Appends to overview->text. */
void gcv_overview_print(gcv_overview *overview, const char *format, ...) GCV_PRINTF(2, 3);

/* Writes suggested command number `at`, ready to paste, into overview->text, and returns what it is
 * good for; NULL: there are no more. */
const char *gcv_overview_next(gcv_overview *overview, size_t at);

/* Make the cells of the type at a rank (from 0): count, bytes, share, retained, name; of what holds
 * the growth of a cause, in overview->text: none, bytes, holder; of objects that grew there: how
 * many more, how many bytes more, their type; of a dump: objects, bytes, growth, file. */
enum { GCV_OVERVIEW_TYPE_CELLS = 5, GCV_OVERVIEW_CAUSE_CELLS = 3, GCV_OVERVIEW_DUMP_CELLS = 4 };
void gcv_overview_type_cells(const gcv_overview *overview, size_t rank, gcv_cell *cells);
void gcv_overview_holder_cells(gcv_overview *overview, const gcv_cause *cause, gcv_cell *cells);
void gcv_overview_told_cells(const gcv_overview *overview, size_t at, gcv_cell *cells);
void gcv_overview_dump_cells(const gcv_overview *overview, size_t at, gcv_cell *cells);

void gcv_overview_write_page(gcv_overview *overview);

#endif
