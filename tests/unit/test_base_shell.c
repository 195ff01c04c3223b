/* test_base_shell.c - words that are pasted into a shell. */
#include "support/check.h"

#include "base/file.h"
#include "base/shell.h"

#include <string.h>

typedef enum form { WORD, PATH, GLOB, NAME } form;

/* Checks a word, or that there is no form of it (expected: "X"). */
static void check(form as, const char *word, const char *expected)
{
    gcv_context *ctx = gcv_context_new(0);
    const gcv_slice slice = gcv_slice_str(word);
    gcv_buffer out;
    char fitted[64];
    memset(&out, 0, sizeof out);
    if (as == WORD) {
        gcv_shell_append(ctx, &out, GCV_SHELL_EXACT, slice, "X");
        assert_string_equal(gcv_shell_fit(GCV_SHELL_EXACT, word, "X", fitted, sizeof fitted),
                            expected);
    } else if (as == PATH) {
        gcv_shell_append(ctx, &out, GCV_SHELL_PATH, slice, "X");
        assert_string_equal(gcv_shell_fit(GCV_SHELL_PATH, word, "X", fitted, sizeof fitted),
                            expected);
    } else if (as == GLOB) {
        gcv_shell_append(ctx, &out, GCV_SHELL_GLOB, slice, "");
    } else {
        gcv_shell_append_name(ctx, &out, slice, "");
    }
    gcv_buffer_append(ctx, &out, gcv_slice_of("", 1));
    assert_string_equal(out.text.data, expected);
    gcv_buffer_release(ctx, &out);
    gcv_context_free(ctx);
}

static void plain_words_stay(NO_STATE)
{
    check(WORD, "heap-1.gcdump", "heap-1.gcdump");
    check(WORD, "/tmp/a_b:c+d,e@f", "/tmp/a_b:c+d,e@f");
    check(WORD, "--type", "--type");
    check(NAME, "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9");
    check(NAME, "\xef\xbf\xbd", "\xef\xbf\xbd"); /* U+FFFD itself */
}

/* Single quotes hold what other programs than cmd expand, double quotes what cmd redirects. */
static void other_words_are_quoted(NO_STATE)
{
    check(WORD, "", "''");
    check(WORD, "a b", "'a b'");
    check(WORD, "T[]", "'T[]'");
    check(WORD, "$(rm -rf ~)", "'$(rm -rf ~)'");
    check(WORD, "List`1", "'List`1'");
    check(WORD, "~", "'~'");
    check(WORD, "#", "'#'");
    check(WORD, "List<T>[]", "\"List<T>[]\"");
    check(WORD, "a&b", "\"a&b\"");
    check(WORD, "a|b^c", "\"a|b^c\"");
    check(WORD, "it's", "\"it's\"");
    check(WORD, "it\xe2\x80\x99s", "\"it\xe2\x80\x99s\"");
    check(WORD, "\xe2\x80\x9cx", "'\xe2\x80\x9cx'");
}

/* The same in each form: what no quotes can hold, and what would need both kinds. */
static void what_no_shell_takes_is_replaced(NO_STATE)
{
    static const struct {
        const char *name, *shown;
    } rows[] = {
        {"a\nb", "'a?b'"},
        {"\x1b[1m'\\", "\"?[1m'?\""},
        {"\xff\xc3", "'?\?'"},
        {"\xc2\x85\xe2\x80\xae\xc3\xa9", "'?\?\xc3\xa9'"},
        {"say \"hi\"!", "'say ?hi?\?'"},
        {"%PATH%", "'?PATH?'"},
        {"x\\';touch PWNED;#", "\"x?';touch PWNED;#\""},
        {"x';touch PWNED;#\ty", "\"x';touch PWNED;#?y\""},
        {"'$(id)`id`", "\"'?(id)?id?\""},
        {"<\xe2\x80\x9d>", "\"<?>\""},
        {"##vso[a]#[", "'?#vso[a]#['"},
    };
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        check(WORD, rows[i].name, "X");
        if (!gcv_backslash_separates() || strchr(rows[i].name, '\\') == NULL) {
            check(PATH, rows[i].name, "X");
        }
        check(GLOB, rows[i].name, rows[i].shown);
        check(NAME, rows[i].name, rows[i].shown);
    }
}

static void wildcards_of_a_name_are_no_wildcards(NO_STATE)
{
    check(GLOB, "{a,b}*", "'{a,b}*'");
    check(NAME, "{a,b}*", "'{a,b}*'"); /* which is a name */
    check(NAME, "{a!b}*", "'?a?b}?'");
    check(NAME, "a?", "'a?'");
}

static void a_word_fits_or_not(NO_STATE)
{
    char out[8];
    assert_string_equal(gcv_shell_fit(GCV_SHELL_EXACT, "1234567", "FILE", out, sizeof out),
                        "1234567");
    assert_string_equal(gcv_shell_fit(GCV_SHELL_EXACT, "12345678", "FILE", out, sizeof out),
                        "FILE");
    assert_string_equal(gcv_shell_fit(GCV_SHELL_EXACT, "T[]12", "FILE", out, sizeof out),
                        "'T[]12'");
    assert_string_equal(gcv_shell_fit(GCV_SHELL_EXACT, "T[]123", "FILE", out, sizeof out), "FILE");
}

static void paths_are_no_options(NO_STATE)
{
    check(PATH, "-", "-");
    check(PATH, "-q.log", "./-q.log");
    check(PATH, "--x y", "./'--x y'");
    check(PATH, "a/-b", "a/-b");
    check(PATH, "C:\\a b\\c.log", gcv_backslash_separates() ? "'C:/a b/c.log'" : "X");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_words_stay),
        cmocka_unit_test(other_words_are_quoted),
        cmocka_unit_test(what_no_shell_takes_is_replaced),
        cmocka_unit_test(wildcards_of_a_name_are_no_wildcards),
        cmocka_unit_test(a_word_fits_or_not),
        cmocka_unit_test(paths_are_no_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
