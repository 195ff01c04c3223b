/* A text assembled from pieces. */
#include "support/check.h"

#include "base/buffer.h"

#include <string.h>

static void check_text(const gcv_buffer *buffer, const char *expected)
{
    gcv_slice found = gcv_buffer_slice(buffer);
    if (buffer->status != GCV_OK || !gcv_slice_is(found, expected)) {
        fail_msg("'%.*s', not '%s'", (int)found.size, found.size > 0 ? found.data : "", expected);
    }
}

static void test_pieces(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer buffer = {{NULL, 0, 0}, GCV_OK};
    check_text(&buffer, "");
    gcv_buffer_append(ctx, &buffer, gcv_slice_of(NULL, 0), NULL);
    check_text(&buffer, "");
    gcv_buffer_append_str(ctx, &buffer, "a ", NULL);
    gcv_buffer_append_u64(ctx, &buffer, UINT64_MAX, NULL);
    gcv_buffer_append(ctx, &buffer, gcv_slice_of(" bcd", 2), NULL);
    gcv_buffer_append_hex(ctx, &buffer, 0xff00, NULL);
    check_text(&buffer, "a 18446744073709551615 bff00");
    gcv_buffer_clear(&buffer);
    gcv_buffer_append_u64(ctx, &buffer, 0, NULL);
    gcv_buffer_append_hex(ctx, &buffer, 0, NULL);
    check_text(&buffer, "00");
    gcv_buffer_clear(&buffer);
    gcv_buffer_append_cut(ctx, &buffer,
                          gcv_slice_str("\xc3\xa4"
                                        "bc"),
                          3, NULL);
    gcv_buffer_append_cut(ctx, &buffer,
                          gcv_slice_str("\xc3\xa4"
                                        "bc"),
                          2, NULL);
    check_text(&buffer,
               "\xc3\xa4"
               "bc"
               "\xc3\xa4"
               "b\xe2\x80\xa6");
    gcv_buffer_release(ctx, &buffer);
    check_context_free(ctx);
}

/* The first failure stays, later text is ignored, and clearing resets both. */
static void test_failure(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer buffer = {{NULL, 0, 0}, GCV_OK};
    gcv_error err = {0};
    gcv_buffer_append_str(ctx, &buffer, "kept", &err);
    ctx->fail_at = ctx->allocations + 1;
    gcv_buffer_append_str(ctx, &buffer, "a text that needs more than the first block", &err);
    assert_int_equal(buffer.status, GCV_ERR_MEMORY);
    assert_int_equal(err.status, GCV_ERR_MEMORY);
    memset(&err, 0, sizeof err);
    gcv_buffer_append_str(ctx, &buffer, "x", &err);
    assert_int_equal(buffer.status, GCV_ERR_MEMORY);
    assert_int_equal(err.status, GCV_OK);
    assert_true(gcv_slice_is(gcv_buffer_slice(&buffer), "kept"));
    gcv_buffer_clear(&buffer);
    gcv_buffer_append_str(ctx, &buffer, "again", &err);
    check_text(&buffer, "again");
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
