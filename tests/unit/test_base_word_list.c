/* Lists of words: empty and equal ones, memory that moves, and the limit. */
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "base/word_list.h"

static void test_words(NO_STATE)
{
    static const char *const words[] = {"", "cache", "", "a", "cache", "\xc3\xa9"};
    enum { ROUNDS = 200 };
    gcv_context *ctx = gcv_context_new(0);
    gcv_word_list list = {0};
    for (uint32_t i = 0; i < ROUNDS * CHECK_COUNT(words); i++) {
        const gcv_slice word = gcv_slice_str(words[i % CHECK_COUNT(words)]);
        assert_int_equal(gcv_word_list_add(ctx, &list, word), i);
    }
    gcv_word_list_shrink(ctx, &list);
    assert_true(list.text.cap == list.text.n && list.end.cap == list.end.n);
    for (size_t i = 0; i < ROUNDS * CHECK_COUNT(words); i++) {
        assert_true(gcv_slice_is(gcv_word_list_at(&list, i), words[i % CHECK_COUNT(words)]));
    }
    gcv_word_list_release(ctx, &list);
    assert_int_equal(ctx->used, 0);
    gcv_context_free(ctx);
}

static void test_limit(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_word_list list = {.text = {NULL, UINT32_MAX - 2, UINT32_MAX}};
    gcv_error err;
    assert_int_equal(tried(ctx, &err, (void)gcv_word_list_add(ctx, &list, gcv_slice_str("abc"))),
                     GCV_ERR_LIMIT);
    assert_string_equal(err.message, "names of more than 4294967295 bytes");
    assert_int_equal(gcv_word_list_add(ctx, &list, gcv_slice_str("")), 0);
    gcv_free(ctx, list.end.data);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
