/* hex_pairs.h - fields of hex digits whose width is expected, two digits at a time.
 *
 * Nearly all ids of a log have as many digits as the one before. So instead of searching for the
 * end of the field, digit by digit, the byte where it should end is looked at, and the digits are
 * taken in pairs through a table of the values of all pairs; one test at the end tells whether all
 * of them were digits. A field of any other width goes digit by digit.
 *
 * `stats` takes 0.036 instead of 0.046 seconds for 1 M objects. Tried, and slower by a third to a
 * half than pairs: eight digits at a time in the bits of a 64-bit number, as checking and packing
 * them is more work than four look-ups; sizes of any width without a branch. The first 8 digits of
 * an id kept from the line before gain nothing.
 */
#ifndef GCV_INPUT_RPM_HEX_PAIRS_H
#define GCV_INPUT_RPM_HEX_PAIRS_H

#include "base/attr.h"
#include "base/context.h"
#include "base/number.h"

#include <string.h>

/* By two bytes as they lie in memory: their value as hex digits, with GCV_HEX_PAIR set; 0 if one of
 * them is no digit. 128 KB, of which a log without capitals uses 2. */
typedef struct gcv_hex_pairs {
    uint16_t entry[65536];
} gcv_hex_pairs;

enum { GCV_HEX_PAIR = 0x8000 };

/* Fields of fewer digits are not worth a look at the byte behind them. */
enum { GCV_HEX_WIDTH_MIN = 4, GCV_HEX_WIDTH_MAX = 16 };

/* Bytes of a field of the greatest width, the blank before it and the byte behind it. */
enum { GCV_HEX_FIELD_MAX = GCV_HEX_WIDTH_MAX + 2 };

gcv_hex_pairs *gcv_hex_pairs_new(gcv_context *ctx, gcv_error *err);
void gcv_hex_pairs_free(gcv_context *ctx, gcv_hex_pairs *pairs);

/* The entry of the next two bytes; takes GCV_HEX_PAIR out of `*good` unless they are digits. */
static GCV_INLINE uint32_t gcv_hex_2(const gcv_hex_pairs *pairs, const unsigned char *at,
                                     unsigned *good)
{
    uint16_t two, entry;
    memcpy(&two, at, sizeof two);
    entry = pairs->entry[two];
    *good &= entry;
    return entry;
}

/* The value of the next 4 or 8 bytes, if they are digits: without the marks of the pairs. */
static GCV_INLINE uint32_t gcv_hex_4(const gcv_hex_pairs *pairs, const unsigned char *at,
                                     unsigned *good)
{
    uint32_t first = gcv_hex_2(pairs, at, good);
    return (first << 8 ^ gcv_hex_2(pairs, at + 2, good)) ^ GCV_HEX_PAIR * 0x101u;
}

static GCV_INLINE uint32_t gcv_hex_8(const gcv_hex_pairs *pairs, const unsigned char *at,
                                     unsigned *good)
{
    uint32_t first = gcv_hex_4(pairs, at, good);
    return first << 16 | gcv_hex_4(pairs, at + 4, good);
}

/* The value of `width` digits: of the first and the last 4 or 8 of them, which may overlap. */
static GCV_INLINE bool gcv_hex_of_width(const gcv_hex_pairs *pairs, const unsigned char *at,
                                        unsigned width, uint64_t *value)
{
    unsigned good = GCV_HEX_PAIR;
    if (width <= 8) {
        uint64_t first = gcv_hex_4(pairs, at, &good);
        *value = first << 4 * (width - 4) | gcv_hex_4(pairs, at + (width - 4), &good);
    } else if (width <= 12) {
        uint64_t first = gcv_hex_4(pairs, at, &good);
        *value = first << 4 * (width - 4) | gcv_hex_8(pairs, at + (width - 8), &good);
    } else {
        uint64_t first = gcv_hex_8(pairs, at, &good);
        *value = first << 4 * (width - 8) | gcv_hex_8(pairs, at + (width - 8), &good);
    }
    return good != 0;
}

/* gcv_take_hex_field(), not in place; `*width` becomes that of the field, if it is long enough. */
const unsigned char *gcv_take_hex_other(const unsigned char *at, unsigned *width, uint64_t *value);

/* The same, fastest if the field has `*width` digits. Where there is `room`, GCV_HEX_FIELD_MAX
 * bytes from `at` on can be read. */
static GCV_INLINE const unsigned char *gcv_take_hex_like(const gcv_hex_pairs *pairs,
                                                         const unsigned char *at, bool room,
                                                         unsigned *width, uint64_t *value)
{
    uint64_t other; /* no address of `*value` is passed on, so that it can stay in a register */
    if (room && at[0] == ' ' && at[1 + *width] <= ' ' &&
        gcv_hex_of_width(pairs, at + 1, *width, value)) {
        return at + 1 + *width;
    }
    at = gcv_take_hex_other(at, width, &other);
    *value = other;
    return at;
}

/* gcv_take_hex_field(), fastest if the field has two digits, as sizes do. */
static GCV_INLINE const unsigned char *
gcv_take_hex_pair(const gcv_hex_pairs *pairs, const unsigned char *at, bool room, uint64_t *value)
{
    if (room && at[0] == ' ' && at[3] <= ' ') {
        unsigned good = GCV_HEX_PAIR;
        *value = gcv_hex_2(pairs, at + 1, &good) ^ GCV_HEX_PAIR;
        if (good != 0) {
            return at + 3;
        }
    }
    return gcv_take_hex_field(at, value);
}

#endif
