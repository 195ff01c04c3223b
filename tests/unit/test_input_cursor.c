/* Numbers in groups of seven bits and UTF-16 from a cursor, and bytes of a source by offset:
 * nothing is read beyond the end, in pieces of any size. */
#include "support/check.h"

#include "input/byte_stream.h"
#include "input/cursor.h"

static void test_var(NO_STATE)
{
    static const struct {
        const char *bytes;
        size_t size;
        uint64_t value64;
        bool fails32, fails64;
    } cases[] = {
        {"\x00", 1, 0, false, false},
        {"\x7f", 1, 127, false, false},
        {"\x80\x01", 2, 128, false, false},
        {"\xff\xff\xff\xff\x0f", 5, 0xffffffff, false, false},
        {"\xff\xff\xff\xff\xff\x01", 6, UINT64_C(0xffffffff) | UINT64_C(0x38) << 29, true, false},
        {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, UINT64_MAX, true, false},
        {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, 0, true, true},
        {"\x80\x80", 2, 0, true, true},
        {"", 0, 0, true, true},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_cursor cursor = gcv_cursor_of(cases[i].bytes, cases[i].size, 7);
        uint64_t value = gcv_cursor_var64(&cursor);
        assert_int_equal(cursor.failed, cases[i].fails64);
        if (i != 4) {
            assert_int_equal(value, cases[i].fails64 ? 0 : cases[i].value64);
        }
        if (!cases[i].fails64) {
            assert_int_equal(gcv_cursor_offset(&cursor), 7 + cases[i].size);
        }
        cursor = gcv_cursor_of(cases[i].bytes, cases[i].size, 7);
        value = gcv_cursor_var32(&cursor);
        assert_int_equal(cursor.failed, cases[i].fails32);
        assert_int_equal(value, cases[i].fails32 ? 0 : cases[i].value64);
    }
}

static void test_utf16z(NO_STATE)
{
    static const unsigned char bytes[] = {'a', 0, 0, 'b', 0, 0, 'c', 0, 'd'};
    gcv_cursor cursor = gcv_cursor_of(bytes, sizeof bytes, 100);
    gcv_cursor text = gcv_cursor_utf16z(&cursor);
    assert_false(cursor.failed);
    assert_int_equal(gcv_cursor_left(&text), 4); /* a single zero byte is no end */
    assert_int_equal(gcv_cursor_offset(&text), 100);
    assert_int_equal(gcv_cursor_offset(&cursor), 106);
    (void)gcv_cursor_utf16z(&cursor); /* has no end */
    assert_true(cursor.failed);
    cursor = gcv_cursor_of(bytes + 4, 2, 0);
    text = gcv_cursor_utf16z(&cursor);
    assert_int_equal(gcv_cursor_left(&text), 0);
    assert_false(cursor.failed);
}

/* ---- byte streams ---------------------------------------------------------------------------- */

enum { SIZE = 5000 };

static void test_stream(NO_STATE)
{
    static const size_t chunks[] = {1, 3, 64, 4096, 0};
    static unsigned char bytes[SIZE];
    for (size_t i = 0; i < SIZE; i++) {
        bytes[i] = (unsigned char)(i * 7 >> 3);
    }
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_source source;
        gcv_byte_stream stream;
        uint64_t seed = i, skipped, at = 0;
        gcv_source_memory(ctx, &source, "bytes", bytes, SIZE);
        gcv_byte_stream_init(ctx, &stream, &source, chunks[i]);
        while (at < SIZE) {
            size_t size = check_below(&seed, 300), left = SIZE - (size_t)at;
            size_t wanted = size < left ? size : left;
            assert_int_equal(stream.offset, at);
            if (size % 5 == 0) {
                skipped = gcv_byte_stream_skip(&stream, size);
                assert_int_equal(skipped, wanted);
                at += wanted;
                continue;
            }
            gcv_cursor cursor = gcv_byte_stream_need(&stream, size);
            assert_int_equal(gcv_cursor_left(&cursor), wanted);
            assert_int_equal(gcv_cursor_offset(&cursor), at);
            assert_memory_equal(cursor.at, bytes + at, wanted);
            wanted /= 2; /* unused bytes come again */
            gcv_byte_stream_use(&stream, wanted);
            at += wanted;
            if (left < 2) {
                gcv_byte_stream_use(&stream, 1);
                at++;
            }
        }
        skipped = gcv_byte_stream_skip(&stream, UINT64_MAX);
        assert_int_equal(skipped, 0);
        /* A claimed size alone costs nothing. */
        assert_true(gcv_context_peak(ctx) <= 2 * (SIZE + 64 * 1024));
        gcv_byte_stream_release(&stream);
        check_context_free(ctx);
    }
}

static void test_claimed_size(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_source source;
    gcv_byte_stream stream;
    gcv_source_memory(ctx, &source, "bytes", "abc", 3);
    gcv_byte_stream_init(ctx, &stream, &source, 16);
    gcv_cursor cursor = gcv_byte_stream_need(&stream, SIZE_MAX / 2);
    assert_int_equal(gcv_cursor_left(&cursor), 3);
    assert_true(gcv_context_peak(ctx) < 1000);
    gcv_byte_stream_release(&stream);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_var),
        cmocka_unit_test(test_utf16z),
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_claimed_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
