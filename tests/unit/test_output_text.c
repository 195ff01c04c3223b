/* The text format: alignment, compared with the simplest method, indentation, widths, and rows that
 * wait for column widths. */
#include "support/check.h"
#include "support/written.h"

#include "base/text.h"
#include "output/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends `n` blanks to `b`. */
static void add_blanks(buffer *b, size_t n)
{
    for (; n > 0; n--) {
        buffer_add(b, " ", 1);
    }
}

static size_t columns_of(const buffer *b)
{
    return gcv_display_width(gcv_slice_of(b->bytes, b->size));
}

enum { GRID_ROWS = 4, GRID_COLUMNS = 3 }; /* the first row is the header */

/* The text format by another method: finds all widths, pads lines, and removes trailing blanks. */
static void naive_text(const gcv_table_column *columns, gcv_cell cells[][GRID_COLUMNS], buffer *all)
{
    static buffer shown[GRID_ROWS][GRID_COLUMNS];
    size_t widths[GRID_COLUMNS] = {0};
    for (size_t i = 0; i < GRID_ROWS; i++) {
        for (size_t j = 0; j < GRID_COLUMNS; j++) {
            shown_part(cells[i][j].text, &shown[i][j]);
            if (columns_of(&shown[i][j]) > widths[j]) {
                widths[j] = columns_of(&shown[i][j]);
            }
        }
    }
    all->size = 0;
    for (size_t i = 0; i < GRID_ROWS; i++) {
        size_t start = all->size;
        for (size_t j = 0; j < GRID_COLUMNS; j++) {
            size_t lacking = widths[j] - columns_of(&shown[i][j]);
            add_blanks(all, columns[j].shape == GCV_SHAPE_NUMBER ? lacking : 0);
            buffer_add(all, shown[i][j].bytes, shown[i][j].size);
            add_blanks(all, (columns[j].shape == GCV_SHAPE_NUMBER ? 0 : lacking) + 2);
        }
        while (all->size > start && all->bytes[all->size - 1] == ' ') {
            all->size--;
        }
        buffer_add(all, "\n", 1);
    }
}

static void test_text_against_naive(NO_STATE)
{
    static buffer raw[GRID_ROWS][GRID_COLUMNS], expected;
    uint64_t seed = 13;
    for (unsigned round = 0; round < 3000; round++) {
        gcv_table_column columns[GRID_COLUMNS] = {
            {"a", GCV_SHAPE_TEXT}, {"bcd", GCV_SHAPE_TEXT}, {"efghij", GCV_SHAPE_TEXT}};
        gcv_cell cells[GRID_ROWS][GRID_COLUMNS];
        table t = {NULL, GRID_COLUMNS, NULL, GRID_ROWS - 1};
        size_t size;
        for (size_t j = 0; j < GRID_COLUMNS; j++) {
            columns[j].shape = check_below(&seed, 2) == 0 ? GCV_SHAPE_NUMBER : GCV_SHAPE_TEXT;
            cells[0][j] = gcv_cell_str(columns[j].name);
            for (size_t i = 1; i < GRID_ROWS; i++) {
                random_bytes(&seed, &raw[i][j]);
                cells[i][j] = gcv_cell_text(gcv_slice_of(raw[i][j].bytes, raw[i][j].size));
            }
        }
        naive_text(columns, cells, &expected);
        t.columns = columns;
        t.cells = cells[1];
        char *bytes = write_table("text", false, &t, &size);
        check_clean(bytes, size, "\n");
        assert_int_equal(size, expected.size);
        assert_memory_equal(bytes, expected.bytes, size);
        free(bytes);
    }
}

static void test_text_alignment(NO_STATE)
{
    static const gcv_table_column columns[] = {{"bytes", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TEXT},
                                               {"object", GCV_SHAPE_TEXT},
                                               {"n", GCV_SHAPE_NUMBER}};
    gcv_cell cells[4 * 4] = {
        gcv_cell_count(7),
        gcv_cell_str("\xc3\xa9t\xc3\xa9"),
        gcv_cell_id(10),
        gcv_cell_count(1),
        gcv_cell_count(1234567),
        gcv_cell_str("a\tb  "),
        gcv_cell_none(),
        gcv_cell_count(10),
        gcv_cell_none(),
        gcv_cell_str(""),
        gcv_cell_str("trailing   "),
        gcv_cell_str(" "),
        gcv_cell_count(2),
        gcv_cell_str(" x"),
        gcv_cell_str(""),
        gcv_cell_str(""),
    };
    table t = {NULL, 4, NULL, 4};
    t.columns = columns;
    t.cells = cells;
    check_table("text", false, &t,
                "  bytes  type      object        n\n"
                "      7  \xc3\xa9t\xc3\xa9       a             1\n"
                "1234567  a\\x09b    -            10\n"
                "      -            trailing\n"
                "      2   x\n");
}

