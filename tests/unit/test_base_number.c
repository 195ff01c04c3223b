/* Numbers to text and back: edges by table, the rest against the C library or exact arithmetic. */
#include "support/check.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct parse_case {
    const char *text;
    bool good;
    uint64_t value;
} parse_case;

static void check_parse(bool (*parse)(const char *, uint64_t *), const parse_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value = 12345;
        bool good = parse(cases[i].text, &value);
        if (good != cases[i].good || (good && value != cases[i].value)) {
            fail_msg("\"%s\" gives %s %" PRIu64, cases[i].text, good ? "true" : "false", value);
        }
    }
}

static void test_parse_u64(NO_STATE)
{
    static const parse_case cases[] = {
        {"0", true, 0},
        {"007", true, 7},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551609", true, UINT64_MAX - 6},
        {"00018446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"18446744073709551620", false, 0},
        {"28446744073709551615", false, 0},
        {"184467440737095516150", false, 0},
        {"", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"+1", false, 0},
        {"-1", false, 0},
        {"1a", false, 0},
        {"0x1", false, 0},
        {"1/", false, 0},
        {"1:", false, 0},
    };
    check_parse(gcv_parse_u64, cases, CHECK_COUNT(cases));
}

static bool parse_id(const char *text, uint64_t *out)
{
    return gcv_parse_id(text, strlen(text), 64, out);
}

static void test_parse_id(NO_STATE)
{
    static const parse_case cases[] = {
        {"0", true, 0},
        {"1ce113", true, 0x1ce113},
        {"1CE113", true, 0x1ce113},
        {"0x1Ce113", true, 0x1ce113},
        {"0Xa", true, 10},
        {"ffffffffffffffff", true, UINT64_MAX},
        {"0xFFFFFFFFFFFFFFFF", true, UINT64_MAX},
        {"0000000000000000000000000000000000001", true, 1},
        {"10000000000000000", false, 0},
        {"1ffffffffffffffff", false, 0},
        {"", false, 0},
        {"0x", false, 0},
        {"0x0x1", false, 0},
        {"x1", false, 0},
        {"g", false, 0},
        {"1 ", false, 0},
        {" 1", false, 0},
        {"-1", false, 0},
        {"1\xc3\xa9", false, 0},
    };
    check_parse(parse_id, cases, CHECK_COUNT(cases));
}

static void test_parse_hex(NO_STATE)
{
    uint64_t value = 0;
    assert_true(gcv_parse_hex("1fZ", 2, 64, &value) && value == 0x1f);
    assert_true(gcv_parse_hex("FFffffff", 8, 32, &value) && value == UINT32_MAX);
    assert_false(gcv_parse_hex("100000000", 9, 32, &value));
    assert_true(gcv_parse_hex("100000000", 9, 64, &value) && value == (uint64_t)1 << 32);
    assert_false(gcv_parse_hex("1f", 0, 64, &value));
    assert_false(gcv_parse_hex("0x1", 3, 64, &value));
    assert_true(gcv_parse_id("0xffz", 4, 8, &value) && value == 0xff);
    assert_false(gcv_parse_id("0x100", 5, 8, &value));
    assert_true(gcv_parse_decimal("1234", 3, &value) && value == 123);
    assert_false(gcv_parse_decimal("12x", 3, &value));
    assert_false(gcv_parse_decimal("1", 0, &value));
}

/* Reads the number after one blank; returns its length in bytes, or 0 if it is refused. */
static size_t take_field(const char *text, uint64_t *value)
{
    const unsigned char *at = (const unsigned char *)text;
    const unsigned char *end = gcv_take_hex_field(at, value);
    return end != NULL ? (size_t)(end - at) : 0;
}

static void test_take_hex_field(NO_STATE)
{
    uint64_t value = 0;
    assert_int_equal(take_field(" 1\n", &value), 2);
    assert_int_equal(value, 1);
    assert_int_equal(take_field(" aB3 4\n", &value), 4);
    assert_int_equal(value, 0xab3);
    assert_int_equal(take_field(" ffffffffffffffff\r\n", &value), 17);
    assert_true(value == UINT64_MAX);
    assert_int_equal(take_field(" 0ffffffffffffffff\n", &value), 0);
    assert_int_equal(take_field(" \n", &value), 0);
    assert_int_equal(take_field("  1\n", &value), 0);
    assert_int_equal(take_field("\t1\n", &value), 0);
}

static void test_parse_size(NO_STATE)
{
    static const parse_case cases[] = {
        {"0", true, 0},
        {"4096", true, 4096},
        {"4096B", true, 4096},
        {"4k", true, 4096},
        {"4K", true, 4096},
        {"4Ki", true, 4096},
        {"4KiB", true, 4096},
        {"4kB", true, 4096},
        {"3M", true, 3145728},
        {"3miB", true, 3145728},
        {"2G", true, 2147483648u},
        {"2g", true, 2147483648u},
        {"1T", true, 1099511627776u},
        {"1tiB", true, 1099511627776u},
        {"16777215T", true, UINT64_MAX - 1099511627775u},
        {"16777216T", false, 0},
        {"18014398509481983k", true, UINT64_MAX - 1023},
        {"18014398509481984k", false, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"", false, 0},
        {"k", false, 0},
        {"4 k", false, 0},
        {"4kk", false, 0},
        {"4iB", false, 0},
        {"4BB", false, 0},
        {"4KiBs", false, 0},
        {"4P", false, 0},
        {"4b", false, 0},
        {"1.5M", false, 0},
        {"-4", false, 0},
    };
    check_parse(gcv_parse_size, cases, CHECK_COUNT(cases));
}

static void test_parse_percent(NO_STATE)
{
    static const parse_case cases[] = {
        {"0", true, 0},
        {"10", true, 10000},
        {"100", true, 100000},
        {"0.5", true, 500},
        {"2.125", true, 2125},
        {"99.999", true, 99999},
        {"100.000", true, 100000},
        {"10%", true, 10000},
        {"0.5%", true, 500},
        {"100.001", false, 0},
        {"101", false, 0},
        {"1.2345", false, 0},
        {"1.", false, 0},
        {".5", false, 0},
        {"", false, 0},
        {"%", false, 0},
        {"-1", false, 0},
        {"1e1", false, 0},
        {"10%%", false, 0},
        {"10 %", false, 0},
        {"99999999999999999999", false, 0},
    };
    check_parse(gcv_parse_percent, cases, CHECK_COUNT(cases));
}

static void test_hex_value(NO_STATE)
{
    static const char digits[] = "0123456789abcdef", capitals[] = "0123456789ABCDEF";
    for (int byte = 0; byte < 256; byte++) {
        const char *digit = byte == 0 ? NULL : strchr(digits, byte);
        const char *capital = byte == 0 ? NULL : strchr(capitals, byte);
        if (digit != NULL) {
            assert_int_equal(gcv_hex_value[byte], digit - digits);
        } else if (capital != NULL) {
            assert_int_equal(gcv_hex_value[byte], capital - capitals);
        } else {
            assert_true(gcv_hex_value[byte] > 15);
        }
    }
}

static void check_formats(uint64_t value)
{
    char ours[GCV_NUMBER_MAX], theirs[64];
    int64_t delta;
    uint64_t back = ~value;
    memcpy(&delta, &value, sizeof delta);

    (void)snprintf(theirs, sizeof theirs, "%" PRIu64, value);
    assert_int_equal(gcv_format_u64(ours, value), strlen(theirs));
    assert_string_equal(ours, theirs);
    assert_true(gcv_parse_u64(ours, &back));
    assert_true(back == value);

    (void)snprintf(theirs, sizeof theirs, "%" PRId64, delta);
    assert_int_equal(gcv_format_i64(ours, delta), strlen(theirs));
    assert_string_equal(ours, theirs);

    (void)snprintf(theirs, sizeof theirs, "%" PRIx64, value);
    assert_int_equal(gcv_format_hex(ours, value), strlen(theirs));
    assert_string_equal(ours, theirs);
    back = ~value;
    assert_true(parse_id(ours, &back));
    assert_true(back == value);
}

static void test_format_as_the_c_library_does(NO_STATE)
{
    uint64_t seed = 1, power = 1, value;
    for (unsigned i = 0; i < 64; i++) {
        check_formats(((uint64_t)1 << i) - 1);
        check_formats((uint64_t)1 << i);
        check_formats(0 - ((uint64_t)1 << i));
    }
    for (unsigned i = 0; i < 20; i++) {
        check_formats(power - 1);
        check_formats(power);
        power *= 10;
    }
    for (unsigned i = 0; i < 2000; i++) {
        value = check_random(&seed);
        check_formats(value >> (check_random(&seed) & 63));
    }
    check_formats(UINT64_MAX);
    for (value = 0; value < 20000; value++) { /* all ways to split up to four digits */
        check_formats(value);
        check_formats(value * 10000);
    }
}

static void test_human_table(NO_STATE)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = {
        {0, "0"},
        {1, "1"},
        {999, "999"},
        {1023, "1023"},
        {1024, "1.0KiB"},
        {1075, "1.0KiB"}, /* 1.0498 */
        {1076, "1.1KiB"}, /* 1.0508 */
        {1536, "1.5KiB"},
        {12595, "12.3KiB"},
        {1048524, "1023.9KiB"}, /* 1023.949 */
        {1048525, "1.0MiB"},    /* 1023.950: never 1024.0KiB */
        {1048576, "1.0MiB"},
        {1101004, "1.0MiB"}, /* 1.049999 */
        {1101005, "1.1MiB"}, /* 1.0500002, which ten bits below the unit cannot show */
        {1101312, "1.1MiB"},
        {12897484, "12.3MiB"},
        {1073741824u, "1.0GiB"},
        {1099511627776u, "1.0TiB"},
        {1125899906842624u, "1.0PiB"},
        {1152921504606846976u, "1.0EiB"},
        {1152921504606846975u, "1.0EiB"},
        {UINT64_MAX, "16.0EiB"},
    };
    char text[GCV_NUMBER_MAX];
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        size_t n = gcv_format_human(text, cases[i].bytes);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(n, strlen(cases[i].text));
    }
}

