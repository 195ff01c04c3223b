/* moves_fields.h - the fields of a line of a moves log. */
#ifndef GCV_INPUT_MOVES_MOVES_FIELDS_H
#define GCV_INPUT_MOVES_MOVES_FIELDS_H

#include "base/number.h"

#include <gcview/gcview.h>

/* Without the blanks at both ends. */
gcv_slice gcv_moves_trim(gcv_slice text);

/* Takes the next field off the line; its size is 0 at the end. */
gcv_slice gcv_moves_field(gcv_slice *line);

/* A whole field as a hexadecimal number. */
bool gcv_moves_number(gcv_slice field, uint64_t *out);

/* A piece of the input, which may be anything, to be shown: in `out` of `most` bytes, cut with dots
 * if it is longer. Returns `out`. */
const char *gcv_moves_show(gcv_slice text, char *out, size_t most);

/* Takes a blank and 1 to 16 digits; NULL if anything is unusual. */
static inline const unsigned char *gcv_moves_take_hex(const unsigned char *at, uint64_t *out)
{
    const unsigned char *start = at + 1;
    uint64_t value = 0;
    uint8_t digit;
    if (*at++ != ' ') {
        return NULL;
    }
    while ((digit = gcv_hex_value[*at]) < 16) {
        value = value << 4 | digit;
        at++;
    }
    *out = value;
    return at > start && at - start <= 16 ? at : NULL;
}

#endif
