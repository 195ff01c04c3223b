/* writer.h - tables out: a report hands over columns and rows of cells, a writer makes bytes of
 * them.
 *
 * A writer never sees a heap. Order of calls: open, begin, row …, end, close; details of a row come
 * right behind it. The formats are the rows of one table in writer.c; each has a file of its own
 * (text_writer.c, tsv.c, csv.c, json.c, md.c).
 *
 * Every writer keeps these promises: bytes that are not UTF-8 come out as U+FFFD; control
 * characters never come out raw; numbers are plain decimals; an absent value is `-` (null in json);
 * the bytes depend on the cells only.
 */
#ifndef GCV_OUTPUT_WRITER_H
#define GCV_OUTPUT_WRITER_H

#include "base/context.h"
#include "base/out_file.h"
#include "base/text.h"

#include <stdio.h>

typedef enum gcv_cell_kind {
    GCV_CELL_NONE,         /* no value: `-` */
    GCV_CELL_COUNT,        /* number */
    GCV_CELL_BYTES,        /* number; with `human` and in text format 12.3MiB */
    GCV_CELL_SIGNED,       /* difference */
    GCV_CELL_SIGNED_BYTES, /* difference; `human` as for BYTES */
    GCV_CELL_ID,           /* number, shown in lower-case hex; a string in json */
    GCV_CELL_DECIMAL_ID,   /* the same, in decimal */
    GCV_CELL_FLAG,         /* yes or no; true or false in json */
    GCV_CELL_TEXT          /* text */
} gcv_cell_kind;

typedef struct gcv_cell {
    gcv_cell_kind kind;
    uint32_t indent; /* depth that text and md show by two blanks each before the text */
    uint64_t number; /* COUNT, BYTES, ids; FLAG: 0 is no */
    int64_t delta;   /* SIGNED, SIGNED_BYTES */
    gcv_slice text;  /* TEXT; borrowed until the row call returns */
} gcv_cell;

