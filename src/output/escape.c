/* escape.c - text from a dump made safe to print; see escape.h. */
#include "output/escape.h"

#include "base/number.h"

#include <string.h>

/* For each byte, the styles that cannot copy it unchecked, one bit each; some bytes need care only
 * in certain surroundings (is_special_here()). Bytes above 7e need care in all styles: they have to
 * be decoded. */
#define ALL 0xff
#define BIT(style) (1 << GCV_ESCAPE_##style)
#define MD BIT(MD)
#define QUOTE (BIT(CSV) | BIT(JSON))
#define SLASH (BIT(TSV) | BIT(MD) | BIT(JSON) | BIT(TAP)) /* always; else at times */
#define XML BIT(XML)
#define HASH (ALL & ~MD)
#define COLON (BIT(TEXT) | BIT(TSV) | BIT(CSV) | BIT(MD)) /* where a cell may begin a line */
#define HUB BIT(GITHUB)
#define ALL8 ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL
#define ALL32 ALL8, ALL8, ALL8, ALL8
#define NONE8 0, 0, 0, 0, 0, 0, 0, 0

GCV_STATIC_ASSERT(all_styles, ALL == (1 << GCV_ESCAPE_STYLES) - 1);

/* clang-format off */
static const uint8_t needs_care[256] = {
    ALL32,                              /* 00-1f */
    0, 0, QUOTE | XML, HASH, MD, HUB, MD | XML, 0, /* 20-27: " # $ % & */
    0, 0, MD, 0, 0, 0, 0, 0,            /* 28-2f: * */
    NONE8,                              /* 30-37 */
    0, 0, COLON, 0, MD | XML, 0, MD | XML, 0, /* 38-3f: : < > */
    NONE8, NONE8, NONE8,                /* 40-57 */
    0, 0, 0, MD, ALL, MD, 0, MD,        /* 58-5f: [ \ ] _ */
    MD, 0, 0, 0, 0, 0, 0, 0,            /* 60-67: ` */
    NONE8, NONE8,                       /* 68-77 */
    0, 0, 0, 0, MD, 0, MD, ALL,         /* 78-7f: | ~ DEL */
    ALL32, ALL32, ALL32, ALL32,         /* 80-ff */
};
/* clang-format on */

gcv_escape gcv_escape_start(gcv_escape_style style, gcv_slice text)
{
    gcv_escape escape = {.rest = text, .style = style, .before = ' '};
    memset(escape.piece, 0, sizeof escape.piece);
    return escape;
}

/* ---- characters to replace ----------------------------------------------------------------- */

/* Characters that nobody would see, and the two that XML forbids in any form. */
static bool is_special_anywhere(uint32_t code, gcv_escape_style style)
{
    return gcv_is_unseen(code) || (style == GCV_ESCAPE_XML && (code == 0xfffe || code == 0xffff));
}

/* Number of hex digits in an escape. U+0086 gets four, because `\x86` occurs in ordinary paths; in
 * tsv a backslash of the text is doubled, so there is no ambiguity. */
static unsigned digits_of(uint32_t code, gcv_escape_style style)
{
    return style == GCV_ESCAPE_JSON                         ? 4
           : code < (style == GCV_ESCAPE_TSV ? 256u : 128u) ? 2
           : code <= 0xffff                                 ? 4
                                                            : 8;
}

/* The letter that precedes this many digits. */
static char letter_of(unsigned digits) { return digits == 2 ? 'x' : digits == 4 ? 'u' : 'U'; }

/* Whether a backslash followed by this text would read as one of the escapes put here: as an escape
 * of a character that is always, or sometimes, escaped. */
static bool reads_as_escape(gcv_slice text, gcv_escape_style style)
{
    unsigned digits = 2;
    uint32_t code = 0;
    while (text.size > 0 && digits <= 8 && text.data[0] != letter_of(digits)) {
        digits *= 2;
    }
    if (digits > 8 || text.size <= digits) {
        return false;
    }
    for (unsigned i = 1; i <= digits; i++) {
        char c = text.data[i];
        if (c >= 'A' && c <= 'F') {
            return false;
        }
        code = code << 4 | gcv_hex_value[(unsigned char)c];
        if (gcv_hex_value[(unsigned char)c] > 15) {
            return false;
        }
    }
    return digits == digits_of(code, style) &&
           (is_special_anywhere(code, style) || code == '\\' || code == '#' || code == ':');
}

