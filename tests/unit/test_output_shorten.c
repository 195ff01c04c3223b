/* Shortened names: the steps of shortening, and properties for any bytes. */
#include "support/check.h"
#include "support/effort.h"

#include "output/display.h"
#include "output/shorten.h"

#include <stdio.h>
#include <string.h>

/* Short form of `…`. */
#define DOTS "\xe2\x80\xa6"

static gcv_context *ctx;
static gcv_buffer out;

static gcv_slice shorten(gcv_slice name, size_t columns)
{
    gcv_buffer_clear(&out);
    gcv_shorten_type(ctx, name, columns, &out);
    return gcv_buffer_slice(&out);
}

static void check_short(const char *name, size_t columns, const char *expected)
{
    gcv_slice got = shorten(gcv_slice_str(name), columns);
    if (!gcv_slice_is(got, expected)) {
        fail_msg("'%s' in %zu columns is '%.*s', not '%s'", name, columns, (int)got.size, got.data,
                 expected);
    }
}

static void test_steps(NO_STATE)
{
    static const char name[] =
        "System.Collections.Generic.Dictionary<System.String, "
        "Acme.List<Acme.Price>>";
    check_short(name, 75, name);
    check_short(name, 74, "System.Collections.Generic.Dictionary<String, List<Price>>");
    check_short(name, 58, "System.Collections.Generic.Dictionary<String, List<Price>>");
    check_short(name, 57, "Dictionary<String, List<Price>>");
    check_short(name, 31, "Dictionary<String, List<Price>>");
    check_short(name, 30, "Dictionary<" DOTS ", List<Price>>");
    check_short(name, 26, "Dictionary<" DOTS ", List<Price>>");
    check_short(name, 25, "Dictionary<" DOTS ", List<" DOTS ">>");
    check_short(name, 22, "Dictionary<" DOTS ", List<" DOTS ">>");
    check_short(name, 21, "Dictionary<" DOTS ">");
    check_short(name, 13, "Dictionary<" DOTS ">");
    check_short(name, 12, "Dictio" DOTS "ry<" DOTS ">");
    check_short(name, 8, "Dict" DOTS "<" DOTS ">");
    check_short(name, 2, "D" DOTS);
    check_short(name, 1, DOTS);
    check_short(name, 0, "");
}

static void test_styles(NO_STATE)
{
    /* Shortening never makes a command to a build server. */
    check_short("aaaaaaaaaaaaaaaaaaaa#`1#[e, f]", 28, "aaaaaaaaaaaaaaaaaaaa#`1#[" DOTS "]");
    check_short("Foo.::error::a", 13, "Foo.::" DOTS "ror::a");
    check_short("Microsoft.Extensions.Logging.Logger`1[Azure.Mcp.IndexGetCommand]", 62,
                "Microsoft.Extensions.Logging.Logger[IndexGetCommand]");
    check_short("Microsoft.Extensions.Logging.Logger`1[Azure.Mcp.IndexGetCommand]", 30,
                "Logger[IndexGetCommand]");
    check_short("Entry[System.String,Acme.Price][]", 24, "Entry[String,Price][]");
    check_short("Entry[System.String,Acme.Price][]", 20, "Entry[" DOTS ",Price][]");
    check_short("System.Byte[,]", 13, "Byte[,]");
    check_short("Acme.Table[,][]", 14, "Table[,][]");
    check_short("A.Box`1[[B.One, lib, Version=4.0.0.0],[C.Two, lib]]", 44,
                "Box[[One, lib, Version=4.0.0.0],[Two, lib]]");
    check_short("Acme.Cache<System.Int32>.Enumerator<Acme.Key>", 30,
                "Cache<Int32>.Enumerator<Key>");
    check_short("Acme.Cache<System.Int32>.Enumerator<Acme.Key>", 26,
                "Cache<" DOTS ">.Enumerator<Key>");
    check_short("Func<List<A.One>, Two, Three>", 22, "Func<" DOTS ", Two, Three>");
    check_short("Func<List<A.One>, Two, Three>", 17, "Func<" DOTS ", Three>");
    check_short("Func<One, List<Two, Three>, Four>", 31, "Func<" DOTS ", List<Two, Three>, Four>");
    check_short("Func<One, List<Two, Three>, Four>", 30,
                "Func<" DOTS ", List<" DOTS ", Three>, Four>");
}

