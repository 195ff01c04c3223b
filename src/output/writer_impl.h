/* writer_impl.h - what writer.c and the files of the formats share; nothing else includes this.
 *
 * circle: writer.c calls the formats, through its table of them; the formats put bytes into the
 * writer, through put.c.
 */
#ifndef GCV_OUTPUT_WRITER_IMPL_H
#define GCV_OUTPUT_WRITER_IMPL_H

#include "base/buffer.h"
#include "base/number.h"
#include "output/writer.h"
#include "output/escape.h"

#include <string.h>

enum { GCV_WRITER_BUFFER = 64 * 1024, GCV_INDENT_MAX = 64 };

GCV_COLUMN(gcv_size_column, size_t);

/* Text format: rows that wait until the column widths are known, and how they look. */
typedef struct gcv_layout {
    bool screen, color;
    gcv_more more;
    bool broken_heads; /* at their underscores, into lines */
    size_t named_note; /* the column whose notes begin with its name; GCV_COLUMNS_MAX: none */
    size_t source[GCV_COLUMNS_MAX]; /* the cell of a row that each column shows */
    gcv_buffer left_out;            /* names of the columns that are not shown */
    gcv_u8_column bytes;            /* of all waiting cells, ready to print */
    gcv_size_column lengths;        /* of each of these cells in bytes, row by row */
    gcv_size_column widths;         /* of each column in characters */
    size_t rooms[GCV_COLUMNS_MAX];  /* with a line width: what a text of each column is cut to */
    size_t rows;                    /* seen so far */
    bool streaming;                 /* the widths are fixed, rows no longer wait */
    gcv_buffer shown;               /* the shortened cell being put */
    gcv_stress stresses[GCV_STRESSES_MAX]; /* of the next part of a document */
    size_t n_stresses;
} gcv_layout;

/* What a format can show. */
typedef enum gcv_format_tables {
    GCV_ANY_TABLE,
    GCV_GATE_TABLE,
    GCV_GRAPH, /* not a table but a graph */
    GCV_NO_TABLE
} gcv_format_tables;

/* Details of a row. */
typedef enum gcv_nest {
    GCV_NEST_VALUE,
    GCV_NEST_OPEN_LIST,
    GCV_NEST_CLOSE_LIST,
    GCV_NEST_OPEN_GROUP,
    GCV_NEST_CLOSE_GROUP
} gcv_nest;

typedef struct gcv_output_format {
    const char *name;
    gcv_format_tables tables;
    /* NULL: the names of the columns are put as an ordinary row. */
    void (*begin)(gcv_writer *writer, const gcv_table_head *head);
    void (*row)(gcv_writer *writer, const gcv_cell *cells);
    void (*end)(gcv_writer *writer);
    /* NULL: the total is put as an ordinary row. */
    void (*total)(gcv_writer *writer, const gcv_cell *cells);
    /* NULL: the format does not nest. `key` and `value` come from the call, or are NULL. */
    void (*nest)(gcv_writer *writer, gcv_nest what, const char *key, const gcv_cell *value);
    /* Puts a part of a document other than a table. NULL: the format has no documents. */
    void (*put_part)(gcv_writer *writer, gcv_document_part part, gcv_slice text);
    /* For GCV_GRAPH. */
    void (*node)(gcv_writer *writer, const gcv_graph_node *node);
    void (*edge)(gcv_writer *writer, const char *from, const char *to, gcv_slice label);
    uint64_t most_edges, most_characters; /* drawn by default; 0: no limit */
} gcv_output_format;

/* What all formats share, then the few members of single formats, which need no struct each. */
struct gcv_writer {
    gcv_context *ctx;
    const gcv_output_format *format;
    FILE *out;          /* NULL: `file` has not been begun yet */
    gcv_out_file *file; /* NULL: none */
    const char *out_name;
    uint64_t most; /* bytes that may be written; 0: any number */
    uint64_t written;
    bool human;
    size_t width; /* line width of the text format; 0: no limit */
    gcv_table_column columns[GCV_COLUMNS_MAX];
    bool extra[GCV_COLUMNS_MAX]; /* GCV_SHAPE_EXTRA, which formats see as numbers */
    size_t n_columns;
    gcv_slice subject;      /* github: name of what the rows describe */
    bool summed;            /* json: the rows have ended, the total follows them */
    bool empty;             /* json: the innermost open list or group has no member yet */
    uint64_t rows;          /* handed to the format so far */
    gcv_document_part part; /* of a document: the part begun last */
    uint64_t edges;         /* of a graph: number put so far */
    uint64_t characters;    /* mermaid: number put so far */
    gcv_layout layout;
    size_t used; /* bytes in `buffer` not yet written */
    char buffer[GCV_WRITER_BUFFER];
};

