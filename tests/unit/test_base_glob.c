/* Patterns for names: examples, all small patterns compared with the definition, and patterns that
 * are slow for a matcher that backtracks. */
#include "support/check.h"
#include "support/tried.h"

#include "base/context.h"
#include "base/glob.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static gcv_context *ctx;

static bool matches(const char *pattern, gcv_slice text, bool ignore_case)
{
    return gcv_glob_slice(ctx, gcv_slice_str(pattern), text, ignore_case);
}

static void test_examples(NO_STATE)
{
    static const struct {
        const char *pattern, *text;
        bool ignore_case, match;
    } cases[] = {
        {"", "", false, true},
        {"", "a", false, false},
        {"*", "", false, true},
        {"**", "", false, true},
        {"?", "", false, false},
        {"a", "", false, false},
        {"System.String", "System.String", false, true},
        {"System.String", "System.String[]", false, false},
        {"System.String", "system.string", false, false},
        {"System.String", "sYSTEM.sTRING", true, true},
        {"system.*", "System.String", true, true},
        {"system.*", "System.String", false, false},
        {"*.String", "System.String", false, true},
        {"*.String", "System.String[]", false, false},
        {"*String*", "System.String[]", false, true},
        {"S*m.S*g", "System.String", false, true},
        {"S*m.S*x", "System.String", false, false},
        {"?ystem.*", "System.String", false, true},
        {"a?c", "abc", false, true},
        {"a?c", "ac", false, false},
        {"a?z", "a\xc3\xa9z", false, true},
        {"a??z", "a\xc3\xa9z", false, false},
        {"a?z", "a\xe2\x82\xacz", false, true},
        {"a?z", "a\xf0\x9f\x98\x80z", false, true},
        {"a?z", "a\xffz", false, true},
        {"*??yz", "\xe2\x82\xacyz", false, false}, /* no `?` matches a part of the euro sign */
        {"*?yz", "\xe2\x82\xacyz", false, true},
        {"*\xc3\xa9", "caf\xc3\xa9", false, true},
        {"*a*b", "aXbYb", false, true},
        {"*ab", "aab", false, true},
        {"*aab", "aaab", false, true},
        {"*?", "", false, false},
        {"?*", "a", false, true},
        {"a*", "a", false, true},
        {"*a", "ba", false, true},
        {"[a]", "a", false, false}, /* brackets stand for themselves, as in names of arrays */
        {"T[]", "T[]", false, true},
        {"\\*", "\\x", false, true},
        {"@", "`", true, false}, /* only letters have upper and lower case */
        {"[", "{", true, false},
        {"{a,b}", "a", false, true},
        {"{a,b}", "b", false, true},
        {"{a,b}", "{a,b}", false, false},
        {"Acme.{Cache,Store}Entry", "Acme.StoreEntry", false, true},
        {"Acme.{Cache,Store}Entry", "Acme.Entry", false, false},
        {"Acme.Cache{,Entry}", "Acme.Cache", false, true},
        {"acme.{*cache,store?}", "Acme.MyCache", true, true},
        {"Acme.{*Cache,Store?}", "Acme.Stores", false, true},
        {"{a,b{c,d}e}", "bde", false, true},
        {"{a,b{c,d}e}", "be", false, false},
        {"{?,ab}", "\xe2\x82\xac", false, true},
        {"{?,ab}", "\xff", false, true},
        {"{\xff,ab}", "\xfe", false, false},
        /* Braces that are not closed, or have no comma of their own, stand for themselves. */
        {"<X>{1A2B}", "<X>{1A2B}", false, true},
        {"<X>{*}.f", "<X>{1A2B}.f", false, true},
        {"{a,b", "{a,b", false, true},
        {"a}b,c}", "a}b,c}", false, true},
        {"Map<{A,B}, C>", "Map<B, C>", false, true},
        {"Map<A, B>", "Map<A, B>", false, true},
        {"{a{b,c}", "{ab", false, true},
        {"{x{a,b}}", "{xb}", false, true},
        {"{,}", "", false, true},
        {"{,}", "{,}", false, false},
        {"{Map<A?B>,C}", "Map<A,B>", false, true},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        if (matches(cases[i].pattern, gcv_slice_str(cases[i].text), cases[i].ignore_case) !=
            cases[i].match) {
            fail_msg("%s against %s", cases[i].pattern, cases[i].text);
        }
    }
    assert_true(matches("a?b", gcv_slice_of("a\0b", 3), false));
    assert_false(matches("a", gcv_slice_of("a\0b", 3), false));
    assert_true(matches("*", gcv_slice_of(NULL, 0), false));
}