/* How people see a column; only text and md ask. A width (gcv_writer_fit()) is for text alone. */
typedef enum gcv_column_shape {
    GCV_SHAPE_TEXT,   /* with a width: gets its room before names of types; loses its middle */
    GCV_SHAPE_NUMBER, /* set to the right; never shortened */
    GCV_SHAPE_TYPE,   /* with a width: a name of a type, shortened as output/shorten.h says */
    GCV_SHAPE_VALUE,  /* the last one; with a width: goes on in lines of its own, below itself */
    GCV_SHAPE_NOTE    /* the last one; with a width: stands in lines of its own under its row */
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

/* Rows of a table that tells what passed: for the formats of test reports, which take such tables
 * only. The cells are those below, and one more than the columns: a note, or no value. */
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

/* What json says before its rows; the others print columns only, but those of test reports name the
 * first input. Borrowed until begin returns, the texts of cells until the writer is closed. */
typedef struct gcv_table_head {
    const char *command; /* "stats" gives "schema":"gcview.stats/1", … */
    unsigned schema;     /* … if this is 1 */
    const gcv_head_item *input;
    size_t n_input;
    const char *verdict;
    gcv_gate_counts gate; /* zeros for any other table */
} gcv_table_head;

enum { GCV_COLUMNS_MAX = 16 };

typedef struct gcv_writer gcv_writer;

/* What a command writes: tables, and beside them … */
typedef enum gcv_output_use {
    GCV_FOR_TABLES,  /* nothing */
    GCV_FOR_GATE,    /* test reports */
    GCV_FOR_DRAWINGS /* graphs (output/graph.h) */
} gcv_output_use;

/* The formats by name; NULL behind the last. */
const char *gcv_output_format_word(gcv_output_use use, size_t at);

/* `format` is text, tsv, csv, json, md, tap, junit, github, dot, mermaid or raw; GCV_ERR_USAGE
 * otherwise. `out` and `out_name` (for messages; NULL: standard output) stay the caller's. `human`
 * only matters to text. */
GCV_CHECKED gcv_status gcv_writer_open(gcv_context *ctx, FILE *out, const char *out_name,
                                       const char *format, bool human, gcv_writer **writer,
                                       gcv_error *err);
/* The bytes go to a file instead, which is begun with the first of them, and finished by the
 * caller. */
void gcv_writer_to_file(gcv_writer *writer, gcv_out_file *file);

enum {
    GCV_FIT_NARROWEST = 40, /* what lines may be asked to fit into: from … */
    GCV_FIT_WIDEST = 4096,  /* … to */
    GCV_FIT_LEAST = 8       /* columns of any text that needs as many */
};

/* Lines of the text format are to fit into `width` columns; 0, the default: nothing is shortened.
 * Before begin. output/fit.h says how. */
void gcv_writer_fit(gcv_writer *writer, size_t width);
/* Whether names are shortened: the format is text, and lines are to fit. */
bool gcv_writer_shortens(const gcv_writer *writer);

/* `columns` is copied, its names are not; at most GCV_COLUMNS_MAX. */
GCV_CHECKED gcv_status gcv_writer_begin(gcv_writer *writer, const gcv_table_head *head,
                                        const gcv_table_column *columns, size_t n_columns,
                                        gcv_error *err);
GCV_CHECKED gcv_status gcv_writer_row(gcv_writer *writer, const gcv_cell *cells, gcv_error *err);

/* Details of the last row: what a table has no column for. Only formats that nest (json) show them,
 * as further members of the row; to the others these calls do nothing. `key` is NULL inside a list.
 * What is opened must be closed before the next row. A failure is returned by the next row or by
 * gcv_writer_end(). */
bool gcv_writer_nests(const gcv_writer *writer);
void gcv_writer_value(gcv_writer *writer, const char *key, gcv_cell value);
void gcv_writer_open_list(gcv_writer *writer, const char *key);
void gcv_writer_close_list(gcv_writer *writer);
void gcv_writer_open_group(gcv_writer *writer, const char *key);
void gcv_writer_close_group(gcv_writer *writer);
/* A group of `n` values, opened and closed. */
void gcv_writer_group(gcv_writer *writer, const char *key, const char *const *keys,
                      const gcv_cell *values, size_t n);

/* Whether the note of a row of a gate is shown: by formats of test reports, and by those that nest,
 * as a detail. */
bool gcv_writer_shows_notes(const gcv_writer *writer);

/* The row behind all others that sums them up. In json it is no row, but the member "total". */
GCV_CHECKED gcv_status gcv_writer_total(gcv_writer *writer, const gcv_cell *cells, gcv_error *err);

/* Bytes as they are, for what is no table: open with the format "raw", and put instead of begin and
 * row. A failure is returned by gcv_writer_end(). */
void gcv_writer_put(gcv_writer *writer, const char *bytes, size_t size);
void gcv_writer_put_str(gcv_writer *writer, const char *text);
void gcv_writer_put_u64(gcv_writer *writer, uint64_t number);
/* What stands between the quotes of a JSON string. */
void gcv_writer_put_json(gcv_writer *writer, gcv_slice text);

/* Writes what is left and flushes. A write that fails anywhere is GCV_ERR_OUTPUT, or
 * GCV_ERR_OUTPUT_PIPE if the reader has gone away. */
GCV_CHECKED gcv_status gcv_writer_end(gcv_writer *writer, gcv_error *err);
void gcv_writer_close(gcv_writer *writer); /* frees; NULL is fine; writes nothing */

/* Cells. Inline, as a table has millions of them. */
static inline gcv_cell gcv_cell_of(gcv_cell_kind kind, uint64_t number)
{
    gcv_cell cell = {kind, 0, number, 0, {NULL, 0}};
    return cell;
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
    gcv_cell cell = {GCV_CELL_TEXT, 0, 0, 0, {NULL, 0}};
    cell.text = text;
    return cell;
}

static inline gcv_cell gcv_cell_str(const char *text) { return gcv_cell_text(gcv_slice_str(text)); }

static inline gcv_cell gcv_cell_signed(int64_t value)
{
    gcv_cell cell = {GCV_CELL_SIGNED, 0, 0, value, {NULL, 0}};
    return cell;
}

static inline gcv_cell gcv_cell_signed_bytes(int64_t value)
{
    gcv_cell cell = {GCV_CELL_SIGNED_BYTES, 0, 0, value, {NULL, 0}};
    return cell;
}

#endif