/* Whether the character is a blank of Unicode: build servers strip these from the start of a
 * line. */
static bool is_any_blank(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
           code == 0x202f || code == 0x205f || code == 0x3000;
}

static uint32_t last_character(gcv_slice text)
{
    size_t at = text.size - 1;
    while (at > 0 && text.size - at < 4 && ((unsigned char)text.data[at] & 0xc0) == 0x80) {
        at--;
    }
    gcv_slice last = gcv_slice_from(text, at);
    return gcv_utf8_next(&last);
}

/* Whether a printable character that is special in the style is special here. Build servers obey
 * commands in a log: `##[` and `##vso[` anywhere in a line, `::` at its start. The text may begin a
 * line, and may be wrapped at blanks. */
static bool is_special_here(const gcv_escape *escape, size_t at)
{
    const gcv_slice text = escape->rest;
    const char c = text.data[at], next = at + 1 < text.size ? text.data[at + 1] : '\0';
    switch (c) {
    case '#':
        return next == '#' || escape->style == GCV_ESCAPE_TAP;
    case ':':
        return next == ':' &&
               is_any_blank(at > 0 ? last_character(gcv_slice_of(text.data, at)) : escape->before);
    case '\\':
        return (SLASH >> escape->style & 1) != 0 ||
               reads_as_escape(gcv_slice_from(text, at + 1), escape->style);
    default:
        return true;
    }
}

/* Length of the harmless stretch at the start of the rest. */
static size_t harmless(const gcv_escape *escape)
{
    const gcv_slice text = escape->rest;
    size_t at = 0;
    for (;;) {
        while (at < text.size &&
               (needs_care[(unsigned char)text.data[at]] >> escape->style & 1) == 0) {
            at++;
        }
        if (at == text.size) {
            return at;
        }
        gcv_slice rest = gcv_slice_from(text, at);
        uint32_t code = gcv_utf8_next(&rest);
        /* No valid character above 7f is one byte long, so such a byte is not UTF-8. */
        if (is_special_anywhere(code, escape->style) ||
            (code < 0x80 ? is_special_here(escape, at) : text.size - at - rest.size == 1)) {
            return at;
        }
        at = text.size - rest.size;
    }
}

/* ---- replacements -------------------------------------------------------------------------- */

/* The letter of a two-character escape such as \n, or 0. */
static char short_form(uint32_t code, gcv_escape_style style)
{
    static const char codes[] = "\t\n\r\b\f", letters[] = "tnrbf";
    size_t n = style == GCV_ESCAPE_JSON ? 5 : style == GCV_ESCAPE_TSV ? 3 : 0;
    for (size_t i = 0; i < n; i++) {
        if (code == (uint32_t)codes[i]) {
            return letters[i];
        }
    }
    return 0;
}

static size_t put_hex(char *out, uint32_t code, unsigned digits)
{
    static const char hex[] = "0123456789abcdef";
    size_t n = 0;
    out[n++] = letter_of(digits);
    while (digits > 0) {
        out[n++] = hex[code >> 4 * --digits & 15];
    }
    return n;
}

/* Writes the escape of a character; returns its length. */
static size_t put_code(char *out, uint32_t code, gcv_escape_style style)
{
    char letter = short_form(code, style);
    size_t n = 0;
    out[n++] = '\\';
    if (style == GCV_ESCAPE_MD || style == GCV_ESCAPE_TAP) {
        out[n++] = '\\'; /* renders as a single backslash */
    }
    if (letter != 0) {
        out[n++] = letter;
    } else if (style == GCV_ESCAPE_JSON && code > 0xffff) {
        n += put_hex(out + n, gcv_high_surrogate(code), 4);
        out[n++] = '\\';
        n += put_hex(out + n, gcv_low_surrogate(code), 4);
    } else {
        n += put_hex(out + n, code, digits_of(code, style));
    }
    return n;
}

const char *gcv_entity_of(uint32_t code)
{
    return code == '&'   ? "&amp;"
           : code == '<' ? "&lt;"
           : code == '>' ? "&gt;"
           : code == '"' ? "&quot;"
                         : NULL;
}

