/* test_base_shell.c - words that are pasted into a shell. */
#include "support/check.h"

#include "base/shell.h"

#include <string.h>

typedef void (*append_fn)(gcv_context *, gcv_buffer *, gcv_slice, gcv_error *);

static void check(append_fn append, const char *word, const char *expected)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer out = {0};
    append(ctx, &out, gcv_slice_str(word), NULL);
    assert_int_equal(out.status, GCV_OK);
    assert_int_equal(out.text.n, strlen(expected));
    assert_memory_equal(out.text.data, expected, out.text.n);
    gcv_buffer_release(ctx, &out);
    gcv_context_free(ctx);
}

static void plain_words_stay(NO_STATE)
{
    check(gcv_shell_append, "heap-1.gcdump", "heap-1.gcdump");
    check(gcv_shell_append, "/tmp/a_b:c+d,e@f%g", "/tmp/a_b:c+d,e@f%g");
    check(gcv_shell_append, "--type", "--type");
    check(gcv_shell_append, "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9");
}

static void other_words_are_quoted(NO_STATE)
{
    check(gcv_shell_append, "", "''");
    check(gcv_shell_append, "a b", "'a b'");
    check(gcv_shell_append, "List<T>[]", "'List<T>[]'");
    check(gcv_shell_append, "C:\\dumps\\a.log", "'C:\\dumps\\a.log'");
    check(gcv_shell_append, "it's", "'it'\\''s'");
    check(gcv_shell_append, "'", "''\\'''");
    check(gcv_shell_append, "$(rm -rf ~)", "'$(rm -rf ~)'");
    check(gcv_shell_append, "~", "'~'");
    check(gcv_shell_append, "#", "'#'");
}

static void what_cannot_be_seen_is_octal(NO_STATE)
{
    check(gcv_shell_append, "a\nb", "$'a\\nb'");
    check(gcv_shell_append, "a\tb c", "$'a\\tb c'");
    check(gcv_shell_append, "\x1b[1m'\\", "$'\\033[1m\\'\\\\'");
    check(gcv_shell_append,
          "\x7f"
          "7",
          "$'\\1777'");
    check(gcv_shell_append, "\xff\xc3", "$'\\377\\303'");
    check(gcv_shell_append, "\xc2\x85\xe2\x80\xae\xc3\xa9", "$'\\302\\205\\342\\200\\256\xc3\xa9'");
    check(gcv_shell_append, "\xef\xbf\xbd", "\xef\xbf\xbd"); /* U+FFFD itself */
    check(gcv_shell_append_path, "-\n", "./$'-\\n'");
}

static void a_word_fits_or_not(NO_STATE)
{
    char out[8];
    assert_string_equal(gcv_shell_fit("heap", "FILE", out, sizeof out), "heap");
    assert_string_equal(gcv_shell_fit("1234567", "FILE", out, sizeof out), "1234567");
    assert_string_equal(gcv_shell_fit("12345678", "FILE", out, sizeof out), "FILE");
    assert_string_equal(gcv_shell_fit("T[]12", "FILE", out, sizeof out), "'T[]12'");
    assert_string_equal(gcv_shell_fit("T[]123", "FILE", out, sizeof out), "FILE");
    assert_string_equal(gcv_shell_fit("", "FILE", out, sizeof out), "''");
}

static void paths_are_no_options(NO_STATE)
{
    check(gcv_shell_append_path, "-", "-");
    check(gcv_shell_append_path, "-q.log", "./-q.log");
    check(gcv_shell_append_path, "--x y", "./'--x y'");
    check(gcv_shell_append_path, "a/-b", "a/-b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_words_stay),
        cmocka_unit_test(other_words_are_quoted),
        cmocka_unit_test(what_cannot_be_seen_is_octal),
        cmocka_unit_test(a_word_fits_or_not),
        cmocka_unit_test(paths_are_no_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
