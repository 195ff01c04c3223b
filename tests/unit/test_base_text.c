/* Slices, UTF-8, matching of names and suggestions, against oracles written another way. */
#include "support/check.h"

#include "base/text.h"

#include <string.h>

static int sign(int value) { return value < 0 ? -1 : value > 0; }

static void test_lists_of_words(NO_STATE)
{
    static const char words[] = "List|Map|Map Entry|MapEntry";
    static const char *const others[] = {"", "|", "Lis", "ListMap", "List|Map", "Entry", "map"};
    assert_true(gcv_slice_is_listed(gcv_slice_str("List"), words));
    assert_true(gcv_slice_is_listed(gcv_slice_str("Map"), words));
    assert_true(gcv_slice_is_listed(gcv_slice_str("Map Entry"), words));
    assert_true(gcv_slice_is_listed(gcv_slice_str("MapEntry"), words));
    for (size_t i = 0; i < CHECK_COUNT(others); i++) {
        assert_false(gcv_slice_is_listed(gcv_slice_str(others[i]), words));
    }
    assert_false(gcv_slice_is_listed(gcv_slice_of("MapEntry", 9), words)); /* with a NUL */
}

static void test_slices_compare_in_byte_order(NO_STATE)
{
    static const gcv_slice ascending[] = {
        {NULL, 0}, {"", 1},  {"\0a", 2},  {"A", 1},        {"a", 1},    {"a\0", 2},
        {"aa", 2}, {"b", 1}, {"\x7f", 1}, {"\xc3\xa9", 2}, {"\xff", 1},
    };
    for (size_t i = 0; i < CHECK_COUNT(ascending); i++) {
        for (size_t j = 0; j < CHECK_COUNT(ascending); j++) {
            int order = i < j ? -1 : i > j;
            assert_int_equal(sign(gcv_slice_compare(ascending[i], ascending[j])), order);
            assert_int_equal(gcv_slice_equal(ascending[i], ascending[j]), order == 0);
        }
    }
    assert_true(gcv_slice_equal(gcv_slice_str("abc"), gcv_slice_of("abcd", 3)));
    assert_int_equal(gcv_slice_compare(gcv_slice_str(""), gcv_slice_of(NULL, 0)), 0);
}

/* ---- UTF-8 -------------------------------------------------------------------------------- */

/* Returns the length of the well-formed sequence at the front, 0 if there is none; a literal copy
 * of table 3-7 of the Unicode standard. */
static size_t well_formed(const unsigned char *s, size_t n)
{
    static const struct {
        unsigned char lead_from, lead_to, second_from, second_to;
        size_t length;
    } rows[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t k;
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        if (s[0] < rows[i].lead_from || s[0] > rows[i].lead_to || n < rows[i].length) {
            continue;
        }
        if (rows[i].length > 1 && (s[1] < rows[i].second_from || s[1] > rows[i].second_to)) {
            continue;
        }
        for (k = 2; k < rows[i].length && s[k] >= 0x80 && s[k] <= 0xbf; k++) {
        }
        if (k >= rows[i].length) {
            return rows[i].length;
        }
    }
    return 0;
}

/* The bytes after the sequence would continue it: they must not be read. */
static void check_sequence(const unsigned char *sequence, size_t n)
{
    unsigned char s[8];
    size_t length = well_formed(sequence, n);
    char again[4];
    memset(s, 0x80, sizeof s);
    memcpy(s, sequence, n);
    gcv_slice rest = gcv_slice_of((const char *)s, n);
    uint32_t code = gcv_utf8_next(&rest);
    size_t taken = n - rest.size;
    if (taken != (length == 0 ? 1 : length) || rest.data != (const char *)s + taken ||
        (length == 0 && code != 0xfffd) ||
        (length > 0 && (gcv_utf8_put(again, code) != length || memcmp(again, s, length) != 0))) {
        fail_msg("%02x %02x %02x %02x, %u bytes", s[0], n > 1 ? s[1] : 0u, n > 2 ? s[2] : 0u,
                 n > 3 ? s[3] : 0u, (unsigned)n);
    }
}