static void test_indent(NO_STATE)
{
    static const gcv_table_column columns[] = {{"object", GCV_SHAPE_TEXT},
                                               {"type", GCV_SHAPE_TEXT}};
    static const uint32_t levels[] = {0, 1, 3, 63, 64, 65, 1000000, UINT32_MAX};
    char expected[4096];
    for (size_t i = 0; i < CHECK_COUNT(levels); i++) {
        size_t capped = levels[i] < 64 ? levels[i] : 64;
        gcv_cell cells[2];
        table t = {NULL, 2, NULL, 1};
        t.columns = columns;
        t.cells = cells;
        cells[0] = gcv_cell_id(1);
        cells[1] = gcv_cell_str("T");
        cells[1].indent = levels[i];
        (void)snprintf(expected, sizeof expected, "object  type\n1       %*sT\n", (int)capped * 2,
                       "");
        check_table("text", false, &t, expected);
        strcpy(expected, "| object | type |\n| --- | --- |\n| 1 | ");
        for (size_t k = 0; k < capped * 2; k++) {
            strcat(expected, "&nbsp;");
        }
        strcat(expected, "T |\n");
        check_table("md", false, &t, expected);
        check_table("tsv", false, &t, "object\ttype\n1\tT\n");
        check_table("csv", false, &t, "object,type\r\n1,T\r\n");
        check_table("json", false, &t,
                    "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\","
                    "\"rows\":[\n{\"object\":\"1\",\"type\":\"T\"}\n]}\n");
    }
}

/* One very long name does not pad all other rows to its width. */
static void test_width_is_capped(NO_STATE)
{
    static const gcv_table_column columns[] = {{"type", GCV_SHAPE_TEXT}, {"n", GCV_SHAPE_TEXT}};
    char name[301], expected[2000];
    gcv_cell cells[4];
    table t = {NULL, 2, NULL, 2};
    t.columns = columns;
    t.cells = cells;
    memset(name, 'N', 300);
    name[300] = '\0';
    cells[0] = gcv_cell_str(name);
    cells[1] = gcv_cell_count(1);
    cells[2] = gcv_cell_str("x");
    cells[3] = gcv_cell_count(2);
    (void)snprintf(expected, sizeof expected, "%-256s  n\n%s  1\n%-256s  2\n", "type", name, "x");
    check_table("text", false, &t, expected);
    name[256] = '\0';
    cells[0] = gcv_cell_str(name);
    (void)snprintf(expected, sizeof expected, "%-256s  n\n%s  1\n%-256s  2\n", "type", name, "x");
    check_table("text", false, &t, expected);
}

/* ---- rows that wait ----------------------------------------------------------------------- */

static void test_rows_wait_up_to_a_number(NO_STATE)
{
    enum { WAIT = 65536 };
    stream s;
    size_t size;
    stream_open(&s, "text", tmpfile());
    for (size_t i = 1; i < WAIT; i++) {
        stream_row(&s, gcv_slice_str("abc"), i);
    }
    assert_int_equal(ftell(s.file), 0); /* nothing is written yet */
    stream_row(&s, gcv_slice_str("abcdefgh"), WAIT);
    assert_true(ftell(s.file) > 0);
    uint64_t used = gcv_context_used(s.ctx);
    stream_row(&s, gcv_slice_str("abcdefghijkl"), 1); /* too wide now: shifts the rest */
    for (size_t i = 0; i < 100000; i++) {
        stream_row(&s, gcv_slice_str("x"), 1234567);
    }
    assert_true(gcv_context_used(s.ctx) == used);
    gcv_writer_end(s.writer);
    char *bytes = contents(s.file, &size);
    size_t at = 16; /* "type          n\n": 8 + 2 + 5 characters */
    assert_memory_equal(bytes, "type          n\n", at);
    assert_memory_equal(bytes + at, "abc           1\n", 16);
    assert_memory_equal(bytes + at * 10, "abc          10\n", 16);
    at *= WAIT;
    assert_memory_equal(bytes + at, "abcdefgh  65536\n", 16);
    assert_memory_equal(bytes + at + 16, "abcdefghijkl      1\n", 20);
    for (at += 36; at < size; at += 18) {
        assert_memory_equal(bytes + at, "x         1234567\n", 18);
    }
    assert_int_equal(at, size);
    assert_int_equal(size, 16 * (WAIT + 1) + 20 + 18 * 100000);
    free(bytes);
    stream_close(&s);
}

static void test_rows_wait_up_to_a_size(NO_STATE)
{
    enum { MEGABYTE = 1024 * 1024 };
    char *name = malloc(MEGABYTE);
    stream s;
    size_t size, at = 256 + 2 + 1 + 1;
    assert_non_null(name);
    memset(name, 'm', MEGABYTE);
    stream_open(&s, "text", tmpfile());
    for (unsigned i = 0; i < 3; i++) {
        stream_row(&s, gcv_slice_of(name, MEGABYTE), i);
    }
    assert_int_equal(ftell(s.file), 0);
    stream_row(&s, gcv_slice_of(name, MEGABYTE), 3);
    assert_true(ftell(s.file) > 4 * MEGABYTE);
    for (unsigned i = 4; i < 40; i++) {
        stream_row(&s, gcv_slice_of(name, MEGABYTE), i);
    }
    assert_true(gcv_context_peak(s.ctx) < 8 * MEGABYTE);
    gcv_writer_end(s.writer);
    char *bytes = contents(s.file, &size);
    for (unsigned i = 0; i < 40; i++) {
        char end[8];
        (void)snprintf(end, sizeof end, "  %u\n", i);
        assert_memory_equal(bytes + at, name, MEGABYTE);
        assert_memory_equal(bytes + at + MEGABYTE, end, strlen(end));
        at += MEGABYTE + strlen(end);
    }
    assert_int_equal(at, size);
    free(bytes);
    free(name);
    stream_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_against_naive),
        cmocka_unit_test(test_text_alignment),
        cmocka_unit_test(test_indent),
        cmocka_unit_test(test_width_is_capped),
        cmocka_unit_test(test_rows_wait_up_to_a_number),
        cmocka_unit_test(test_rows_wait_up_to_a_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
