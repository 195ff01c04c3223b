/* number.h - numbers to text and back, the same in every locale. */
#ifndef GCV_BASE_NUMBER_H
#define GCV_BASE_NUMBER_H

#include "base/text.h"

enum { GCV_NUMBER_MAX = 24 }; /* room for any number below, and a NUL */

/* A number that may be absent. */
typedef struct gcv_optional {
    bool given;
    uint64_t value;
} gcv_optional;

static inline uint64_t gcv_optional_or(gcv_optional number, uint64_t otherwise)
{
    return number.given ? number.value : otherwise;
}

/* Value of a hex digit of either case, above 15 for any other byte. */
extern const uint8_t gcv_hex_value[256];

/* Parse a whole string, or return false: decimal digits only; a decimal number with an optional
 * binary unit (k, M, G, T, then optionally i and B: 4k, 4KiB and 4096). */
bool gcv_parse_u64(const char *text, uint64_t *out);
bool gcv_parse_size(const char *text, uint64_t *out);

/* Returns the bytes of such a unit, 1 of an empty one; 0: there is no such unit. */
uint64_t gcv_unit_bytes(const char *unit, size_t size);

/* Parse all of `n` bytes, at least one, or return false: decimal digits; hex digits of either case,
 * as a number below 2^bits (`bits`: 4 to 64); the same with or without 0x. */
bool gcv_parse_decimal(const char *digits, size_t n, uint64_t *out);
bool gcv_parse_hex(const char *digits, size_t n, unsigned bits, uint64_t *out);
bool gcv_parse_id(const char *text, size_t n, unsigned bits, uint64_t *out);

/* Takes a space and a field of 1 to 16 hex digits; returns the address after the field, or NULL if
 * anything else is there. The bytes must end with a non-digit, such as '\n'.
 *
 * A plain loop over a table, two digits at a time, for fields of any width; hex_pairs.h is for
 * fields as wide as the previous ones.
 */
static inline const unsigned char *gcv_take_hex_field(const unsigned char *at, uint64_t *value)
{
    const unsigned char *start = at + 1;
    uint64_t v = 0;
    uint8_t high;
    if (*at++ != ' ') {
        return NULL;
    }
    while ((high = gcv_hex_value[at[0]]) < 16) {
        uint8_t low = gcv_hex_value[at[1]];
        if (low > 15) {
            v = v << 4 | high;
            at++;
            break;
        }
        v = v << 8 | (uint8_t)(high << 4 | low);
        at += 2;
    }
    *value = v;
    return (size_t)(at - start) - 1 < 16 ? at : NULL;
}

/* Returns `part` in percent of `whole`, rounded half up; 0 if `whole` is 0. */
uint64_t gcv_percent_of(uint64_t part, uint64_t whole);

/* Rounds to the nearest integer, half up. The result is at most 10^18, far more than any heap has,
 * so that sums fit 64 bits. */
static inline uint64_t gcv_rounded(double value)
{
    return value < 1e18 ? (uint64_t)(value + 0.5) : (uint64_t)1000000000000000000;
}

/* Parses 0 to 100 with up to three decimals, and an optional % at the end (10, 0.5, 2.125%), into
 * thousandths. */
bool gcv_parse_percent(const char *text, uint64_t *out);

/* Each writes a NUL-terminated number and returns its length. `out` holds GCV_NUMBER_MAX bytes. */
size_t gcv_format_u64(char *out, uint64_t value);
size_t gcv_format_i64(char *out, int64_t value);
size_t gcv_format_hex(char *out, uint64_t value);
size_t gcv_format_human(char *out, uint64_t bytes); /* 999, 1.0KiB, 12.3MiB: rounded half up */

/* Returns a + b, or UINT64_MAX if that does not fit. */
static inline uint64_t gcv_add_capped(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Returns a - b, or 0 if b is more. */
static inline uint64_t gcv_excess(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

/* Returns n / of of a value, rounded down. */
static inline uint64_t gcv_scaled(uint64_t value, uint32_t n, uint32_t of)
{
    return value / of * n + value % of * n / of;
}

/* Returns b - a, or the nearest number that fits. */
static inline int64_t gcv_delta(uint64_t a, uint64_t b)
{
    uint64_t distance = a < b ? b - a : a - b;
    int64_t most = distance < INT64_MAX ? (int64_t)distance : INT64_MAX;
    return a < b ? most : -most;
}

/* Returns a + b, or the nearest number that fits. */
static inline int64_t gcv_sum_capped(int64_t a, int64_t b)
{
    return b > 0 && a > INT64_MAX - b ? INT64_MAX : b < 0 && a < INT64_MIN - b ? INT64_MIN : a + b;
}

/* Votes for the only value that more than half may have (R. S. Boyer, J S. Moore, MJRTY, 1991): it
 * must be counted then. Zeroed: none yet. */
typedef struct gcv_vote {
    uint32_t value;
    uint64_t lead;
} gcv_vote;

static inline void gcv_vote_for(gcv_vote *vote, uint32_t value)
{
    vote->value = vote->lead == 0 ? value : vote->value;
    vote->lead = value == vote->value ? vote->lead + 1 : vote->lead - 1;
}

/* ---- grouped.c: numbers as people read them: 1,234,567 ------------------------------------ */

enum { GCV_GROUPED_MAX = 2 * GCV_NUMBER_MAX }; /* room for a number with its commas, and a NUL */

/* Writes `n` digits, fewer than GCV_NUMBER_MAX, with commas to `out`; returns the length. */
size_t gcv_group_digits(char out[GCV_GROUPED_MAX], const char *digits, size_t n);

/* Finds the next number of four digits or more from `at` on that stands alone in a sentence:
 * between blanks, after a sign, or before a mark. Returns its position and sets `*n` to the number
 * of its digits; the size of the text, and 0, if there is none. */
size_t gcv_next_to_group(gcv_slice text, size_t at, size_t *n);

#endif
