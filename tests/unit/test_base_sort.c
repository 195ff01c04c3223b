/* Sorting, selecting and searching, compared with insertion sort, on random and difficult inputs.
 */
#include "support/check.h"
#include "support/tried.h"

#include "base/sort.h"

#include <string.h>

enum { MOST = 700 };

/* Compares by key alone, so that items with the same key are equal. Items are indexes of keys. */
static bool before_by_key(const void *payload, uint32_t a, uint32_t b)
{
    const uint32_t *keys = payload;
    return keys[a] < keys[b];
}

/* A total order: by key, then by number. */
static bool before_by_all(const void *payload, uint32_t a, uint32_t b)
{
    const uint32_t *keys = payload;
    return keys[a] < keys[b] || (keys[a] == keys[b] && a < b);
}

static void naive_sort(uint32_t *items, size_t n, gcv_before_fn before, const void *payload)
{
    size_t at;
    for (size_t i = 1; i < n; i++) {
        uint32_t item = items[i];
        for (at = i; at > 0 && before(payload, item, items[at - 1]); at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

/* Shapes: random with many or few repeats, ascending, descending, all equal, saw, nearly sorted. */
enum { SHAPES = 7 };

static void fill(uint32_t *keys, size_t n, unsigned shape, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)i, up = (uint32_t)n;
        const uint32_t values[SHAPES] = {
            (uint32_t)check_random(seed), (uint32_t)check_below(seed, 4), at, up - at, 7, at % 5,
            at == n / 2 ? 0 : at + 1};
        keys[i] = values[shape];
    }
}

/* Items in random order, each once. */
static void shuffle(uint32_t *items, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        size_t other = check_below(seed, i + 1);
        items[i] = items[other];
        items[other] = (uint32_t)i;
    }
}

static void test_sort_against_naive(NO_STATE)
{
    static uint32_t keys[MOST], items[MOST], expected[MOST];
    static const size_t sizes[] = {0,  1,  2,  3,  4,   5,   7,   8,   9,
                                   31, 32, 33, 64, 100, 255, 256, 257, MOST};
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 5;
    for (size_t s = 0; s < CHECK_COUNT(sizes); s++) {
        for (unsigned shape = 0; shape < SHAPES; shape++) {
            for (unsigned stable = 0; stable < 2; stable++) {
                size_t n = sizes[s];
                gcv_before_fn before = stable ? before_by_key : before_by_all;
                fill(keys, n, shape, &seed);
                shuffle(items, n, &seed);
                memcpy(expected, items, sizeof expected);
                naive_sort(expected, n, before, keys); /* stable as well */
                gcv_sort(ctx, items, n, before, keys);
                assert_memory_equal(items, expected, n * sizeof *items);
            }
        }
    }
    check_context_free(ctx);
}

/* Counts its calls, so `payload` cannot be const. */
static size_t calls;

static bool before_counting(const void *payload, uint32_t a, uint32_t b)
{
    (void)payload;
    calls++;
    return a < b;
}

static void test_numbers(NO_STATE)
{
    const uint32_t keys[] = {3, 1, 2};
    gcv_context *ctx = gcv_context_new(0), *small = gcv_context_new(8);
    uint32_t *numbers = gcv_numbers_new(ctx, 3);
    uint32_t *sorted = gcv_numbers_sorted(ctx, 3, before_by_all, keys);
    assert_true(numbers[0] == 0 && numbers[1] == 1 && numbers[2] == 2);
    assert_true(sorted[0] == 1 && sorted[1] == 2 && sorted[2] == 0);
    GCV_FREE(ctx, numbers, sorted);
    assert_int_equal(tried(small, NULL, gcv_numbers_sorted(small, 3, before_by_all, keys)),
                     GCV_ERR_LIMIT);
    assert_true(gcv_context_used(ctx) == 0 && gcv_context_used(small) == 0);
    gcv_context_free(ctx);
    gcv_context_free(small);
}

static void test_sort_cost(NO_STATE)
{
    enum { N = 1 << 12 };
    static uint32_t items[N];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 6;
    for (size_t i = 0; i < N; i++) {
        items[i] = (uint32_t)i;
    }
    calls = 0;
    gcv_sort(ctx, items, N, before_counting, NULL);
    assert_int_equal(calls, N - 1);
    assert_true(ctx->allocations == 0);

    shuffle(items, N, &seed);
    calls = 0;
    gcv_sort(ctx, items, N, before_counting, NULL);
    assert_true(calls <= N + N * 12);

    for (size_t i = 0; i < N; i++) {
        items[i] = (uint32_t)(N - i);
    }
    calls = 0;
    assert_int_equal(gcv_select(items, N, 8, before_counting, NULL), 8);
    assert_true(calls <= 4 * N * 4);
    gcv_context_free(ctx);
}

