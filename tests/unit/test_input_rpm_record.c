/* Records of an RPM log, one line at a time: values, and the exact reasons why not. */
#include "support/check.h"

#include "base/text.h"
#include "input/line_records.h"
#include "input/rpm/rpm_record.h"

#include <string.h>

static gcv_slice line_of(const char *text) { return gcv_slice_str(text); }

/* ---- roots, types, sections --------------------------------------------------------------- */

static void test_roots(NO_STATE)
{
    static const struct {
        const char *line;
        gcv_rpm_root root;
    } cases[] = {
        {"r 22c81b 5 0", {0x22c81b, 0, 5, 0, false, false}},
        {"r b2753 4 0 13c", {0xb2753, 0x13c, 4, 0, true, false}},
        {" r\t0XFF  ffffffff 0xffffffff \r", {255, 0, 0xffffffff, 0xffffffff, false, false}},
        {"r 1 00000000004 0 ffffffffffffffff", {1, UINT64_MAX, 4, 0, true, false}},
        {"r 1 3 7 2 9", {1, 2, 3, 7, true, true}},
        {"r 1 3 7 2 what is this", {1, 2, 3, 7, true, true}},
        {"r 1 3 7 2 \t\r ", {1, 2, 3, 7, true, false}},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_rpm_root *want = &cases[i].root;
        char reason[GCV_REASON_MAX];
        gcv_rpm_root root;
        memset(&root, 0x77, sizeof root);
        assert_true(gcv_rpm_parse_root(line_of(cases[i].line), &root, reason));
        assert_true(root.id == want->id && root.kind == want->kind && root.flags == want->flags);
        assert_int_equal(root.has_container, want->has_container);
        assert_int_equal(root.has_more, want->has_more);
        assert_true(!root.has_container || root.container == want->container);
    }
}

static void test_types(NO_STATE)
{
    static const struct {
        const char *line;
        uint64_t id;
        const char *name;
    } cases[] = {
        {"t 2 System.RuntimeType", 2, "System.RuntimeType"},
        {"t 0x2A System.Collections.Generic.Dictionary<String, Object>", 42,
         "System.Collections.Generic.Dictionary<String, Object>"},
        {"\tt\t2\t  a \t b\tc \t\r", 2, "a \t b\tc"},
        {"t 2 3", 2, "3"},
        {"t 2 t", 2, "t"},
        {"t 2 \xc3\xa9\xff", 2, "\xc3\xa9\xff"},
    };
    char reason[GCV_REASON_MAX];
    gcv_rpm_type type;
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        assert_true(gcv_rpm_parse_type(line_of(cases[i].line), &type, reason));
        assert_true(type.id == cases[i].id);
        assert_true(gcv_slice_is(type.name, cases[i].name));
        assert_true(type.name.data > cases[i].line); /* a part of the line */
        assert_true(type.name.data < cases[i].line + strlen(cases[i].line));
    }
    assert_true(gcv_rpm_parse_type(gcv_slice_of("t 2 a\0b\0", 8), &type, reason));
    assert_true(gcv_slice_equal(type.name, gcv_slice_of("a\0b\0", 4)));
}

static void test_brackets(NO_STATE)
{
    static const struct {
        const char *line;
        uint64_t version;
        const char *name;
        bool has_time;
        uint64_t time;
    } cases[] = {
        {"a 2 bubblecs.exe 763f9d2", 2, "bubblecs.exe", true, 0x763f9d2},
        {"a 2 bubblecs.exe", 2, "bubblecs.exe", false, 0},
        {"c bubblecs.exe 763fbef", 0, "bubblecs.exe", true, 0x763fbef},
        {"c bubblecs.exe", 0, "bubblecs.exe", false, 0},
        {"a 10 My  Game.exe\t ABC \r", 16, "My  Game.exe", true, 0xabc},
        {"c My Game.exe 0", 0, "My Game.exe", true, 0},
        {"a 2 My Game.exe", 2, "My Game.exe", false, 0},
        {"a 2 beef", 2, "beef", false, 0}, /* something must be left for the name */
        {"c 12", 0, "12", false, 0},
        {"a 2 dead beef", 2, "dead", true, 0xbeef}, /* looks like a time stamp, and is one */
        {"a 2 1 2 3", 2, "1 2", true, 3},
        {"a 2 x 0x12", 2, "x 0x12", false, 0}, /* a time stamp has no prefix */
        {"a 2 x 0X12", 2, "x 0X12", false, 0},
        {"a 2 x ffffffffffffffff", 2, "x", true, UINT64_MAX},
        {"a 2 x 1ffffffffffffffff", 2, "x 1ffffffffffffffff", false, 0},
        {"a 2 x 12-", 2, "x 12-", false, 0},
        {"a 2 x g", 2, "x g", false, 0},
        {"a 2 a a", 2, "a", true, 10},
    };
    char reason[GCV_REASON_MAX];
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_rpm_bracket bracket;
        memset(&bracket, 0x77, sizeof bracket);
        assert_true(gcv_rpm_parse_bracket(line_of(cases[i].line), &bracket, reason));
        if (!gcv_slice_is(bracket.name, cases[i].name) || bracket.has_time != cases[i].has_time ||
            (bracket.has_time && bracket.time != cases[i].time) ||
            (cases[i].line[0] == 'a' && bracket.version != cases[i].version)) {
            fail_msg("'%s'", cases[i].line);
        }
    }
}

