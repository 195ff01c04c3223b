/* Ranges of generations, compared with a search through all ranges. */
#include "support/check.h"
#include "support/tried.h"

#include "heap/heap.h"

enum { MOST = 40, SPAN = 60 };

static uint32_t first_hit(const gcv_range *ranges, size_t n, uint64_t id)
{
    for (size_t i = 0; i < n; i++) {
        if (id >= ranges[i].start && id < ranges[i].end) {
            return ranges[i].generation;
        }
    }
    return GCV_NONE;
}

static void check_normal(const gcv_range_column *ranges)
{
    for (size_t i = 0; i < ranges->n; i++) {
        assert_true(ranges->data[i].start < ranges->data[i].end);
        assert_true(i == 0 || ranges->data[i - 1].end <= ranges->data[i].start);
        assert_false(i > 0 && ranges->data[i - 1].end == ranges->data[i].start &&
                     ranges->data[i - 1].generation == ranges->data[i].generation);
    }
}

static void test_overlaps(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 7;
    for (uint64_t round = 0; round < 2000; round++) {
        gcv_range ranges[MOST];
        gcv_range_column column = {NULL, 0, 0};
        size_t n = check_below(&seed, MOST);
        uint64_t base = round % 3 == 0 ? UINT64_MAX - SPAN : 0;
        for (size_t i = 0; i < n; i++) {
            ranges[i].start = base + check_below(&seed, SPAN);
            ranges[i].end = base + check_below(&seed, SPAN + 1);
            ranges[i].generation = (uint32_t)check_below(&seed, 5);
            gcv_range_column_push(ctx, &column, ranges[i]);
        }
        gcv_ranges_normalize(ctx, &column);
        check_normal(&column);
        for (uint64_t id = base; id - base < SPAN; id++) {
            assert_int_equal(gcv_ranges_find(&column, id), first_hit(ranges, n, id));
        }
        assert_int_equal(gcv_ranges_find(&column, UINT64_MAX), GCV_NONE);
        gcv_range_column_release(ctx, &column);
    }
    check_context_free(ctx);
}

/* Many overlapping ranges must not take quadratic time, which would be a minute here. */
static void test_many(NO_STATE)
{
    enum { MANY = 200000 };
    gcv_context *ctx = gcv_context_new(0);
    gcv_range_column column = {NULL, 0, 0};
    for (uint64_t i = 0; i < MANY; i++) {
        gcv_range range = {0, 0, 1};
        range.start = MANY - i;
        range.end = MANY + i;
        range.generation = (uint32_t)(i % 5);
        gcv_range_column_push(ctx, &column, range);
    }
    gcv_ranges_normalize(ctx, &column);
    check_normal(&column);
    assert_int_equal(gcv_ranges_find(&column, MANY + 8), 9 % 5);
    gcv_range_column_release(ctx, &column);
    gcv_context_free(ctx);
}

static void normalize_one(gcv_context *ctx)
{
    gcv_range_column column = {NULL, 0, 0};
    gcv_range range = {1, 2, 0};
    gcv_range_column_push(ctx, &column, range);
    gcv_ranges_normalize(ctx, &column);
    gcv_range_column_release(ctx, &column);
}

static void test_no_memory(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    check_allocations(ctx, 4, normalize_one(ctx));
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
