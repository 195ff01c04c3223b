/* csv.c - comma-separated values as in RFC 4180, line ends included. Control characters are
 * escaped, so no field spans lines. A text that a spreadsheet would take for a formula gets an
 * apostrophe. Numbers stay as they are, negative ones too. */
#include "output/writer_impl.h"

#include <string.h>

/* RFC 4180 requires no quotes around an empty field or around blanks at the ends, but some readers
 * trim such blanks, and skip a line that consists of one empty field. */
static bool needs_quotes(gcv_slice text)
{
    return text.size == 0 || text.data[0] == ' ' || text.data[text.size - 1] == ' ' ||
           memchr(text.data, ',', text.size) != NULL || memchr(text.data, '"', text.size) != NULL;
}

/* Whether the text needs a leading apostrophe: it begins with a character that begins a formula in
 * a spreadsheet (in normal or full width), or with an apostrophe, so that the apostrophe can be
 * removed unambiguously. `-` alone is the absent value. */
static bool needs_apostrophe(gcv_slice text)
{
    text = gcv_slice_unindented(text);
    if (text.size == 0 || gcv_slice_is(text, "-")) {
        return false;
    }
    const uint32_t c = gcv_utf8_next(&text);
    return c == '=' || c == '+' || c == '-' || c == '@' || c == '\'' || c == 0xff1d ||
           c == 0xff0b || c == 0xff0d || c == 0xff20;
}

static void put_text(gcv_writer *writer, gcv_slice text)
{
    bool quotes = needs_quotes(text);
    if (quotes) {
        gcv_put_char(writer, '"');
    }
    if (needs_apostrophe(text)) {
        gcv_put_char(writer, '\'');
    }
    gcv_put_escaped(writer, GCV_ESCAPE_CSV, text);
    if (quotes) {
        gcv_put_char(writer, '"');
    }
}

static void csv_row(gcv_writer *writer, const gcv_cell *cells)
{
    for (size_t i = 0; i < writer->n_columns; i++) {
        if (i > 0) {
            gcv_put_char(writer, ',');
        }
        if (cells[i].kind == GCV_CELL_TEXT) {
            put_text(writer, cells[i].text);
        } else {
            gcv_put_cell(writer, GCV_ESCAPE_CSV, &cells[i]);
        }
    }
    gcv_put(writer, "\r\n", 2);
}

const gcv_output_format gcv_output_csv = {.name = "csv", .tables = GCV_ANY_TABLE, .row = csv_row};

/* ---- tab-separated values: a header line, then one line per row. Escapes are reversible --- */

static void tsv_row(gcv_writer *writer, const gcv_cell *cells)
{
    for (size_t i = 0; i < writer->n_columns; i++) {
        if (i > 0) {
            gcv_put_char(writer, '\t');
        }
        gcv_put_cell(writer, GCV_ESCAPE_TSV, &cells[i]);
    }
    gcv_put_char(writer, '\n');
}

const gcv_output_format gcv_output_tsv = {.name = "tsv", .tables = GCV_ANY_TABLE, .row = tsv_row};
