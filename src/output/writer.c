/* writer.c - the table of formats, and the life of a writer; see writer.h. */
#include "output/writer_impl.h"

#include "base/error.h"

#include <string.h>

static const gcv_output_format raw = {.name = "raw", .tables = GCV_NO_TABLE};

/* A new format is one name here and a file of its own. */
static const gcv_output_format *const formats[] = {&gcv_output_text,
                                                   &gcv_output_tsv,
                                                   &gcv_output_csv,
                                                   &gcv_output_json,
                                                   &gcv_output_md,
                                                   &gcv_output_tap,
                                                   &gcv_output_junit,
                                                   &gcv_output_github,
                                                   &gcv_output_dot,
                                                   &gcv_output_mermaid,
                                                   &raw};

static const gcv_output_format *format_named(const char *word)
{
    size_t i = 0;
    while (i < GCV_LENGTH(formats) && strcmp(formats[i]->name, word) != 0) {
        i++;
    }
    return i < GCV_LENGTH(formats) ? formats[i] : NULL;
}

const char *gcv_output_format_word(gcv_output_use use, size_t at)
{
    const gcv_format_tables more = use == GCV_FOR_GATE       ? GCV_GATE_TABLE
                                   : use == GCV_FOR_DRAWINGS ? GCV_GRAPH
                                                             : GCV_ANY_TABLE;
    for (size_t i = 0; i < GCV_LENGTH(formats); i++) {
        if ((formats[i]->tables == GCV_ANY_TABLE || formats[i]->tables == more) && at-- == 0) {
            return formats[i]->name;
        }
    }
    return NULL;
}

bool gcv_output_format_draws(const char *word)
{
    const gcv_output_format *format = word != NULL ? format_named(word) : NULL;
    return format != NULL && format->node != NULL;
}

/* ---- the life of a writer ----------------------------------------------------------------- */

gcv_writer *gcv_writer_open(gcv_context *ctx, FILE *out, const char *out_name, const char *format,
                            bool human)
{
    const gcv_output_format *found = format_named(format);
    if (found == NULL) {
        gcv_fail(ctx, GCV_ERR_USAGE, "unknown output format '%s'", format);
    }
    gcv_writer *writer = gcv_alloc(ctx, 1, sizeof *writer);
    memset(writer, 0, offsetof(gcv_writer, buffer));
    writer->ctx = ctx;
    writer->format = found;
    writer->out = out;
    writer->out_name = out_name;
    writer->human = human;
    return writer;
}

void gcv_writer_to_file(gcv_writer *writer, gcv_out_file *file)
{
    writer->file = file;
    writer->out = NULL;
    writer->out_name = file->path;
}

void gcv_writer_limit(gcv_writer *writer, uint64_t most) { writer->most = most; }

uint64_t gcv_writer_most(const gcv_writer *writer) { return writer->most; }

uint64_t gcv_writer_written(const gcv_writer *writer) { return writer->written; }

void gcv_writer_fit(gcv_writer *writer, size_t width) { writer->width = width; }

void gcv_writer_look(gcv_writer *writer, bool screen, bool color)
{
    writer->layout.screen = screen;
    writer->layout.color = color;
}

void gcv_writer_more(gcv_writer *writer, gcv_more more) { writer->layout.more = more; }

bool gcv_writer_shortens(const gcv_writer *writer)
{
    return writer->width > 0 && writer->format == &gcv_output_text;
}

void gcv_writer_begin(gcv_writer *writer, const gcv_table_head *head,
                      const gcv_table_column *columns, size_t n_columns)
{
    writer->n_columns = n_columns < GCV_COLUMNS_MAX ? n_columns : GCV_COLUMNS_MAX;
    if (writer->n_columns > 0) {
        memcpy(writer->columns, columns, writer->n_columns * sizeof *columns);
    }
    for (size_t i = 0; i < writer->n_columns; i++) {
        const bool extra = columns[i].shape == GCV_SHAPE_EXTRA;
        writer->extra[i] = extra;
        writer->columns[i].shape = extra ? GCV_SHAPE_NUMBER : columns[i].shape;
    }
    if (writer->format->begin != NULL) {
        writer->format->begin(writer, head);
    } else {
        gcv_put_names(writer);
    }
}

void gcv_writer_row(gcv_writer *writer, const gcv_cell *cells)
{
    writer->format->row(writer, cells);
    writer->rows++;
}

bool gcv_writer_shows_notes(const gcv_writer *writer)
{
    return writer->format->tables == GCV_GATE_TABLE || gcv_writer_nests(writer);
}

void gcv_writer_total(gcv_writer *writer, const gcv_cell *cells)
{
    if (writer->format->total == NULL) {
        gcv_writer_row(writer, cells);
        return;
    }
    writer->format->total(writer, cells);
}

bool gcv_writer_nests(const gcv_writer *writer) { return writer->format->nest != NULL; }

static void nest(gcv_writer *writer, gcv_nest what, const char *key, const gcv_cell *value)
{
    if (gcv_writer_nests(writer)) {
        writer->format->nest(writer, what, key, value);
    }
}

