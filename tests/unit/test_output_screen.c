/* The text format on a screen: numbers, heads, columns that are left out, and color. */
#include "support/check.h"
#include "support/written.h"

#include "base/number.h"
#include "base/system.h"
#include "base/text.h"
#include "output/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_look(const table *t, size_t width, uint64_t more, const char *expected)
{
    const look as = {.width = width, .screen = true, .more = more};
    size_t size;
    char *bytes = write_look("text", &as, &plain_head, t, &size);
    assert_string_equal(bytes, expected);
    free(bytes);
}

/* ---- by example --------------------------------------------------------------------------- */

static const gcv_table_column diff_columns[] = {{"count_delta", GCV_SHAPE_NUMBER},
                                                {"bytes_delta", GCV_SHAPE_NUMBER},
                                                {"count_a", GCV_SHAPE_EXTRA},
                                                {"bytes_a", GCV_SHAPE_EXTRA},
                                                {"type", GCV_SHAPE_TYPE}};

static void test_narrower_and_narrower(NO_STATE)
{
    gcv_cell cells[10];
    table t = {diff_columns, 5, NULL, 2};
    t.cells = cells;
    cells[0] = gcv_cell_signed(1234);
    cells[1] = gcv_cell_signed_bytes(-5678901);
    cells[2] = gcv_cell_count(2000);
    cells[3] = gcv_cell_bytes(9000000);
    cells[4] = gcv_cell_str("System.Collections.Generic.List<Acme.Price>");
    cells[5] = gcv_cell_signed(0);
    cells[6] = gcv_cell_signed_bytes(12);
    cells[7] = gcv_cell_none();
    cells[8] = gcv_cell_bytes(7);
    cells[9] = gcv_cell_str("Acme.A");
    check_look(&t, 100, 0,
               "count_delta  bytes_delta  count_a    bytes_a  type\n"
               "     +1,234   -5,678,901    2,000  9,000,000  "
               "System.Collections.Generic.List<Acme.Price>\n"
               "          0          +12        -          7  Acme.A\n");
    check_look(&t, 80, 1,
               "count_      bytes_  count_     bytes_\n"
               " delta       delta       a          a  type\n"
               "+1,234  -5,678,901   2,000  9,000,000  System.Collections.Generic.List<Price>\n"
               "     0         +12       -          7  Acme.A\n"
               "\xe2\x80\xa6 1 more type: --top 0\n");
    check_look(&t, 50, 1204,
               "count_      bytes_\n"
               " delta       delta  type\n"
               "+1,234  -5,678,901  List<Price>\n"
               "     0         +12  Acme.A\n"
               "\xe2\x80\xa6 1,204 more types: --top 0\n"
               "\xe2\x80\xa6 not shown: count_a, bytes_a: --width 0, or a\n"
               "  wider window\n");
    check_look(&t, 0, 0,
               "count_delta  bytes_delta  count_a    bytes_a  type\n"
               "     +1,234   -5,678,901    2,000  9,000,000  "
               "System.Collections.Generic.List<Acme.Price>\n"
               "          0          +12        -          7  Acme.A\n");
}

static const gcv_table_column chain_columns[] = {
    {"bytes", GCV_SHAPE_NUMBER}, {"type", GCV_SHAPE_TYPE}, {"root", GCV_SHAPE_TEXT}};

/* The root of a chain moves below its row; other labels stay, and lose their ends. */
static void test_labels(NO_STATE)
{
    gcv_cell cells[6];
    table t = {chain_columns, 3, NULL, 2};
    t.cells = cells;
    cells[0] = gcv_cell_bytes(1234);
    cells[1] = gcv_cell_str("Acme.Collections.PriceList");
    cells[2] = gcv_cell_str("static field prices, a PriceList");
    cells[3] = gcv_cell_bytes(7);
    cells[4] = gcv_cell_str("Acme.A");
    cells[5] = gcv_cell_none();
    check_look(&t, 50, 0,
               "bytes  type\n"
               "1,234  Acme.Collections.PriceList\n"
               "    root: static field prices, a PriceList\n"
               "    7  Acme.A\n");
    cells[5] = gcv_cell_str("handle");
    check_look(&t, 44, 0,
               "bytes  type       root\n"
               "1,234  PriceList  static field prices, a\xe2\x80\xa6\n"
               "    7  Acme.A     handle\n");
}