static void test_ends_of_slices(NO_STATE)
{
    gcv_slice none = {NULL, 0}, word = gcv_slice_str("heap");
    assert_true(gcv_slice_begins(word, "he") && gcv_slice_begins(word, "heap"));
    assert_false(gcv_slice_begins(word, "ea") || gcv_slice_begins(word, "heaps"));
    assert_true(gcv_slice_ends(word, "ap") && gcv_slice_ends(word, "heap"));
    assert_false(gcv_slice_ends(word, "ea") || gcv_slice_ends(word, "aheap"));
    assert_true(gcv_slice_is(word, "heap") && gcv_slice_is(none, ""));
    assert_false(gcv_slice_is(word, "hea") || gcv_slice_is(word, "heaps"));
    assert_int_equal(gcv_slice_head(word, "eap|hea|heap"), 3);
    assert_int_equal(gcv_slice_tail(word, "aheap|hea|eap|p"), 3);
    assert_true(gcv_slice_head(none, "h|p") == 0 && gcv_slice_tail(none, "h|p") == 0);
    assert_true(gcv_slice_head(word, "eap") == 0 && gcv_slice_tail(word, "hea") == 0);
    assert_true(gcv_slice_begins(none, "") && gcv_slice_ends(none, ""));
    assert_false(gcv_slice_begins(none, "h") || gcv_slice_ends(none, "p"));
}

static void test_named_values(NO_STATE)
{
    static const gcv_named_value values[] = {{"local", 1}, {"handle|pinned", 3}};
    assert_int_equal(GCV_VALUE_NAMED(gcv_slice_str("handle"), values, 7), 3);
    assert_int_equal(GCV_VALUE_NAMED(gcv_slice_str("pinned"), values, 7), 3);
    assert_int_equal(GCV_VALUE_NAMED(gcv_slice_str("handles"), values, 7), 7);
    assert_int_equal(gcv_value_named(gcv_slice_str("handle"), values, 1, 7), 7);
}

static void test_fields_of_a_line(NO_STATE)
{
    gcv_slice line = gcv_slice_str(" \tab c\t d\r");
    assert_true(gcv_slice_is(gcv_slice_trim(line), "ab c\t d"));
    assert_int_equal(gcv_slice_trim(gcv_slice_str(" \r")).size, 0);
    assert_true(gcv_slice_is(gcv_slice_take_field(&line), "ab"));
    assert_true(gcv_slice_is(gcv_slice_take_field(&line), "c"));
    assert_true(gcv_slice_is(gcv_slice_take_field(&line), "d"));
    assert_int_equal(gcv_slice_take_field(&line).size, 0);
}

static void test_excerpts(NO_STATE)
{
    char out[16];
    assert_string_equal(gcv_slice_excerpt(gcv_slice_str("abc"), 3, out, sizeof out), "abc");
    assert_string_equal(gcv_slice_excerpt(gcv_slice_str("abcd"), 3, out, sizeof out), "abc...");
    assert_string_equal(gcv_slice_excerpt(gcv_slice_str("a\x1b"), 3, out, sizeof out),
                        "a\xef\xbf\xbd");
    assert_string_equal(gcv_slice_excerpt(gcv_slice_str("0123456789"), 99, out, sizeof out),
                        "01234567..."); /* 8 of 16 bytes are for the text that may follow */
    assert_string_equal(gcv_slice_excerpt(gcv_slice_str(""), 3, out, sizeof out), "");
}

static void test_surrogates(NO_STATE)
{
    assert_true(gcv_is_high_surrogate(0xd800) && gcv_is_high_surrogate(0xdbff));
    assert_true(gcv_is_low_surrogate(0xdc00) && gcv_is_low_surrogate(0xdfff));
    assert_false(gcv_is_surrogate(0xd7ff) || gcv_is_surrogate(0xe000));
    assert_int_equal(gcv_join_surrogates(0xd800, 0xdc00), 0x10000);
    assert_int_equal(gcv_join_surrogates(0xdbff, 0xdfff), 0x10ffff);
}

