/* An id in several sections: the output for all its objects at once equals that for each with
 * --domain; the tree begins with those that are not below another one. */
#include "whole/cells.h"

#include "support/graphs.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 40000, LINE_SIZE = 200, SECTIONS_MAX = 6, HEAPS = 150 };

/* Object 10 of each section, and one with an id of its own, which refer to each other at random. */
static size_t write_heap(char *text, uint32_t n, uint64_t seed)
{
    uint64_t random = graph_mix(seed, n);
    size_t size = 0;
    for (uint32_t s = 0; s < n; s++) {
        const uint32_t own = 0x1000 + 8 * s;
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "a 2 d%u\nt 1 T\no 10 1 8",
                                 (unsigned)s);
        for (uint32_t k = graph_below(&random, 3); k > 0; k--) {
            size += (size_t)snprintf(text + size, TEXT_SIZE - size, " %x",
                                     (unsigned)(0x1000 + 8 * graph_below(&random, n)));
        }
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "\no %x 1 16 %x", (unsigned)own,
                                 (unsigned)(0x1000 + 8 * graph_below(&random, n)));
        if (graph_chance(&random, 70)) {
            size += (size_t)snprintf(text + size, TEXT_SIZE - size, " 10");
        }
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "\n");
        if (graph_chance(&random, 30)) {
            size += (size_t)snprintf(text + size, TEXT_SIZE - size, "r %x 4 0 1\n", (unsigned)own);
        }
        if (graph_chance(&random, 20)) {
            size += (size_t)snprintf(text + size, TEXT_SIZE - size, "r 10 3 0\n");
        }
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "c d%u\n", (unsigned)s);
    }
    return size;
}

static void run(cells *table, whole *w, const char *text, size_t size, const char *line)
{
    whole_give(w, text, size);
    cells_open(table, w, line);
}

/* ---- each by itself ----------------------------------------------------------------------- */

/* Whether rows are equal except for the first columns, which number them. */
static void check_rows(const char *line, const cells *all, size_t from, const cells *one,
                       size_t skipped)
{
    for (size_t row = 0; row < one->n_rows; row++) {
        for (size_t i = skipped; i < one->n_columns; i++) {
            if (from + row >= all->n_rows ||
                strcmp(cells_at(all, from + row, i), cells_at(one, row, i)) != 0) {
                fail_msg("%s: row %zu is not that of all", line, row + 1);
            }
        }
    }
}

static void check_parts(whole *w, const char *text, size_t size, uint32_t n, const char *words,
                        size_t skipped)
{
    char line[LINE_SIZE];
    cells all, one;
    size_t at = 0;
    (void)snprintf(line, sizeof line, "%s -", words);
    run(&all, w, text, size, line);
    for (uint32_t s = 0; s < n; s++) {
        (void)snprintf(line, sizeof line, "%s --domain d%u -", words, (unsigned)s);
        run(&one, w, text, size, line);
        check_rows(line, &all, at, &one, skipped);
        at += one.n_rows;
        cells_close(&one);
    }
    assert_int_equal(at, all.n_rows);
    cells_close(&all);
}

/* ---- the tree ----------------------------------------------------------------------------- */

typedef struct tree_row {
    uint64_t depth, retained;
    char object[32];
} tree_row;

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(tree_row)); }

static bool is_wanted(const cells *table, size_t row)
{
    return strcmp(cells_at(table, row, cells_column(table, "object")), "10") == 0;
}

/* Puts rows in one order, whatever the order of siblings; with `cut` only those below a wanted row.
 */
static tree_row *tree_rows(const cells *table, bool cut, size_t *n)
{
    tree_row *rows = calloc(table->n_rows + 1, sizeof *rows);
    uint64_t top = 0; /* depth of the wanted row above this one; 0: none */
    size_t i;
    assert_non_null(rows);
    for (*n = 0, i = 0; i < table->n_rows; i++) {
        tree_row *row = &rows[*n];
        uint64_t depth;
        assert_true(cells_number(table, i, cells_column(table, "depth"), &depth));
        top = depth <= top ? 0 : top;
        top = top == 0 && is_wanted(table, i) ? depth : top;
        if (cut && top == 0) {
            continue;
        }
        row->depth = cut ? depth - top + 1 : depth;
        assert_true(cells_number(table, i, cells_column(table, "retained"), &row->retained));
        (void)snprintf(row->object, sizeof row->object, "%s",
                       cells_at(table, i, cells_column(table, "object")));
        ++*n;
    }
    qsort(rows, *n, sizeof *rows, compare);
    return rows;
}

/* Adds up what the top rows retain: no object counts twice, even if rows are folded. */
static uint64_t top_bytes(const cells *table)
{
    uint64_t sum = 0, depth, retained;
    for (size_t i = 0; i < table->n_rows; i++) {
        assert_true(cells_number(table, i, cells_column(table, "depth"), &depth));
        assert_true(cells_number(table, i, cells_column(table, "retained"), &retained));
        sum += depth == 1 ? retained : 0;
    }
    return sum;
}