/* Reverses gcv_format_human(), and checks that it gives the nearest tenth, with halves rounded up.
 */
static void check_human(uint64_t bytes)
{
    static const char units[] = "KMGTPE";
    char text[GCV_NUMBER_MAX];
    size_t n = gcv_format_human(text, bytes);
    uint64_t more;
    assert_int_equal(n, strlen(text));
    assert_true(n > 5 && text[n - 1] == 'B' && text[n - 2] == 'i' && text[n - 5] == '.');
    const char *unit = strchr(units, text[n - 3]);
    assert_non_null(unit);
    uint64_t one = (uint64_t)1 << (10 * (unsigned)(unit - units + 1));
    uint64_t tenths = (uint64_t)(text[n - 4] - '0');
    text[n - 5] = '\0';
    assert_true(gcv_parse_u64(text, &more));
    tenths += more * 10;
    assert_true(tenths >= 10 && tenths < 10240);
    if (bytes < one) {
        /* Here the smaller unit would have given 1024.0. */
        assert_true((one - bytes) * 20 <= one / 1024);
    }
    uint64_t below = bytes / one * 10; /* tenths that need no rounding */
    assert_true(tenths >= below && tenths - below <= 10);
    if (bytes % one * 10 >= (tenths - below) * one) {
        assert_true(bytes % one * 10 - (tenths - below) * one < one / 2);
    } else {
        assert_true((tenths - below) * one - bytes % one * 10 <= one / 2);
    }
}