static void test_letters(NO_STATE)
{
    char reason[GCV_REASON_MAX] = "";
    for (const char *at = "atorc"; *at != '\0'; at++) {
        char line[4] = {' ', *at, '\t', '\0'};
        assert_int_equal(gcv_rpm_letter(line_of(line), reason), *at);
        assert_int_equal(gcv_rpm_letter(gcv_slice_of(at, 1), reason), *at);
    }
    assert_int_equal(gcv_rpm_letter(line_of(""), reason), '\0');
    assert_int_equal(gcv_rpm_letter(line_of(" \t \r"), reason), '\0');
    assert_string_equal(reason, "");
    assert_int_equal(gcv_rpm_letter(line_of("x 1"), reason), '?');
    assert_string_equal(reason, "unknown record 'x'");
    assert_int_equal(gcv_rpm_letter(line_of("O 1 2 3"), reason), '?');
    assert_string_equal(reason, "unknown record 'O'");
    assert_int_equal(gcv_rpm_letter(line_of("  oo 1 2 3"), reason), '?');
    assert_string_equal(reason, "unknown record 'oo'");
    assert_int_equal(gcv_rpm_letter(gcv_slice_of("\0", 1), reason), '?');
    assert_string_equal(reason, "unknown record '\xef\xbf\xbd'");
    assert_int_equal(gcv_rpm_letter(gcv_slice_of("o\0", 2), reason), '?');
    assert_string_equal(reason, "unknown record 'o\xef\xbf\xbd'");
}

/* ---- reasons ------------------------------------------------------------------------------ */

/* Parses any line; returns false and a reason if it is not a record. */
static bool parse_any(gcv_context *ctx, gcv_slice line, char *reason)
{
    gcv_rpm_bracket bracket;
    gcv_rpm_root root;
    gcv_rpm_type type;
    gcv_rpm_object object;
    switch (gcv_rpm_letter(line, reason)) {
    case 'o':
        return gcv_rpm_parse_object(ctx, line, &object, NULL, reason);
    case 'r':
        return gcv_rpm_parse_root(line, &root, reason);
    case 't':
        return gcv_rpm_parse_type(line, &type, reason);
    case '?':
        return false;
    case '\0':
        return true;
    default:
        return gcv_rpm_parse_bracket(line, &bracket, reason);
    }
}

#define R1 "\xef\xbf\xbd"
#define R4 R1 R1 R1 R1
#define R24 R4 R4 R4 R4 R4 R4
#define EMOJI "\xf0\x9f\x98\x80"
#define EMOJI8 EMOJI EMOJI EMOJI EMOJI EMOJI EMOJI EMOJI EMOJI

