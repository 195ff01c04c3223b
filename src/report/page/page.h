/* page.h - `report`: the figures of the page, all found at once, and the parts that write it.
 *
 * Every figure comes from src/figures and the analyses behind the command named next to it. All
 * figures are found before the first byte is put. The page is built in memory, because its tree
 * gets fewer rows if the page is too large, and written at once. page_command.c lists the sections,
 * which are in files of their own, in the order of the page: page_head.c, page_growth.c,
 * page_suspects.c, page_picture.c, page_tables.c. */
#ifndef GCV_REPORT_PAGE_PAGE_H
#define GCV_REPORT_PAGE_PAGE_H

#include "analysis/type_fold.h"
#include "figures/look.h"
#include "output/html.h"
#include "report/select.h"

/* ---- the tree ----------------------------------------------------------------------------- */

/* A row of the tree that the page shows: one of the largest ones, and the sum of the rows left out
 * below it, so that every level adds up. */
typedef struct gcv_page_node {
    uint32_t row;       /* row of the fold; GCV_NONE: the top, all that is reachable */
    uint32_t first, n;  /* its children that are shown: nodes first … */
    uint32_t cut;       /* number of children left out … */
    uint64_t cut_bytes; /* … and the bytes of these and of all rows below them */
    uint64_t cut_objects;
    int64_t delta, cut_delta; /* growth of `below` since the baseline, if there is one */
} gcv_page_node;

GCV_COLUMN(gcv_page_node_column, gcv_page_node);

typedef struct gcv_page_tree {
    uint64_t whole; /* bytes of all rows */
    gcv_type_fold fold;
    /* The first node is the top; siblings are contiguous, most bytes first. */
    gcv_page_node_column nodes;

    /* With a baseline. */
    gcv_type_fold past; /* as far as the tree goes */
    uint32_t *past_of; /* per row of the tree: the row of `past` at the same path; GCV_NONE: none */
} gcv_page_tree;

static inline const gcv_type_row *gcv_page_row_of(const gcv_page_tree *tree,
                                                  const gcv_page_node *node)
{
    return &tree->fold.rows.data[node->row];
}

/* ---- the page ----------------------------------------------------------------------------- */

#define GCV_PAGE_ROWS 1200         /* rows of the tree, unless --rows is given */
#define GCV_PAGE_BYTES_MAX 2000000 /* of the page; a larger one gets fewer rows of the tree */

/* Maximum numbers of rows and cards; a last one is shown rather than counted (gcv_rows_shown()). */
enum {
    GCV_PAGE_ROWS_MAX = 10000,
    GCV_PAGE_SUSPECTS = 20,
    GCV_PAGE_CHANGES = 200,
    GCV_PAGE_TYPES_RETAINED = 150, /* types: those with the most retained bytes, … */
    GCV_PAGE_TYPES_BYTES = 150,    /* … bytes … */
    GCV_PAGE_TYPES_COUNT = 75,     /* … and objects */
    GCV_PAGE_CAUSES = 5,
    GCV_PAGE_CAUSE_TYPES = 6,
    GCV_PAGE_OBJECTS = 30,
    GCV_PAGE_GARBAGE = 100,
    GCV_PAGE_ROOT_KINDS = 50,
    GCV_PAGE_NOTES = 20,
    GCV_PAGE_STEPS = 14 /* steps of a chain */
};

typedef struct gcv_page {
    gcv_report *report;
    gcv_html html;
    uint64_t list_bytes; /* bytes of the page that are rows of the tree */
    gcv_buffer text;     /* scratch, for command lines and names */
    gcv_sides sides;
    gcv_selection all; /* what is selected, but of all generations; shares its arrays */
    gcv_look look;
    gcv_summary past;             /* of the baseline */
    gcv_rows changed;             /* rows of look.changes: those that changed */
    gcv_group_totals garbage;     /* of unreachable objects, if there are any */
    gcv_group_totals root_kinds;  /* of all generations; each object once */
    gcv_group_totals generations; /* if the heap knows them */
    gcv_rows objects;
    gcv_page_tree tree;
} gcv_page;

/* ---- parts -------------------------------------------------------------------------------- */

/* A section of the page, between its heading and its end. */
typedef struct gcv_page_section {
    bool has;
    const char *id, *name;
    void (*put)(gcv_page *page);
} gcv_page_section;

enum { GCV_PAGE_SECTIONS = 9 };

/* Each puts its part. */
void gcv_page_head(gcv_page *page, const gcv_page_section sections[GCV_PAGE_SECTIONS]);
void gcv_page_growth(gcv_page *page);
void gcv_page_answer(gcv_page *page); /* the first suspects, within the head */
void gcv_page_suspects(gcv_page *page);
void gcv_page_picture(gcv_page *page);
void gcv_page_types(gcv_page *page);
void gcv_page_generations(gcv_page *page);
void gcv_page_objects(gcv_page *page);
void gcv_page_garbage(gcv_page *page);
void gcv_page_roots(gcv_page *page);
void gcv_page_about(gcv_page *page);

