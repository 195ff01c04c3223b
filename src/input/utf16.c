/* utf16.c - a source that decodes UTF-16 of either byte order to UTF-8. It decodes one unit at a
 * time: UTF-16 logs are rare and small, so clarity beats speed here. */
#include "input/source.h"

#include "base/text.h"

#include <string.h>

enum { BYTE_ORDER_MARK = 0xfeff };

/* Makes two raw bytes available. `*have` is their number; it is below 2 only at the end. */
static size_t refill(gcv_source *self)
{
    while (self->as.utf16.n - self->as.utf16.at < 2 && !self->as.utf16.ended) {
        size_t left = self->as.utf16.n - self->as.utf16.at;
        memmove(self->as.utf16.raw, self->as.utf16.raw + self->as.utf16.at, left);
        self->as.utf16.at = 0;
        self->as.utf16.n = left;
        size_t got = gcv_source_read(self->as.utf16.inner, self->as.utf16.raw + left,
                                     sizeof self->as.utf16.raw - left);
        self->as.utf16.n += got;
        self->as.utf16.ended = got == 0;
    }
    return self->as.utf16.n - self->as.utf16.at;
}

static void put(gcv_source *self, uint32_t code)
{
    self->as.utf16.text_n +=
        gcv_utf8_put((char *)self->as.utf16.text + self->as.utf16.text_n, code);
}

/* Takes one unit; appends the characters that it completes (two at most) to `text`. */
static void take_unit(gcv_source *self, uint32_t unit)
{
    uint32_t high = self->as.utf16.high;
    self->as.utf16.high = 0;
    if (high != 0 && gcv_is_low_surrogate(unit)) {
        put(self, gcv_join_surrogates(high, unit));
        return;
    }
    if (high != 0) {
        put(self, GCV_REPLACEMENT);
    }
    if (gcv_is_high_surrogate(unit)) {
        self->as.utf16.high = unit;
    } else if (gcv_is_low_surrogate(unit)) {
        put(self, GCV_REPLACEMENT);
    } else if (unit != BYTE_ORDER_MARK || self->as.utf16.started) {
        put(self, unit);
    }
    self->as.utf16.started = true;
}

/* Decodes until `text` is not empty or the input ends. */
static void next_character(gcv_source *self)
{
    self->as.utf16.text_n = self->as.utf16.text_at = 0;
    while (self->as.utf16.text_n == 0) {
        size_t have = refill(self);
        if (have < 2) {
            if (have > 0 || self->as.utf16.high != 0) { /* half a unit, or half a pair */
                self->as.utf16.at = self->as.utf16.n;
                self->as.utf16.high = 0;
                put(self, GCV_REPLACEMENT);
            }
            return;
        }
        const unsigned char *raw = self->as.utf16.raw + self->as.utf16.at;
        take_unit(self, self->as.utf16.big_endian ? (uint32_t)(raw[0] << 8 | raw[1])
                                                  : (uint32_t)(raw[1] << 8 | raw[0]));
        self->as.utf16.at += 2;
    }
}

static size_t utf16_read(gcv_source *self, unsigned char *to, size_t size)
{
    size_t n = 0;
    while (n < size) {
        if (self->as.utf16.text_at == self->as.utf16.text_n) {
            next_character(self);
            if (self->as.utf16.text_n == 0) {
                break;
            }
        }
        to[n++] = self->as.utf16.text[self->as.utf16.text_at++];
    }
    return n;
}

static bool utf16_rewind(gcv_source *self)
{
    if (!gcv_source_rewind(self->as.utf16.inner)) {
        return false;
    }
    gcv_source_utf16(self, self->as.utf16.inner, self->as.utf16.big_endian);
    return true;
}

void gcv_source_utf16(gcv_source *source, gcv_source *inner, bool big_endian)
{
    *source = (gcv_source){.name = inner->name,
                           .raw = inner,
                           .as.utf16.inner = inner,
                           .as.utf16.big_endian = big_endian,
                           .read = utf16_read,
                           .rewind = gcv_source_can_rewind(inner) ? utf16_rewind : NULL};
}

typedef enum byte_order { NO_ORDER, LITTLE_ENDIAN_ORDER, BIG_ENDIAN_ORDER } byte_order;

/* Units checked if there is no byte order mark. In 8-bit text none of that many bytes is NUL, and
 * no other format that gcview reads begins with alternating ASCII and NUL bytes. */
enum { UNITS_WITHOUT_MARK = 4 };

static bool begins_with_ascii(gcv_slice head, size_t at)
{
    size_t i;
    for (i = 0; i < 2 * UNITS_WITHOUT_MARK && i < head.size; i++) {
        char c = head.data[i];
        bool text = (c >= 0x20 && c < 0x7f) || gcv_is_blank(c) || c == '\n';
        if (i % 2 == at ? !text : c != '\0') {
            return false;
        }
    }
    return i == 2 * UNITS_WITHOUT_MARK;
}

static byte_order order_of(gcv_slice head)
{
    if (gcv_slice_begins(head, "\xff\xfe") || begins_with_ascii(head, 0)) {
        return LITTLE_ENDIAN_ORDER;
    }
    return gcv_slice_begins(head, "\xfe\xff") || begins_with_ascii(head, 1) ? BIG_ENDIAN_ORDER
                                                                            : NO_ORDER;
}

bool gcv_is_utf16(gcv_slice head) { return order_of(head) != NO_ORDER; }

void gcv_source_as_utf8(gcv_source **source, gcv_source *utf8)
{
    const byte_order order = order_of(gcv_source_peek(*source));
    if (order != NO_ORDER) {
        gcv_source_utf16(utf8, *source, order == BIG_ENDIAN_ORDER);
        *source = utf8;
    }
}
