/* Tables with a width: no line is longer, numbers stay whole, and texts that fit stay unchanged. */
#include "output/display.h"
#include "output/shorten.h" /* before `buffer` of written.h, which its parameters would shadow */

#include "support/check.h"
#include "support/effort.h"
#include "support/written.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Short form of `…`. */
#define DOTS "\xe2\x80\xa6"

static void check_fitted(size_t width, const table *t, const char *expected)
{
    size_t size;
    char *bytes = write_in_width("text", width, t, &size);
    assert_string_equal(bytes, expected);
    free(bytes);
}

/* ---- by example --------------------------------------------------------------------------- */

static const gcv_table_column suspect_columns[] = {{"retained", GCV_SHAPE_NUMBER},
                                                   {"type", GCV_SHAPE_TYPE},
                                                   {"root", GCV_SHAPE_TEXT},
                                                   {"reason", GCV_SHAPE_NOTE}};

static void test_suspects(NO_STATE)
{
    gcv_cell cells[8];
    table t = {suspect_columns, 4, NULL, 2};
    t.cells = cells;
    cells[0] = gcv_cell_bytes(123456);
    cells[1] = gcv_cell_str("System.Collections.Generic.Dictionary<System.String, Acme.Price>");
    cells[2] = gcv_cell_str("static Acme.Shop.Cache.items");
    cells[3] = gcv_cell_str("many prices accumulate under one dictionary");
    cells[4] = gcv_cell_bytes(78);
    cells[5] = gcv_cell_str("System.Byte[]");
    cells[6] = gcv_cell_none();
    cells[7] = gcv_cell_none();
    check_fitted(70, &t,
                 "retained  type                       root\n"
                 "  123456  Dictionary<String, Price>  static Acme.Shop.Cache.items\n"
                 "    many prices accumulate under one dictionary\n"
                 "      78  System.Byte[]              -\n");
    check_fitted(40, &t,
                 "retained  type           root\n"
                 "  123456  Dictionary<" DOTS ">  static " DOTS
                 "e.items\n"
                 "    many prices accumulate under one\n"
                 "    dictionary\n"
                 "      78  System.Byte[]  -\n");
}

/* The words beside a type get the room that it leaves, and at least half; the count after it stays
 * longest. Other formats do not have them. */
static void test_words_beside_types(NO_STATE)
{
    static const gcv_cell_words run = {{"->head", 6}, {".next x173", 10}},
                                held = {{".b", 2}, {NULL, 0}};
    static const gcv_table_column columns[] = {{"type", GCV_SHAPE_TYPE}, {"root", GCV_SHAPE_TEXT}};
    gcv_cell cells[4];
    table t = {columns, 2, cells, 2};
    size_t size;
    cells[0] = gcv_cell_str("Acme.Collections.Generic.LongEntryOfAList");
    cells[0].indent = 1;
    cells[0].words = &run;
    cells[1] = cells[3] = gcv_cell_none();
    cells[2] = gcv_cell_str("B");
    cells[2].words = &held;
    check_fitted(0, &t,
                 "type                                                           root\n"
                 "  ->head Acme.Collections.Generic.LongEntryOfAList .next x173  -\n"
                 ".b B                                                           -\n");
    check_fitted(50, &t,
                 "type                                  root\n"
                 "  ->head LongEntryOfAList .next x173  -\n"
                 ".b B                                  -\n");
    char *bytes = write_in_width("tsv", 40, &t, &size);
    assert_string_equal(bytes, "type\troot\nAcme.Collections.Generic.LongEntryOfAList\t-\nB\t-\n");
    free(bytes);
    bytes = write_in_width("md", 40, &t, &size);
    assert_non_null(strstr(
        bytes, "| &nbsp;&nbsp;-\\>head Acme.Collections.Generic.LongEntryOfAList .next x173 |"));
    assert_non_null(strstr(bytes, "| .b B | - |"));
    free(bytes);
}

static void test_values(NO_STATE)
{
    static const gcv_table_column columns[] = {{"key", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_VALUE}};
    gcv_cell cells[6];
    table t = {columns, 2, NULL, 3};
    t.cells = cells;
    cells[0] = gcv_cell_str("verdict");
    cells[1] = gcv_cell_str("incomplete: the end of the file is missing");
    cells[2] = gcv_cell_str("domain");
    cells[3] = gcv_cell_str("");
    cells[4] = gcv_cell_str("bytes");
    cells[5] = gcv_cell_bytes(12);
    check_fitted(40, &t,
                 "key      value\n"
                 "verdict  incomplete: the end of the file\n"
                 "         is missing\n"
                 "domain\n"
                 "bytes    12\n");
}