/* ---- against the definition --------------------------------------------------------------- */

enum { LONGEST = 64 }; /* characters of a pattern or a text, and one */

/* Decodes characters. Bytes that are not UTF-8 differ from all characters. */
static size_t characters(const char *text, size_t size, uint32_t *out)
{
    gcv_slice rest = gcv_slice_of(text, size);
    size_t n = 0;
    while (rest.size > 0) {
        const char *first = rest.data;
        out[n] = gcv_utf8_next(&rest);
        if (out[n] == GCV_REPLACEMENT && rest.data == first + 1) {
            out[n] = 0x110000u + (unsigned char)*first;
        }
        n++;
    }
    return n;
}

/* By dynamic programming over characters. */
static bool naive_plain(const uint32_t *pattern, size_t m, const uint32_t *text, size_t n)
{
    bool row[LONGEST], next[LONGEST];
    memset(row, 0, sizeof row);
    row[0] = true;
    for (size_t i = 0; i < m; i++) {
        next[0] = pattern[i] == '*' && row[0];
        for (size_t j = 1; j <= n; j++) {
            if (pattern[i] == '*') {
                next[j] = row[j] || next[j - 1];
            } else {
                next[j] = row[j - 1] && (pattern[i] == '?' || pattern[i] == text[j - 1]);
            }
        }
        memcpy(row, next, sizeof row);
    }
    return row[n];
}

/* Returns the brace that closes the one at `open`, or `m`; `*n_commas` counts its own commas. */
static size_t closing(const uint32_t *pattern, size_t m, size_t open, size_t *n_commas)
{
    size_t at, depth = 0;
    *n_commas = 0;
    for (at = open; at < m; at++) {
        depth += pattern[at] == '{';
        *n_commas += pattern[at] == ',' && depth == 1;
        if (pattern[at] == '}' && --depth == 0) {
            break;
        }
    }
    return at;
}

/* Replaces the first braces by each alternative in turn, and matches the results. */
static bool naive(const uint32_t *pattern, size_t m, const uint32_t *text, size_t n)
{
    uint32_t one[LONGEST];
    size_t open, close = 0, commas, from, at, depth = 0, k;
    for (open = 0; open < m; open++) {
        if (pattern[open] == '{' && (close = closing(pattern, m, open, &commas)) < m &&
            commas > 0) {
            break;
        }
    }
    if (open >= m) {
        return naive_plain(pattern, m, text, n);
    }
    memcpy(one, pattern, open * sizeof *one);
    for (from = at = open + 1; at <= close; at++) {
        if (depth == 0 && (pattern[at] == ',' || at == close)) {
            k = open;
            memcpy(one + k, pattern + from, (at - from) * sizeof *one);
            k += at - from;
            memcpy(one + k, pattern + close + 1, (m - close - 1) * sizeof *one);
            k += m - close - 1;
            if (naive(one, k, text, n)) {
                return true;
            }
            from = at + 1;
        }
        depth += pattern[at] == '{';
        depth -= pattern[at] == '}' && depth > 0;
    }
    return false;
}

static size_t random_text(uint64_t *seed, const char *const *alphabet, size_t letters, size_t most,
                          char *out)
{
    size_t n = check_below(seed, most + 1);
    out[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        strcat(out, alphabet[check_below(seed, letters)]);
    }
    return strlen(out);
}

/* Makes a pattern of up to `most` characters, from the first `letters` of an alphabet. */
static void compare(uint64_t seed, unsigned rounds, size_t letters, size_t most)
{
    static const char *const alphabet[] = {
        "a", "b", "\xc3\xa9", "\xe2\x82\xac", "*", "?", "*", "{", ",", "}", "{", "a", "}", ","};
    unsigned n_matches = 0;
    for (unsigned i = 0; i < rounds; i++) {
        char pattern[LONGEST * 3], text[LONGEST * 3];
        uint32_t p[LONGEST], t[LONGEST];
        size_t m = random_text(&seed, alphabet, letters, most, pattern);
        size_t n = random_text(&seed, alphabet, check_below(&seed, 8) == 0 ? 10 : 4, 9, text);
        bool expected = naive(p, characters(pattern, m, p), t, characters(text, n, t));
        n_matches += expected;
        if (matches(pattern, gcv_slice_of(text, n), false) != expected) {
            fail_msg("%s against %s", pattern, text);
        }
    }
    assert_true(n_matches > rounds / 60);
}

static void test_stars_against_the_definition(NO_STATE) { compare(3, 300000, 7, 7); }