void gcv_writer_value(gcv_writer *writer, const char *key, gcv_cell value)
{
    nest(writer, GCV_NEST_VALUE, key, &value);
}

void gcv_writer_open_list(gcv_writer *writer, const char *key)
{
    nest(writer, GCV_NEST_OPEN_LIST, key, NULL);
}

void gcv_writer_close_list(gcv_writer *writer) { nest(writer, GCV_NEST_CLOSE_LIST, NULL, NULL); }

void gcv_writer_open_group(gcv_writer *writer, const char *key)
{
    nest(writer, GCV_NEST_OPEN_GROUP, key, NULL);
}

void gcv_writer_close_group(gcv_writer *writer) { nest(writer, GCV_NEST_CLOSE_GROUP, NULL, NULL); }

void gcv_writer_group(gcv_writer *writer, const char *key, const char *const *keys,
                      const gcv_cell *values, size_t n)
{
    gcv_writer_open_group(writer, key);
    for (size_t i = 0; i < n; i++) {
        gcv_writer_value(writer, keys[i], values[i]);
    }
    gcv_writer_close_group(writer);
}

void gcv_writer_put(gcv_writer *writer, const char *bytes, size_t size)
{
    gcv_put(writer, bytes, size);
}

void gcv_writer_print(gcv_writer *writer, const char *format, ...)
{
    char text[200];
    GCV_PRINT_ARGS(text, format);
    gcv_writer_put_str(writer, text);
}

void gcv_writer_put_json(gcv_writer *writer, gcv_slice text)
{
    gcv_put_escaped(writer, GCV_ESCAPE_JSON, text);
}

void gcv_writer_end(gcv_writer *writer)
{
    if (writer->format->end != NULL) {
        writer->format->end(writer);
    }
    gcv_put_end(writer);
}

void gcv_writer_close(gcv_writer *writer)
{
    if (writer != NULL) {
        gcv_text_release(writer);
        gcv_free(writer->ctx, writer);
    }
}

/* ---- pages for people --------------------------------------------------------------------- */

bool gcv_writer_is_document(const gcv_writer *writer) { return writer->format->put_part != NULL; }

static bool is_line(gcv_document_part part)
{
    return part == GCV_PART_LINE || part == GCV_PART_DETAIL || part == GCV_PART_COMMAND;
}

/* Ends the open table, and puts the blank line between two parts. */
static void begin_part(gcv_writer *writer, gcv_document_part part)
{
    const gcv_document_part last = writer->part;
    if (last == GCV_PART_TABLE && writer->format->end != NULL) {
        writer->format->end(writer);
    }
    if (last != GCV_PART_NONE && last != GCV_PART_HEADING &&
        (part != last || part == GCV_PART_TABLE) && !(is_line(part) && is_line(last))) {
        gcv_put(writer, "\n", 1);
    }
    writer->part = part;
}

void gcv_document_stress(gcv_writer *writer, gcv_stress stress)
{
    gcv_layout *layout = &writer->layout;
    if (layout->color && layout->n_stresses < GCV_STRESSES_MAX && stress.end > stress.at) {
        layout->stresses[layout->n_stresses++] = stress;
    }
}

void gcv_document_put(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    if (gcv_writer_is_document(writer)) {
        begin_part(writer, part);
        writer->format->put_part(writer, part, text);
    }
}

void gcv_document_table(gcv_writer *writer, const gcv_table_column *columns, size_t n_columns)
{
    gcv_table_head head;
    if (gcv_writer_is_document(writer)) {
        memset(&head, 0, sizeof head);
        begin_part(writer, GCV_PART_TABLE);
        gcv_writer_begin(writer, &head, columns, n_columns);
    }
}

/* ---- graphs ------------------------------------------------------------------------------- */

void gcv_graph_put_node(gcv_writer *writer, const gcv_graph_node *node)
{
    writer->format->node(writer, node);
}

void gcv_graph_put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label)
{
    writer->format->edge(writer, from, to, label);
    writer->edges++;
}

bool gcv_graph_is_too_large(const gcv_writer *writer)
{
    const gcv_output_format *format = writer->format;
    return (format->most_edges > 0 && writer->edges > format->most_edges) ||
           (format->most_characters > 0 && writer->characters > format->most_characters);
}

void gcv_put_details(gcv_writer *writer, gcv_slice details, const char *line_end,
                     gcv_put_string put_str, gcv_put_character put)
{
    put_str(writer, details.size > 0 ? line_end : "");
    for (size_t i = 0; i < details.size; i++) {
        if (details.data[i] == '\n') {
            put_str(writer, line_end);
        } else {
            put(writer, details, i);
        }
    }
}

void gcv_put_label(gcv_writer *writer, gcv_slice text, gcv_put_character put)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TEXT, text);
    gcv_slice piece;
    while (gcv_escape_next(&escape, &piece)) {
        for (size_t i = 0; i < piece.size; i++) {
            put(writer, piece, i);
        }
    }
}
