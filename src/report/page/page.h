/* page.h - `report`: what the page shows, found once, and the parts that write it.
 *
 * Every figure comes from the analysis that the command named beside it uses, on the same heap. All
 * of them are found before the first byte is put. The page is put together in memory, as its tree
 * gets fewer rows if it is too large, and written at once. Sections stand in
 * files of their own, in the order of the page: page_head.c, page_growth.c, page_suspects.c,
 * page_picture.c and page_list.c, page_tables.c, page_about.c.
 */
#ifndef GCV_REPORT_PAGE_PAGE_H
#define GCV_REPORT_PAGE_PAGE_H

#include "output/html.h"
#include "report/diff/cause.h"
#include "report/page/page_tree.h"
#include "report/roots/root_tables.h"
#include "report/summary_rows.h"
#include "report/suspects/suspect_list.h"

#define GCV_PAGE_ROWS 1200         /* of the tree, unless --rows is given */
#define GCV_PAGE_BYTES_MAX 2000000 /* of the page: its tree gets fewer rows */

/* Rows and cards at most. */
enum {
    GCV_PAGE_ROWS_MAX = 10000,
    GCV_PAGE_SUSPECTS = 20,
    GCV_PAGE_CHANGES = 200,
    GCV_PAGE_TYPES_RETAINED = 150, /* types: those with the most retained bytes, … */
    GCV_PAGE_TYPES_BYTES = 150,    /* … bytes … */
    GCV_PAGE_TYPES_COUNT = 75,     /* … and objects */
    GCV_PAGE_OBJECTS = 30,
    GCV_PAGE_GARBAGE = 100,
    GCV_PAGE_ROOT_KINDS = 50,
    GCV_PAGE_NOTES = 20,
    GCV_PAGE_STEPS = 14 /* of a chain */
};

typedef struct gcv_page_options {
    gcv_optional rows;
    gcv_optional min_share; /* thousandths of a percent */
    gcv_text_file suppressions;
    gcv_suppressions known; /* the content of that file */
} gcv_page_options;

typedef struct gcv_page {
    gcv_report *report;
    gcv_html html;
    uint64_t list_bytes; /* of it for the rows of the tree */
    gcv_buffer text;     /* of a command line */
    gcv_selection selection;
    gcv_summary summary, past;   /* past: of the baseline */
    gcv_group_totals types;      /* with retained bytes, of all that may be shown */
    uint8_t *large_types;        /* per type: 1 if it is shown for its bytes or count */
    gcv_group_totals garbage;    /* of what is unreachable, if there is any */
    gcv_group_totals root_kinds; /* each object once */
    gcv_root_kind_column roots;  /* rooted objects by kind */
    gcv_suspect_list suspects;
    gcv_suspect_chains chains;
    gcv_page_tree tree;
    gcv_u32_column shown; /* types of the table */
    gcv_rows objects;

    /* With a baseline. */
    gcv_report pair; /* baseline and heap, as `diff` gets them */
    const gcv_heap *heaps[2];
    gcv_report_options pair_options;
    gcv_diff_options diff_options;
    gcv_changes changes;
    gcv_rows changed;
    gcv_causes causes;
} gcv_page;

/* To be released even if it fails. */
GCV_CHECKED gcv_status gcv_page_find(gcv_report *report, gcv_page *page, gcv_error *err);

/* page_sets.c: the retained bytes of types, kinds of roots and chains. */
GCV_CHECKED gcv_status gcv_page_find_sets(gcv_page *page, gcv_error *err);
/* page_types.c: what types retain if that is known without a set, and the sets of the others that
 * the table may show: per type its number below `*n`, or GCV_NONE. */
GCV_CHECKED gcv_status gcv_page_type_sets(gcv_page *page, uint32_t *set_of, uint32_t *n,
                                          gcv_error *err);
/* Then, with their retained bytes, which types the table shows. */
GCV_CHECKED gcv_status gcv_page_choose_types(gcv_page *page, gcv_error *err);

/* The types that have objects, most bytes first. The column is to be released even if it fails. */
GCV_CHECKED gcv_status gcv_page_types_by_bytes(gcv_context *ctx, const gcv_group_totals *types,
                                               gcv_u32_column *out, gcv_error *err);

void gcv_page_release(gcv_page *page);