/* ---- what they share: page_parts.c -------------------------------------------------------- */

/* Whether there is a baseline, and thus a section about growth. */
static inline bool gcv_page_has_baseline(const gcv_page *page)
{
    return page->report->in.baseline != NULL;
}

/* Whether objects are shown with their ids, which --redact hides. */
static inline bool gcv_page_shows_ids(const gcv_page *page)
{
    return !gcv_redacts(&page->report->options->redact);
}

static inline uint64_t gcv_page_garbage_bytes(const gcv_page *page)
{
    return page->look.summary.counts.bytes - page->look.summary.reach.reachable_bytes;
}

/* Whether all objects that no strong root reaches are garbage. In an incomplete dump, objects that
 * are missing may hold them; in a dump of which nothing is reachable, roots that are missing. */
static inline bool gcv_page_knows_garbage(const gcv_page *page)
{
    const gcv_heap *heap = page->report->in.heap;
    return gcv_heap_is_complete(heap) && !gcv_heap_is_java(heap) &&
           page->look.summary.reach.reachable_bytes > 0;
}

/* The files that a command line names. */
typedef enum gcv_page_operand {
    GCV_PAGE_OF_ALL,  /* FILE, whatever --generation is */
    GCV_PAGE_OF_HEAP, /* FILE */
    GCV_PAGE_SINCE,   /* --baseline OLD FILE, if there is one */
    GCV_PAGE_OF_BOTH  /* OLD FILE */
} gcv_page_operand;

/* A command line, ready to paste except that files lack their folders: `words` as they are,
 * or the chains of a type or of all types in a namespace. In `page->text`. */
gcv_html_value gcv_page_command(gcv_page *page, const char *words, gcv_page_operand operand);
gcv_html_value gcv_page_chains_command(gcv_page *page, gcv_slice name, bool is_namespace);
/* Puts a paragraph: what a section shows, and the command to go on with, which prints the same
 * figures unless the text says otherwise. */
void gcv_page_note(gcv_page *page, const char *text, const char *words, gcv_page_operand operand);

/* Begins a table. `columns`: their heads, separated by `, `; `name`: a class for the table. */
void gcv_page_table(gcv_page *page, const char *columns, const char *name);
void gcv_page_end_table(gcv_page *page);

/* Retained bytes and their share of the reachable bytes of the selected domains; `-` for
 * GCV_NOT_REACHABLE. Only in the tree, whose rows may hold objects of other domains, shares are of
 * others. */
gcv_html_value gcv_page_retained(uint64_t retained);
gcv_html_value gcv_page_share(const gcv_page *page, uint64_t retained);

/* Shortens a long chain of `n` steps to its first and its last steps: at the first step between
 * these, puts one row for all steps between them. Returns the number of steps to skip. */
size_t gcv_page_skip_steps(gcv_html *html, size_t step, size_t n);
/* Puts the type of a step of a chain, with the names of the references to it. */
void gcv_page_step_type(gcv_page *page, const gcv_step_name *name, uint64_t objects,
                        gcv_slice type);
/* The same in the last cell of a row, with blanks that show its depth also without style, the root
 * that is in `page->text`, unless that is empty, and the id of an object; NULL: none. */
void gcv_page_step(gcv_page *page, size_t depth, const gcv_step_name *name, uint64_t objects,
                   gcv_slice type, const char *id);

/* ---- style and script: bytes of page.css and page.js, turned into C by embed.cmake ---------- */

typedef struct gcv_page_file {
    const unsigned char *bytes;
    size_t size;
    unsigned char digest[32]; /* SHA-256 */
} gcv_page_file;

extern const gcv_page_file gcv_page_css, gcv_page_js;

/* ---- page_hues.c: the colours of the picture, one for each of the largest families of types  */

/* A family is the first name of a namespace, or the first two for `Microsoft.`; if types without a
 * namespace have most bytes, each type is a family. */
enum {
    GCV_HUE_SYSTEM = 0, /* the family `System`: grey */
    GCV_HUE_OTHER = 8,  /* all families without a colour of their own */
    GCV_HUES = 9
};

typedef struct gcv_page_hues {
    gcv_slice families[GCV_HUE_OTHER]; /* per hue; data NULL: none */
} gcv_page_hues;

/* Chooses families by the bytes of their types. O(types). */
gcv_page_hues gcv_page_hues_of(const gcv_group_totals *types);
/* The hue of a type. */
unsigned gcv_page_hue(const gcv_page_hues *hues, gcv_slice type);
/* The colour of a hue on a light background: #rrggbb. */
const char *gcv_page_hue_colour(unsigned hue);

#endif
