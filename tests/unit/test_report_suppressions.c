/* Files of suppressions: what each line suppresses, and which lines are refused. */
#include "support/check.h"
#include "support/tried.h"

#include "figures/suppressions.h"

#include <string.h>

static const gcv_glob_list none;

static void read_known(gcv_context *ctx, gcv_suppressions *known, const char *words,
                       bool ignore_case)
{
    gcv_suppressions_read(ctx, known, "known.txt", gcv_slice_str(words), ignore_case);
}

static void test_suppressions(NO_STATE)
{
    static const char words[] =
        "# a comment\n  \t\r\n0123456789ab # known\n\tABCDEFABCDEF\r\n"
        "Acme.*\n  Acme.X, Y `1 #no comment\nX #\ndeadbeef";
    gcv_context *ctx = gcv_context_new(0);
    gcv_suppressions known;
    read_known(ctx, &known, words, false);
    assert_true(gcv_is_suppressed(ctx, &known, &none, 0x0123456789ab, gcv_slice_str("Z")));
    assert_true(gcv_is_suppressed(ctx, &known, &none, 0xabcdefabcdef, gcv_slice_str("Z")));
    assert_true(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("Acme.Q")));
    assert_true(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("X")));
    assert_true(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("deadbeef")));
    assert_false(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("Z")));
    assert_false(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("aCME.q")));
    assert_false(gcv_is_suppressed(ctx, &known, &none, 0x0123456789aa, gcv_slice_str("Z")));
    gcv_blocks_free(ctx, NULL);
    read_known(ctx, &known, words, true);
    assert_true(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str("aCME.q")));
    gcv_blocks_free(ctx, NULL);
    read_known(ctx, &known, "", true);
    assert_false(gcv_is_suppressed(ctx, &known, &none, 0, gcv_slice_str("")));
    gcv_blocks_free(ctx, NULL);
    check_context_free(ctx);
}

static void test_bad_suppressions(NO_STATE)
{
    static const struct {
        const char *words;
        uint64_t line;
    } cases[] = {{"0123456789a", 1}, {"0123456789abc", 1}, {"1", 1},
                 {"a\tb", 1},        {"a\x1f", 1},         {"# four lines\n\nX\n 1\nY\n", 4}};
    gcv_context *ctx = gcv_context_new(0);
    gcv_suppressions known;
    gcv_error err;
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        assert_int_equal(tried(ctx, &err, read_known(ctx, &known, cases[i].words, false)),
                         GCV_ERR_USAGE);
        assert_string_equal(err.file, "known.txt");
        assert_int_equal(err.line, cases[i].line);
    }
    check_context_free(ctx);
}

static void test_longest_line(NO_STATE)
{
    enum { MOST = 65536 };
    static char line[MOST + 2];
    gcv_context *ctx = gcv_context_new(0);
    gcv_suppressions known;
    memset(line, 'x', MOST);
    read_known(ctx, &known, line, false);
    assert_true(gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str(line)));
    gcv_blocks_free(ctx, NULL);
    line[MOST] = 'x';
    assert_int_equal(tried(ctx, NULL, read_known(ctx, &known, line, false)), GCV_ERR_USAGE);
    check_context_free(ctx);
}

/* `#` within a name is part of it. Each line is a separate list, so that no other line matches. */
static void test_comments(NO_STATE)
{
    static const struct {
        const char *line, *name;
        bool suppressed;
    } cases[] = {{"Acme.C#.D", "Acme.C#.D", true},
                 {"Acme.C#.D", "Acme.C", false},
                 {"X#", "X#", true},
                 {"X#", "X", false},
                 {"X #y", "X", true},
                 {"X\t#y", "X", true},
                 {"X #y", "X #y", false},
                 {"#X", "#X", false},
                 {"X Y#Z", "X Y#Z", true},
                 {"X#Y #Z", "X#Y", true}};
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_suppressions known;
        read_known(ctx, &known, cases[i].line, false);
        if (gcv_is_suppressed(ctx, &known, &none, 1, gcv_slice_str(cases[i].name)) !=
            cases[i].suppressed) {
            fail_msg("`%s` and the type %s", cases[i].line, cases[i].name);
        }
        gcv_blocks_free(ctx, NULL);
    }
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suppressions),
        cmocka_unit_test(test_bad_suppressions),
        cmocka_unit_test(test_longest_line),
        cmocka_unit_test(test_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