static void test_utf8_next_against_the_standard(NO_STATE)
{
    static const unsigned char ends[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
                                         0xa0, 0xbf, 0xc0, 0xc2, 0xff};
    unsigned char s[4];
    for (unsigned i = 0; i < 256; i++) {
        s[0] = (unsigned char)i;
        check_sequence(s, 1);
        for (unsigned j = 0; j < 256; j++) {
            s[1] = (unsigned char)j;
            check_sequence(s, 2);
            for (unsigned k = 0; k < CHECK_COUNT(ends); k++) {
                s[2] = ends[k];
                check_sequence(s, 3);
                for (unsigned m = 0; m < CHECK_COUNT(ends); m++) {
                    s[3] = ends[m];
                    check_sequence(s, 4);
                }
            }
        }
    }
}

static void test_utf8_both_ways(NO_STATE)
{
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char bytes[4];
        size_t n = gcv_utf8_put(bytes, code);
        gcv_slice rest = gcv_slice_of(bytes, n);
        uint32_t back = gcv_utf8_next(&rest);
        if (code >= 0xd800 && code <= 0xdfff) {
            assert_int_equal(back, 0xfffd); /* a surrogate is no character */
            assert_int_equal(rest.size, 2);
        } else if (back != code || rest.size != 0) {
            fail_msg("U+%04x gives U+%04x", (unsigned)code, (unsigned)back);
        }
    }
}

static void test_utf8_first(NO_STATE)
{
    gcv_slice text = gcv_slice_str(
        "a\xc3\xa9\xe2\x82\xac\xff"
        "b"); /* one byte is no character */
    static const size_t sizes[] = {0, 1, 3, 6, 7, 8, 8};
    for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
        gcv_slice first = gcv_utf8_first(text, i);
        assert_ptr_equal(first.data, text.data);
        assert_int_equal(first.size, sizes[i]);
    }
}

static void test_utf16_skip(NO_STATE)
{
    /* One unit, two, one; a byte that is no character counts as one. */
    static const char text[] = "a\xf0\x9f\x98\x80\xe2\x82\xac\xff";
    static const size_t units[] = {0, 1, 3, 3, 4, 5, 5}, sizes[] = {0, 1, 5, 5, 8, 9, 9};
    for (size_t i = 0; i < CHECK_COUNT(units); i++) {
        gcv_slice rest = gcv_slice_str(text);
        assert_int_equal(gcv_utf16_skip(&rest, i), units[i]);
        assert_ptr_equal(rest.data, text + sizes[i]);
        assert_int_equal(rest.size, sizeof text - 1 - sizes[i]);
    }
}

static void test_controls(NO_STATE)
{
    /* C0, DEL and C1; line and paragraph separator; every character with Bidi_Control. */
    static const uint32_t marks[] = {0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b,
                                     0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        bool expected = code < 32 || (code >= 127 && code <= 159);
        for (size_t i = 0; i < CHECK_COUNT(marks); i++) {
            expected = expected || code == marks[i];
        }
        if (gcv_is_control(code) != expected) {
            fail_msg("U+%04x", (unsigned)code);
        }
    }
}

/* One character from each range of Default_Ignorable_Code_Point in Unicode, and of annotation
 * marks. */
static void test_unseen(NO_STATE)
{
    static const uint32_t unseen[] = {0x1b,    0x9b,    0x202e,  0x00ad, 0x034f, 0x1160,
                                      0x17b5,  0x180e,  0x200b,  0x200d, 0x2060, 0x206f,
                                      0x3164,  0xfe0f,  0xfeff,  0xffa0, 0xfff9, 0x1bca3,
                                      0x1d17a, 0xe0001, 0xe0041, 0xe01ef};
    static const uint32_t seen[] = {' ', '~', 0xa0, 0xac, 0xae, 0x2010, 0x3000, 0xfffd, 0x1f600};
    for (size_t i = 0; i < CHECK_COUNT(unseen); i++) {
        assert_true(gcv_is_unseen(unseen[i]));
    }
    for (size_t i = 0; i < CHECK_COUNT(seen); i++) {
        assert_false(gcv_is_unseen(seen[i]));
    }
}

