/* text_writer.c - aligned columns for people.
 *
 * Widths come from the rows themselves, so rows wait until all have arrived. To bound memory,
 * waiting ends at a number of rows or bytes; the widths found by then apply to the rest, and a
 * wider cell pushes what follows it to the right. With a line width, the column widths are reduced
 * to it (fit.c), and each text is cut when its row is put.
 */
#include "output/display.h"
#include "output/shorten.h"
#include "output/writer_impl.h"

#include <string.h>

enum {
    ROWS_MAX = 65536,
    BYTES_MAX = 4 * 1024 * 1024,
    /* Maximum width of a column: one name of a megabyte must not pad every other row. */
    WIDTH_MAX = 256,
    NOTE_INDENT = 4
};

static gcv_slice slice_of(const uint8_t *bytes, size_t size)
{
    return gcv_slice_of((const char *)bytes, size);
}

/* ---- rows in ------------------------------------------------------------------------------ */

static void keep(gcv_writer *writer, const char *bytes, size_t size)
{
    gcv_u8_column_append(writer->ctx, &writer->layout.bytes, (const uint8_t *)bytes, size);
}

/* Keeps a text that is harmless as it is; false if it may not be. */
static bool keep_harmless(gcv_writer *writer, gcv_slice text)
{
    gcv_u8_column *kept = &writer->layout.bytes;
    if (text.size == 0) {
        return true;
    }
    gcv_u8_column_reserve(writer->ctx, kept, text.size);
    if (!gcv_escape_copy(GCV_ESCAPE_TEXT, text, (char *)kept->data + kept->n)) {
        return false;
    }
    kept->n += text.size;
    return true;
}

static void keep_text(gcv_writer *writer, gcv_slice text)
{
    gcv_slice piece;
    if (keep_harmless(writer, text)) {
        return;
    }
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TEXT, text);
    while (gcv_escape_next(&escape, &piece)) {
        keep(writer, piece.data, piece.size);
    }
}

/* Keeps a word before or after a type. If the cell will be fitted, a mark tells the word apart. */
static void keep_word(gcv_writer *writer, gcv_slice word, char mark)
{
    const char between = writer->width > 0 ? mark : ' ';
    if (word.size > 0 && mark == GCV_MARK_AFTER) {
        keep(writer, &between, 1);
    }
    keep_text(writer, word);
    if (word.size > 0 && mark == GCV_MARK_BEFORE) {
        keep(writer, &between, 1);
    }
}

static void keep_cell(gcv_writer *writer, const gcv_cell *cell)
{
    char number[GCV_GROUPED_MAX];
    for (uint32_t level = 0; level < cell->indent && level < GCV_INDENT_MAX; level++) {
        keep(writer, "  ", 2);
    }
    if (cell->kind != GCV_CELL_TEXT) {
        size_t size = writer->layout.screen ? gcv_screen_number(cell, writer->human, number)
                                            : gcv_cell_format(cell, writer->human, number);
        keep(writer, number, size);
        return;
    }
    if (cell->words != NULL) {
        keep_word(writer, cell->words->before, GCV_MARK_BEFORE);
    }
    keep_text(writer, cell->text);
    if (cell->words != NULL) {
        keep_word(writer, cell->words->after, GCV_MARK_AFTER);
    }
}

/* Ends the next cell of the row, in column `column`, at the end of the kept bytes. */
static void end_cell(gcv_writer *writer, size_t column, size_t start)
{
    gcv_layout *layout = &writer->layout;
    size_t size = layout->bytes.n - start;
    size_t most = writer->width > 0 ? writer->width : WIDTH_MAX;
    gcv_size_column_push(writer->ctx, &layout->lengths, size);
    if (layout->streaming) {
        return;
    }
    size_t width = gcv_display_width(slice_of(layout->bytes.data + start, size));
    size_t *widest = &layout->widths.data[column];
    width = width < most ? width : most;
    *widest = width > *widest ? width : *widest;
}

/* ---- rows out ----------------------------------------------------------------------------- */

static void put_blanks(gcv_writer *writer, size_t n)
{
    static const char blanks[] = "                                                                ";
    while (n > 0) {
        size_t part = n < sizeof blanks - 1 ? n : sizeof blanks - 1;
        gcv_put(writer, blanks, part);
        n -= part;
    }
}

/* Puts `*blanks` blanks and the cell. Trailing blanks of the cell are left to the next call, so
 * that a line never ends in blanks. */
static void put_aligned(gcv_writer *writer, gcv_text_style style, gcv_slice cell, size_t *blanks)
{
    size_t end = cell.size;
    while (end > 0 && cell.data[end - 1] == ' ') {
        end--;
    }
    if (end > 0) {
        put_blanks(writer, *blanks);
        if (writer->layout.color) {
            gcv_put_styled(writer, style, gcv_slice_of(cell.data, end));
        } else {
            gcv_put(writer, cell.data, end);
        }
        *blanks = 0;
    }
    *blanks += cell.size - end;
}

