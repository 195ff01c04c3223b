/* Sets of numbers, and the priority queue. */
#include "support/check.h"
#include "support/tried.h"

#include "base/bitset.h"
#include "base/sort.h"

static void test_bitset(NO_STATE)
{
    static const size_t numbers[] = {0, 31, 32, 63, 64, 99};
    gcv_context *ctx = gcv_context_new(0);
    gcv_bitset set;
    size_t n = 0;
    gcv_bitset_init(ctx, &set, 100);
    for (size_t i = 0; i < CHECK_COUNT(numbers); i++) {
        assert_true(gcv_bitset_add(&set, numbers[i]));
        assert_false(gcv_bitset_add(&set, numbers[i]));
    }
    for (size_t i = 0; i < 100; i++) {
        n += gcv_bitset_has(&set, i);
    }
    assert_int_equal(n, CHECK_COUNT(numbers));
    gcv_bitset_remove(&set, 32);
    assert_true(gcv_bitset_has(&set, 31) && !gcv_bitset_has(&set, 32) && gcv_bitset_has(&set, 63));
    gcv_bitset_fill(&set);
    assert_true(gcv_bitset_has(&set, 32) && gcv_bitset_has(&set, 98));
    gcv_bitset_release(ctx, &set);
    gcv_bitset_release(ctx, &set);
    check_allocations(ctx, 0, gcv_bitset_init(ctx, &set, 0));
    gcv_bitset_release(ctx, &set);
    check_context_free(ctx);
}

/* By key, then by number. */
static bool key_before(const void *payload, uint32_t a, uint32_t b)
{
    const uint32_t *keys = payload;
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
}

/* Pushes and pops in turn; each popped item is compared with the smallest one, found by a search.
 */
static void test_priority_queue(NO_STATE)
{
    enum { N = 500 };
    gcv_context *ctx = gcv_context_new(0);
    gcv_priority_queue queue = {key_before, NULL, {NULL, 0, 0}};
    uint32_t keys[N], random = 1, next = 0;
    bool in[N] = {false};
    queue.payload = keys;
    for (uint32_t i = 0; i < N; i++) {
        random = random * 1664525u + 1013904223u;
        keys[i] = random >> 16 & 63; /* many are equal */
    }
    while (next < N || queue.items.n > 0) {
        random = random * 1664525u + 1013904223u;
        if (next < N && (queue.items.n == 0 || (random >> 16) % 5 < 3)) {
            gcv_priority_queue_push(ctx, &queue, next);
            in[next++] = true;
        } else {
            uint32_t first = gcv_priority_queue_pop(&queue);
            assert_true(in[first]);
            for (uint32_t i = 0; i < N; i++) {
                assert_false(in[i] && key_before(keys, i, first));
            }
            in[first] = false;
        }
    }
    gcv_priority_queue_release(ctx, &queue);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bitset),
        cmocka_unit_test(test_priority_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