/* Puts bytes for which the buffer has no room left. */
void gcv_put_beyond(gcv_writer *writer, const char *bytes, size_t size);

static inline void gcv_put(gcv_writer *writer, const char *bytes, size_t size)
{
    if (size > sizeof writer->buffer - writer->used) {
        gcv_put_beyond(writer, bytes, size);
    } else {
        memcpy(writer->buffer + writer->used, bytes, size);
        writer->used += size;
    }
}

static inline void gcv_put_char(gcv_writer *writer, char byte)
{
    if (writer->used == sizeof writer->buffer) {
        gcv_put_beyond(writer, &byte, 1);
    } else {
        writer->buffer[writer->used++] = byte;
    }
}

/* Flushes the buffer and the file. Begins the file if nothing has done so yet. */
void gcv_put_end(gcv_writer *writer);
void gcv_put_escaped(gcv_writer *writer, gcv_escape_style style, gcv_slice text);

/* Formats a cell that is not text: a number, yes, no or `-`. `out` has room for GCV_NUMBER_MAX
 * bytes.
 */
size_t gcv_cell_format(const gcv_cell *cell, bool human, char *out);

/* Puts a cell without quotes or padding. */
void gcv_put_cell(gcv_writer *writer, gcv_escape_style style, const gcv_cell *cell);
/* Puts the names of the columns as a row. */
void gcv_put_names(gcv_writer *writer);

void gcv_text_release(gcv_writer *writer);
extern const gcv_output_format gcv_output_text, gcv_output_tsv, gcv_output_csv, gcv_output_json,
    gcv_output_md, gcv_output_tap, gcv_output_junit, gcv_output_github, gcv_output_dot,
    gcv_output_mermaid;

/* ---- text_screen.c: the text format on a screen, and in color */

typedef enum gcv_text_style {
    GCV_STYLE_PLAIN,
    GCV_STYLE_HEADING,
    GCV_STYLE_COLUMN,  /* the head of a column */
    GCV_STYLE_COMMAND, /* a command line to paste */
    GCV_STYLE_NAME     /* a type name, whose own name stands out from its namespace and arguments */
} gcv_text_style;

/* Puts a text in its style, if there is color. */
void gcv_put_styled(gcv_writer *writer, gcv_text_style style, gcv_slice text);
/* Formats a cell that is not text: numbers have commas, and growth a plus. `out` has room for
 * GCV_GROUPED_MAX bytes. */
size_t gcv_screen_number(const gcv_cell *cell, bool human, char *out);
/* Returns a text with commas in its numbers, in layout.shown; before it `NAME: `, unless NULL. */
gcv_slice gcv_screen_sentence(gcv_writer *writer, const char *name, gcv_slice text);
/* With the widths of all waiting cells known: makes notes of a column of labels, breaks heads,
 * leaves columns out, as far as needed, and widens the columns for their heads. */
void gcv_screen_arrange(gcv_writer *writer);
/* Line `line` of the head of a column, and the number of lines of all heads. */
gcv_slice gcv_screen_head(const gcv_writer *writer, size_t column, size_t line);
size_t gcv_screen_head_lines(const gcv_writer *writer);
/* What is to be said below the table: of the rows that are not shown, and of the columns, which are
 * GCV_SCREEN_REMARKS remarks; empty: nothing. */
enum { GCV_SCREEN_REMARKS = 2 };
gcv_slice gcv_screen_remark(gcv_writer *writer, size_t at);

/* Escapes a text as gcv_put_escaped() does, and passes each byte of the result to `put`, with the
 * piece of text around it. */
typedef void (*gcv_put_character)(gcv_writer *writer, gcv_slice text, size_t at);
void gcv_put_label(gcv_writer *writer, gcv_slice text, gcv_put_character put);
/* Puts the details of a node, with `line_end` before each line of them. */
typedef void (*gcv_put_string)(gcv_writer *writer, const char *text);
void gcv_put_details(gcv_writer *writer, gcv_slice details, const char *line_end,
                     gcv_put_string put_str, gcv_put_character put);

#endif
