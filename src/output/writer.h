/* writer.h - table output: a report passes columns and rows of cells, a writer turns them into
 * bytes.
 *
 * A writer never sees a heap. Order of calls: open, begin, row …, end, close; details of a row
 * directly follow it. The formats are the rows of one table in writer.c; each has a file of its own
 * (text_writer.c, csv.c, json.c, md.c).
 *
 * Every writer keeps these promises: bytes that are not UTF-8 come out as U+FFFD; control
 * characters never come out raw; numbers are plain decimals; an absent value is `-` (null in json);
 * the bytes depend on the cells only.
 */
#ifndef GCV_OUTPUT_WRITER_H
#define GCV_OUTPUT_WRITER_H

#include "base/out_file.h"
#include "base/text.h"

#include <stdio.h>

typedef enum gcv_cell_kind {
    GCV_CELL_NONE,         /* no value: `-`, as in a zeroed cell */
    GCV_CELL_COUNT,        /* number */
    GCV_CELL_BYTES,        /* number; 12.3MiB in the text format with `human` */
    GCV_CELL_SIGNED,       /* difference */
    GCV_CELL_SIGNED_BYTES, /* difference; `human` as for BYTES */
    GCV_CELL_ID,           /* number, shown in lower-case hex; a string in json */
    GCV_CELL_DECIMAL_ID,   /* the same, in decimal */
    GCV_CELL_FLAG,         /* yes or no; true or false in json */
    GCV_CELL_TEXT          /* text */
} gcv_cell_kind;

/* What text and md show before and after the text of a cell, a blank apart. */
typedef struct gcv_cell_words {
    gcv_slice before, after; /* empty: nothing */
} gcv_cell_words;

typedef struct gcv_cell {
    gcv_cell_kind kind;
    uint32_t indent; /* nesting depth; text and md show two blanks per level before the text */
    uint64_t number; /* COUNT, BYTES, ids; FLAG: 0 is no */
    int64_t delta;   /* SIGNED, SIGNED_BYTES */
    gcv_slice text;  /* TEXT; borrowed until the row call returns */
    const gcv_cell_words *words; /* of a TEXT in a column of types; borrowed likewise; NULL: none */
} gcv_cell;

/* How people see a column; used by text and md only. A width (gcv_writer_fit()) affects text
 * only. */
typedef enum gcv_column_shape {
    GCV_SHAPE_TEXT,   /* with a width: gets its room before type names; loses its middle */
    GCV_SHAPE_NUMBER, /* right-aligned; never shortened */
    GCV_SHAPE_TYPE,   /* with a width: a type name, shortened as described in output/shorten.h */
    GCV_SHAPE_VALUE, /* last column; with a width: wraps onto further lines, aligned under itself */
    GCV_SHAPE_NOTE,  /* last column; with a width: printed on separate lines below its row */
    GCV_SHAPE_EXTRA, /* a number; a screen leaves such columns out if rows are too wide for it */
    GCV_SHAPE_LABEL  /* within the text format: a text on a screen, which loses its end */
} gcv_column_shape;

typedef struct gcv_table_column {
    const char *name;
    gcv_column_shape shape;
} gcv_table_column;

/* One entry of json's "input" object. */
typedef struct gcv_head_item {
    const char *key;
    gcv_cell value;
} gcv_head_item;

/* Row counts of a pass/fail table (a gate). Formats of test reports take only such tables. A row
 * has the cells listed below: one more than the table has columns, for a note (or no value). */
typedef struct gcv_gate_counts {
    uint64_t rows, failed, warned;
} gcv_gate_counts;

enum {
    GCV_GATE_STATUS, /* pass, warn or fail */
    GCV_GATE_RULE,
    GCV_GATE_ACTUAL,
    GCV_GATE_LIMIT,
    GCV_GATE_NOTE,
    GCV_GATE_CELLS
};

/* What json puts before its rows. The other formats print the columns only; those of test reports
 * also name the first input. Borrowed until begin returns; texts of cells are borrowed until the
 * writer is closed. */
typedef struct gcv_table_head {
    const char *command; /* "stats" with schema 1 gives … */
    unsigned schema;     /* … "schema":"gcview.stats/1" */
    const gcv_head_item *input;
    size_t n_input;
    const char *verdict;
    gcv_gate_counts gate; /* all zero for any other table */
} gcv_table_head;

enum { GCV_COLUMNS_MAX = 16 };

typedef struct gcv_writer gcv_writer;

/* What a command writes: tables, and besides tables … */
typedef enum gcv_output_use {
    GCV_FOR_TABLES,  /* nothing */
    GCV_FOR_GATE,    /* test reports */
    GCV_FOR_DRAWINGS /* graphs */
} gcv_output_use;

/* Names of the formats in order; NULL after the last. */
const char *gcv_output_format_word(gcv_output_use use, size_t at);

