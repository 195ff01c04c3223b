/* The context, columns and the arena: accounting, limits, and every way to run out of memory. */
#include "support/check.h"
#include "support/tried.h"

#include "base/arena.h"
#include "base/column.h"

#include <string.h>

/* ---- context ------------------------------------------------------------------------------ */

static void test_accounting(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    assert_non_null(ctx);
    assert_true(gcv_context_used(ctx) == 0 && gcv_context_peak(ctx) == 0);
    char *block = gcv_resize(ctx, NULL, 100);
    assert_true(gcv_context_used(ctx) == 100 && gcv_context_peak(ctx) == 100);
    for (int i = 0; i < 100; i++) {
        block[i] = (char)i;
    }
    block = gcv_resize(ctx, block, 5000);
    assert_true(gcv_context_used(ctx) == 5000 && gcv_context_peak(ctx) == 5000);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(block[i], i);
    }
    block = gcv_resize(ctx, block, 60);
    assert_true(gcv_context_used(ctx) == 60 && gcv_context_peak(ctx) == 5000);
    assert_int_equal(block[59], 59);
    assert_null(gcv_resize(ctx, block, 0));
    assert_null(gcv_resize(ctx, NULL, 0));
    assert_true(gcv_context_used(ctx) == 0 && gcv_context_peak(ctx) == 5000);
    assert_true(ctx->allocations == 2); /* shrinking and freeing do not count */
    gcv_context_free(ctx);
    gcv_context_free(NULL);
}

static void test_limit(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(1000);
    gcv_error err;
    char *block = gcv_resize(ctx, NULL, 400);
    block[0] = 'x';
    assert_int_equal(tried(ctx, &err, gcv_resize(ctx, block, 1001)), GCV_ERR_LIMIT);
    assert_string_equal(err.message, "memory limit of 1000 bytes reached");
    assert_true(err.file == NULL && err.line == 0 && err.sys == 0);
    assert_int_equal(block[0], 'x'); /* the old block is unchanged */
    assert_true(gcv_context_used(ctx) == 400 && gcv_context_peak(ctx) == 400);
    assert_int_equal(tried(ctx, NULL, gcv_resize(ctx, NULL, 601)), GCV_ERR_LIMIT);
    assert_int_equal(tried(ctx, NULL, gcv_resize(ctx, NULL, SIZE_MAX)), GCV_ERR_LIMIT);
    block = gcv_resize(ctx, block, 1000); /* the limit itself may be reached */
    assert_int_equal(tried(ctx, NULL, gcv_resize(ctx, NULL, 1)), GCV_ERR_LIMIT);
    block = gcv_resize(ctx, block, 10);
    assert_null(gcv_resize(ctx, block, 0));
    check_context_free(ctx);
}

static void test_injected_failure(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_error err;
    ctx->fail_at = 2;
    void *first = gcv_resize(ctx, NULL, 8);
    assert_int_equal(tried(ctx, &err, gcv_resize(ctx, NULL, 16)), GCV_ERR_MEMORY);
    assert_string_equal(err.message, "out of memory (16 more bytes wanted)");
    void *third = gcv_resize(ctx, NULL, 4); /* only that allocation fails */
    assert_true(gcv_context_used(ctx) == 12 && ctx->allocations == 3);
    GCV_FREE(ctx, first, third);
    check_context_free(ctx);
}

static void test_arrays(NO_STATE)
{
    static const uint8_t zeros[400];
    gcv_context *ctx = gcv_context_new(0);
    uint32_t *some = gcv_alloc(ctx, 100, sizeof *some);
    uint32_t *none = gcv_alloc(ctx, 0, sizeof *none);
    uint32_t *clear = gcv_alloc_zeroed(ctx, 100, sizeof *clear);
    uint32_t *clear_none = gcv_alloc_zeroed(ctx, 0, sizeof *clear_none);
    assert_true(gcv_context_used(ctx) == 808);
    memset(some, 1, 400);
    *none = 1;
    assert_memory_equal(clear, zeros, 400);
    assert_int_equal(*clear_none, 0);
    some = gcv_shrink(ctx, some, 2, sizeof *some);
    clear = gcv_shrink(ctx, clear, 0, sizeof *clear);
    assert_true(gcv_context_used(ctx) == 20);
    GCV_FREE(ctx, some, none, clear, clear_none, NULL);
    check_context_free(ctx);
}

