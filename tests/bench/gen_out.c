/* gen_out.c - buffered output; see gen_out.h. */
#include "gen_out.h"

#include <stdlib.h>
#include <string.h>

enum { OUT_SIZE = 1 << 20, OUT_NUMBER = 32 };

bool out_open(struct out *out, FILE *file)
{
    out->file = file;
    out->used = 0;
    out->written = 0;
    out->failed = false;
    out->buffer = malloc(OUT_SIZE);
    return out->buffer != NULL;
}

static void out_flush(struct out *out)
{
    if (!out->failed && out->used > 0) {
        out->failed = fwrite(out->buffer, 1, out->used, out->file) != out->used;
    }
    out->written += out->used;
    out->used = 0;
}

void out_bytes(struct out *out, const char *bytes, size_t length)
{
    while (length > 0) {
        size_t part = OUT_SIZE - out->used;

        if (part == 0) {
            out_flush(out);
            continue;
        }
        if (part > length) {
            part = length;
        }
        memcpy(out->buffer + out->used, bytes, part);
        out->used += part;
        bytes += part;
        length -= part;
    }
}

void out_text(struct out *out, const char *text) { out_bytes(out, text, strlen(text)); }

void out_char(struct out *out, char c)
{
    if (out->used == OUT_SIZE) {
        out_flush(out);
    }
    out->buffer[out->used++] = (unsigned char)c;
}

void out_decimal(struct out *out, uint64_t value)
{
    char digits[OUT_NUMBER];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    out_bytes(out, digits + at, sizeof digits - at);
}

void out_hex(struct out *out, uint64_t value)
{
    static const char digit[] = "0123456789abcdef";
    size_t digits = value >> 32 != 0 ? 9 : 1;

    if (OUT_SIZE - out->used < OUT_NUMBER) {
        out_flush(out);
    }
    unsigned char *to = out->buffer + out->used;
    while (digits < 16 && value >> (4 * digits) != 0) {
        digits++;
    }
    out->used += digits + 1;
    *to = ' ';
    for (; digits > 0; digits--) {
        to[digits] = (unsigned char)digit[value & 15];
        value >>= 4;
    }
}

bool out_close(struct out *out)
{
    out_flush(out);
    free(out->buffer);
    out->buffer = NULL;
    if (fflush(out->file) != 0 || ferror(out->file)) {
        out->failed = true;
    }
    return !out->failed;
}