static void test_compiler_made_names(NO_STATE)
{
    check_short("java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask", 40,
                "ScheduledThreadPool" DOTS "$ScheduledFutureTask");
    check_short("ScheduledThreadPoolExecutor$ScheduledFutureTask", 27,
                "Schedu" DOTS "$ScheduledFutureTask");
    check_short("ScheduledThreadPoolExecutor$ScheduledFutureTask", 26,
                "ScheduledThre" DOTS "edFutureTask"); /* less than a fourth would be left */
    check_short("Outer+Middle+Inner<System.Int32>", 14, "Oute" DOTS "+Inner<" DOTS ">");
    check_short("$ThisNameBeginsWithIt", 11, "$This" DOTS "ithIt");
    check_short("Acme.Site.Program+<Main>d__0", 20, "Program+<Main>d__0");
    check_short("<>c[Azure.Options.DatabaseListOptions]", 30, "<>c[DatabaseListOptions]");
    check_short("Acme.Box<Acme.Site+<Get>d__24<System.Int32>>", 30, "Box<Site+<Get>d__24<Int32>>");
    check_short("Acme.Box<Acme.Site+<Get>d__24<System.Int32>>", 26,
                "Box<Site+<Get>d__24<" DOTS ">>");
    check_short("<>f__AnonymousType0<System.String,System.Int32>", 34,
                "<>f__AnonymousType0<String,Int32>");
    check_short("Acme.Long.Namespace.<>c", 20, "Namespace.<>c");
    check_short("<unknown type 1234567890abcdef>", 20, "<unknown t" DOTS "90abcdef>");
}

static void test_middle(NO_STATE)
{
    gcv_buffer_clear(&out);
    gcv_shorten_middle(ctx, gcv_slice_str("static Acme.Cache.items"), 11, &out);
    assert_true(gcv_slice_is(gcv_buffer_slice(&out), "stati" DOTS "items"));
}

