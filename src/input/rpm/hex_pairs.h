/* hex_pairs.h - parsing of hexadecimal fields of an expected width, two digits at a time.
 *
 * Nearly all ids of a log have as many digits as the id before. So the parser does not search for
 * the end of the field digit by digit: it checks the byte where the field should end, then reads
 * the digits in pairs through a table of the values of all pairs. A single test at the end tells
 * whether all of them were digits. A field of any other width is parsed digit by digit.
 *
 * `stats` takes 0.036 instead of 0.046 seconds for 1 M objects. Two alternatives were a third to a
 * half slower than pairs: eight digits at a time in the bits of a 64-bit number, since checking and
 * packing them is more work than four lookups; and sizes of any width without a branch. Keeping the
 * value of the first 8 digits of the previous line's id gains nothing.
 */
#ifndef GCV_INPUT_RPM_HEX_PAIRS_H
#define GCV_INPUT_RPM_HEX_PAIRS_H

#include "base/number.h"

/* Values of pairs of hex digits, indexed by the first byte and 256 times the second. GCV_HEX_PAIR
 * is set in each value; an entry is 0 if either byte is not a digit. A log without capital letters
 * uses 2 of the table's 128 KB. */
extern const uint16_t gcv_hex_pairs[65536];

enum { GCV_HEX_PAIR = 0x8000 };

/* Minimum and maximum width of the fields parsed in pairs. For shorter fields, checking the byte
 * after the field does not pay. */
enum { GCV_HEX_WIDTH_MIN = 4, GCV_HEX_WIDTH_MAX = 16 };

/* Maximum length of a field with the blank before it and the byte after it. */
enum { GCV_HEX_FIELD_MAX = GCV_HEX_WIDTH_MAX + 2 };

/* Returns the entry of the next two bytes; clears GCV_HEX_PAIR in `*good` if they are not both
 * digits. */
static GCV_INLINE uint32_t gcv_hex_2(const unsigned char *at, unsigned *good)
{
    const uint16_t entry = gcv_hex_pairs[at[0] | at[1] << 8];
    *good &= entry;
    return entry;
}

/* These two return the value of the next 4 or 8 bytes, without the marks of the pairs, if all of
 * them are digits. */
static GCV_INLINE uint32_t gcv_hex_4(const unsigned char *at, unsigned *good)
{
    uint32_t first = gcv_hex_2(at, good);
    return (first << 8 ^ gcv_hex_2(at + 2, good)) ^ GCV_HEX_PAIR * 0x101u;
}

static GCV_INLINE uint32_t gcv_hex_8(const unsigned char *at, unsigned *good)
{
    uint32_t first = gcv_hex_4(at, good);
    return first << 16 | gcv_hex_4(at + 4, good);
}

/* These two parse `width` digits, 9 to 12 or any number, from two parts: the first and the last 4
 * or 8 digits, which may overlap. */
static GCV_INLINE bool gcv_hex_of_9_to_12(const unsigned char *at, unsigned width, uint64_t *value)
{
    unsigned good = GCV_HEX_PAIR;
    uint64_t first = gcv_hex_4(at, &good);
    *value = first << 4 * (width - 4) | gcv_hex_8(at + (width - 8), &good);
    return good != 0;
}

static GCV_INLINE bool gcv_hex_of_width(const unsigned char *at, unsigned width, uint64_t *value)
{
    unsigned good = GCV_HEX_PAIR;
    if (width <= 8) {
        uint64_t first = gcv_hex_4(at, &good);
        *value = first << 4 * (width - 4) | gcv_hex_4(at + (width - 4), &good);
    } else if (width <= 12) {
        return gcv_hex_of_9_to_12(at, width, value);
    } else {
        uint64_t first = gcv_hex_8(at, &good);
        *value = first << 4 * (width - 8) | gcv_hex_8(at + (width - 8), &good);
    }
    return good != 0;
}

/* gcv_take_hex_field(), not inlined. Sets `*width` to the width of the field if that is at least
 * GCV_HEX_WIDTH_MIN. */
const unsigned char *gcv_take_hex_any_width(const unsigned char *at, unsigned *width,
                                            uint64_t *value);

/* The same, fastest if the field has `*width` digits. `room`: GCV_HEX_FIELD_MAX bytes from `at` on
 * can be read. */
static GCV_INLINE const unsigned char *
gcv_take_hex_expected_width(const unsigned char *at, bool room, unsigned *width, uint64_t *value)
{
    uint64_t other; /* `*value` stays in a register, as its address is not passed on */
    if (room && at[0] == ' ' && at[1 + *width] <= ' ' && gcv_hex_of_width(at + 1, *width, value)) {
        return at + 1 + *width;
    }
    at = gcv_take_hex_any_width(at, width, &other);
    *value = other;
    return at;
}

/* gcv_take_hex_field(), fastest if the field has two digits, as sizes have. */
static GCV_INLINE const unsigned char *gcv_take_hex_pair(const unsigned char *at, bool room,
                                                         uint64_t *value)
{
    if (room && at[0] == ' ' && at[3] <= ' ') {
        unsigned good = GCV_HEX_PAIR;
        *value = gcv_hex_2(at + 1, &good) ^ GCV_HEX_PAIR;
        if (good != 0) {
            return at + 3;
        }
    }
    return gcv_take_hex_field(at, value);
}

#endif