static gcv_text_style style_of(const gcv_writer *writer, size_t column, bool head)
{
    return head                                              ? GCV_STYLE_COLUMN
           : writer->columns[column].shape == GCV_SHAPE_TYPE ? GCV_STYLE_NAME
                                                             : GCV_STYLE_PLAIN;
}

/* Puts a cell, aligned in its column; adds the gap after it to `*blanks`. */
static void put_in_column(gcv_writer *writer, size_t column, gcv_slice cell, bool head,
                          size_t *blanks)
{
    size_t needed = writer->layout.widths.data[column];
    size_t width = gcv_display_width(cell);
    size_t lacking = width < needed ? needed - width : 0;
    if (writer->columns[column].shape == GCV_SHAPE_NUMBER) {
        *blanks += lacking;
        lacking = 0;
    }
    put_aligned(writer, style_of(writer, column, head), cell, blanks);
    *blanks += lacking + 2;
}

static void put_plain_row(gcv_writer *writer, const uint8_t *bytes, const size_t *lengths,
                          bool head)
{
    size_t blanks = 0;
    for (size_t i = 0; i < writer->n_columns; i++) {
        put_in_column(writer, i, slice_of(bytes, lengths[i]), head, &blanks);
        bytes += lengths[i];
    }
    gcv_put(writer, "\n", 1);
}

/* ---- rows out, with a width --------------------------------------------------------------- */

/* Puts a text in lines of `width` columns; all but the first are indented by `indent` blanks. */
static void put_wrapped(gcv_writer *writer, gcv_slice text, size_t indent, size_t width)
{
    size_t blanks = 0;
    do {
        gcv_slice line = gcv_wrap_next(&text, width, writer->layout.screen);
        put_blanks(writer, blanks);
        gcv_put(writer, line.data, line.size);
        gcv_put(writer, "\n", 1);
        blanks = indent;
    } while (text.size > 0);
}

/* Columns left in a line after `at` columns; at least GCV_FIT_LEAST. */
static size_t room_behind(const gcv_writer *writer, size_t at)
{
    return writer->width > at + GCV_FIT_LEAST ? writer->width - at : GCV_FIT_LEAST;
}

/* Width for a cell. The last cell of a row gets what the others leave, so it loses room when
 * numbers are wider than in the rows that waited. `at`: columns before the cell. */
static size_t room_of(const gcv_writer *writer, size_t column, size_t at)
{
    bool last = column + 1 == gcv_fit_in_row(writer->columns, writer->n_columns);
    return last ? room_behind(writer, at) : writer->layout.rooms[column];
}

static void put_note(gcv_writer *writer, size_t column, gcv_slice note)
{
    const char *name = writer->layout.named_note == column ? writer->columns[column].name : NULL;
    note = gcv_slice_trim(note);
    if (note.size > 0 && !gcv_slice_is(note, "-")) {
        note = writer->layout.screen ? gcv_screen_sentence(writer, name, note) : note;
        put_blanks(writer, NOTE_INDENT);
        put_wrapped(writer, note, NOTE_INDENT, room_behind(writer, NOTE_INDENT));
    }
}

static void put_fitted_row(gcv_writer *writer, const uint8_t *bytes, const size_t *lengths,
                           bool head)
{
    const size_t n = gcv_fit_in_row(writer->columns, writer->n_columns);
    gcv_buffer *shown = &writer->layout.shown;
    size_t blanks = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        const gcv_column_shape shape = writer->columns[i].shape;
        gcv_slice cell = slice_of(bytes, lengths[i]);
        bytes += lengths[i];
        if (shape == GCV_SHAPE_VALUE && !head) {
            cell = gcv_slice_trim(cell);
            put_blanks(writer, cell.size > 0 ? blanks : 0);
            put_wrapped(writer, cell, at, room_behind(writer, at));
            return;
        }
        if (shape != GCV_SHAPE_NUMBER) {
            gcv_buffer_clear(shown);
            gcv_fit_cell(writer->ctx, shape, cell, room_of(writer, i, at), shown);
            cell = gcv_buffer_slice(shown);
        }
        put_in_column(writer, i, cell, head, &blanks);
        size_t width = gcv_display_width(cell);
        at += 2 + (width > writer->layout.widths.data[i] ? width : writer->layout.widths.data[i]);
    }
    gcv_put(writer, "\n", 1);
    for (size_t i = n; i < writer->n_columns && !head; bytes += lengths[i++]) {
        put_note(writer, i, slice_of(bytes, lengths[i]));
    }
}

/* ---- waiting rows ------------------------------------------------------------------------- */

