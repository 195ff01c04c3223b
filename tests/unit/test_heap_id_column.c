/* The id column: ids are read back unchanged, at every width and after every change of width. */
#include "support/check.h"
#include "support/tried.h"

#include "heap/ids/id_column.h"

#include <stdlib.h>
#include <string.h>

static gcv_id_column *new_column(void)
{
    gcv_id_column *col = calloc(1, sizeof *col);
    assert_non_null(col);
    return col;
}

static void check_column(const gcv_id_column *col, const uint64_t *ids, size_t n)
{
    assert_int_equal(gcv_id_column_n(col), n);
    for (size_t i = 0; i < n; i++) {
        if (gcv_id_column_get(col, i) != ids[i]) {
            fail_msg("id %u of %u, width %u", (unsigned)i, (unsigned)n, col->width);
        }
    }
}

/* Appends in pieces of `step`, and sometimes checks everything. */
static void fill(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids, size_t n, size_t step)
{
    size_t at = 0;
    while (at < n) {
        size_t piece = n - at < step ? n - at : step;
        gcv_id_column_append(ctx, col, ids + at, piece);
        at += piece;
        if (at % 97 < step) {
            check_column(col, ids, at);
        }
    }
    check_column(col, ids, n);
    gcv_id_column_append(ctx, col, NULL, 0);
    check_column(col, ids, n);
    gcv_id_column_shrink(ctx, col);
    check_column(col, ids, n);
}

/* Makes `n` ids with `highs` different high halves, which occur all in the first `highs` ids, or
 * late. */
static void make_ids(uint64_t *ids, size_t n, unsigned highs, bool late, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t high = !late ? i % highs : i >= n - highs ? i - (n - highs) : 0;
        ids[i] = (high * 0x01234567u + 7) << 32 | (check_random(seed) & UINT32_MAX);
    }
}

static void test_numbers_of_high_halves(NO_STATE)
{
    static const unsigned highs[] = {1, 2, 3, 255, 256, 257, 258, 600};
    static uint64_t ids[1500];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 12;
    for (size_t i = 0; i < CHECK_COUNT(highs); i++) {
        const unsigned width = highs[i] == 1 ? 0 : highs[i] <= 256 ? 1 : 4;
        for (int late = 0; late < 2; late++) {
            make_ids(ids, CHECK_COUNT(ids), highs[i], late == 1, &seed);
            for (size_t step = 1; step <= CHECK_COUNT(ids); step = step * 5 + 1) {
                gcv_id_column *col = new_column();
                fill(ctx, col, ids, CHECK_COUNT(ids), step);
                assert_int_equal(col->width, width);
                assert_int_equal(gcv_context_used(ctx), CHECK_COUNT(ids) * (4 + width));
                gcv_id_column_move(col, 0, CHECK_COUNT(ids) - 1);
                assert_true(gcv_id_column_get(col, 0) == ids[CHECK_COUNT(ids) - 1]);
                gcv_id_column_release(ctx, col);
                assert_true(gcv_context_used(ctx) == 0);
                free(col);
            }
        }
    }
    gcv_context_free(ctx);
}

/* Changes of width, one id at a time: earlier ids stay. */
static void test_transitions(NO_STATE)
{
    static uint64_t ids[300];
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_column *col = new_column();
    for (unsigned i = 0; i < CHECK_COUNT(ids); i++) {
        ids[i] = (uint64_t)(UINT32_MAX - i) << 32 | i;
        gcv_id_column_append(ctx, col, &ids[i], 1);
        assert_int_equal(col->width, i == 0 ? 0 : i < 256 ? 1 : 4);
        check_column(col, ids, i + 1);
    }
    gcv_id_column_release(ctx, col);
    free(col);
    gcv_context_free(ctx);
}