static void test_columns(NO_STATE)
{
    assert_int_equal(gcv_display_width(gcv_slice_str("")), 0);
    assert_int_equal(gcv_display_width(gcv_slice_str("abc")), 3);
    assert_int_equal(gcv_display_width(gcv_slice_str("\xc3\xa9t\xc3\xa9")), 3);
    assert_int_equal(gcv_display_width(gcv_slice_str("\xe6\x97\xa5\xe6\x9c\xac")), 4); /* CJK */
    assert_int_equal(gcv_display_width(gcv_slice_str("e\xcc\x81")), 1); /* a combining accent */
    assert_int_equal(gcv_display_width(gcv_slice_str("\xff\xc3")), 2);
    /* A wide character that would begin in the last column is left out; a mark stays with its
     * character. */
    check_short("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 5, "\xe6\x97\xa5" DOTS "\xe8\xaa\x9e");
    check_short("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 4, "\xe6\x97\xa5" DOTS);
    check_short(
        "abcde\xcc\x81"
        "fgh\xcc\x81",
        4, "ab" DOTS "h\xcc\x81");
}

static void check_lines(const char *text, size_t columns, bool at_marks, const char *expected)
{
    gcv_slice rest = gcv_slice_str(text);
    gcv_buffer_clear(&out);
    while (rest.size > 0) {
        gcv_slice line = gcv_wrap_next(&rest, columns, at_marks);
        gcv_buffer_append(ctx, &out, line);
        gcv_buffer_append_str(ctx, &out, "|");
    }
    assert_true(gcv_slice_is(gcv_buffer_slice(&out), expected));
}

static void check_wrapped(const char *text, size_t columns, const char *expected)
{
    check_lines(text, columns, false, expected);
}

static void test_wrapping_at_marks(NO_STATE)
{
    check_lines("a Acme.Shop.List b", 9, true, "a|Acme.|Shop.List|b|");
    check_lines("Dictionary<Acme.Price,Acme.B>", 11, true, "Dictionary<|Acme.Price,|Acme.B>|");
    check_lines("abcdefghij kl", 4, true, "abcd|efgh|ij|kl|");
    check_lines("one two", 4, true, "one|two|");
    check_lines("grew by 22 % of it", 11, true, "grew by|22 % of it|");
    /* No line begins with `::`. */
    check_lines("abc.::def", 4, true, "abc|.::d|ef|");
}

static void check_end(const char *text, size_t columns, const char *expected)
{
    gcv_buffer_clear(&out);
    gcv_shorten_end(ctx, gcv_slice_str(text), columns, &out);
    assert_true(gcv_slice_is(gcv_buffer_slice(&out), expected));
    assert_true(gcv_display_width(gcv_buffer_slice(&out)) <= columns);
}

static void test_end(NO_STATE)
{
    check_end("static items (Acme.Cache)", 25, "static items (Acme.Cache)");
    check_end("static items (Acme.Cache)", 24, "static items" DOTS);
    check_end("static items (Acme.Cache)", 13, "static items" DOTS);
    check_end("static items (Acme.Cache)", 12, "static" DOTS);
    check_end("static a_long_name", 14, "static a_long" DOTS);
    check_end("Microsoft.Extensions.Primitives", 25, "Microsoft.Extensions." DOTS);
    check_end("abc", 1, DOTS);
    check_end("abc", 0, "");
    check_end("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 4, "\xe6\x97\xa5" DOTS);
}

static void test_wrapping(NO_STATE)
{
    check_wrapped("one two three", 7, "one two|three|");
    check_wrapped("one two three", 6, "one|two|three|");
    check_wrapped("one two three", 20, "one two three|");
    check_wrapped("abcdefghij kl", 4, "abcd|efgh|ij|kl|");
    check_wrapped("  a  b ", 1, "a|b|");
    check_wrapped("ab", 0, "a|b|");
    check_wrapped("\xe6\x97\xa5\xe6\x9c\xac", 1, "\xe6\x97\xa5|\xe6\x9c\xac|");
}

/* ---- any name ----------------------------------------------------------------------------- */

static size_t random_name(uint64_t *seed, char *name, size_t size)
{
    static const char *const pieces[] = {"<",          "<",
                                         ">",          ">",
                                         "[",          "]",
                                         ",",          ", ",
                                         ".",          "+",
                                         "`1",         "`",
                                         "[]",         "[,]",
                                         "[,",         "<>c",
                                         "<Main>d__0", "A",
                                         "Long",       "System.",
                                         "Acme.Deep.", "1",
                                         " ",          "(Bytes > 1K)",
                                         "\xc3\xa9",   "\xe6\x97\xa5",
                                         "\xcc\x81",   "\xff",
                                         "\xe6\x97",   "\"",
                                         "List<",      "Map[",
                                         "String",     "/"};
    size_t n = 0, parts = check_below(seed, 60);
    for (; parts > 0; parts--) {
        const char *piece = pieces[check_below(seed, CHECK_COUNT(pieces))];
        if (n + strlen(piece) < size) {
            memcpy(name + n, piece, strlen(piece));
            n += strlen(piece);
        }
    }
    return n;
}

/* Invalid bytes of the input are the only invalid bytes of the output. */
static size_t invalid(gcv_slice text)
{
    size_t n = 0;
    while (text.size > 0) {
        size_t size = text.size;
        n += gcv_utf8_next(&text) == GCV_REPLACEMENT && size - text.size == 1;
    }
    return n;
}

static void test_any_name(NO_STATE)
{
    uint64_t seed = 5;
    for (unsigned round = 0; round < effort_rounds(20000); round++) {
        char bytes[800], first[2400];
        gcv_slice name = gcv_slice_of(bytes, random_name(&seed, bytes, sizeof bytes));
        size_t width = gcv_display_width(name), columns = check_below(&seed, (unsigned)width + 3);
        gcv_slice got = shorten(name, columns);
        assert_true(gcv_display_width(got) <= columns);
        assert_true(width > columns || gcv_slice_equal(got, name));
        assert_true(invalid(got) <= invalid(name));
        assert_true(columns == 0 || name.size == 0 || got.size > 0);
        assert_true(got.size <= sizeof first);
        memcpy(first, got.data, got.size);
        gcv_slice once = gcv_slice_of(first, got.size);
        assert_true(gcv_slice_equal(shorten(once, columns), once));
    }
}

/* Lists nested without limit, and unclosed brackets, are shortened in linear time. */
static void test_deep_names(NO_STATE)
{
    enum { SIZE = 300000 };
    static char deep[SIZE];
    static const char *const units[] = {"A<", "<",  "[",  "[,", "a,", "A<B,",
                                        "x.", "`1", "<>", ">",  ",",  "*"};
    const size_t most = effort_is_reduced() ? SIZE / 50 : SIZE;
    size_t n;
    for (size_t i = 0; i < CHECK_COUNT(units); i++) {
        size_t size = strlen(units[i]);
        for (n = 0; n + size <= most; n += size) {
            memcpy(deep + n, units[i], size);
        }
        assert_true(gcv_display_width(shorten(gcv_slice_of(deep, n), 40)) <= 40);
        assert_true(gcv_display_width(shorten(gcv_slice_of(deep, n), n / 2)) <= n / 2);
    }
}

static int setup(NO_STATE)
{
    ctx = gcv_context_new(0);
    memset(&out, 0, sizeof out);
    return ctx == NULL;
}

static int teardown(NO_STATE)
{
    gcv_buffer_release(ctx, &out);
    gcv_context_free(ctx);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_styles),
        cmocka_unit_test(test_compiler_made_names),
        cmocka_unit_test(test_middle),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_wrapping_at_marks),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_any_name),
        cmocka_unit_test(test_deep_names),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