static void test_indentation(NO_STATE)
{
    static const gcv_table_column columns[] = {{"type", GCV_SHAPE_TYPE},
                                               {"depth", GCV_SHAPE_NUMBER}};
    gcv_cell cells[4];
    table t = {columns, 2, NULL, 2};
    t.cells = cells;
    cells[0] = gcv_cell_str("Acme.Shop.Node");
    cells[1] = gcv_cell_count(1);
    cells[2] = gcv_cell_str("Acme.Shop.Collections.Node");
    cells[2].indent = 40;
    cells[3] = gcv_cell_count(40);
    check_fitted(40, &t,
                 "type                  depth\n"
                 "Acme.Shop.Node            1\n"
                 "                Node     40\n");
}

/* Each width at which another column begins to grow. */
static void test_steps(NO_STATE)
{
    static const gcv_table_column columns[] = {{"type", GCV_SHAPE_TYPE}, {"root", GCV_SHAPE_TEXT}};
    static const size_t cases[][3] = {{18, 8, 8},   {26, 16, 8},   {30, 16, 12},
                                      {31, 17, 12}, {54, 40, 12},  {55, 40, 13},
                                      {92, 40, 50}, {112, 60, 50}, {200, 60, 50}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        size_t widths[] = {60, 50};
        gcv_fit_widths(columns, 2, cases[i][0], widths);
        assert_int_equal(widths[0], cases[i][1]);
        assert_int_equal(widths[1], cases[i][2]);
    }
}

/* ---- any table ---------------------------------------------------------------------------- */

enum { ROWS = 5, COLUMNS = 4 };

static const char *const names[] = {
    "-",
    "A",
    "Acme.Price[]",
    "static Acme.Shop.Cache.items",
    "a b c",
    "  two blanks",
    "System.Collections.Generic.Dictionary<System.String, Acme.List<Acme.Price>>",
    "Logger`1[Azure.Mcp.Tools.Search.Commands.Index.IndexGetCommand]",
    "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e.\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e.\xe6\x97\xa5",
    "onewordthatisverylongwithoutanyblankinitatallsothatitmustbebrokensomewhere",
    ""};

static const gcv_cell_words words[] = {{{".a", 2}, {NULL, 0}},
                                       {{NULL, 0}, {".next x12", 9}},
                                       {{"->b", 3}, {".next x3", 8}},
                                       {{"[\"a long \x1f name of a property\"]", 32}, {NULL, 0}},
                                       {{NULL, 0}, {NULL, 0}}};

static void random_table(uint64_t *seed, gcv_table_column *columns, gcv_cell *cells)
{
    static const char *const heads[] = {"type", "n", "retained", "namespace"};
    for (size_t j = 0; j < COLUMNS; j++) {
        columns[j].name = heads[check_below(seed, CHECK_COUNT(heads))];
        columns[j].shape = (gcv_column_shape)check_below(seed, j + 1 < COLUMNS ? 3 : 5);
        for (size_t i = 0; i < ROWS; i++) {
            gcv_cell *cell = &cells[i * COLUMNS + j];
            if (columns[j].shape == GCV_SHAPE_NUMBER) {
                *cell = gcv_cell_count(check_random(seed) >> check_below(seed, 64));
            } else {
                *cell = gcv_cell_str(names[check_below(seed, CHECK_COUNT(names))]);
                cell->indent = check_below(seed, 4) == 0 ? (uint32_t)check_below(seed, 70) : 0;
                cell->words = columns[j].shape == GCV_SHAPE_TYPE && check_below(seed, 2) == 0
                                  ? &words[check_below(seed, CHECK_COUNT(words))]
                                  : NULL;
            }
        }
    }
}

/* Returns the minimum width of a line, with all texts shortened. */
static size_t least(const gcv_table_column *columns, const gcv_cell *cells)
{
    size_t sum = 0;
    for (size_t j = 0; j < COLUMNS && columns[j].shape != GCV_SHAPE_NOTE; j++) {
        size_t widest = strlen(columns[j].name);
        for (size_t i = 0; i < ROWS; i++) {
            char digits[32];
            const gcv_cell *cell = &cells[i * COLUMNS + j];
            size_t width = (size_t)snprintf(digits, sizeof digits, "%ju", (uintmax_t)cell->number);
            if (columns[j].shape == GCV_SHAPE_NUMBER && width > widest) {
                widest = width;
            }
        }
        if (columns[j].shape != GCV_SHAPE_NUMBER && widest < GCV_FIT_LEAST) {
            widest = GCV_FIT_LEAST;
        }
        sum += widest + (j > 0 ? 2 : 0);
    }
    return sum;
}

