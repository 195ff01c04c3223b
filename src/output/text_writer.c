/* text_writer.c - aligned columns for people.
 *
 * Widths come from the rows themselves, so rows wait until all are there. So that memory stays
 * bounded, waiting ends at a number of rows or bytes; the widths found by then hold for the rest,
 * and a cell that is wider pushes what follows it to the right.
 */
#include "output/writer_impl.h"

#include <string.h>

enum {
    ROWS_MAX = 65536,
    BYTES_MAX = 4 * 1024 * 1024,
    /* A column is not set wider than this: one name of a megabyte must not pad every other row. */
    WIDTH_MAX = 256
};

/* Number of characters: of valid UTF-8 every byte but the continuation bytes starts one. */
static size_t width_of(const uint8_t *bytes, size_t size)
{
    size_t width = 0, i;
    for (i = 0; i < size; i++) {
        width += (bytes[i] & 0xc0) != 0x80;
    }
    return width;
}

/* ---- rows in ------------------------------------------------------------------------------ */

static void keep(gcv_writer *writer, const char *bytes, size_t size)
{
    gcv_u8_column *kept = &writer->layout.bytes;
    if (writer->failure.status != GCV_OK ||
        gcv_u8_column_reserve(writer->ctx, kept, size, &writer->failure) != GCV_OK) {
        return;
    }
    memcpy(kept->data + kept->n, bytes, size);
    kept->n += size;
}

static void keep_cell(gcv_writer *writer, const gcv_cell *cell)
{
    char number[GCV_NUMBER_MAX];
    gcv_escape escape;
    gcv_slice piece;
    uint32_t level;
    for (level = 0; level < cell->indent && level < GCV_INDENT_MAX; level++) {
        keep(writer, "  ", 2);
    }
    if (cell->kind != GCV_CELL_TEXT) {
        size_t size = gcv_cell_format(cell, writer->human, number);
        keep(writer, number, size);
        return;
    }
    escape = gcv_escape_start(GCV_ESCAPE_TEXT, cell->text);
    while (gcv_escape_next(&escape, &piece)) {
        keep(writer, piece.data, piece.size);
    }
}

/* The next cell of the row, in column `column`, ends where the kept bytes end. */
static void end_cell(gcv_writer *writer, size_t column, size_t start)
{
    gcv_layout *layout = &writer->layout;
    size_t size = layout->bytes.n - start;
    size_t width;
    if (writer->failure.status != GCV_OK ||
        gcv_size_column_push(writer->ctx, &layout->lengths, size, &writer->failure) != GCV_OK) {
        return;
    }
    if (layout->streaming) {
        return;
    }
    width = width_of(layout->bytes.data + start, size);
    if (width > WIDTH_MAX) {
        width = WIDTH_MAX;
    }
    if (width > layout->widths.data[column]) {
        layout->widths.data[column] = width;
    }
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

/* Puts `*blanks` blanks and the cell, and leaves the blanks at its end to the next call: those at
 * the end of a line are never put. */
static void put_aligned(gcv_writer *writer, const uint8_t *bytes, size_t size, size_t *blanks)
{
    size_t end = size;
    while (end > 0 && bytes[end - 1] == ' ') {
        end--;
    }
    if (end > 0) {
        put_blanks(writer, *blanks);
        gcv_put(writer, (const char *)bytes, end);
        *blanks = 0;
    }
    *blanks += size - end;
}

static void put_row(gcv_writer *writer, const uint8_t *bytes, const size_t *lengths)
{
    const size_t *widths = writer->layout.widths.data;
    size_t blanks = 0, i;
    for (i = 0; i < writer->n_columns; i++) {
        size_t width = width_of(bytes, lengths[i]);
        size_t lacking = width < widths[i] ? widths[i] - width : 0;
        if (writer->columns[i].number) {
            blanks += lacking;
            lacking = 0;
        }
        put_aligned(writer, bytes, lengths[i], &blanks);
        blanks += lacking + 2;
        bytes += lengths[i];
    }
    gcv_put(writer, "\n", 1);
}

static void put_waiting(gcv_writer *writer)
{
    gcv_layout *layout = &writer->layout;
    size_t at = 0, byte = 0, i;
    while (at < layout->lengths.n) {
        put_row(writer, layout->bytes.data + byte, layout->lengths.data + at);
        for (i = 0; i < writer->n_columns; i++) {
            byte += layout->lengths.data[at++];
        }
    }
    layout->bytes.n = 0;
    layout->lengths.n = 0;
}

/* ---- the format --------------------------------------------------------------------------- */

void gcv_text_begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_layout *layout = &writer->layout;
    size_t i;
    (void)head;
    /* The first room at once: from here on `data` is never NULL. */
    if (gcv_u8_column_reserve(writer->ctx, &layout->bytes, 1024, &writer->failure) != GCV_OK) {
        return;
    }
    for (i = 0; i < writer->n_columns && writer->failure.status == GCV_OK; i++) {
        gcv_cell name = gcv_cell_str(writer->columns[i].name);
        size_t start = layout->bytes.n;
        if (gcv_size_column_push(writer->ctx, &layout->widths, 0, &writer->failure) == GCV_OK) {
            keep_cell(writer, &name);
            end_cell(writer, i, start);
        }
    }
}

void gcv_text_row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_layout *layout = &writer->layout;
    size_t i;
    for (i = 0; i < writer->n_columns && writer->failure.status == GCV_OK; i++) {
        size_t start = layout->bytes.n;
        keep_cell(writer, &cells[i]);
        end_cell(writer, i, start);
    }
    layout->rows++;
    if (writer->failure.status == GCV_OK &&
        (layout->streaming || layout->rows >= ROWS_MAX || layout->bytes.n >= BYTES_MAX)) {
        put_waiting(writer);
        layout->streaming = true;
    }
}

/* Forgets the widths: the next table of a document has its own. */
void gcv_text_end(gcv_writer *writer)
{
    put_waiting(writer);
    writer->layout.widths.n = 0;
    writer->layout.rows = 0;
    writer->layout.streaming = false;
}

void gcv_text_part(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    static const size_t indents[] = {
        [GCV_PART_LINE] = 2, [GCV_PART_DETAIL] = 4, [GCV_PART_COMMAND] = 2};
    put_blanks(writer, part == GCV_PART_HEADING ? 0 : indents[part]);
    gcv_put_escaped(writer, GCV_ESCAPE_TEXT, text);
    gcv_put(writer, "\n", 1);
}

void gcv_text_release(gcv_writer *writer)
{
    gcv_u8_column_release(writer->ctx, &writer->layout.bytes);
    gcv_size_column_release(writer->ctx, &writer->layout.lengths);
    gcv_size_column_release(writer->ctx, &writer->layout.widths);
}