static void test_sort_without_memory(NO_STATE)
{
    enum { N = 17 }; /* fewer need no memory */
    uint32_t items[N] = {3, 1, 2};
    const uint32_t unsorted[N] = {3, 1, 2};
    gcv_context *ctx = gcv_context_new(0);
    ctx->fail_at = 1;
    assert_int_equal(tried(ctx, NULL, gcv_sort(ctx, items, N, before_counting, NULL)),
                     GCV_ERR_MEMORY);
    assert_memory_equal(items, unsorted, sizeof items);
    assert_true(gcv_context_used(ctx) == 0);
    ctx->fail_at = 2;
    assert_int_equal(tried(ctx, NULL, gcv_sort(ctx, items, N, before_counting, NULL)),
                     GCV_ERR_MEMORY);
    assert_memory_equal(items, unsorted, sizeof items);
    gcv_context_free(ctx);
}

static void test_select_for_every_k(NO_STATE)
{
    enum { N = 60 };
    uint32_t keys[N], items[N], sorted[N], all[N];
    uint64_t seed = 7;
    for (unsigned shape = 0; shape < SHAPES; shape++) {
        for (size_t n = 0; n <= N; n += n < 10 ? 1 : 25) {
            for (size_t k = 0; k <= n + 2; k++) {
                size_t expected = k < n ? k : n;
                fill(keys, n, shape, &seed);
                shuffle(items, n, &seed);
                memcpy(sorted, items, sizeof sorted);
                naive_sort(sorted, n, before_by_all, keys);
                assert_int_equal(gcv_select(items, n, k, before_by_all, keys), expected);
                assert_memory_equal(items, sorted, expected * sizeof *items);
                /* No item after the front is lost either. */
                memcpy(all, items, sizeof all);
                naive_sort(all, n, before_by_all, keys);
                assert_memory_equal(all, sorted, n * sizeof *all);
            }
        }
    }
}

static void check_u64(const uint64_t *values, size_t n)
{
    static uint64_t keys[MOST];
    static uint32_t with[MOST], expected[MOST];
    gcv_context *ctx = gcv_context_new(0);
    size_t at;
    for (size_t i = 0; i < n; i++) {
        keys[i] = values[i];
        with[i] = (uint32_t)i;
        for (at = i; at > 0 && values[i] < values[expected[at - 1]]; at--) {
            expected[at] = expected[at - 1];
        }
        expected[at] = (uint32_t)i;
    }
    gcv_sort_u64(ctx, keys, with, n);
    check_context_free(ctx);
    assert_memory_equal(with, expected, n * sizeof *with); /* stable, too */
    for (size_t i = 0; i < n; i++) {
        assert_true(keys[i] == values[with[i]]);
    }
}

static void test_sort_u64(NO_STATE)
{
    static uint64_t values[MOST];
    uint64_t seed = 8;
    check_u64(values, 0);
    for (unsigned round = 0; round < 3; round++) {
        /* Keys that differ in some bits only, so that odd and even numbers of digits occur.
         */
        for (unsigned from = 0; from < 64; from += 5) {
            for (unsigned bits = 1; bits <= 64 - from; bits += 7) {
                size_t n = check_below(&seed, MOST) + 1;
                uint64_t mask = (bits == 64 ? 0 : (uint64_t)1 << bits) - 1;
                uint64_t base = check_random(&seed) & ~(mask << from);
                for (size_t i = 0; i < n; i++) {
                    values[i] = base | (check_random(&seed) & mask) << from;
                }
                check_u64(values, n);
            }
        }
    }
}

static uint64_t key_at(const void *payload, uint32_t item)
{
    return ((const uint64_t *)payload)[item];
}

static void check_by_key(gcv_context *ctx, const uint64_t *keys, size_t n, bool descending,
                         uint64_t *seed)
{
    static uint32_t items[MOST], expected[MOST];
    size_t at;
    shuffle(items, n, seed);
    for (size_t i = 0; i < n; i++) {
        uint64_t key = keys[items[i]];
        for (at = i;
             at > 0 && (descending ? key > keys[expected[at - 1]] : key < keys[expected[at - 1]]);
             at--) {
            expected[at] = expected[at - 1];
        }
        expected[at] = items[i];
    }
    gcv_sort_by_key(ctx, items, n, key_at, keys, descending);
    assert_memory_equal(items, expected, n * sizeof *items); /* stable, too */
}

static void test_sort_by_key(NO_STATE)
{
    static uint64_t keys[MOST];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 12;
    check_by_key(ctx, keys, 0, false, &seed);
    check_by_key(ctx, keys, 1, false, &seed);
    check_by_key(ctx, keys, MOST, true, &seed); /* all equal */
    for (unsigned from = 0; from < 64; from += 3) {
        for (unsigned bits = 1; bits <= 64 - from; bits += 5) {
            size_t n = check_below(&seed, MOST) + 1;
            uint64_t mask = (bits == 64 ? 0 : (uint64_t)1 << bits) - 1;
            uint64_t base = check_random(&seed) & ~(mask << from);
            for (size_t i = 0; i < n; i++) {
                keys[i] = base | (check_random(&seed) & mask) << from;
            }
            check_by_key(ctx, keys, n, bits % 2 == 0, &seed);
        }
    }
    check_context_free(ctx);
}