static const struct {
    const char *line, *reason;
} refused[] = {
    {"o", "object record without object id"},
    {"o 1", "object record without type id"},
    {"o 1 2", "object record without size"},
    {"o 1 2 \t\r", "object record without size"},
    {"o x 2 3", "bad object id 'x'"},
    {"o 1 0x 3", "bad type id '0x'"},
    {"o 1 2 12g", "bad size '12g'"},
    {"o 1 2 3 4 -5 6", "bad reference '-5'"},
    {"o 1 2 3 4 10000000000000000", "bad reference '10000000000000000'"},
    {"o 1 2 3,4", "bad size '3,4'"},
    {"r", "root record without object id"},
    {"r 1", "root record without kind"},
    {"r 1 2", "root record without flags"},
    {"r z 2 3", "bad object id 'z'"},
    {"r 1 100000000 3", "bad kind '100000000'"},
    {"r 1 2 0x100000000", "bad flags '0x100000000'"},
    {"r 1 4 0 q", "bad container type id 'q'"},
    {"t", "type record without type id"},
    {"t 1", "type record without name"},
    {"t 1 \t", "type record without name"},
    {"t g Name", "bad type id 'g'"},
    {"a", "section record without version"},
    {"a 2", "section record without name"},
    {"a two x", "bad version 'two'"},
    {"c", "end record without name"},
    {"c \t\r", "end record without name"},
    {"hello world", "unknown record 'hello'"},
    {"#", "unknown record '#'"},
    {"{\"a\":1}", "unknown record '{\"a\":1}'"},
    {"a123456789012345678901234", "unknown record 'a12345678901234567890123...'"},
    {"a12345678901234567890123", "unknown record 'a12345678901234567890123'"},
    {"o 1 2 \x1b[31m", "bad size '" R1 "[31m'"},
    {"o 1 2 3\xff\xc3", "bad size '3" R1 R1 "'"},
    {"o 1 2 \xe2\x80\xae"
     "1",
     "bad size '" R1 "1'"}, /* would reverse the line */
    {"o 1 2 \xc2\x9b", "bad size '" R1 "'"},
    {"o 1 2 \xc3\xa9", "bad size '\xc3\xa9'"},
    {"t "
     "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
     "\xff\xff x",
     "bad type id '" R24 "...'"},
    {EMOJI8 EMOJI8 EMOJI8 EMOJI, "unknown record '" EMOJI8 EMOJI8 EMOJI8 "...'"},
};

static void test_reasons(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(refused); i++) {
        char reason[GCV_REASON_MAX] = "none";
        assert_false(parse_any(ctx, line_of(refused[i].line), reason));
        assert_string_equal(reason, refused[i].reason);
    }
    gcv_context_free(ctx);
}

/* The longest possible reason is not cut. */
static void test_longest_reason(NO_STATE)
{
    char reason[GCV_REASON_MAX];
    gcv_rpm_root root;
    assert_false(gcv_rpm_parse_root(line_of("r 1 4 0 " EMOJI8 EMOJI8 EMOJI8 EMOJI), &root, reason));
    assert_string_equal(reason, "bad container type id '" EMOJI8 EMOJI8 EMOJI8 "...'");
}

static void test_nul_bytes_in_numbers(NO_STATE)
{
    static const struct {
        const char *line;
        size_t size;
        const char *reason;
    } cases[] = {
        {"o 1\0 2 3", 8, "bad object id '1" R1 "'"},
        {"o 1 2 3 \0", 9, "bad reference '" R1 "'"},
        {"r 1 2 3\0", 8, "bad flags '3" R1 "'"},
        {"a 2\0 x", 6, "bad version '2" R1 "'"},
    };
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char reason[GCV_REASON_MAX] = "none";
        assert_false(parse_any(ctx, gcv_slice_of(cases[i].line, cases[i].size), reason));
        assert_string_equal(reason, cases[i].reason);
    }
    gcv_context_free(ctx);
}

/* For any bytes, the reason is printable UTF-8 of bounded length. */
static void test_reasons_at_random(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 8;
    unsigned n_bad = 0;
    for (unsigned round = 0; round < 40000; round++) {
        char line[120], reason[GCV_REASON_MAX];
        size_t n = 1 + check_below(&seed, sizeof line);
        for (size_t i = 0; i < n; i++) {
            line[i] = check_below(&seed, 3) == 0 ? " 0123atorc"[check_below(&seed, 10)]
                                                 : (char)check_below(&seed, 256);
        }
        memset(reason, '\0', sizeof reason);
        if (parse_any(ctx, gcv_slice_of(line, n), reason)) {
            continue;
        }
        n_bad++;
        gcv_slice text = gcv_slice_of(reason, strlen(reason));
        assert_true(text.size > 0 && text.size < GCV_REASON_MAX);
        while (text.size > 0) {
            const char *before = text.data;
            uint32_t code = gcv_utf8_next(&text);
            assert_false(gcv_is_control(code));
            assert_true(code != 0xfffd || text.data - before == 3); /* valid as it stands */
        }
    }
    assert_true(n_bad > 10000);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_longest_reason),
        cmocka_unit_test(test_nul_bytes_in_numbers),
        cmocka_unit_test(test_reasons_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
