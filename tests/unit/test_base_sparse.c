/* Numbers that some objects have: packed from pairs or appended, narrow or not. */
#include "support/check.h"

#include "base/sparse.h"

enum { OBJECTS = 500 };

/* Every third object has a number, up to `most`; the pairs come in descending order, and a second
 * one of an object does not count. */
static void check_numbers(uint32_t most, bool appended)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_sparse sparse = {0};
    if (appended) {
        gcv_sparse_begin(ctx, &sparse, OBJECTS);
        for (uint32_t i = 0; i < OBJECTS; i += 3) {
            gcv_sparse_append(ctx, &sparse, i, most - i);
        }
    } else {
        for (uint32_t i = OBJECTS; i-- > 0;) {
            if (i % 3 == 0) {
                const gcv_sparse_pair pairs[] = {{i, most - i}, {i, 7}};
                gcv_sparse_pair_column_append(ctx, &sparse.pairs, pairs, 2);
            }
        }
        gcv_sparse_pack(ctx, &sparse, OBJECTS);
    }
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < OBJECTS; i++) {
            assert_int_equal(gcv_sparse_get(&sparse, i), i % 3 == 0 ? most - i : GCV_NONE);
        }
        gcv_sparse_narrow(ctx, &sparse);
    }
    assert_true((sparse.small != NULL) == (most <= UINT16_MAX));
    gcv_sparse_release(ctx, &sparse);
    assert_int_equal(gcv_sparse_get(&sparse, 0), GCV_NONE);
    assert_int_equal(gcv_context_used(ctx), 0);
    gcv_context_free(ctx);
}

static void test_numbers(NO_STATE)
{
    for (unsigned appended = 0; appended < 2; appended++) {
        check_numbers(1000, appended > 0);
        check_numbers(UINT16_MAX, appended > 0);
        check_numbers(UINT16_MAX + 1, appended > 0);
        check_numbers(UINT32_MAX - 1, appended > 0);
    }
}

static void test_none(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_sparse sparse = {0};
    gcv_sparse_pack(ctx, &sparse, OBJECTS);
    gcv_sparse_narrow(ctx, &sparse);
    assert_int_equal(gcv_sparse_get(&sparse, 0), GCV_NONE);
    gcv_sparse_begin(ctx, &sparse, OBJECTS);
    gcv_sparse_narrow(ctx, &sparse);
    assert_int_equal(gcv_sparse_get(&sparse, 0), GCV_NONE);
    gcv_sparse_release(ctx, &sparse);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