static void check_lines(const char *bytes, size_t width)
{
    while (*bytes != '\0') {
        size_t size = strcspn(bytes, "\n");
        assert_true(gcv_display_width(gcv_slice_of(bytes, size)) <= width);
        assert_true(size == 0 || bytes[size - 1] != ' ');
        assert_int_equal(bytes[size], '\n');
        bytes += size + 1;
    }
}

static void test_lines_fit(NO_STATE)
{
    uint64_t seed = 77;
    unsigned round, narrow = 0;
    for (round = 0; round < effort_rounds(4000); round++) {
        gcv_table_column columns[COLUMNS];
        gcv_cell cells[ROWS * COLUMNS];
        table t = {NULL, COLUMNS, NULL, ROWS};
        size_t width = 40 + check_below(&seed, 120), size;
        char number[32];
        random_table(&seed, columns, cells);
        t.columns = columns;
        t.cells = cells;
        size_t needed = least(columns, cells);
        narrow += needed > width;
        char *bytes = write_in_width("text", width, &t, &size);
        check_lines(bytes, needed > width ? needed : width);
        check_clean(bytes, size, "\n");
        for (size_t i = 0; i < ROWS * COLUMNS; i++) {
            if (columns[i % COLUMNS].shape == GCV_SHAPE_NUMBER) {
                (void)snprintf(number, sizeof number, "%ju", (uintmax_t)cells[i].number);
                assert_non_null(strstr(bytes, number));
            }
        }
        free(bytes);
    }
    assert_true(narrow > 0 && narrow < round / 2);
}

/* Without a note or a value, a width that all rows fit changes nothing; and no width ever changes
 * another format. */
static void test_what_fits_stays(NO_STATE)
{
    uint64_t seed = 78;
    for (unsigned round = 0; round < 400; round++) {
        gcv_table_column columns[COLUMNS];
        gcv_cell cells[ROWS * COLUMNS];
        table t = {NULL, COLUMNS, NULL, ROWS};
        size_t size;
        random_table(&seed, columns, cells);
        t.columns = columns;
        t.cells = cells;
        for (size_t f = 0; f < WRITER_FORMATS; f++) {
            bool text = strcmp(writer_formats[f], "text") == 0;
            char *plain = write_table(writer_formats[f], false, &t, &size);
            char *fitted = write_in_width(writer_formats[f], text ? 1000 : 40, &t, &size);
            if (!text || columns[COLUMNS - 1].shape < GCV_SHAPE_VALUE) {
                assert_string_equal(plain, fitted);
            }
            free(plain);
            free(fitted);
        }
    }
}

/* Rows that come after the widths are fixed: a wider number takes room from the next name. */
static void test_later_rows(NO_STATE)
{
    enum { WAIT = 65536 };
    static const gcv_table_column columns[] = {{"n", GCV_SHAPE_NUMBER}, {"type", GCV_SHAPE_TYPE}};
    gcv_cell cells[2];
    stream s;
    const char *tail = "\n1234567890123456789  Acme.Tables.Table\n";
    size_t size;
    s.ctx = gcv_context_new(0);
    s.file = tmpfile();
    assert_true(s.ctx != NULL && s.file != NULL);
    s.writer = gcv_writer_open(s.ctx, s.file, "x", "text", false);
    gcv_writer_fit(s.writer, 40);
    gcv_writer_begin(s.writer, &plain_head, columns, 2);
    for (size_t i = 0; i <= WAIT; i++) {
        cells[0] = gcv_cell_count(i < WAIT ? 1 : 1234567890123456789u);
        cells[1] = gcv_cell_str(i < WAIT ? "A" : "Acme.Tables.Table");
        gcv_writer_row(s.writer, cells);
    }
    cells[1] = gcv_cell_str("Acme.Tables.Table<Acme.Row>");
    gcv_writer_row(s.writer, cells);
    gcv_writer_end(s.writer);
    char *bytes = contents(s.file, &size);
    check_lines(bytes, 40);
    assert_non_null(strstr(bytes, tail));
    assert_non_null(strstr(bytes, "\n1234567890123456789  Table<Row>\n"));
    free(bytes);
    stream_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suspects),        cmocka_unit_test(test_words_beside_types),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_indentation),
        cmocka_unit_test(test_steps),           cmocka_unit_test(test_lines_fit),
        cmocka_unit_test(test_what_fits_stays), cmocka_unit_test(test_later_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