static void test_human_rounds_half_up(NO_STATE)
{
    uint64_t seed = 2, bytes;
    for (bytes = 1024; bytes < 3000000; bytes += 7) {
        check_human(bytes);
    }
    for (unsigned i = 0; i < 20000; i++) {
        bytes = check_random(&seed) >> (check_random(&seed) % 53);
        check_human(bytes < 1024 ? bytes + 1024 : bytes);
    }
}

static void test_add_capped(NO_STATE)
{
    assert_true(gcv_add_capped(0, 0) == 0);
    assert_true(gcv_add_capped(1, 2) == 3);
    assert_true(gcv_add_capped(UINT64_MAX - 1, 1) == UINT64_MAX);
    assert_true(gcv_add_capped(UINT64_MAX, 0) == UINT64_MAX);
    assert_true(gcv_add_capped(UINT64_MAX, 1) == UINT64_MAX);
    assert_true(gcv_add_capped(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
    assert_true(gcv_add_capped(1, UINT64_MAX) == UINT64_MAX);
}

static void test_scaled(NO_STATE)
{
    assert_true(gcv_scaled(0, 1, 1) == 0);
    assert_true(gcv_scaled(7, 2, 3) == 4);
    assert_true(gcv_scaled(999, 500, 1000) == 499); /* not 0 for each, 500 times */
    assert_true(gcv_scaled(UINT64_MAX, UINT32_MAX, UINT32_MAX) == UINT64_MAX);
    assert_true(gcv_scaled(UINT64_MAX, UINT32_MAX - 1, UINT32_MAX) < UINT64_MAX);
}

/* r percent is right if part is within [r - 1/2, r + 1/2) hundredths of whole. */
static void test_percent_of(NO_STATE)
{
    uint64_t whole;
    assert_true(gcv_percent_of(0, 0) == 0);
    for (whole = 1; whole <= 700; whole++) {
        for (uint64_t part = 0; part <= whole; part++) {
            uint64_t r = gcv_percent_of(part, whole);
            assert_true(200 * part < (2 * r + 1) * whole && 200 * part + whole >= 2 * r * whole);
        }
    }
    whole = UINT64_MAX / 256; /* the largest for which it is exact */
    for (uint64_t part = 1; part <= 100; part++) {
        const uint64_t first = ((2 * part - 1) * whole + 199) / 200;
        assert_true(gcv_percent_of(first, whole) == part);
        assert_true(gcv_percent_of(first - 1, whole) == part - 1);
    }
    for (; whole < UINT64_MAX; whole = whole * 2 + 1) {
        assert_true(gcv_percent_of(whole * 2 + 1, whole * 2 + 1) == 100);
    }
    assert_true(gcv_percent_of(UINT64_MAX / 2 + 1, UINT64_MAX) == 50);
    assert_true(gcv_percent_of(1, UINT64_MAX) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_u64),   cmocka_unit_test(test_parse_id),
        cmocka_unit_test(test_parse_hex),   cmocka_unit_test(test_take_hex_field),
        cmocka_unit_test(test_parse_size),  cmocka_unit_test(test_parse_percent),
        cmocka_unit_test(test_hex_value),   cmocka_unit_test(test_format_as_the_c_library_does),
        cmocka_unit_test(test_human_table), cmocka_unit_test(test_human_rounds_half_up),
        cmocka_unit_test(test_add_capped),  cmocka_unit_test(test_scaled),
        cmocka_unit_test(test_percent_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