/* Keys distributed like sizes: most near the lowest, some far above. */
static void test_sort_by_key_of_sizes(NO_STATE)
{
    static uint64_t keys[MOST];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 13;
    for (unsigned far = 0; far <= 100; far += 10) { /* percent */
        for (size_t i = 0; i < MOST; i++) {
            uint64_t above =
                check_below(&seed, 100) < far ? check_random(&seed) >> 1 : check_below(&seed, 3000);
            keys[i] = 5 + (above & ~(uint64_t)7);
        }
        check_by_key(ctx, keys, MOST, far % 20 == 0, &seed);
        check_by_key(ctx, keys, MOST, far % 20 != 0, &seed);
    }
    for (size_t i = 0; i < MOST; i++) {
        keys[i] = UINT64_MAX - (i * 7 % 3 == 0 ? i : 0);
    }
    check_by_key(ctx, keys, MOST, false, &seed);
    check_by_key(ctx, keys, MOST, true, &seed);
    gcv_context_free(ctx);
}

static void test_sort_by_key_without_memory(NO_STATE)
{
    enum { N = 100, FEW = 16 };
    uint64_t keys[N];
    uint32_t items[N];
    gcv_context *ctx = gcv_context_new(0);
    for (uint32_t i = 0; i < N; i++) {
        keys[i] = i * 37 % N;
        items[i] = i;
    }
    ctx->fail_at = 1;
    gcv_sort_by_key(ctx, items, FEW, key_at, keys, false);
    for (uint32_t i = 1; i < FEW; i++) {
        assert_true(keys[items[i - 1]] < keys[items[i]]);
    }
    assert_true(ctx->allocations == 0); /* few */
    for (uint32_t i = 0; i < N; i++) {
        items[i] = i;
    }
    assert_int_equal(tried(ctx, NULL, gcv_sort_by_key(ctx, items, N, key_at, keys, false)),
                     GCV_ERR_MEMORY);
    for (uint32_t i = 0; i < N; i++) {
        assert_true(items[i] == i);
    }
    gcv_sort_by_key(ctx, items, N, key_at, keys, false);
    for (uint32_t i = 0; i < N; i++) {
        assert_true(keys[items[i]] == i);
    }
    ctx->fail_at = ctx->allocations + 1;
    gcv_sort_by_key(ctx, items, N, key_at, keys, false); /* sorted */
    check_context_free(ctx);
}

static void test_sort_u32(NO_STATE)
{
    static uint32_t keys[MOST], expected[MOST];
    uint64_t seed = 9;
    size_t at;
    for (unsigned shape = 0; shape < SHAPES; shape++) {
        for (size_t n = 0; n < 200; n++) {
            fill(keys, n, shape, &seed);
            for (size_t i = 0; i < n; i++) {
                for (at = i; at > 0 && keys[i] < expected[at - 1]; at--) {
                    expected[at] = expected[at - 1];
                }
                expected[at] = keys[i];
            }
            gcv_sort_u32(keys, n);
            assert_memory_equal(keys, expected, n * sizeof *keys);
        }
    }
}

static void test_reverse(NO_STATE)
{
    uint32_t items[6];
    for (uint32_t n = 0; n <= 5; n++) {
        for (uint32_t i = 0; i < 6; i++) {
            items[i] = i;
        }
        gcv_reverse_u32(items, n);
        for (uint32_t i = 0; i < 6; i++) {
            assert_int_equal(items[i], i < n ? n - 1 - i : i);
        }
    }
}

/* Looks for each key among none to four items, of which two have the same key. */
static void test_find(NO_STATE)
{
    static const uint32_t items[][2] = {{0, 7}, {3, 7}, {3, 7}, {UINT32_MAX, 7}};
    static const uint64_t wide[][2] = {{0, 7}, {3, 7}, {3, 7}, {UINT32_MAX, 7}};
    static const uint32_t keys[] = {0, 1, 3, 4, UINT32_MAX};
    size_t last;
    for (size_t n = 0; n <= CHECK_COUNT(items); n++) {
        for (size_t k = 0; k < CHECK_COUNT(keys); k++) {
            last = SIZE_MAX;
            for (size_t i = 0; i < n; i++) {
                last = items[i][0] == keys[k] ? i : last;
            }
            assert_int_equal(gcv_find_u32(items, sizeof items[0], n, keys[k]), last);
            assert_int_equal(gcv_find_u64(wide, sizeof wide[0], n, keys[k]), last);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sort_against_naive),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_sort_cost),
        cmocka_unit_test(test_sort_without_memory),
        cmocka_unit_test(test_select_for_every_k),
        cmocka_unit_test(test_sort_u64),
        cmocka_unit_test(test_sort_by_key),
        cmocka_unit_test(test_sort_by_key_of_sizes),
        cmocka_unit_test(test_sort_by_key_without_memory),
        cmocka_unit_test(test_sort_u32),
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