/* Sizes above SIZE_MAX, as a product of count and element size or with the header of a block, must
 * not give a small block. */
static void test_sizes_that_overflow(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_u64_column wide = {NULL, 0, 0};
    gcv_arena arena = {NULL};
    assert_int_equal(tried(ctx, NULL, gcv_alloc(ctx, SIZE_MAX / 8 + 1, 8)), GCV_ERR_MEMORY);
    assert_int_equal(tried(ctx, NULL, gcv_alloc(ctx, SIZE_MAX / 2 + 2, 2)), GCV_ERR_MEMORY);
    assert_int_equal(tried(ctx, NULL, gcv_alloc_zeroed(ctx, SIZE_MAX, SIZE_MAX)), GCV_ERR_MEMORY);
    assert_int_equal(tried(ctx, NULL, gcv_alloc_zeroed(ctx, SIZE_MAX, 1)), GCV_ERR_MEMORY);
    assert_int_equal(tried(ctx, NULL, gcv_u64_column_reserve(ctx, &wide, SIZE_MAX / 8 + 1)),
                     GCV_ERR_MEMORY);
    gcv_u64_column_push(ctx, &wide, 1);
    assert_int_equal(tried(ctx, NULL, gcv_u64_column_reserve(ctx, &wide, SIZE_MAX)),
                     GCV_ERR_MEMORY);
    assert_int_equal(tried(ctx, NULL, gcv_resize(ctx, wide.data, SIZE_MAX)), GCV_ERR_MEMORY);
    assert_true(wide.n == 1 && wide.data[0] == 1);
    gcv_u64_column_release(ctx, &wide);
    assert_int_equal(tried(ctx, NULL, gcv_arena_copy(ctx, &arena, "x", SIZE_MAX)), GCV_ERR_MEMORY);
    assert_true(gcv_context_used(ctx) == 0 && arena.last == NULL);
    gcv_context_free(ctx);
}

/* ---- watch -------------------------------------------------------------------------------- */

typedef struct seen {
    const char *phase;
    uint64_t bytes, total, objects;
} seen;

static void see_phase(void *payload, const char *name) { ((seen *)payload)->phase = name; }

static void see_progress(void *payload, uint64_t bytes, uint64_t total, uint64_t objects)
{
    ((seen *)payload)->bytes = bytes;
    ((seen *)payload)->total = total;
    ((seen *)payload)->objects = objects;
}

static void test_watch(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    seen saw = {NULL, 0, 0, 0};
    gcv_watch watch = {NULL, NULL, NULL};
    gcv_phase(ctx, "nobody watches");
    gcv_progress(ctx, 1, 1);
    gcv_context_watch(ctx, &watch);
    gcv_phase(ctx, "somebody, without ears");
    gcv_progress(ctx, 1, 1);
    watch.phase = see_phase;
    watch.progress = see_progress;
    watch.payload = &saw;
    gcv_context_watch(ctx, &watch);
    memset(&watch, 0, sizeof watch); /* it was copied */
    gcv_phase(ctx, "read");
    ctx->input_size = 11;
    gcv_progress(ctx, 7, 3);
    assert_string_equal(saw.phase, "read");
    assert_true(saw.bytes == 7 && saw.total == 11 && saw.objects == 3);
    gcv_context_watch(ctx, NULL);
    gcv_phase(ctx, "unseen");
    gcv_progress(ctx, 9, 9);
    assert_string_equal(saw.phase, "read");
    assert_true(saw.bytes == 7);
    gcv_context_free(ctx);
}

