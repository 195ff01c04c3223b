/* Choosing rows, compared with a full sort: the same rows in the same order, whichever rows were
 * dropped early.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "report/table.h"

#include <string.h>

enum { MOST = 1200 };

static gcv_context plain[1]; /* for checks, which allocate nothing */

/* Items with keys and a tie-breaker, which is a permutation of the items. */
typedef struct items {
    uint64_t key[MOST];
    uint32_t tie[MOST];
} items;

static uint64_t key_of(const void *payload, uint32_t item)
{
    return ((const items *)payload)->key[item];
}

static uint64_t tie_key(const void *payload, uint32_t item)
{
    return ((const items *)payload)->tie[item];
}

static bool tie_before(const void *payload, uint32_t a, uint32_t b)
{
    const items *all = payload;
    return all->tie[a] < all->tie[b];
}

static const gcv_key_fn tie_keys[] = {tie_key, NULL};

static bool comes_first(const items *all, bool ascending, uint32_t a, uint32_t b)
{
    if (all->key[a] != all->key[b]) {
        return (all->key[a] < all->key[b]) == ascending;
    }
    return all->tie[a] < all->tie[b];
}

static void sort_all(const items *all, bool ascending, uint32_t *order, size_t n)
{
    size_t k;
    for (size_t i = 1; i < n; i++) { /* insertion: simple, and stable */
        uint32_t item = order[i];
        for (k = i; k > 0 && comes_first(all, ascending, item, order[k - 1]); k--) {
            order[k] = order[k - 1];
        }
        order[k] = item;
    }
}

static void make_items(items *all, size_t n, size_t n_keys, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        all->key[i] = n_keys == 0 ? check_random(seed) : check_below(seed, n_keys);
        all->tie[i] = (uint32_t)i;
    }
    for (size_t i = n; i > 1; i--) {
        size_t k = check_below(seed, i);
        uint32_t swap = all->tie[k];
        all->tie[k] = all->tie[i - 1];
        all->tie[i - 1] = swap;
    }
}

/* `ties`: keys of the tie-breaker, or NULL. */
static void check_rows_with(const items *all, size_t n, bool ascending, size_t top,
                            const gcv_key_fn *ties)
{
    static uint32_t expected[MOST];
    gcv_context *ctx = gcv_context_new(0);
    const size_t n_rows = top > 0 && top < n ? top : n;
    gcv_row_order order;
    gcv_rows rows;
    order.payload = all;
    order.key = key_of;
    order.ascending = ascending;
    order.tie = tie_before;
    order.tie_keys = ties;
    gcv_rows_init(&rows, ctx, &order, top);
    for (uint32_t i = 0; i < n; i++) {
        expected[i] = i;
        gcv_rows_add(&rows, i);
        assert_true(top == 0 || rows.items.n / 2 <= top);
    }
    sort_all(all, ascending, expected, n);
    gcv_rows_finish(&rows);
    assert_int_equal(rows.items.n, n_rows);
    assert_int_equal(gcv_rows_left_out(&rows), n - n_rows);
    assert_memory_equal(rows.items.data, expected, n_rows * sizeof(uint32_t));
    gcv_rows_release(&rows);
    check_context_free(ctx);
}

static void check_rows(const items *all, size_t n, bool ascending, size_t top)
{
    check_rows_with(all, n, ascending, top, NULL);
    check_rows_with(all, n, ascending, top, tie_keys);
}

static void test_against_a_full_sort(NO_STATE)
{
    static const size_t tops[] = {0, 1, 2, 3, 10, 20, 100, MOST - 1, MOST, MOST + 1, SIZE_MAX};
    static const size_t n_keys[] = {0, 1, 2, 5, 100};
    static items all;
    uint64_t seed = 80;
    for (size_t round = 0; round < 12; round++) {
        for (size_t k = 0; k < CHECK_COUNT(n_keys); k++) {
            size_t n = round == 0 && !effort_is_reduced()
                           ? MOST
                           : check_below(&seed, round % 2 == 0 ? 300 : 25);
            make_items(&all, n, n_keys[k], &seed);
            for (size_t t = 0; t < CHECK_COUNT(tops); t++) {
                check_rows(&all, n, false, tops[t]);
                check_rows(&all, n, true, tops[t]);
            }
        }
    }
}

/* Rows in ascending or descending order, and keys at the ends of the range. */
static void test_orders_of_arrival(NO_STATE)
{
    static items all;
    for (size_t way = 0; way < 4; way++) {
        for (size_t i = 0; i < 200; i++) {
            all.key[i] = way == 0   ? i
                         : way == 1 ? 200 - i
                         : way == 2 ? (i % 2 == 0 ? 0 : UINT64_MAX)
                                    : i / 10;
            all.tie[i] = (uint32_t)(way % 2 == 0 ? i : 200 - i);
        }
        for (size_t top = 0; top < 30; top++) {
            check_rows(&all, 200, false, top);
            check_rows(&all, 200, true, top);
        }
    }
}