static void put_waiting(gcv_writer *writer)
{
    gcv_layout *layout = &writer->layout;
    size_t at = 0, byte = 0;
    while (at < layout->lengths.n) {
        const uint8_t *bytes = layout->bytes.data + byte;
        const bool head = at == 0 && !layout->streaming && !layout->screen;
        (writer->width > 0 ? put_fitted_row : put_plain_row)(writer, bytes,
                                                             layout->lengths.data + at, head);
        for (size_t i = 0; i < writer->n_columns; i++) {
            byte += layout->lengths.data[at++];
        }
    }
    layout->bytes.n = layout->lengths.n = 0;
}

/* Width of a cell after it is cut to the room of its column. */
static size_t fitted_width(gcv_writer *writer, size_t column, gcv_slice cell)
{
    gcv_buffer *shown = &writer->layout.shown;
    gcv_buffer_clear(shown);
    gcv_fit_cell(writer->ctx, writer->columns[column].shape, cell, writer->layout.rooms[column],
                 shown);
    return gcv_display_width(gcv_buffer_slice(shown));
}

/* Reduces the column widths to the line width. Shortened names are rarely as wide as they may be,
 * so each width is then reduced to that of the widest waiting cell. The room stays, as a cell that
 * is cut to its own width would lose indentation. */
static void fit_widths(gcv_writer *writer)
{
    gcv_layout *layout = &writer->layout;
    const size_t n = gcv_fit_in_row(writer->columns, writer->n_columns);
    size_t widest[GCV_COLUMNS_MAX] = {0};
    size_t byte = 0, i;
    gcv_fit_widths(writer->columns, n, writer->width, layout->widths.data);
    memcpy(layout->rooms, layout->widths.data, n * sizeof layout->rooms[0]);
    for (size_t at = 0; at < layout->lengths.n; byte += layout->lengths.data[at++]) {
        i = at % writer->n_columns;
        if (i < n && writer->columns[i].shape != GCV_SHAPE_NUMBER) {
            size_t width = fitted_width(
                writer, i, slice_of(layout->bytes.data + byte, layout->lengths.data[at]));
            widest[i] = width > widest[i] ? width : widest[i];
        }
    }
    for (i = 0; i < n; i++) {
        if (writer->columns[i].shape != GCV_SHAPE_NUMBER) {
            layout->widths.data[i] = widest[i];
        }
    }
}

static void put_head_lines(gcv_writer *writer)
{
    const size_t n =
        writer->width > 0 ? gcv_fit_in_row(writer->columns, writer->n_columns) : writer->n_columns;
    for (size_t line = gcv_screen_head_lines(writer); line-- > 0;) {
        size_t blanks = 0;
        for (size_t i = 0; i < n; i++) {
            put_in_column(writer, i, gcv_screen_head(writer, i, line), true, &blanks);
        }
        gcv_put(writer, "\n", 1);
    }
}

/* Puts the waiting rows, now that the column widths are known. */
static void put_first(gcv_writer *writer)
{
    if (writer->layout.screen) {
        gcv_screen_arrange(writer);
    }
    if (writer->width > 0) {
        fit_widths(writer);
    }
    if (writer->layout.screen) {
        put_head_lines(writer);
    }
    put_waiting(writer);
    writer->layout.streaming = true;
}

/* ---- the format --------------------------------------------------------------------------- */

static void begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_layout *layout = &writer->layout;
    (void)head;
    /* Allocates at once: from here on `data` is never NULL. */
    gcv_u8_column_reserve(writer->ctx, &layout->bytes, 1024);
    layout->named_note = GCV_COLUMNS_MAX;
    for (size_t i = 0; i < writer->n_columns; i++) {
        gcv_cell name = gcv_cell_str(writer->columns[i].name);
        size_t start = layout->bytes.n;
        layout->source[i] = i;
        gcv_size_column_push(writer->ctx, &layout->widths, 0);
        if (layout->screen) { /* gcv_screen_head() */
            const bool is_label = writer->columns[i].shape == GCV_SHAPE_TEXT;
            writer->columns[i].shape = is_label ? GCV_SHAPE_LABEL : writer->columns[i].shape;
        } else {
            keep_cell(writer, &name);
            end_cell(writer, i, start);
        }
    }
}

static void row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_layout *layout = &writer->layout;
    for (size_t i = 0; i < writer->n_columns; i++) {
        size_t start = layout->bytes.n;
        keep_cell(writer, &cells[layout->source[i]]);
        end_cell(writer, i, start);
    }
    layout->rows++;
    if (layout->streaming) {
        put_waiting(writer);
    } else if (layout->rows >= ROWS_MAX || layout->bytes.n >= BYTES_MAX) {
        put_first(writer);
    }
}

