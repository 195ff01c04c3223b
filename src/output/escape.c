/* escape.c - text from a dump made safe to print; see escape.h. */
#include "output/escape.h"

#include "base/attr.h"

#include <string.h>

/* The styles that must not let a byte through as it is, one bit each. Bytes above 7e are in all:
 * they have to be decoded. */
#define ALL 0xff
#define MD (1 << GCV_ESCAPE_MD)
#define QUOTE (1 << GCV_ESCAPE_CSV | 1 << GCV_ESCAPE_JSON)
#define SLASH                                                                                      \
    (1 << GCV_ESCAPE_TSV | 1 << GCV_ESCAPE_MD | 1 << GCV_ESCAPE_JSON | 1 << GCV_ESCAPE_TAP)
#define XML (1 << GCV_ESCAPE_XML)
#define TAP (1 << GCV_ESCAPE_TAP)
#define HUB (1 << GCV_ESCAPE_GITHUB)
#define ALL8 ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL
#define ALL32 ALL8, ALL8, ALL8, ALL8
#define NONE8 0, 0, 0, 0, 0, 0, 0, 0

GCV_STATIC_ASSERT(all_styles, ALL == (1 << GCV_ESCAPE_STYLES) - 1);

/* clang-format off */
static const uint8_t needs_care[256] = {
    ALL32,                              /* 00-1f */
    0, 0, QUOTE | XML, TAP, MD, HUB, MD | XML, 0, /* 20-27: " # $ % & */
    0, 0, MD, 0, 0, 0, 0, 0,            /* 28-2f: * */
    NONE8,                              /* 30-37 */
    0, 0, 0, 0, MD | XML, 0, MD | XML, 0, /* 38-3f: < > */
    NONE8, NONE8, NONE8,                /* 40-57 */
    0, 0, 0, MD, SLASH, MD, 0, MD,      /* 58-5f: [ \ ] _ */
    MD, 0, 0, 0, 0, 0, 0, 0,            /* 60-67: ` */
    NONE8, NONE8,                       /* 68-77 */
    0, 0, 0, 0, MD, 0, MD, ALL,         /* 78-7f: | ~ DEL */
    ALL32, ALL32, ALL32, ALL32,         /* 80-ff */
};
/* clang-format on */

gcv_escape gcv_escape_start(gcv_escape_style style, gcv_slice text)
{
    gcv_escape escape;
    escape.rest = text;
    escape.style = style;
    memset(escape.piece, 0, sizeof escape.piece);
    return escape;
}

/* Writes the replacement of a printable character that is special in the style; returns the length.
 */
static size_t put_special(char *out, char c, gcv_escape_style style)
{
    const char *text = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;";
    if (style == GCV_ESCAPE_XML || style == GCV_ESCAPE_GITHUB) {
        text = style == GCV_ESCAPE_XML ? text : "%25";
        memcpy(out, text, strlen(text));
        return strlen(text);
    }
    out[0] = style == GCV_ESCAPE_CSV ? '"' : '\\';
    out[1] = c;
    return 2;
}

/* Control characters, and the two characters that XML forbids in any form. */
static bool is_harmful(uint32_t code, gcv_escape_style style)
{
    return gcv_is_control(code) || (style == GCV_ESCAPE_XML && (code == 0xfffe || code == 0xffff));
}

/* Length of the harmless stretch at the front of `text`. */
static size_t harmless(gcv_slice text, gcv_escape_style style)
{
    size_t at = 0;
    for (;;) {
        gcv_slice rest;
        uint32_t code;
        while (at < text.size && (needs_care[(unsigned char)text.data[at]] >> style & 1) == 0) {
            at++;
        }
        if (at == text.size || (unsigned char)text.data[at] < 0x80) {
            return at;
        }
        rest = gcv_slice_of(text.data + at, text.size - at);
        code = gcv_utf8_next(&rest);
        /* No valid character above 7f has one byte: then the byte is not UTF-8. */
        if (is_harmful(code, style) || text.size - at - rest.size == 1) {
            return at;
        }
        at = text.size - rest.size;
    }
}

/* The letter of a two-character escape such as \n, or 0. */
static char short_form(uint32_t code, gcv_escape_style style)
{
    static const char codes[] = "\t\n\r\b\f", letters[] = "tnrbf";
    size_t n = style == GCV_ESCAPE_JSON ? 5 : style == GCV_ESCAPE_TSV ? 3 : 0;
    size_t i;
    for (i = 0; i < n; i++) {
        if (code == (uint32_t)codes[i]) {
            return letters[i];
        }
    }
    return 0;
}

/* Writes a control character so that it can be read; returns the length. */
static size_t put_control(char *out, uint32_t code, gcv_escape_style style)
{
    static const char hex[] = "0123456789abcdef";
    char letter = short_form(code, style);
    bool wide = code > 0xff || style == GCV_ESCAPE_JSON;
    size_t n = 0;
    out[n++] = '\\';
    if (style == GCV_ESCAPE_MD || style == GCV_ESCAPE_TAP) {
        out[n++] = '\\'; /* shows as one */
    }
    if (letter != 0) {
        out[n++] = letter;
        return n;
    }
    out[n++] = wide ? 'u' : 'x';
    if (wide) {
        out[n++] = hex[code >> 12 & 15];
        out[n++] = hex[code >> 8 & 15];
    }
    out[n++] = hex[code >> 4 & 15];
    out[n++] = hex[code & 15];
    return n;
}

bool gcv_escape_next(gcv_escape *escape, gcv_slice *piece)
{
    size_t run = harmless(escape->rest, escape->style);
    size_t n = 0;
    uint32_t code;
    if (run > 0) {
        *piece = gcv_slice_of(escape->rest.data, run);
        escape->rest.data += run;
        escape->rest.size -= run;
        return true;
    }
    if (escape->rest.size == 0) {
        return false;
    }
    code = gcv_utf8_next(&escape->rest);
    if (code == 0xfffd) {
        n = gcv_utf8_put(escape->piece, code);
    } else if (is_harmful(code, escape->style)) {
        n = put_control(escape->piece, code, escape->style);
    } else {
        n = put_special(escape->piece, (char)code, escape->style);
    }
    *piece = gcv_slice_of(escape->piece, n);
    return true;
}