/* `format` is text, tsv, csv, json, md, tap, junit, github, dot, mermaid or raw; anything else is
 * GCV_ERR_USAGE. The caller keeps ownership of `out` and `out_name` (for messages; NULL: standard
 * output). `human` matters to text only. */
gcv_writer *gcv_writer_open(gcv_context *ctx, FILE *out, const char *out_name, const char *format,
                            bool human);
/* Sends the bytes to a file instead. The file is begun with the first byte; the caller finishes
 * it. */
void gcv_writer_to_file(gcv_writer *writer, gcv_out_file *file);

/* Fails with GCV_ERR_LIMIT instead of writing more than `most` bytes; 0, the default: never. */
void gcv_writer_limit(gcv_writer *writer, uint64_t most);
uint64_t gcv_writer_most(const gcv_writer *writer);
/* Returns the number of bytes written so far. */
uint64_t gcv_writer_written(const gcv_writer *writer);
/* What to do about the limit, for messages. */
#define GCV_TAKES_MORE "; --max-size SIZE allows more"

enum {
    GCV_FIT_NARROWEST = 40, /* line widths that may be asked for: from … */
    GCV_FIT_WIDEST = 4096,  /* … to */
    GCV_FIT_LEAST = 8       /* columns that any text gets if it needs them */
};

/* Makes lines of the text format fit into `width` columns (see output/fit.c). 0, the default:
 * nothing is shortened. Call before begin. */
void gcv_writer_fit(gcv_writer *writer, size_t width);
/* Whether names are shortened: the format is text and has a line width. */
bool gcv_writer_shortens(const gcv_writer *writer);

/* Prepares the text format for a screen: numbers have commas and growth a plus, heads are broken
 * into lines where that helps, and words are not. `color`: heads and names stand out; without a
 * screen, only these bytes are added. */
void gcv_writer_look(gcv_writer *writer, bool screen, bool color);

/* The rows that a table does not show. */
typedef struct gcv_more {
    uint64_t rows;
    const char *noun;   /* the singular */
    const char *option; /* shows them */
    uint64_t bytes;     /* of all their objects; 0: not told */
    bool at_least;      /* there may be more rows, which were not looked for */
} gcv_more;

/* Tells people on a screen, below the table, how many rows are not in it: `… 12 more types: --top
 * 0`. The words are borrowed until the table ends. */
void gcv_writer_more(gcv_writer *writer, gcv_more more);

/* `columns` is copied, the names in it are not; at most GCV_COLUMNS_MAX. */
void gcv_writer_begin(gcv_writer *writer, const gcv_table_head *head,
                      const gcv_table_column *columns, size_t n_columns);
void gcv_writer_row(gcv_writer *writer, const gcv_cell *cells);

/* Details of the last row: values without a column in the table. Only formats that nest (json) show
 * them, as further members of the row; in the others these calls do nothing. `key` is NULL inside a
 * list. Close whatever was opened before the next row. The next row or gcv_writer_end() returns any
 * failure. */
bool gcv_writer_nests(const gcv_writer *writer);
void gcv_writer_value(gcv_writer *writer, const char *key, gcv_cell value);
void gcv_writer_open_list(gcv_writer *writer, const char *key);
void gcv_writer_close_list(gcv_writer *writer);
void gcv_writer_open_group(gcv_writer *writer, const char *key);
void gcv_writer_close_group(gcv_writer *writer);
/* Puts a whole group of `n` values. */
void gcv_writer_group(gcv_writer *writer, const char *key, const char *const *keys,
                      const gcv_cell *values, size_t n);

/* Whether the note of a gate row is shown. Formats of test reports show it; formats that nest show
 * it as a detail. */
bool gcv_writer_shows_notes(const gcv_writer *writer);

/* Puts the total: the row after all others. In json it is not a row but the member "total". */
void gcv_writer_total(gcv_writer *writer, const gcv_cell *cells);

/* Puts raw bytes, for output that is not a table: open with the format "raw", and put instead of
 * begin and row. */
void gcv_writer_put(gcv_writer *writer, const char *bytes, size_t size);
void gcv_writer_put_str(gcv_writer *writer, const char *text);
/* Puts what printf() prints, less than 200 bytes. */
void gcv_writer_print(gcv_writer *writer, const char *format, ...) GCV_PRINTF(2, 3);
/* Puts the inside of a JSON string, without the quotes. */
void gcv_writer_put_json(gcv_writer *writer, gcv_slice text);

/* Writes the rest and flushes. Any failed write is GCV_ERR_OUTPUT, or GCV_ERR_OUTPUT_PIPE if the
 * reader closed the pipe. */
void gcv_writer_end(gcv_writer *writer);
void gcv_writer_close(gcv_writer *writer); /* frees the writer, may be NULL; writes nothing */

/* Constructors of cells. Inline, because a table has millions of them. */
static inline gcv_cell gcv_cell_of(gcv_cell_kind kind, uint64_t number)
{
    return (gcv_cell){kind, 0, number, 0, {NULL, 0}, NULL};
}