static void test_colors(NO_STATE)
{
    static const look as = {.width = 60, .color = true};
    gcv_cell cells[3];
    table t = {chain_columns, 3, NULL, 1};
    size_t size;
    t.cells = cells;
    cells[0] = gcv_cell_bytes(1234);
    cells[1] = gcv_cell_str("Acme.List<Acme.Price>[]");
    cells[2] = gcv_cell_str("handle");
    char *bytes = write_look("text", &as, &plain_head, &t, &size);
    assert_string_equal(bytes,
                        "\x1b[36mbytes\x1b[0m  \x1b[36mtype\x1b[0m                     "
                        "\x1b[36mroot\x1b[0m\n"
                        " 1234  Acme.\x1b[1mList\x1b[0m<Acme.Price>\x1b[1m[]\x1b[0m  handle\n");
    free(bytes);
}

/* ---- any table ---------------------------------------------------------------------------- */

enum { ROWS = 5, COLUMNS = 4 };

static void random_table(uint64_t *seed, gcv_table_column *columns, gcv_cell *cells)
{
    static const char *const heads[] = {"type", "n", "retained_delta", "a_b_c"};
    static const char *const names[] = {
        "-",
        "-",
        "Acme.Price[]",
        "static Acme.Shop.Cache.items",
        "a b c",
        "<total>",
        "",
        "System.Collections.Generic.Dictionary<System.String, Acme.List<Acme.Price>>",
        "onewordthatisverylongwithoutanyblankinitatallsothatitmustbebrokensomewhere"};
    static const gcv_column_shape shapes[] = {GCV_SHAPE_TEXT,  GCV_SHAPE_NUMBER, GCV_SHAPE_TYPE,
                                              GCV_SHAPE_EXTRA, GCV_SHAPE_NOTE,   GCV_SHAPE_VALUE};
    for (size_t j = 0; j < COLUMNS; j++) {
        columns[j].name = heads[check_below(seed, CHECK_COUNT(heads))];
        columns[j].shape = shapes[check_below(seed, j + 1 < COLUMNS ? 4 : 6)];
        const bool number =
            columns[j].shape == GCV_SHAPE_NUMBER || columns[j].shape == GCV_SHAPE_EXTRA;
        for (size_t i = 0; i < ROWS; i++) {
            const uint64_t value = check_random(seed) >> check_below(seed, 64);
            gcv_cell *cell = &cells[i * COLUMNS + j];
            *cell = !number                     ? gcv_cell_str(names[check_below(seed, 9)])
                    : check_below(seed, 2) == 0 ? gcv_cell_count(value)
                                                : gcv_cell_signed((int64_t)value);
            cell->indent =
                !number && check_below(seed, 4) == 0 ? (uint32_t)check_below(seed, 9) : 0;
        }
    }
}

/* Removes what colors add. */
static void strip(char *bytes)
{
    char *to = bytes;
    for (; *bytes != '\0'; bytes++) {
        if (*bytes == '\x1b') {
            bytes = strchr(bytes, 'm');
        } else {
            *to++ = *bytes;
        }
    }
    *to = '\0';
}

static void test_colors_add_nothing_else(NO_STATE)
{
    uint64_t seed = 31;
    unsigned colored_rows = 0;
    for (unsigned round = 0; round < 2000; round++) {
        gcv_table_column columns[COLUMNS];
        gcv_cell cells[ROWS * COLUMNS];
        table t = {columns, COLUMNS, cells, ROWS};
        look as = {.screen = check_below(&seed, 2) == 0, .more = round % 3};
        size_t size;
        random_table(&seed, columns, cells);
        as.width = check_below(&seed, 3) == 0 ? 0 : 40 + check_below(&seed, 160);
        char *plain = write_look("text", &as, &plain_head, &t, &size);
        as.color = true;
        char *colored = write_look("text", &as, &plain_head, &t, &size);
        colored_rows += strstr(colored, "\x1b[1m") != NULL;
        strip(colored);
        assert_string_equal(colored, plain);
        free(plain);
        free(colored);
    }
    assert_true(colored_rows > 500);
}