/* How a part of a document is put: indentation of its first and its other lines. */
typedef struct part_form {
    size_t indent, next;
    bool whole; /* lines are not broken */
    gcv_text_style style;
} part_form;

/* Puts a line of a text, which begins at `text`. */
static void put_line(gcv_writer *writer, const part_form *form, const char *text, gcv_slice line)
{
    const gcv_layout *layout = &writer->layout;
    const size_t first = (size_t)(line.data - text), end = first + line.size;
    size_t at = first;
    for (size_t i = 0; i < layout->n_stresses; i++) {
        const gcv_stress *stress = &layout->stresses[i];
        const size_t from = stress->at > at ? stress->at : at;
        const size_t to = stress->end < end ? stress->end : end;
        if (from < to) {
            gcv_put_styled(writer, form->style, gcv_slice_of(text + at, from - at));
            gcv_put_styled(writer, GCV_STYLE_HEADING, gcv_slice_of(text + from, to - from));
            at = to;
        }
    }
    gcv_put_styled(writer, form->style, gcv_slice_of(text + at, end - at));
}

/* Puts a text in lines of at most `columns` columns. */
static void put_prose(gcv_writer *writer, size_t columns, const part_form *form, gcv_slice text)
{
    const char *begin = text.data;
    size_t indent = form->indent;
    do {
        const size_t room = columns > indent ? columns - indent : 1;
        gcv_slice line = gcv_wrap_next(&text, room, writer->layout.screen);
        put_blanks(writer, indent);
        put_line(writer, form, begin, line);
        gcv_put(writer, "\n", 1);
        indent = form->next;
    } while (text.size > 0);
}

/* Resets the widths: the next table of a document has its own. */
static void end(gcv_writer *writer)
{
    static const part_form form = {0, 2, false, GCV_STYLE_PLAIN};
    static const gcv_more none = {0};
    gcv_layout *layout = &writer->layout;
    if (!layout->streaming && layout->widths.n > 0) {
        put_first(writer);
    }
    for (size_t i = 0; i < GCV_SCREEN_REMARKS; i++) {
        const gcv_slice remark = gcv_screen_remark(writer, i);
        if (remark.size > 0) {
            put_prose(writer, writer->width > 0 ? writer->width : SIZE_MAX, &form, remark);
        }
    }
    gcv_buffer_clear(&layout->left_out);
    layout->more = none;
    layout->widths.n = 0;
    layout->rows = 0;
    layout->streaming = false;
}

/* Lines of prose that are longer than this are hard to read. */
enum { PROSE_MAX = 100 };

/* Returns a text as it is shown, until the next call. */
static gcv_slice shown_part(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    gcv_cell cell = gcv_cell_text(text);
    writer->layout.bytes.n = 0;
    keep_cell(writer, &cell);
    text = slice_of(writer->layout.bytes.data, writer->layout.bytes.n);
    return writer->layout.screen && part != GCV_PART_COMMAND
               ? gcv_screen_sentence(writer, NULL, text)
               : text;
}

/* Commands are to be pasted, so their lines are not broken, nor are headings in files. */
static void put_part(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    static const part_form forms[] = {[GCV_PART_HEADING] = {0, 2, false, GCV_STYLE_HEADING},
                                      [GCV_PART_LINE] = {2, 5, false, GCV_STYLE_PLAIN},
                                      [GCV_PART_DETAIL] = {5, 7, false, GCV_STYLE_PLAIN},
                                      [GCV_PART_COMMAND] = {5, 5, true, GCV_STYLE_COMMAND}};
    const bool screen = writer->layout.screen;
    const bool whole = forms[part].whole || (part == GCV_PART_HEADING && !screen);
    const size_t width = whole || writer->width == 0           ? SIZE_MAX
                         : screen && writer->width > PROSE_MAX ? PROSE_MAX
                                                               : writer->width;
    for (size_t i = 0; i < writer->layout.n_stresses; i++) {
        gcv_stress *stress = &writer->layout.stresses[i];
        stress->at = shown_part(writer, part, gcv_slice_of(text.data, stress->at)).size;
        stress->end = shown_part(writer, part, gcv_slice_of(text.data, stress->end)).size;
    }
    put_prose(writer, width, &forms[part], shown_part(writer, part, text));
    writer->layout.bytes.n = writer->layout.n_stresses = 0;
}

void gcv_text_release(gcv_writer *writer)
{
    GCV_RELEASE(writer->ctx, &writer->layout.bytes, &writer->layout.lengths, &writer->layout.widths,
                &writer->layout.shown, &writer->layout.left_out);
}

const gcv_output_format gcv_output_text = {.name = "text",
                                           .tables = GCV_ANY_TABLE,
                                           .begin = begin,
                                           .row = row,
                                           .end = end,
                                           .put_part = put_part};
