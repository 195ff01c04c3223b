/* hex_pairs.c - the table of pairs of hex digits; see hex_pairs.h. */
#include "input/rpm/hex_pairs.h"

#define PAIR(first, high, second, low)                                                             \
    [(first) | (second) << 8] = GCV_HEX_PAIR | (high) << 4 | (low)

/* All pairs that begin with the digit `first`, of value `high`. */
#define ROW(first, high)                                                                           \
    PAIR(first, high, '0', 0), PAIR(first, high, '1', 1), PAIR(first, high, '2', 2),               \
        PAIR(first, high, '3', 3), PAIR(first, high, '4', 4), PAIR(first, high, '5', 5),           \
        PAIR(first, high, '6', 6), PAIR(first, high, '7', 7), PAIR(first, high, '8', 8),           \
        PAIR(first, high, '9', 9), PAIR(first, high, 'a', 10), PAIR(first, high, 'b', 11),         \
        PAIR(first, high, 'c', 12), PAIR(first, high, 'd', 13), PAIR(first, high, 'e', 14),        \
        PAIR(first, high, 'f', 15), PAIR(first, high, 'A', 10), PAIR(first, high, 'B', 11),        \
        PAIR(first, high, 'C', 12), PAIR(first, high, 'D', 13), PAIR(first, high, 'E', 14),        \
        PAIR(first, high, 'F', 15)

const uint16_t gcv_hex_pairs[65536] = {
    ROW('0', 0),  ROW('1', 1),  ROW('2', 2),  ROW('3', 3),  ROW('4', 4),  ROW('5', 5),
    ROW('6', 6),  ROW('7', 7),  ROW('8', 8),  ROW('9', 9),  ROW('a', 10), ROW('b', 11),
    ROW('c', 12), ROW('d', 13), ROW('e', 14), ROW('f', 15), ROW('A', 10), ROW('B', 11),
    ROW('C', 12), ROW('D', 13), ROW('E', 14), ROW('F', 15),
};

const unsigned char *gcv_take_hex_any_width(const unsigned char *at, unsigned *width,
                                            uint64_t *value)
{
    const unsigned char *end = gcv_take_hex_field(at, value);
    if (end != NULL && end - at > GCV_HEX_WIDTH_MIN) {
        *width = (unsigned)(end - at) - 1;
    }
    return end;
}
