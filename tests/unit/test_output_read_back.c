/* Random texts in tables of every format, read back by our own parsers. */
#include "support/check.h"
#include "support/written.h"

#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_tsv(reader *r, buffer *out)
{
    static const char letters[] = "tnr\\", meanings[] = "\t\n\r\\";
    out->size = 0;
    while (!reader_ahead(r, '\t') && !reader_ahead(r, '\n')) {
        char c = reader_take(r);
        if (c == '\\') {
            c = reader_take(r);
            const char *letter = strchr(letters, c);
            if (c == 'x') {
                buffer_add_code(out, reader_take_hex(r, 2));
            } else if (c == 'u' || c == 'U') {
                buffer_add_code(out, reader_take_hex(r, c == 'u' ? 4 : 8));
            } else {
                assert_true(c != '\0' && letter != NULL);
                buffer_add(out, &meanings[letter - letters], 1);
            }
        } else {
            buffer_add(out, &c, 1);
        }
    }
}

static void read_csv(reader *r, buffer *out)
{
    bool quoted = reader_ahead(r, '"');
    out->size = 0;
    if (quoted) {
        (void)reader_take(r);
    }
    for (;;) {
        if (quoted ? reader_ahead(r, '"') : reader_ahead(r, ',') || reader_ahead(r, '\r')) {
            if (!quoted) {
                return;
            }
            (void)reader_take(r);
            if (!reader_ahead(r, '"')) {
                return;
            }
        }
        char c = reader_take(r);
        assert_true(quoted || (c != '"' && c != '\n'));
        buffer_add(out, &c, 1);
    }
}

/* Checks that a spreadsheet takes nothing for a formula; a single `-` is allowed. */
static void undo_apostrophe(buffer *b)
{
    gcv_slice text = gcv_slice_of(b->bytes, b->size);
    while (text.size > 0 && text.data[0] == ' ') {
        text = gcv_slice_of(text.data + 1, text.size - 1);
    }
    if (text.size == 0 || gcv_slice_is(text, "-")) {
        return;
    }
    gcv_slice rest = text;
    uint32_t first = gcv_utf8_next(&rest);
    assert_true(first >= 0x80 || memchr("=+-@", (int)first, 4) == NULL);
    assert_true(first != 0xff1d && first != 0xff0b && first != 0xff0d && first != 0xff20);
    if (first == '\'') {
        size_t at = (size_t)(text.data - b->bytes);
        memmove(b->bytes + at, b->bytes + at + 1, b->size - at - 1);
        b->size--;
    }
}

/* Reads a cell as GitHub shows it, without blanks at its ends. Markup must be escaped. */
static void read_md(reader *r, buffer *out)
{
    out->size = 0;
    while (!reader_ahead(r, '|')) {
        char c = reader_take(r);
        assert_null(memchr("<>*_[]`~&$", c, 10));
        if (c == '\\') {
            c = reader_take(r);
            assert_non_null(memchr("<>*_[]`~&$\\|:", c, 13));
        }
        buffer_add(out, &c, 1);
    }
}

static void trim(buffer *b)
{
    size_t blanks = 0;
    while (b->size > 0 && b->bytes[b->size - 1] == ' ') {
        b->size--;
    }
    while (blanks < b->size && b->bytes[blanks] == ' ') {
        blanks++;
    }
    b->size -= blanks;
    memmove(b->bytes, b->bytes + blanks, b->size);
}

static void check_same(const buffer *a, const buffer *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->bytes, b->bytes, a->size);
}

enum { READ_COLUMNS = 3, READ_ROWS = 5 };

static const gcv_table_column read_columns[READ_COLUMNS] = {
    {"count", GCV_SHAPE_NUMBER}, {"type", GCV_SHAPE_TEXT}, {"label", GCV_SHAPE_TEXT}};

/* Reads one row back and compares it with the original. */
static void read_row(reader *r, const char *format, uint64_t count, const gcv_slice *texts)
{
    static buffer got, shown, expected;
    char number[GCV_NUMBER_MAX];
    (void)gcv_format_u64(number, count);
    if (strcmp(format, "json") == 0) {
        reader_expect(r, "{\"count\":");
        reader_expect(r, number);
        for (size_t i = 0; i < 2; i++) {
            reader_expect(r, i == 0 ? ",\"type\":" : ",\"label\":");
            reader_json_string(r, &got);
            valid_part(texts[i], &expected);
            check_same(&got, &expected);
        }
        reader_expect(r, "}");
        return;
    }
    reader_expect(r, strcmp(format, "md") == 0 ? "| " : "");
    reader_expect(r, number);
    reader_expect(r, strcmp(format, "md") == 0 ? " " : "");
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(format, "tsv") == 0) {
            reader_expect(r, "\t");
            read_tsv(r, &got);
            valid_part(texts[i], &expected);
        } else {
            reader_expect(r, strcmp(format, "csv") == 0 ? "," : "|");
            (strcmp(format, "csv") == 0 ? read_csv : read_md)(r, &shown);
            if (strcmp(format, "csv") == 0) {
                undo_apostrophe(&shown);
            }
            meant_part(gcv_slice_of(shown.bytes, shown.size), &got);
            valid_part(texts[i], &expected);
        }
        if (strcmp(format, "md") == 0) {
            trim(&got);
            trim(&expected);
        }
        check_same(&got, &expected);
    }
    reader_expect(r, strcmp(format, "md") == 0 ? "|" : "");
}

static void test_what_is_written_can_be_read_back(NO_STATE)
{
    static const char *const begins[][3] = {
        {"tsv", "count\ttype\tlabel\n", "\n"},
        {"csv", "count,type,label\r\n", "\r\n"},
        {"md", "| count | type | label |\n| ---: | --- | --- |\n", "\n"},
        {"json",
         "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n", ""},
    };
    static buffer texts[READ_ROWS * 2];
    gcv_cell cells[READ_ROWS * READ_COLUMNS];
    gcv_slice slices[READ_ROWS * 2];
    table t = {read_columns, READ_COLUMNS, NULL, READ_ROWS};
    uint64_t seed = 12;
    t.cells = cells;
    for (unsigned round = 0; round < 1500; round++) {
        for (size_t i = 0; i < READ_ROWS * 2; i++) {
            random_bytes(&seed, &texts[i]);
            slices[i] = gcv_slice_of(texts[i].bytes, texts[i].size);
            cells[i / 2 * READ_COLUMNS] = gcv_cell_count(round + i / 2);
            cells[i / 2 * READ_COLUMNS + 1 + i % 2] = gcv_cell_text(slices[i]);
        }
        for (size_t f = 0; f < CHECK_COUNT(begins); f++) {
            size_t size;
            char *bytes = write_table(begins[f][0], false, &t, &size);
            reader r;
            r.at = bytes;
            r.end = bytes + size;
            check_clean(bytes, size, f == 0 ? "\t\n" : f == 1 ? "\r\n" : "\n");
            reader_expect(&r, begins[f][1]);
            for (size_t i = 0; i < READ_ROWS; i++) {
                read_row(&r, begins[f][0], round + i, &slices[i * 2]);
                if (strcmp(begins[f][0], "json") == 0) {
                    reader_expect(&r, i + 1 < READ_ROWS ? ",\n" : "\n]}\n");
                }
                reader_expect(&r, begins[f][2]);
            }
            assert_true(r.at == r.end);
            if (strcmp(begins[f][0], "json") == 0) {
                check_json(bytes, size);
            }
            free(bytes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_can_be_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