static void test_ends_of_the_range(NO_STATE)
{
    static const uint64_t ids[] = {0,
                                   UINT64_MAX,
                                   UINT32_MAX,
                                   (uint64_t)UINT32_MAX + 1,
                                   1,
                                   UINT64_MAX - 1,
                                   0,
                                   UINT64_MAX,
                                   (uint64_t)UINT32_MAX << 32};
    gcv_context *ctx = gcv_context_new(0);
    for (size_t first = 0; first < CHECK_COUNT(ids); first++) {
        gcv_id_column *col = new_column();
        fill(ctx, col, ids + first, CHECK_COUNT(ids) - first, 1);
        gcv_id_column_release(ctx, col);
        free(col);
    }
    check_context_free(ctx);
}

static void test_at_random(NO_STATE)
{
    static uint64_t ids[2000];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 13;
    for (unsigned round = 0; round < 60; round++) {
        gcv_id_column *col = new_column();
        const size_t n = check_below(&seed, CHECK_COUNT(ids));
        const size_t highs = 1 + check_below(&seed, round % 2 == 0 ? 8 : 600);
        for (size_t i = 0; i < n; i++) { /* runs of one high half, as in a heap */
            bool stay = i > 0 && check_below(&seed, 4) != 0;
            ids[i] = (stay ? ids[i - 1] >> 32 : check_below(&seed, highs) << 3) << 32 |
                     (check_random(&seed) & UINT32_MAX);
        }
        fill(ctx, col, ids, n, 1 + check_below(&seed, 40));
        gcv_id_column_release(ctx, col);
        assert_true(gcv_context_used(ctx) == 0);
        free(col);
    }
    gcv_context_free(ctx);
}

static void append(gcv_context *ctx, const uint64_t *ids, size_t n)
{
    gcv_id_column *col = gcv_alloc_zeroed(ctx, 1, sizeof *col);
    for (size_t i = 0; i < n; i++) {
        gcv_id_column_append(ctx, col, &ids[i], 1);
    }
    check_column(col, ids, n);
    gcv_id_column_release(ctx, col);
    gcv_free(ctx, col);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    static uint64_t ids[700];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 14;
    make_ids(ids, CHECK_COUNT(ids), 300, false, &seed);
    check_allocations(ctx, 10, append(ctx, ids, CHECK_COUNT(ids)));
    check_context_free(ctx);
}

/* Inserting several ids at once gives the same places as single insertions. */
static void test_insertion(NO_STATE)
{
    static uint64_t ids[400], more[100], all[500];
    static size_t places[100];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 3;
    for (unsigned round = 0; round < 600; round++) {
        static const unsigned highs[] = {1, 2, 200, 300};
        size_t n = check_below(&seed, CHECK_COUNT(ids)), k = check_below(&seed, 100), to = 0;
        gcv_id_column *col = new_column();
        if (n > highs[round % 4]) {
            make_ids(ids, n, highs[round % 4], false, &seed);
        } else {
            n = 0;
        }
        for (size_t i = 0; i < k; i++) {
            more[i] = check_random(&seed) >> (round % 3 == 0 ? 32 : 20);
            places[i] = i == 0 ? check_below(&seed, n + 1)
                               : places[i - 1] + check_below(&seed, n + 1 - places[i - 1]) /
                                                     (1 + check_below(&seed, 20));
        }
        for (size_t i = 0; i <= n; i++) {
            for (size_t j = 0; j < k; j++) {
                if (places[j] == i) {
                    all[to++] = more[j];
                }
            }
            if (i < n) {
                all[to++] = ids[i];
            }
        }
        gcv_id_column_append(ctx, col, ids, n);
        gcv_id_column_insert(ctx, col, more, places, k);
        check_column(col, all, n + k);
        gcv_id_column_release(ctx, col);
        free(col);
    }
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_high_halves),
        cmocka_unit_test(test_transitions),
        cmocka_unit_test(test_insertion),
        cmocka_unit_test(test_ends_of_the_range),
        cmocka_unit_test(test_at_random),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