static void test_braces_against_the_definition(NO_STATE)
{
    compare(4, 300000, 14, 12);
    compare(5, 50000, 14, 20);
}

/* ---- long patterns ------------------------------------------------------------------------ */

/* Pieces that are long enough for a text search, with few letters, so that they repeat themselves.
 */
static void test_long_pieces(NO_STATE)
{
    uint64_t seed = 6;
    unsigned found = 0;
    for (unsigned i = 0; i < 20000; i++) {
        char text[200], piece[100], pattern[120];
        size_t n = 80 + check_below(&seed, 120), m = 33 + check_below(&seed, 30);
        size_t period = 1 + check_below(&seed, 9);
        bool upper = check_below(&seed, 2) == 0;
        for (size_t k = 0; k < n; k++) {
            text[k] = k < period || check_below(&seed, 40) == 0
                          ? (char)('a' + check_below(&seed, 2))
                          : text[k - period];
        }
        text[n - 1] = '\0';
        memcpy(piece, text + check_below(&seed, n - m), m);
        piece[m] = '\0';
        piece[check_below(&seed, m)] = 'a';
        const char *expected = strstr(text, piece);
        found += expected != NULL;
        for (size_t k = 0; upper && k < m; k++) {
            piece[k] = (char)(piece[k] - 'a' + 'A');
        }
        assert_int_equal(gcv_text_find(gcv_slice_str(text), gcv_slice_str(piece), upper),
                         expected != NULL ? (size_t)(expected - text) : SIZE_MAX);
        (void)snprintf(pattern, sizeof pattern, "*%s*", piece);
        assert_int_equal(matches(pattern, gcv_slice_str(text), upper), expected != NULL);
        (void)snprintf(pattern, sizeof pattern, "*%s", piece);
        assert_int_equal(matches(pattern, gcv_slice_str(text), upper),
                         strlen(text) >= m &&
                             matches(piece, gcv_slice_str(text + strlen(text) - m), upper));
    }
    assert_true(found > 4000 && found < 19000);
    assert_int_equal(gcv_text_find(gcv_slice_str("abc"), gcv_slice_str(""), false), 0);
    assert_int_equal(gcv_text_find(gcv_slice_str(""), gcv_slice_str("a"), false), SIZE_MAX);
}

/* A matcher that tries all ways would never end; one that goes back one character at a time would
 * take about twenty seconds for each of the long patterns. */