static inline gcv_cell gcv_cell_none(void) { return gcv_cell_of(GCV_CELL_NONE, 0); }

static inline gcv_cell gcv_cell_count(uint64_t value) { return gcv_cell_of(GCV_CELL_COUNT, value); }

static inline gcv_cell gcv_cell_bytes(uint64_t value) { return gcv_cell_of(GCV_CELL_BYTES, value); }

static inline gcv_cell gcv_cell_id(uint64_t value) { return gcv_cell_of(GCV_CELL_ID, value); }

static inline gcv_cell gcv_cell_decimal_id(uint64_t value)
{
    return gcv_cell_of(GCV_CELL_DECIMAL_ID, value);
}

static inline gcv_cell gcv_cell_flag(bool value) { return gcv_cell_of(GCV_CELL_FLAG, value); }

static inline gcv_cell gcv_cell_text(gcv_slice text)
{
    return (gcv_cell){.kind = GCV_CELL_TEXT, .text = text};
}

static inline gcv_cell gcv_cell_str(const char *text) { return gcv_cell_text(gcv_slice_str(text)); }

static inline gcv_cell gcv_cell_text_or_none(gcv_slice text)
{
    return text.size > 0 ? gcv_cell_text(text) : gcv_cell_none();
}

static inline gcv_cell gcv_cell_signed(int64_t value)
{
    return (gcv_cell){GCV_CELL_SIGNED, 0, 0, value, {NULL, 0}, NULL};
}

static inline gcv_cell gcv_cell_signed_bytes(int64_t value)
{
    return (gcv_cell){GCV_CELL_SIGNED_BYTES, 0, 0, value, {NULL, 0}, NULL};
}

/* ---- pages for people --------------------------------------------------------------------- */

/* A page for people: headings, lines, command lines and several tables, in the formats that can
 * show them (text and md).
 *
 * Parts follow each other in any order; a row goes to the table begun last. Blank lines between
 * parts are added automatically. In the other formats these calls do nothing. */
typedef enum gcv_document_part {
    GCV_PART_NONE, /* nothing has been put yet */
    GCV_PART_TABLE,
    GCV_PART_HEADING,
    GCV_PART_LINE,   /* a line of prose, a list item */
    GCV_PART_DETAIL, /* a line that continues the line above it */
    GCV_PART_COMMAND /* a command line to paste, below the line that says what it is good for */
} gcv_document_part;

/* Whether the format can show several tables. */
bool gcv_writer_is_document(const gcv_writer *writer);

/* Where a text stands out on a screen with colors. */
typedef struct gcv_stress {
    size_t at, end;
} gcv_stress;

enum { GCV_STRESSES_MAX = 4 };

/* Stresses the next part that is put, too; in the order of the places, at most GCV_STRESSES_MAX. */
void gcv_document_stress(gcv_writer *writer, gcv_stress stress);
/* Puts a part other than a table. */
void gcv_document_put(gcv_writer *writer, gcv_document_part part, gcv_slice text);
/* Begins a table. `columns` is as in gcv_writer_begin(). */
void gcv_document_table(gcv_writer *writer, const gcv_table_column *columns, size_t n_columns);

/* ---- graphs ------------------------------------------------------------------------------- */

/* Graph output: a report passes nodes and edges, a writer turns them into text that other
 * programs draw (dot, mermaid).
 *
 * Open, begin (without columns) and end the writer as for a table; put nodes and edges in
 * between, in any order. Texts are escaped so that they are never read as markup, and different
 * texts look different (output/escape.h). */
typedef enum gcv_graph_shape {
    GCV_GRAPH_BOX,
    GCV_GRAPH_THICK, /* a highlighted box */
    GCV_GRAPH_ROUND, /* not an object, but holds objects */
    GCV_GRAPH_PLAIN  /* text without a frame */
} gcv_graph_shape;

/* Borrowed until the call returns. */
typedef struct gcv_graph_node {
    const char *name; /* a letter, then letters and digits; unique in the graph */
    gcv_graph_shape shape;
    gcv_slice title;
    gcv_slice brief;   /* the title as dot shows it, which has the title itself as a tooltip */
    gcv_slice details; /* lines below the title, separated by line breaks; may be empty */
    unsigned level;    /* shade in dot: 0 is none, GCV_GRAPH_LEVELS the darkest */
} gcv_graph_node;

enum { GCV_GRAPH_LEVELS = 9 };

/* Whether `word` names a graph format; NULL does not. */
bool gcv_output_format_draws(const char *word);

void gcv_graph_put_node(gcv_writer *writer, const gcv_graph_node *node);
/* Puts an edge between two nodes given by name; the label may be empty. */
void gcv_graph_put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label);
/* Whether the graph exceeds what programs that draw the format accept by default. */
bool gcv_graph_is_too_large(const gcv_writer *writer);

#endif
