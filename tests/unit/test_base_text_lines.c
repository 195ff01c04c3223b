/* Lines of small texts: numbers, comments, blanks, ends of lines and of the text. */
#include "support/check.h"

#include "base/text.h"

#include <string.h>

static void check_lines(const char *text, const char *const *wanted, const uint64_t *numbers,
                        size_t n)
{
    gcv_text_lines lines;
    gcv_slice line;
    assert_true(gcv_text_lines_begin(&lines, gcv_slice_str(text)));
    for (size_t i = 0; i < n; i++) {
        if (!gcv_text_lines_next(&lines, &line) || !gcv_slice_is(line, wanted[i]) ||
            lines.number != numbers[i]) {
            fail_msg("`%s`: not `%s`", text, wanted[i]);
        }
    }
    assert_false(gcv_text_lines_next(&lines, &line));
}

#define CHECK_LINES(text, lines, numbers) check_lines(text, lines, numbers, CHECK_COUNT(lines))

static void test_lines(NO_STATE)
{
    static const char *const wanted[] = {"a", " b c", "d"};
    static const uint64_t numbers[] = {1, 4, 5};
    CHECK_LINES("a\n\n \t\n b c \t\nd", wanted, numbers);
    CHECK_LINES("a\r\n\r\n\t\r\n b c\r\r\nd\n", wanted, numbers);
    check_lines("", NULL, NULL, 0);
    check_lines("\n \n", NULL, NULL, 0);
}

static void test_comments(NO_STATE)
{
    static const char *const wanted[] = {"C#", "a#b", "x", "y\r#", "z"};
    static const uint64_t numbers[] = {1, 2, 5, 6, 7};
    CHECK_LINES("C# # 1\na#b #c #d\n# e\n #f\nx\t#g\ny\r#\nz #", wanted, numbers);
}

static void test_byte_order_marks(NO_STATE)
{
    static const char *const wanted[] = {"a", "\xef\xbb\xbf"};
    static const uint64_t numbers[] = {1, 2};
    gcv_text_lines lines;
    CHECK_LINES(
        "\xef\xbb\xbf"
        "a\n\xef\xbb\xbf",
        wanted, numbers);
    check_lines("\xef\xbb\xbf# a", NULL, NULL, 0);
    assert_false(gcv_text_lines_begin(&lines, gcv_slice_of("\xff\xfe"
                                                           "a\0",
                                                           4)));
    assert_false(gcv_text_lines_begin(&lines, gcv_slice_of("\xfe\xff\0a", 4)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_byte_order_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