static void check_tree(whole *w, const char *text, size_t size, const char *part)
{
    char line[LINE_SIZE];
    cells other, tree;
    size_t n_expected, n;
    (void)snprintf(line, sizeof line, "tree --quiet --top 0%s -", part);
    run(&other, w, text, size, line);
    (void)snprintf(line, sizeof line, "tree --quiet --top 0%s --object 10 -", part);
    run(&tree, w, text, size, line);
    tree_row *expected = tree_rows(&other, true, &n_expected);
    tree_row *rows = tree_rows(&tree, false, &n);
    if (n != n_expected || memcmp(rows, expected, n * sizeof *rows) != 0) {
        fail_msg("%s: not what is below these objects:\n%.*s", line, (int)size, text);
    }
    free(expected);
    free(rows);
    cells_close(&other);
    (void)snprintf(line, sizeof line, "tree --quiet --top 0 --by type%s --object 10 -", part);
    run(&other, w, text, size, line);
    assert_int_equal(top_bytes(&other), top_bytes(&tree));
    cells_close(&other);
    cells_close(&tree);
}

static void test_random_heaps(NO_STATE)
{
    static char text[TEXT_SIZE];
    whole w;
    whole_open(&w);
    for (uint64_t seed = 0; seed < HEAPS; seed++) {
        const uint32_t n = 2 + (uint32_t)(seed % (SECTIONS_MAX - 1));
        const size_t size = write_heap(text, n, seed);
        check_parts(&w, text, size, n, "object 10 --top 0", 0);
        check_parts(&w, text, size, n, "chains --object 10", 1);
        check_parts(&w, text, size, n, "chains --object 10 --limit 0", 1);
        check_parts(&w, text, size, n, "chains --object 10 --limit 2 --to static", 1);
        check_parts(&w, text, size, n, "chains --object 10 --via T --avoid Q", 1);
        check_tree(&w, text, size, "");
        check_tree(&w, text, size, " --unreachable");
    }
    whole_close(&w);
}

/* ---- many --------------------------------------------------------------------------------- */

/* Counts how often the first row of the output for an object occurs. */
static size_t count_rows(const cells *table, const char *column, const char *value)
{
    size_t n = 0;
    for (size_t i = 0; i < table->n_rows; i++) {
        n += strcmp(cells_at(table, i, cells_column(table, column)), value) == 0;
    }
    return n;
}

static void check_many(whole *w, const char *text, size_t size, const char *line,
                       const char *column, const char *value, uint32_t n)
{
    static const char warning[] = "of the objects with the id 10 only the first 100 are shown";
    cells table;
    run(&table, w, text, size, line);
    assert_int_equal(count_rows(&table, column, value), n < 100 ? n : 100);
    assert_int_equal(strstr(w->err_text, warning) != NULL, n > 100);
    cells_close(&table);
}

/* Of the objects that no root reaches, the first ten are named, or all eleven. */
static void test_many_unreachable(NO_STATE)
{
    static char text[TEXT_SIZE];
    whole w;
    whole_open(&w);
    for (uint32_t n = 11; n <= 12; n++) {
        size_t size = 0;
        cells table;
        for (uint32_t s = 0; s < n; s++) {
            size += (size_t)snprintf(text + size, sizeof text - size,
                                     "a 2 d%u\nt 1 T\no 10 1 8\nc d%u\n", (unsigned)s, (unsigned)s);
        }
        run(&table, &w, text, size, "object 10 -");
        assert_int_equal(strstr(w.err_text, "not reachable: 2") != NULL, n > 11);
        assert_null(strstr(w.err_text, "not reachable: 1"));
        cells_close(&table);
    }
    whole_close(&w);
}

static void test_many_sections(NO_STATE)
{
    static char text[TEXT_SIZE];
    whole w;
    whole_open(&w);
    for (uint32_t n = 99; n <= 102; n++) {
        size_t size = 0;
        cells tree;
        for (uint32_t s = 0; s < n; s++) {
            size += (size_t)snprintf(text + size, sizeof text - size,
                                     "a 2 d%u\nt 1 T\no 10 1 8\nr 10 4 0 1\nc d%u\n", (unsigned)s,
                                     (unsigned)s);
        }
        check_many(&w, text, size, "chains --object 10 -", "depth", "1", n);
        check_many(&w, text, size, "object 10 -", "key", "object", n);
        run(&tree, &w, text, size, "tree --top 0 --object 10 -");
        assert_int_equal(tree.n_rows, n);
        cells_close(&tree);
    }
    whole_close(&w);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_heaps),
        cmocka_unit_test(test_many_sections),
        cmocka_unit_test(test_many_unreachable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
