/* Fields of hexadecimal digits with an expected width: the expectation never changes the result,
 * whatever the bytes.
 */
#include "support/check.h"

#include "input/rpm/hex_pairs.h"

#include <string.h>

enum { WIDTHS = 19, ROOM = GCV_HEX_FIELD_MAX + WIDTHS };

/* A field as text: a blank, digits, its end, and digits that do not belong to it. */
static void put_field(unsigned char *out, size_t width, const char *digits, char end)
{
    memset(out, '7', ROOM);
    out[0] = ' ';
    for (size_t i = 0; i < width; i++) {
        out[1 + i] = (unsigned char)digits[i];
    }
    out[1 + width] = (unsigned char)end;
}

static int digit_of(unsigned char byte)
{
    static const char lower[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";
    for (int i = 0; i < 16; i++) {
        if (byte == (unsigned char)lower[i] || byte == (unsigned char)upper[i]) {
            return i;
        }
    }
    return -1;
}

/* The simplest method: returns the length of the field; 0: there is none. */
static size_t expect_field(const unsigned char *at, uint64_t *value)
{
    size_t n = 0;
    *value = 0;
    while (at[0] == ' ' && digit_of(at[1 + n]) >= 0) {
        *value = *value * 16 + (uint64_t)digit_of(at[1 + n]);
        n++;
    }
    return n <= 16 ? n : 0;
}

static void check_field(const unsigned char *at, unsigned expected)
{
    uint64_t wanted, value;
    size_t n = expect_field(at, &wanted), digits = 0;
    while (digits < expected && digit_of(at[1 + digits]) >= 0) {
        digits++;
    }
    assert_int_equal(gcv_hex_of_width(at + 1, expected, &value), digits == expected);
    assert_true(n != expected || value == wanted);
    for (int room = 0; room < 2; room++) {
        unsigned width = expected;
        const unsigned char *end = gcv_take_hex_expected_width(at, room != 0, &width, &value);
        if ((end == NULL) != (n == 0) || (n > 0 && (end != at + 1 + n || value != wanted)) ||
            width != (n >= GCV_HEX_WIDTH_MIN ? n : expected)) {
            fail_msg("'%.*s', expected width %u", ROOM, (const char *)at, expected);
        }
        end = gcv_take_hex_pair(at, room != 0, &value);
        if ((end == NULL) != (n == 0) || (n > 0 && (end != at + 1 + n || value != wanted))) {
            fail_msg("'%.*s', as a pair", ROOM, (const char *)at);
        }
    }
}

/* Any field, with any expected width and anything after it. */
static void test_widths(NO_STATE)
{
    static const char ends[] = " \n\r\tg0\0\x1f!";
    static const char *const digits[] = {"0123456789abcdef012", "fEdCbA9876543210fED",
                                         "0000000000000000000", "ffffffffffffffffFFF",
                                         "00000000000000000f1", "8000000000000000000"};
    unsigned char field[ROOM + 1] = {0};
    for (size_t width = 0; width < WIDTHS; width++) {
        for (size_t d = 0; d < CHECK_COUNT(digits); d++) {
            for (size_t e = 0; e < sizeof ends; e++) {
                put_field(field, width, digits[d], ends[e]);
                for (unsigned expected = GCV_HEX_WIDTH_MIN; expected <= GCV_HEX_WIDTH_MAX;
                     expected++) {
                    check_field(field, expected);
                }
            }
        }
    }
    field[0] = '\t';
    check_field(field, 8);
}

/* Any byte at any place of a field of any width, when that width is expected. */
static void test_every_byte_everywhere(NO_STATE)
{
    unsigned char field[ROOM + 1] = {0};
    unsigned seen = 0;
    for (size_t width = GCV_HEX_WIDTH_MIN; width <= GCV_HEX_WIDTH_MAX; width++) {
        for (size_t at = 0; at <= width + 1; at++) {
            put_field(field, width, "3c0123456789abcd", ' ');
            for (unsigned byte = 0; byte < 256; byte++) {
                uint64_t value;
                field[at] = (unsigned char)byte;
                check_field(field, (unsigned)width);
                seen += at > 0 && at <= width && expect_field(field, &value) == width;
            }
        }
    }
    assert_int_equal(seen, 22 * (4 + 16) * 13 / 2); /* the digits were taken */
}

/* All pairs of bytes, tested with the table alone. */
static void test_pairs(NO_STATE)
{
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            unsigned char two[2];
            unsigned good = GCV_HEX_PAIR;
            int high = digit_of((unsigned char)first), low = digit_of((unsigned char)second);
            two[0] = (unsigned char)first;
            two[1] = (unsigned char)second;
            uint32_t entry = gcv_hex_2(two, &good);
            assert_int_equal(good, high >= 0 && low >= 0 ? GCV_HEX_PAIR : 0);
            assert_int_equal(entry, good != 0 ? GCV_HEX_PAIR + high * 16 + low : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_every_byte_everywhere),
        cmocka_unit_test(test_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