/* The entity or percent code of a character, or NULL. */
static const char *name_in(gcv_escape_style style, char c)
{
    if (style == GCV_ESCAPE_XML) {
        return gcv_entity_of((unsigned char)c);
    }
    return style == GCV_ESCAPE_GITHUB && c == '%' ? "%25" : NULL;
}

/* Whether a preceding backslash (in csv: a doubled quote) is enough. */
static bool takes_backslash(const gcv_escape *escape, char c)
{
    switch (c) {
    case '#':
        return escape->style == GCV_ESCAPE_TAP;
    case ':':
        return escape->style == GCV_ESCAPE_MD;
    case '\\': /* rendered markdown and TAP have to be unambiguous, too */
        return escape->style == GCV_ESCAPE_TSV || escape->style == GCV_ESCAPE_JSON ||
               ((SLASH >> escape->style & 1) != 0 && !reads_as_escape(escape->rest, escape->style));
    default:
        return true;
    }
}

/* Writes the replacement of a printable character already taken off the text; returns its length.
 */
static size_t put_special(gcv_escape *escape, char c)
{
    const char *name = name_in(escape->style, c);
    if (name != NULL) {
        memcpy(escape->piece, name, strlen(name));
        return strlen(name);
    }
    if (!takes_backslash(escape, c)) {
        return put_code(escape->piece, (unsigned char)c, escape->style);
    }
    escape->piece[0] = escape->style == GCV_ESCAPE_CSV ? '"' : '\\';
    escape->piece[1] = c;
    return 2;
}

bool gcv_escape_next(gcv_escape *escape, gcv_slice *piece)
{
    size_t run = harmless(escape);
    size_t n = 0;
    if (run > 0) {
        *piece = gcv_slice_of(escape->rest.data, run);
        escape->rest.data += run;
        escape->rest.size -= run;
        escape->before = last_character(*piece);
        return true;
    }
    if (escape->rest.size == 0) {
        return false;
    }
    uint32_t code = gcv_utf8_next(&escape->rest);
    escape->before = code;
    if (code == GCV_REPLACEMENT) {
        n = gcv_utf8_put(escape->piece, code);
    } else if (is_special_anywhere(code, escape->style)) {
        n = put_code(escape->piece, code, escape->style);
    } else {
        n = put_special(escape, (char)code);
    }
    *piece = gcv_slice_of(escape->piece, n);
    return true;
}

/* ---- texts that are harmless as a whole --------------------------------------------------- */

#define EACH_BYTE UINT64_C(0x0101010101010101)
#define TOP_BITS (0x80 * EACH_BYTE)

/* Sets the top bit of each byte that is not 0; all bytes must be below 80. */
static uint64_t is_not(uint64_t bytes) { return bytes + 0x7f * EACH_BYTE; }

/* Copies eight bytes. In the result, the top bit of a byte is 0 if the byte is a control character,
 * above 7e or one of " # : and backslash. In the styles of gcv_escape_copy() that use this
 * function, no other byte needs care. */
static uint64_t copy_word(const char *from, char *to)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
    uint64_t low = word & ~TOP_BITS;
    return ~word & (low + (0x80 - 0x20) * EACH_BYTE) & ~(low + EACH_BYTE) &
           is_not((low & 0xfe * EACH_BYTE) ^ '"' * EACH_BYTE) & is_not(low ^ ':' * EACH_BYTE) &
           is_not(low ^ '\\' * EACH_BYTE);
}

static bool copy_bytes(gcv_escape_style style, gcv_slice text, char *out)
{
    unsigned care = 0;
    for (size_t i = 0; i < text.size; i++) {
        out[i] = text.data[i];
        care |= needs_care[(unsigned char)text.data[i]];
    }
    return (care >> style & 1) == 0;
}

bool gcv_escape_copy(gcv_escape_style style, gcv_slice text, char *out)
{
    const size_t word = sizeof(uint64_t);
    uint64_t harmless_bytes = TOP_BITS;
    size_t at;
    if (text.size < word || ((BIT(TEXT) | BIT(TSV) | BIT(CSV) | BIT(JSON)) >> style & 1) == 0) {
        return copy_bytes(style, text, out);
    }
    for (at = 0; at < text.size - word; at += word) {
        harmless_bytes &= copy_word(text.data + at, out + at);
    }
    at = text.size - word; /* the last word; overlaps the word before it */
    return (harmless_bytes & copy_word(text.data + at, out + at) & TOP_BITS) == TOP_BITS;
}