/* ---- suggestions -------------------------------------------------------------------------- */

static unsigned distance(const char *a, const char *b, unsigned limit)
{
    return gcv_slice_distance(gcv_slice_str(a), gcv_slice_str(b), false, limit);
}

static void test_edit_distance_table(NO_STATE)
{
    static const struct {
        const char *a, *b;
        unsigned distance;
    } cases[] = {
        {"", "", 0},           {"stats", "stats", 0}, {"", "abc", 3},
        {"stat", "stats", 1},  {"sttas", "stats", 1}, {"stots", "stats", 1},
        {"ab", "ba", 1},       {"ca", "abc", 3},      {"kitten", "sitting", 3},
        {"Stats", "stats", 1},
    };
    char a[66], b[66];
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        assert_int_equal(distance(cases[i].a, cases[i].b, 9), cases[i].distance);
        assert_int_equal(distance(cases[i].b, cases[i].a, 9), cases[i].distance);
    }
    assert_int_equal(distance("kitten", "sitting", 3), 3);
    assert_int_equal(distance("kitten", "sitting", 2), 3);
    assert_int_equal(distance("kitten", "sitting", 0), 1);

    memset(a, 'x', sizeof a);
    memset(b, 'x', sizeof b);
    a[63] = b[62] = '\0';
    assert_int_equal(distance(a, b, 5), 1); /* the longest words for which suggestions are made */
    a[63] = 'x';
    a[64] = '\0';
    assert_int_equal(distance(a, b, 5), 6);
    assert_int_equal(distance(b, a, 5), 6);
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

/* Full matrix, by the definition. */
static unsigned naive_distance(const char *a, const char *b)
{
    unsigned d[16][16];
    size_t n = strlen(a), m = strlen(b);
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            unsigned best = (unsigned)(i > j ? i : j); /* an upper bound, exact on the edges */
            if (i > 0 && j > 0) {
                unsigned same = a[i - 1] == b[j - 1] ? 0 : 1;
                best = d[i - 1][j - 1] + same;
                best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
                best = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                    best = d[i - 2][j - 2] + 1 < best ? d[i - 2][j - 2] + 1 : best;
                }
            }
            d[i][j] = best;
        }
    }
    return d[n][m];
}

static void test_edit_distance_against_naive(NO_STATE)
{
    static const char *const alphabet[] = {"a", "b", "c"};
    uint64_t seed = 4;
    for (unsigned i = 0; i < 50000; i++) {
        char a[16], b[16];
        unsigned limit = (unsigned)check_below(&seed, 12);
        (void)random_text(&seed, alphabet, 3, 9, a);
        (void)random_text(&seed, alphabet, 3, 9, b);
        unsigned expected = naive_distance(a, b);
        if (distance(a, b, limit) != (expected > limit ? limit + 1 : expected)) {
            fail_msg("%s to %s, limit %u", a, b, limit);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_of_words),
        cmocka_unit_test(test_slices_compare_in_byte_order),
        cmocka_unit_test(test_ends_of_slices),
        cmocka_unit_test(test_named_values),
        cmocka_unit_test(test_fields_of_a_line),
        cmocka_unit_test(test_excerpts),
        cmocka_unit_test(test_surrogates),
        cmocka_unit_test(test_utf8_next_against_the_standard),
        cmocka_unit_test(test_utf8_both_ways),
        cmocka_unit_test(test_utf8_first),
        cmocka_unit_test(test_utf16_skip),
        cmocka_unit_test(test_controls),
        cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_edit_distance_table),
        cmocka_unit_test(test_edit_distance_against_naive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
