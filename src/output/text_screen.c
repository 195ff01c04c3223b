/* text_screen.c - what the text format does for a screen only, and color; see writer_impl.h.
 *
 * A row that is too wide even with short names gets heads of several lines first, and then loses
 * the columns that are extra. */
#include "output/shorten.h"
#include "output/writer_impl.h"

#include <string.h>

/* ---- color -------------------------------------------------------------------------------- */

static const char bold[] = "\x1b[1m", accent[] = "\x1b[36m", normal[] = "\x1b[0m";

/* Size of what precedes the type in a row of a tree: blanks and the name of the reference (`.name`,
 * `->name`, `[3]`, `["any text"]`). */
static size_t before_type(gcv_slice text)
{
    const size_t blanks = (size_t)(gcv_slice_trim(text).data - text.data);
    const gcv_slice rest = gcv_slice_from(text, blanks);
    const bool is_text = gcv_slice_begins(rest, "[\"");
    const bool is_field =
        gcv_slice_begins(rest, ".") || gcv_slice_begins(rest, "->") || gcv_slice_begins(rest, "[");
    const size_t end =
        is_field ? gcv_text_find(rest, gcv_slice_str(is_text ? "\"] " : " "), false) : SIZE_MAX;
    return end == SIZE_MAX ? blanks : blanks + end + (is_text ? 3 : 1);
}