static void test_memory_does_not_grow_with_the_rows(NO_STATE)
{
    static items all;
    gcv_context *ctx = gcv_context_new(0);
    gcv_row_order order = {&all, key_of, false, tie_before, NULL};
    gcv_rows rows;
    gcv_rows_init(&rows, ctx, &order, 10);
    for (size_t i = 0; i < 300000; i++) {
        all.key[i % MOST] = i;
        gcv_rows_add(&rows, (uint32_t)(i % MOST));
    }
    assert_true(gcv_context_peak(ctx) <= 64 * sizeof(uint32_t));
    gcv_rows_release(&rows);
    gcv_context_free(ctx);
}

/* ---- columns by name ---------------------------------------------------------------------- */

static gcv_cell no_cell(const void *payload, uint32_t row)
{
    (void)payload;
    (void)row;
    return gcv_cell_none();
}

static bool never(const gcv_report_options *options)
{
    (void)options;
    return false;
}

static const gcv_report_column columns[] = {
    {"hidden", GCV_FIGURE, key_of, no_cell, never}, {"retained", GCV_FIGURE, key_of, no_cell, NULL},
    {"flags", GCV_NAME, NULL, no_cell, NULL},       {"bytes", GCV_FIGURE, tie_key, no_cell, NULL},
    {"type", GCV_NAME, tie_key, no_cell, NULL},     {"object", GCV_ID, key_of, no_cell, NULL}};

static gcv_table make_table(uint64_t top)
{
    const gcv_table table = {GCV_COLUMNS(columns), .sort = {"hidden", "retained"}, .top = top,
                             .before = tie_before};
    return table;
}

static void test_choosing_a_column(NO_STATE)
{
    static const struct {
        const char *sort;
        bool reverse, ascending;
        size_t column;
    } cases[] = {
        {NULL, false, false, 1},    {NULL, true, true, 1},      {"retained", false, false, 1},
        {"bytes", false, false, 3}, {"bytes", true, true, 3},   {"type", false, true, 4},
        {"type", true, false, 4},   {"object", false, true, 5}, {"object", true, false, 5},
    };
    const gcv_table table = make_table(20);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_report_options options = {0};
        gcv_report report = {0};
        gcv_rows rows;
        report.options = &options;
        options.sort = cases[i].sort;
        options.reverse = cases[i].reverse;
        options.top.given = i % 2 == 1;
        options.top.value = 7;
        gcv_table_check(plain, &table, &options);
        gcv_table_rows(&table, &report, &table, &rows);
        assert_true(rows.order.key == table.columns[cases[i].column].key);
        assert_int_equal(rows.order.ascending, cases[i].ascending);
        assert_true(rows.order.tie == tie_before && rows.order.payload == &table);
        assert_int_equal(rows.top, i % 2 == 1 ? 7 : 20);
    }
}

static void test_no_such_column(NO_STATE)
{
    static const char *const names[] = {"",      "Bytes", "byte", "bytess", "retained, bytes",
                                        "flags", "hidden"};
    const gcv_table table = make_table(0);
    gcv_report_options options = {0};
    gcv_error err;
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        options.sort = names[i];
        assert_int_equal(tried(plain, &err, gcv_table_check(plain, &table, &options)),
                         GCV_ERR_USAGE);
    }
    options.sort = "size";
    (void)tried(plain, &err, gcv_table_check(plain, &table, &options));
    assert_string_equal(err.message,
                        "cannot sort by 'size': the keys are retained, bytes, type, object");
}

/* Names that are much longer than a message. */
static void test_messages_are_cut(NO_STATE)
{
    gcv_report_column many[GCV_COLUMNS_MAX];
    const gcv_table table = {GCV_COLUMNS(many), .sort = {"retained"}, .before = tie_before};
    gcv_report_options options = {0};
    char name[500];
    gcv_error err;
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    for (size_t i = 0; i < GCV_COLUMNS_MAX; i++) {
        many[i] = columns[1];
        many[i].name = name + sizeof name - 60;
    }
    options.sort = "x";
    assert_int_equal(tried(plain, &err, gcv_table_check(plain, &table, &options)), GCV_ERR_USAGE);
    assert_true(strlen(err.message) < sizeof err.message);
    options.sort = name;
    assert_int_equal(tried(plain, &err, gcv_table_check(plain, &table, &options)), GCV_ERR_USAGE);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void order_all(gcv_context *ctx, const items *all)
{
    gcv_row_order order = {all, key_of, false, tie_before, tie_keys};
    gcv_rows rows;
    gcv_rows_init(&rows, ctx, &order, 0);
    for (uint32_t i = 0; i < 500; i++) {
        gcv_rows_add(&rows, i);
    }
    gcv_rows_finish(&rows);
    gcv_rows_release(&rows);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    static items all;
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 81;
    make_items(&all, 500, 0, &seed);
    check_allocations(ctx, 3, order_all(ctx, &all));
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_a_full_sort),
        cmocka_unit_test(test_orders_of_arrival),
        cmocka_unit_test(test_memory_does_not_grow_with_the_rows),
        cmocka_unit_test(test_choosing_a_column),
        cmocka_unit_test(test_no_such_column),
        cmocka_unit_test(test_messages_are_cut),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
