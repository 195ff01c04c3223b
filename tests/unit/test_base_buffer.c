/* A text assembled from pieces. */
#include "support/check.h"
#include "support/tried.h"

#include "base/buffer.h"

#include <string.h>

static void check_text(const gcv_buffer *buffer, const char *expected)
{
    gcv_slice found = gcv_buffer_slice(buffer);
    if (!gcv_slice_is(found, expected)) {
        fail_msg("'%.*s', not '%s'", (int)found.size, found.size > 0 ? found.data : "", expected);
    }
}

static void test_pieces(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer buffer = {{NULL, 0, 0}};
    check_text(&buffer, "");
    gcv_buffer_append(ctx, &buffer, gcv_slice_of(NULL, 0));
    check_text(&buffer, "");
    gcv_buffer_append_str(ctx, &buffer, "a ");
    gcv_buffer_append_u64(ctx, &buffer, UINT64_MAX);
    gcv_buffer_append(ctx, &buffer, gcv_slice_of(" bcd", 2));
    gcv_buffer_print(ctx, &buffer, "%x", 0xff00U);
    check_text(&buffer, "a 18446744073709551615 bff00");
    gcv_buffer_clear(&buffer);
    gcv_buffer_append_u64(ctx, &buffer, 0);
    gcv_buffer_print(ctx, &buffer, "%x", 0U);
    check_text(&buffer, "00");
    gcv_buffer_print(ctx, &buffer, "%d%s", -12, "");
    check_text(&buffer, "00-12");
    assert_string_equal(buffer.text.data, "00-12");
    assert_string_equal(gcv_buffer_str(ctx, &buffer), "00-12");
    gcv_buffer_clear(&buffer);
    gcv_buffer_append_cut(ctx, &buffer,
                          gcv_slice_str("\xc3\xa4"
                                        "bc"),
                          3);
    gcv_buffer_append_cut(ctx, &buffer,
                          gcv_slice_str("\xc3\xa4"
                                        "bc"),
                          2);
    check_text(&buffer,
               "\xc3\xa4"
               "bc"
               "\xc3\xa4"
               "b\xe2\x80\xa6");
    gcv_buffer_release(ctx, &buffer);
    check_context_free(ctx);
}

/* A failure changes nothing. */
static void test_failure(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer buffer = {{NULL, 0, 0}};
    gcv_buffer_append_str(ctx, &buffer, "kept");
    ctx->fail_at = ctx->allocations + 1;
    assert_int_equal(
        tried(ctx, NULL,
              gcv_buffer_append_str(ctx, &buffer, "a text that needs more than the first block")),
        GCV_ERR_MEMORY);
    check_text(&buffer, "kept");
    gcv_buffer_append_str(ctx, &buffer, " and more");
    check_text(&buffer, "kept and more");
    gcv_buffer_release(ctx, &buffer);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