/* The width of the widest number of a column on a screen, or of a part of its head. */
static size_t least_of(const gcv_table_column *column, const gcv_cell *cells)
{
    size_t widest = 0, part = 0;
    for (const char *c = column->name; *c != '\0'; c++) {
        part++;
        widest = part > widest ? part : widest;
        part = *c == '_' ? 0 : part;
    }
    for (size_t i = 0; i < ROWS; i++) {
        const gcv_cell *cell = &cells[i * COLUMNS];
        char digits[40];
        size_t n = cell->kind == GCV_CELL_SIGNED
                       ? (size_t)snprintf(digits, sizeof digits, "%jd", (intmax_t)cell->delta)
                       : (size_t)snprintf(digits, sizeof digits, "%ju", (uintmax_t)cell->number);
        const size_t sign = cell->kind == GCV_CELL_SIGNED && cell->delta != 0;
        n -= digits[0] == '-';
        n += (n - 1) / 3 + sign;
        widest = n > widest ? n : widest;
    }
    return widest;
}

/* Whether the numbers that stay on a narrow screen, and a little of each text, fit a line. */
static bool can_fit(const gcv_table_column *columns, const gcv_cell *cells, size_t width)
{
    size_t sum = 0;
    for (size_t j = 0; j < COLUMNS; j++) {
        const gcv_column_shape shape = columns[j].shape;
        const size_t number = shape == GCV_SHAPE_NUMBER ? least_of(&columns[j], cells + j) : 0;
        const size_t text =
            strlen(columns[j].name) > GCV_FIT_LEAST ? strlen(columns[j].name) : GCV_FIT_LEAST;
        sum += shape == GCV_SHAPE_EXTRA ? 0 : 2 + (number > 0 ? number : text);
    }
    return sum <= width;
}

/* Lines fit, and numbers that are not left out are whole. */
static void test_lines_fit(NO_STATE)
{
    uint64_t seed = 32;
    unsigned fitting = 0;
    for (unsigned round = 0; round < 4000; round++) {
        gcv_table_column columns[COLUMNS];
        gcv_cell cells[ROWS * COLUMNS];
        table t = {columns, COLUMNS, cells, ROWS};
        const look as = {.width = 40 + check_below(&seed, 120), .screen = true};
        size_t size;
        random_table(&seed, columns, cells);
        if (!can_fit(columns, cells, as.width)) {
            continue;
        }
        char *bytes = write_look("text", &as, &plain_head, &t, &size);
        for (const char *at = bytes; *at != '\0';) {
            const size_t n = strcspn(at, "\n");
            assert_true(gcv_display_width(gcv_slice_of(at, n)) <= as.width);
            at += n + 1;
        }
        for (size_t i = 0; i < ROWS * COLUMNS; i++) {
            char digits[40], expected[40];
            const gcv_cell *cell = &cells[i];
            const int64_t delta = cell->delta;
            if (columns[i % COLUMNS].shape != GCV_SHAPE_NUMBER) {
                continue;
            }
            const int n = cell->kind == GCV_CELL_SIGNED
                              ? snprintf(digits, sizeof digits, "%+jd", (intmax_t)delta)
                              : snprintf(digits, sizeof digits, "%ju", (uintmax_t)cell->number);
            const int sign = cell->kind == GCV_CELL_SIGNED;
            int to = 0;
            for (int d = sign && delta == 0; d < n; d++) {
                expected[to++] = digits[d];
                if (d >= sign && d + 1 < n && (n - d - 1) % 3 == 0) {
                    expected[to++] = ',';
                }
            }
            expected[to] = '\0';
            assert_non_null(strstr(bytes, expected));
        }
        fitting++;
        free(bytes);
    }
    assert_true(fitting > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_narrower_and_narrower),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_colors_add_nothing_else),
        cmocka_unit_test(test_lines_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