static void test_nothing_takes_long(NO_STATE)
{
    enum { TEXT = 100000, PATTERN = 50000 };
    static char text[TEXT], pattern[PATTERN + 4];
    const gcv_slice whole = gcv_slice_of(text, sizeof text);
    memset(text, 'a', sizeof text);
    assert_false(matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*b", whole, false));
    assert_false(matches("*?*?*?*?*?*?*?*?*?*?*?*?*?*b", whole, false));
    assert_false(
        matches("{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}*{a,aa}{a,aa}*{a,aa}{a,aa}b", whole, false));
    assert_false(
        matches("*{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}b", whole, false));
    memset(pattern, 'a', PATTERN);
    pattern[0] = '*';
    memcpy(pattern + PATTERN - 1, "b*", 3);
    for (unsigned i = 0; i < 40; i++) {
        assert_false(matches(pattern, whole, i % 2 == 0));
    }
    pattern[PATTERN - 1] = 'a';
    assert_true(matches(pattern, whole, true));
    memset(pattern + 1, '?', PATTERN - 1);
    memcpy(pattern + PATTERN, "ab", 3);
    for (unsigned i = 0; i < 40; i++) {
        assert_false(matches(pattern, whole, i % 2 == 0));
    }
    memcpy(pattern + PATTERN, "a*?", 4);
    assert_true(matches(pattern, whole, false));
    text[TEXT - 1] = 'b';
    assert_true(matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*b", whole, false));
    assert_false(matches("*aaaaaaaaaaaaaaaaaaaac", whole, false));
    assert_true(
        matches("*{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}{a*,*a}b", whole, false));
}

static void repeat(char *to, const char *first, const char *part, unsigned times, const char *last)
{
    (void)strcpy(to, first);
    while (times-- > 0) {
        (void)strcat(to, part);
    }
    (void)strcat(to, last);
}

/* Returns the steps that count against the limit, of which `before` are taken already, after a
 * comparison that does not match. */
static uint64_t steps_after(uint64_t before, const char *pattern, gcv_slice text)
{
    ctx->glob_steps = before;
    assert_false(matches(pattern, text, false));
    return ctx->glob_steps;
}

/* A name and a pattern that are both long could take billions of steps. Beyond the limit a
 * comparison is given up, and others that take many steps, too. */
static void test_steps(NO_STATE)
{
    enum { SIZE = 10000 };
    static const struct {
        const char *first, *part;
        unsigned times;
        const char *last;
    } slow[] = {{"*", "?a", 480, "?x*"},
                {"*", "{a,?}", 190, "x*"},
                {"*", "{,}", 320, "x*"},
                {"*{", "aaa,", 240, "x}y"}};
    static const char *const usual[] = {"*b*", "*.b", "a*b", "*a?b*", "*{b,c}x*", "{a*b,b*}"};
    static const char name[] = "System.Collections.Generic.List<Acme.Shop.OrderLine>";
    char pattern[GCV_GLOB_CHARACTERS_MAX], text[SIZE];
    gcv_error err;
    memset(text, 'a', SIZE);
    for (size_t i = 0; i < CHECK_COUNT(slow); i++) {
        const gcv_slice whole = gcv_slice_of(text, SIZE);
        repeat(pattern, slow[i].first, slow[i].part, slow[i].times, slow[i].last);
        assert_null(gcv_glob_fault(gcv_slice_str(pattern)));
        uint64_t steps = steps_after(0, pattern, whole);
        assert_in_range(steps, 300 * SIZE, 3000 * SIZE);
        gcv_glob_check(ctx);
        steps = steps_after(GCV_GLOB_STEPS_MAX - 100 * SIZE, pattern, whole);
        assert_in_range(steps, GCV_GLOB_STEPS_MAX + 1, GCV_GLOB_STEPS_MAX + 3000);
        assert_int_equal(tried(ctx, &err, gcv_glob_check(ctx)), GCV_ERR_LIMIT);
        assert_in_range(steps_after(steps, pattern, whole), steps, steps + 3000);
    }
    for (size_t i = 0; i < CHECK_COUNT(usual); i++) {
        assert_in_range(steps_after(0, usual[i], gcv_slice_str(name)), 0, 4 * sizeof name);
    }
    ctx->glob_steps = 0;
}

/* ---- what a pattern is -------------------------------------------------------------------- */

static void test_wildcards(NO_STATE)
{
    static const char *const with[] = {"*", "a?", "{a,b}", "x{a{b,c}"};
    static const char *const without[] = {"", "a", "{a}", "{a,b", "a,b}", "[a]", "{{a},b"};
    for (size_t i = 0; i < CHECK_COUNT(with); i++) {
        assert_true(gcv_glob_has_wildcard(gcv_slice_str(with[i])));
    }
    for (size_t i = 0; i < CHECK_COUNT(without); i++) {
        assert_false(gcv_glob_has_wildcard(gcv_slice_str(without[i])));
    }
}

static void test_faults(NO_STATE)
{
    static char pattern[GCV_GLOB_CHARACTERS_MAX + 2];
    assert_null(gcv_glob_fault(gcv_slice_of(NULL, 0)));
    memset(pattern, 'a', GCV_GLOB_CHARACTERS_MAX);
    memcpy(pattern, "{b,", 3);
    pattern[GCV_GLOB_CHARACTERS_MAX - 1] = '}';
    assert_null(gcv_glob_fault(gcv_slice_str(pattern)));
    assert_true(matches(pattern, gcv_slice_str("b"), false));
    memcpy(pattern + GCV_GLOB_CHARACTERS_MAX - 1, "a}", 3);
    assert_non_null(strstr(gcv_glob_fault(gcv_slice_str(pattern)), "1000"));
    assert_false(matches(pattern, gcv_slice_str("b"), false));
    memcpy(pattern, "*?a", 3);
    assert_null(gcv_glob_fault(gcv_slice_str(pattern))); /* no braces, no limit */
}

static void test_beginning(NO_STATE)
{
    static const char *const cases[][2] = {{"", ""},       {"a.b", "a.b"}, {"a*", "a"},
                                           {"ab?c", "ab"}, {"*a", ""},     {"a{b", "a"}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_slice beginning = gcv_glob_beginning(gcv_slice_str(cases[i][0]));
        assert_true(gcv_slice_is(beginning, cases[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_stars_against_the_definition),
        cmocka_unit_test(test_braces_against_the_definition),
        cmocka_unit_test(test_long_pieces),
        cmocka_unit_test(test_nothing_takes_long),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_wildcards),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_beginning),
    };
    ctx = gcv_context_new(0);
    int failed = ctx != NULL ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    gcv_context_free(ctx);
    return failed;
}