static void put_name(gcv_writer *writer, gcv_slice text)
{
    const size_t start = before_type(text);
    gcv_name_scan scan = gcv_name_scan_from(text, start, 0);
    gcv_name_part part;
    const bool chain = gcv_passes_variable(text);
    bool is_bold = false;
    gcv_put(writer, text.data, start);
    while ((part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END) {
        const bool own = chain || (part.kind == GCV_NAME_TEXT && part.depth == 0);
        gcv_writer_put_str(writer, own == is_bold ? "" : own ? bold : normal);
        gcv_put(writer, text.data + part.at, part.end - part.at);
        is_bold = own;
    }
    gcv_writer_put_str(writer, is_bold ? normal : "");
}

void gcv_put_styled(gcv_writer *writer, gcv_text_style style, gcv_slice text)
{
    static const char *const begins[] = {
        [GCV_STYLE_HEADING] = bold, [GCV_STYLE_COLUMN] = accent, [GCV_STYLE_COMMAND] = accent};
    if (!writer->layout.color || style == GCV_STYLE_PLAIN || text.size == 0) {
        gcv_put(writer, text.data, text.size);
    } else if (style == GCV_STYLE_NAME) {
        put_name(writer, text);
    } else {
        gcv_writer_put_str(writer, begins[style]);
        gcv_put(writer, text.data, text.size);
        gcv_writer_put_str(writer, normal);
    }
}

/* ---- numbers ------------------------------------------------------------------------------ */

size_t gcv_screen_number(const gcv_cell *cell, bool human, char *out)
{
    const bool is_delta = cell->kind == GCV_CELL_SIGNED || cell->kind == GCV_CELL_SIGNED_BYTES;
    const bool is_figure = is_delta || cell->kind == GCV_CELL_COUNT || cell->kind == GCV_CELL_BYTES;
    char plain[GCV_NUMBER_MAX];
    size_t n = gcv_cell_format(cell, human, plain), at = 0;
    if (!is_figure) {
        memcpy(out, plain, n + 1);
        return n;
    }
    const size_t sign = plain[0] == '-', digits = strspn(plain + sign, "0123456789");
    if (sign > 0 || (is_delta && cell->delta > 0)) {
        out[at++] = sign > 0 ? '-' : '+';
    }
    at += gcv_group_digits(out + at, plain + sign, digits);
    memcpy(out + at, plain + sign + digits, n + 1 - sign - digits); /* .5KiB, and the NUL */
    return at + n - sign - digits;
}

gcv_slice gcv_screen_sentence(gcv_writer *writer, const char *name, gcv_slice text)
{
    gcv_buffer *out = &writer->layout.shown;
    gcv_buffer_clear(out);
    if (name != NULL) {
        gcv_buffer_append_str(writer->ctx, out, name);
        gcv_buffer_append_str(writer->ctx, out, ": ");
    }
    gcv_buffer_append_grouped(writer->ctx, out, text);
    return gcv_buffer_slice(out);
}

/* ---- heads -------------------------------------------------------------------------------- */

static size_t parts_of(const char *name)
{
    size_t n = 1;
    for (; *name != '\0'; name++) {
        n += *name == '_' && name[1] != '\0';
    }
    return n;
}

/* Part `at` of a name, from its end; the underscore belongs to the part before it. */
static gcv_slice part_from_end(const char *name, size_t at)
{
    size_t end = strlen(name), begin = end;
    for (;; at--) {
        while (begin > 0 && !(name[begin - 1] == '_' && begin < end)) {
            begin--;
        }
        if (at == 0 || begin == 0) {
            return at == 0 ? gcv_slice_of(name + begin, end - begin) : gcv_slice_of(name, 0);
        }
        end = begin;
    }
}

gcv_slice gcv_screen_head(const gcv_writer *writer, size_t column, size_t line)
{
    const char *name = writer->columns[column].name;
    return writer->layout.broken_heads ? part_from_end(name, line)
           : line == 0                 ? gcv_slice_str(name)
                                       : gcv_slice_of(name, 0);
}

size_t gcv_screen_head_lines(const gcv_writer *writer)
{
    size_t most = 1;
    for (size_t i = 0; i < writer->n_columns && writer->layout.broken_heads; i++) {
        const size_t n = parts_of(writer->columns[i].name);
        most = n > most ? n : most;
    }
    return most;
}

static size_t head_width(const gcv_writer *writer, size_t column)
{
    const size_t lines = gcv_screen_head_lines(writer);
    size_t widest = 0;
    for (size_t line = 0; line < lines; line++) {
        const size_t width = gcv_screen_head(writer, column, line).size;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* ---- columns ------------------------------------------------------------------------------ */

/* Columns that a text should have, and GAP between columns. */
enum { READABLE = 16, ENOUGH = 40, GAP = 2 };

/* Width of a row whose texts take at most `most` columns; those of labels are not limited. */
static size_t row_width(const gcv_writer *writer, size_t most)
{
    const size_t n = gcv_fit_in_row(writer->columns, writer->n_columns);
    size_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const gcv_column_shape shape = writer->columns[i].shape;
        size_t width = writer->layout.widths.data[i];
        if ((shape == GCV_SHAPE_TYPE || shape == GCV_SHAPE_VALUE) && width > most) {
            width = most;
        }
        const size_t head = head_width(writer, i);
        sum += (width > head ? width : head) + (i > 0 ? GAP : 0);
    }
    return sum;
}

/* Takes the extra columns out of the table and their cells out of the waiting rows. */
static void leave_out(gcv_writer *writer)
{
    gcv_layout *layout = &writer->layout;
    const size_t n = writer->n_columns;
    size_t kept = 0, byte = 0, bytes = 0, lengths = 0;
    for (size_t at = 0; at < layout->lengths.n; at++) {
        const size_t size = layout->lengths.data[at];
        if (!writer->extra[at % n]) {
            memmove(layout->bytes.data + bytes, layout->bytes.data + byte, size);
            layout->lengths.data[lengths++] = size;
            bytes += size;
        }
        byte += size;
    }
    layout->bytes.n = bytes;
    layout->lengths.n = lengths;
    for (size_t i = 0; i < n; i++) {
        if (writer->extra[i]) {
            gcv_buffer_append_str(writer->ctx, &layout->left_out,
                                  layout->left_out.text.n > 0 ? ", " : "");
            gcv_buffer_append_str(writer->ctx, &layout->left_out, writer->columns[i].name);
        } else {
            layout->widths.data[kept] = layout->widths.data[i];
            layout->source[kept] = i;
            layout->named_note = layout->named_note == i ? kept : layout->named_note;
            writer->columns[kept++] = writer->columns[i];
        }
    }
    writer->n_columns = kept;
}

/* Whether half of the waiting rows or more have nothing in a column. */
static bool is_sparse(const gcv_writer *writer, size_t column)
{
    const gcv_layout *layout = &writer->layout;
    size_t byte = 0, rows = 0, absent = 0;
    for (size_t at = 0; at < layout->lengths.n; at++) {
        const size_t size = layout->lengths.data[at];
        if (at % writer->n_columns == column) {
            rows++;
            absent += size == 1 && layout->bytes.data[byte] == '-';
        }
        byte += size;
    }
    return absent >= rows - absent;
}

/* Whether the last column in the row has labels beside types, few of them or with notes below them
 * anyway, and no other labels are wide: it is the root of chains or suspects. */
static bool ends_in_label(const gcv_writer *writer, size_t last)
{
    bool beside_type = false, only = true;
    for (size_t i = 0; i < last; i++) {
        const gcv_column_shape shape = writer->columns[i].shape;
        beside_type = beside_type || shape == GCV_SHAPE_TYPE;
        only = only && (shape != GCV_SHAPE_LABEL || writer->layout.widths.data[i] <= READABLE);
    }
    return writer->columns[last].shape == GCV_SHAPE_LABEL && beside_type && only &&
           (last + 1 < writer->n_columns || is_sparse(writer, last));
}

/* Returns the most blanks before a type in the waiting rows. */
static size_t deepest_indent(const gcv_writer *writer)
{
    const gcv_layout *layout = &writer->layout;
    size_t byte = 0, deepest = 0;
    for (size_t at = 0; at < layout->lengths.n; byte += layout->lengths.data[at++]) {
        size_t n = 0;
        if (writer->columns[at % writer->n_columns].shape == GCV_SHAPE_TYPE) {
            while (n < layout->lengths.data[at] && layout->bytes.data[byte + n] == ' ') {
                n++;
            }
        }
        deepest = n > deepest ? n : deepest;
    }
    return deepest;
}

void gcv_screen_arrange(gcv_writer *writer)
{
    const size_t n = gcv_fit_in_row(writer->columns, writer->n_columns);
    const size_t width = writer->width > 0 ? writer->width : SIZE_MAX;
    writer->layout.broken_heads = false;
    if (row_width(writer, ENOUGH) > width && n > 0 && ends_in_label(writer, n - 1)) {
        writer->columns[n - 1].shape = GCV_SHAPE_NOTE;
        writer->layout.named_note = n - 1;
    }
    writer->layout.broken_heads = row_width(writer, ENOUGH) > width;
    if (row_width(writer, READABLE + deepest_indent(writer)) > width) {
        leave_out(writer);
    }
    for (size_t i = 0; i < writer->n_columns; i++) {
        const size_t head = head_width(writer, i);
        size_t *cells = &writer->layout.widths.data[i];
        *cells = head > *cells ? head : *cells;
    }
}

/* ---- below the table ---------------------------------------------------------------------- */

static void append_more(gcv_context *ctx, gcv_buffer *out, const gcv_more *more)
{
    const gcv_cell rows = gcv_cell_count(more->rows), bytes = gcv_cell_count(more->bytes);
    char number[GCV_GROUPED_MAX];
    (void)gcv_screen_number(&rows, false, number);
    gcv_buffer_print(ctx, out, "%s%s more %s%s", more->at_least ? "at least " : "", number,
                     more->noun, more->rows > 1 ? "s" : "");
    if (more->bytes > 0) {
        (void)gcv_screen_number(&bytes, false, number);
        gcv_buffer_print(ctx, out, ", to objects of %s bytes", number);
    }
    gcv_buffer_print(ctx, out, ": %s", more->option);
}

gcv_slice gcv_screen_remark(gcv_writer *writer, size_t at)
{
    gcv_layout *layout = &writer->layout;
    gcv_buffer *out = &layout->shown;
    const gcv_slice left_out = gcv_buffer_slice(&layout->left_out);
    gcv_buffer_clear(out);
    if (layout->screen && (at == 0 ? layout->more.rows > 0 : left_out.size > 0)) {
        gcv_buffer_append_str(writer->ctx, out, "\xe2\x80\xa6 ");
        if (at == 0) {
            append_more(writer->ctx, out, &layout->more);
        } else {
            gcv_buffer_append_str(writer->ctx, out, "not shown: ");
            gcv_buffer_append(writer->ctx, out, left_out);
            gcv_buffer_append_str(writer->ctx, out, ": --width 0, or a wider window");
        }
    }
    return gcv_buffer_slice(out);
}