/* ---- parts -------------------------------------------------------------------------------- */

/* Each puts its part; what fails is kept by the writer, but for memory. */
void gcv_page_head(gcv_page *page, gcv_error *err);
void gcv_page_growth(gcv_page *page, gcv_error *err);
void gcv_page_suspects(gcv_page *page, gcv_error *err);
void gcv_page_picture(gcv_page *page, gcv_error *err);
void gcv_page_list(gcv_page *page);
void gcv_page_types(gcv_page *page, gcv_error *err);
void gcv_page_objects(gcv_page *page, gcv_error *err);
void gcv_page_garbage(gcv_page *page, gcv_error *err);
void gcv_page_roots(gcv_page *page, gcv_error *err);
void gcv_page_about(gcv_page *page, gcv_error *err);

/* ---- what they share: page_parts.c -------------------------------------------------------- */

/* Whether the table of objects, the section about garbage … are there. */
static inline bool gcv_page_has_baseline(const gcv_page *page)
{
    return page->report->baseline != NULL;
}

/* `--redact`: no object is named by its id. */
static inline bool gcv_page_shows_ids(const gcv_page *page)
{
    const gcv_redact_choice *redact = &page->report->options->redact;
    return !redact->names && redact->map == NULL;
}

static inline uint64_t gcv_page_garbage_bytes(const gcv_page *page)
{
    return page->summary.counts.bytes - page->summary.reach.reachable_bytes;
}

/* Rows of the tree at most. */
static inline size_t gcv_page_rows(const gcv_page *page)
{
    const gcv_page_options *own = page->report->options->own;
    return own->rows.given ? (size_t)own->rows.value : GCV_PAGE_ROWS;
}

/* The bytes that all shares are of. */
static inline uint64_t gcv_page_whole(const gcv_page *page)
{
    return page->suspects.retention.dominators.retained[0];
}

/* What no strong root reaches is garbage, unless what the dump lacks may hold it. */
static inline bool gcv_page_knows_garbage(const gcv_page *page)
{
    return gcv_heap_is_complete(page->report->heap);
}

/* The last part of the path of a heap, or `standard input`. */
gcv_slice gcv_page_name(const gcv_heap *heap);

/* Begins a section with its heading; gcv_html_close() ends it. */
void gcv_page_section(gcv_page *page, const char *id, const char *heading);

/* What a command line is about. */
typedef enum gcv_page_operand {
    GCV_PAGE_OF_HEAP, /* FILE */
    GCV_PAGE_SINCE,   /* --baseline OLD FILE, if there is one */
    GCV_PAGE_OF_BOTH  /* OLD FILE */
} gcv_page_operand;

/* Puts a command line, ready to paste but for the folder of the files. `words` go as they are, then
 * comes `argument`, quoted; data NULL: none. */
void gcv_page_command(gcv_page *page, const char *words, gcv_slice argument,
                      gcv_page_operand operand, gcv_error *err);
/* A paragraph: what a section shows, and the command that prints the same figures. */
void gcv_page_note(gcv_page *page, const char *text, const char *words, gcv_page_operand operand,
                   gcv_error *err);

/* Tables. `columns` by one blank; a class for the table, or NULL. */
void gcv_page_table(gcv_page *page, const char *columns, const char *name);
void gcv_page_end_table(gcv_page *page);
/* Cells. */
void gcv_page_cell(gcv_html *html, const gcv_cell *cell);
void gcv_page_number(gcv_html *html, uint64_t number);
void gcv_page_retained(gcv_html *html, uint64_t retained); /* or GCV_NOT_REACHABLE */
void gcv_page_percent(gcv_html *html, uint64_t part, uint64_t whole);
void gcv_page_type(gcv_html *html, gcv_slice name);
void gcv_page_text(gcv_html *html, const char *text);
/* A cell of `(12 more types)`. */
void gcv_page_more(gcv_html *html, uint64_t n, const char *what);
/* Of a long chain of `n` steps the first and the last are shown: at the step behind the first ones
 * it puts a row for those in between. Returns how many to skip. */
size_t gcv_page_skip_steps(gcv_html *html, size_t step, size_t n);
/* Blanks that show how deep a row is. */
void gcv_page_indent(gcv_html *html, size_t depth);

#endif
