/* hex_pairs.c - the table of pairs of hex digits; see hex_pairs.h. */
#include "input/rpm/hex_pairs.h"

#include "base/context.h"

gcv_hex_pairs *gcv_hex_pairs_new(gcv_context *ctx, gcv_error *err)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    gcv_hex_pairs *pairs = gcv_alloc_zeroed(ctx, 1, sizeof *pairs, err);
    const char *first, *second;
    for (first = digits; pairs != NULL && *first != '\0'; first++) {
        for (second = digits; *second != '\0'; second++) {
            char bytes[2];
            uint16_t two;
            bytes[0] = *first;
            bytes[1] = *second;
            memcpy(&two, bytes, sizeof two);
            pairs->entry[two] =
                (uint16_t)(GCV_HEX_PAIR | gcv_hex_value[(unsigned char)*first] << 4 |
                           gcv_hex_value[(unsigned char)*second]);
        }
    }
    return pairs;
}

void gcv_hex_pairs_free(gcv_context *ctx, gcv_hex_pairs *pairs)
{
    gcv_free(ctx, pairs, 1, sizeof *pairs);
}

const unsigned char *gcv_take_hex_any_width(const unsigned char *at, unsigned *width,
                                            uint64_t *value)
{
    const unsigned char *end = gcv_take_hex_field(at, value);
    if (end != NULL && end - at > GCV_HEX_WIDTH_MIN) {
        *width = (unsigned)(end - at) - 1;
    }
    return end;
}
