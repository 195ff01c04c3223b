/* moves_fields.c - the fields of a line; see moves_fields.h. */
#include "input/moves/moves_fields.h"

#include "base/text.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

gcv_slice gcv_moves_trim(gcv_slice text)
{
    while (text.size > 0 && is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

gcv_slice gcv_moves_field(gcv_slice *line)
{
    gcv_slice field;
    *line = gcv_moves_trim(*line);
    field = gcv_slice_of(line->data, 0);
    while (line->size > 0 && !is_blank(line->data[0])) {
        line->data++;
        line->size--;
        field.size++;
    }
    return field;
}

bool gcv_moves_number(gcv_slice field, uint64_t *out)
{
    uint64_t value = 0;
    size_t i;
    for (i = 0; i < field.size; i++) {
        uint8_t digit = gcv_hex_value[(unsigned char)field.data[i]];
        if (digit > 15 || value >> 60 != 0) {
            return false;
        }
        value = value << 4 | digit;
    }
    *out = value;
    return field.size > 0;
}

const char *gcv_moves_show(gcv_slice text, char *out, size_t most)
{
    size_t n = 0;
    while (text.size > 0 && n + 8 < most) {
        uint32_t code = gcv_utf8_next(&text);
        n += gcv_utf8_put(out + n, gcv_is_control(code) ? 0xfffd : code);
    }
    memcpy(out + n, text.size > 0 ? "..." : "", text.size > 0 ? 4 : 1);
    return out;
}