/* ---- columns ------------------------------------------------------------------------------ */

static void test_column_grows_and_shrinks(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_u32_column column = {NULL, 0, 0};
    for (uint32_t i = 0; i < 1100000; i++) {
        gcv_u32_column_push(ctx, &column, i * 3);
        if (column.n > column.cap || gcv_context_used(ctx) != column.cap * sizeof(uint32_t)) {
            fail_msg("%u elements", (unsigned)i);
        }
    }
    assert_true(ctx->allocations < 40); /* geometric growth */
    assert_true(column.cap <= column.n + column.n / 4);
    for (uint32_t i = 0; i < 1100000; i++) {
        if (column.data[i] != i * 3) {
            fail_msg("element %u", (unsigned)i);
        }
    }
    column.n = 10;
    gcv_u32_column_shrink(ctx, &column);
    assert_true(column.cap == 10 && gcv_context_used(ctx) == 40 && column.data[9] == 27);
    gcv_u32_column_shrink(ctx, &column);
    assert_true(column.cap == 10 && column.data[9] == 27);
    gcv_u32_column_release(ctx, &column);
    assert_true(column.data == NULL && column.n == 0 && column.cap == 0);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_u32_column_release(ctx, &column); /* an empty column may be released and used again */
    gcv_u32_column_reserve(ctx, &column, 100);
    assert_true(column.n == 0 && column.cap >= 100);
    gcv_u32_column_shrink(ctx, &column);
    assert_true(column.data == NULL && gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

static void test_reserve_makes_room_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_u64_column column = {NULL, 0, 0};
    gcv_u64_column_reserve(ctx, &column, 0);
    assert_true(column.data == NULL);
    gcv_u64_column_reserve(ctx, &column, 12345);
    uint64_t made = ctx->allocations;
    for (size_t i = 0; i < 12345; i++) {
        gcv_u64_column_push(ctx, &column, i);
    }
    gcv_u64_column_reserve(ctx, &column, 0);
    assert_true(ctx->allocations == made && column.n == 12345);
    gcv_u64_column_release(ctx, &column);
    gcv_context_free(ctx);
}

static void test_column_keeps_its_block_on_failure(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_u8_column column = {NULL, 0, 0};
    while (column.n < column.cap || column.n == 0) {
        gcv_u8_column_push(ctx, &column, (uint8_t)column.n);
    }
    uint8_t *data = column.data;
    size_t cap = column.cap;
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(tried(ctx, NULL, gcv_u8_column_push(ctx, &column, 99)), GCV_ERR_MEMORY);
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(tried(ctx, NULL, gcv_u8_column_reserve(ctx, &column, 1000)), GCV_ERR_MEMORY);
    ctx->limit = gcv_context_used(ctx);
    assert_int_equal(tried(ctx, NULL, gcv_u8_column_reserve(ctx, &column, 1000)), GCV_ERR_LIMIT);
    ctx->limit = 0;
    assert_true(column.data == data && column.cap == cap && column.n == cap);
    for (size_t i = 0; i < column.n; i++) {
        assert_int_equal(column.data[i], i);
    }
    gcv_u8_column_push(ctx, &column, 99);
    assert_int_equal(column.data[cap], 99);
    gcv_u8_column_release(ctx, &column);
    check_context_free(ctx);
}

/* ---- arena -------------------------------------------------------------------------------- */

enum { COPIES = 3000, LONGEST = 40000 };

static void test_arena(NO_STATE)
{
    static char *copies[COPIES];
    static size_t sizes[COPIES];
    static char bytes[LONGEST];
    gcv_context *ctx = gcv_context_new(0);
    gcv_arena arena = {NULL};
    uint64_t seed = 10;
    size_t sum = 0;
    for (size_t i = 0; i < COPIES; i++) {
        /* Mostly sizes of names; sometimes very large ones, and sizes near that of a block. */
        size_t kind = check_below(&seed, 200);
        sizes[i] = kind == 0   ? check_below(&seed, LONGEST)
                   : kind == 1 ? 16384 - check_below(&seed, 4)
                   : kind == 2 ? 4096 - check_below(&seed, 4)
                               : check_below(&seed, 120);
        memset(bytes, (int)(i % 251 + 1), sizes[i]);
        copies[i] = gcv_arena_copy(ctx, &arena, sizes[i] == 0 ? NULL : bytes, sizes[i]);
        sum += sizes[i] + 1;
    }
    for (size_t i = 0; i < COPIES; i++) { /* none has moved, and none overlaps another */
        assert_int_equal(copies[i][sizes[i]], 0);
        for (size_t k = 0; k < sizes[i]; k++) {
            if ((unsigned char)copies[i][k] != i % 251 + 1) {
                fail_msg("copy %u, byte %u", (unsigned)i, (unsigned)k);
            }
        }
    }
    assert_true(gcv_context_used(ctx) >= sum);
    assert_true(gcv_context_used(ctx) <= sum + sum / 3 + 65536);
    gcv_arena_release(ctx, &arena);
    assert_true(arena.last == NULL && gcv_context_used(ctx) == 0);
    gcv_arena_release(ctx, &arena);
    (void)gcv_arena_copy(ctx, &arena, "again", 5);
    gcv_arena_release(ctx, &arena);
    gcv_context_free(ctx);
}

/* A block is filled up to its last byte. */
static void test_arena_exact_fit(NO_STATE)
{
    enum { BLOCK = 16384 };
    static char bytes[BLOCK];
    for (size_t more = 0; more < 2; more++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_arena arena = {NULL};
        (void)gcv_arena_copy(ctx, &arena, "ab", 2);
        (void)gcv_arena_copy(ctx, &arena, bytes, BLOCK - 3 - 1 + more);
        assert_true(ctx->allocations == 1 + more);
        gcv_arena_release(ctx, &arena);
        gcv_context_free(ctx);
    }
}

/* A large text does not close the open block. */
static void test_arena_goes_on_filling(NO_STATE)
{
    static char large[20000];
    gcv_context *ctx = gcv_context_new(0);
    gcv_arena arena = {NULL};
    const char *small = gcv_arena_copy(ctx, &arena, "ab", 2);
    (void)gcv_arena_copy(ctx, &arena, large, sizeof large);
    const char *next = gcv_arena_copy(ctx, &arena, "cd", 2);
    assert_true(next == small + 3);
    assert_true(ctx->allocations == 2);
    gcv_arena_release(ctx, &arena);
    check_context_free(ctx);
}

static void test_arena_without_memory(NO_STATE)
{
    static char large[20000];
    gcv_context *ctx = gcv_context_new(0);
    gcv_arena arena = {NULL};
    ctx->fail_at = 1;
    assert_int_equal(tried(ctx, NULL, gcv_arena_copy(ctx, &arena, "x", 1)), GCV_ERR_MEMORY);
    assert_null(arena.last);
    const char *kept = gcv_arena_copy(ctx, &arena, "kept", 4);
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(tried(ctx, NULL, gcv_arena_copy(ctx, &arena, large, sizeof large)),
                     GCV_ERR_MEMORY);
    assert_string_equal(kept, "kept");
    (void)gcv_arena_copy(ctx, &arena, large, sizeof large);
    gcv_arena_release(ctx, &arena);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accounting),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_injected_failure),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_sizes_that_overflow),
        cmocka_unit_test(test_watch),
        cmocka_unit_test(test_column_grows_and_shrinks),
        cmocka_unit_test(test_reserve_makes_room_once),
        cmocka_unit_test(test_column_keeps_its_block_on_failure),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_arena_exact_fit),
        cmocka_unit_test(test_arena_goes_on_filling),
        cmocka_unit_test(test_arena_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
