/* Maps of ids: entries are found, the last value counts, and a failure leaves the map unchanged.
 */
#include "support/check.h"
#include "support/tried.h"

#include "base/id_map.h"

enum { KEYS = 3000 };

/* Adjacent keys, multiples of large powers, and random keys. */
static uint64_t key_of(size_t i)
{
    uint64_t state = i;
    return i % 3 == 0 ? i : i % 3 == 1 ? (uint64_t)i << 40 : check_random(&state);
}

static void test_found(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_map map = {NULL, 0, 0};
    assert_int_equal(gcv_id_map_get(ctx, &map, 0), GCV_NONE);
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < KEYS; i++) {
            gcv_id_map_set(ctx, &map, key_of(i), (uint32_t)(i * 7 + round));
        }
        assert_int_equal(map.n, KEYS);
        for (size_t i = 0; i < KEYS; i++) {
            assert_int_equal(gcv_id_map_get(ctx, &map, key_of(i)), i * 7 + round);
        }
        assert_int_equal(gcv_id_map_get(ctx, &map, 5000 * 3 + 3), GCV_NONE);
    }
    gcv_id_map_release(ctx, &map);
    assert_int_equal(gcv_id_map_get(ctx, &map, 0), GCV_NONE);
    check_context_free(ctx);
}

static void test_entered(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_map map = {NULL, 0, 0};
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < KEYS; i++) {
            assert_int_equal(gcv_id_map_enter(ctx, &map, key_of(i), round * KEYS + i), i);
            assert_int_equal(map.n, round == 0 ? i + 1 : KEYS);
        }
    }
    gcv_id_map_release(ctx, &map);
    check_context_free(ctx);
}

static void test_highest_value(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_map map = {NULL, 0, 0};
    gcv_id_map_set(ctx, &map, UINT64_MAX, GCV_NONE - 1);
    assert_int_equal(gcv_id_map_get(ctx, &map, UINT64_MAX), GCV_NONE - 1);
    gcv_id_map_release(ctx, &map);
    gcv_context_free(ctx);
}

static void test_failure(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_id_map map = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    gcv_error err;
    size_t n = 0;
    ctx->fail_at = 4;
    while (status == GCV_OK) {
        status = tried(ctx, &err, gcv_id_map_set(ctx, &map, key_of(n), (uint32_t)n));
        n += status == GCV_OK;
    }
    assert_int_equal(status, GCV_ERR_MEMORY);
    assert_int_equal(err.status, GCV_ERR_MEMORY);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(gcv_id_map_get(ctx, &map, key_of(i)), i);
    }
    assert_int_equal(gcv_id_map_get(ctx, &map, key_of(n)), GCV_NONE);
    gcv_id_map_release(ctx, &map);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_entered),
        cmocka_unit_test(test_highest_value),
        cmocka_unit_test(test_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
