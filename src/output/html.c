/* html.c - HTML and SVG output; see html.h. */
#include "output/html.h"

#include "base/number.h"
#include "output/escape.h"
#include "output/shorten.h"

#include <string.h>

/* ---- bytes -------------------------------------------------------------------------------- */

static void put(gcv_html *html, const char *text, size_t size)
{
    html->bytes += size;
    if (html->bytes <= html->most) {
        gcv_buffer_append(html->ctx, html->text, gcv_slice_of(text, size));
    }
}

static void put_str(gcv_html *html, const char *text) { put(html, text, strlen(text)); }

/* The replacement of a character that must not come out as it is; NULL: none is needed. */
static const char *replacement(uint32_t code)
{
    const bool is_none = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    const char *entity = code == '\'' ? "&#39;" : gcv_entity_of(code);
    return entity != NULL                                              ? entity
           : is_none || gcv_is_unseen(code) || code == GCV_REPLACEMENT ? "\xef\xbf\xbd"
                                                                       : NULL;
}

/* Replaces quotes only inside attributes, where they could end the value. */
static void put_escaped(gcv_html *html, gcv_slice text)
{
    const char *begin = text.data;
    while (text.size > 0) {
        const char *at = text.data;
        const uint32_t code = gcv_utf8_next(&text);
        const bool may_stay = !html->in_tag && (code == '"' || code == '\'');
        const char *instead = may_stay ? NULL : replacement(code);
        if (instead != NULL) {
            put(html, begin, (size_t)(at - begin));
            put_str(html, instead);
            begin = text.data;
        }
    }
    if (begin != text.data) {
        put(html, begin, (size_t)(text.data - begin));
    }
}

/* ---- templates ---------------------------------------------------------------------------- */

void gcv_html_fill(gcv_html *html, const char *markup, const gcv_html_value *values)
{
    const char *begin = markup;
    for (; *markup != '\0'; markup++) {
        if (*markup == '<' || *markup == '>') {
            html->in_tag = *markup == '<';
        } else if (*markup == '$' || (*markup == '\'' && html->in_tag)) {
            put(html, begin, (size_t)(markup - begin));
            begin = markup + 1;
            if (*markup == '\'') {
                put_str(html, "\"");
            } else {
                values->put(html, values);
                values++;
            }
        }
    }
    put(html, begin, (size_t)(markup - begin));
}

void gcv_html_put(gcv_html *html, const char *markup) { gcv_html_fill(html, markup, NULL); }

static gcv_html_value text_value(void (*put_it)(gcv_html *, const gcv_html_value *), gcv_slice text)
{
    return (gcv_html_value){put_it, text, 0, 0};
}

static gcv_html_value number_value(void (*put_it)(gcv_html *, const gcv_html_value *),
                                   uint64_t number, uint64_t whole)
{
    return (gcv_html_value){put_it, {NULL, 0}, number, whole};
}

/* ---- texts -------------------------------------------------------------------------------- */

static void put_text(gcv_html *html, const gcv_html_value *value)
{
    put_escaped(html, value->text);
}

gcv_html_value gcv_html_text(gcv_slice text) { return text_value(put_text, text); }

gcv_html_value gcv_html_str(const char *text) { return gcv_html_text(gcv_slice_str(text)); }

/* ---- numbers ------------------------------------------------------------------------------ */

static void put_grouped(gcv_html *html, const char *digits, size_t n)
{
    char text[GCV_GROUPED_MAX];
    put(html, text, gcv_group_digits(text, digits, n));
}

static void put_number(gcv_html *html, const gcv_html_value *value)
{
    char digits[GCV_NUMBER_MAX];
    put_grouped(html, digits, gcv_format_u64(digits, value->number));
}

gcv_html_value gcv_html_number(uint64_t value) { return number_value(put_number, value, 0); }

/* The distance is the number, the sign the text. */
static void put_delta(gcv_html *html, const gcv_html_value *value)
{
    put_text(html, value);
    put_number(html, value);
}

gcv_html_value gcv_html_delta(int64_t value)
{
    const uint64_t distance = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    gcv_html_value delta = number_value(put_delta, distance, 0);
    delta.text = gcv_slice_str(value > 0 ? "+" : value < 0 ? "\xe2\x88\x92" : "\xc2\xb1");
    return delta;
}

/* Scales both down until products with 10^5 fit; the lost digits do not matter. */
static void scale_down(uint64_t *part, uint64_t *whole)
{
    while (*whole > UINT64_MAX / 100000) {
        *whole >>= 4;
        *part >>= 4;
    }
}

uint64_t gcv_html_millipercent(uint64_t part, uint64_t whole)
{
    scale_down(&part, &whole);
    return whole == 0 ? 0 : part >= whole ? 100000 : part * 100000 / whole;
}

static void put_percent(gcv_html *html, const gcv_html_value *value)
{
    char text[2 * GCV_NUMBER_MAX];
    uint64_t part = value->number, whole = value->whole;
    scale_down(&part, &whole);
    uint64_t tenths = whole == 0 ? 0
                      : part / whole >= 10000
                          ? 10000000 /* of a nearly empty baseline */
                          : (part / whole * 1000) + (part % whole * 2000 + whole) / (whole * 2);
    if (tenths == 0 && part > 0) {
        put_str(html, "&lt;0.1\xc2\xa0%");
        return;
    }
    size_t n = gcv_format_u64(text, tenths / 10);
    text[n++] = '.';
    text[n++] = (char)('0' + tenths % 10);
    memcpy(text + n, "\xc2\xa0%", 3);
    put(html, text, n + 3);
}

gcv_html_value gcv_html_percent(uint64_t part, uint64_t whole)
{
    return number_value(put_percent, part, whole);
}

/* `bytes` in hundredths of a unit of 2^shift bytes, rounded half up. */
static uint64_t hundredths_of(uint64_t bytes, unsigned shift)
{
    const unsigned spare = shift > 50 ? 10 : 0; /* keeps the product within 64 bits */
    const uint64_t one = (uint64_t)1 << (shift - spare), rest = (bytes >> spare) & (one - 1);
    return (bytes >> shift) * 100 + (rest * 100 + one / 2) / one;
}

static void put_size(gcv_html *html, const gcv_html_value *value)
{
    static const char units[] = "KMGTPE";
    const uint64_t bytes = value->number;
    char text[2 * GCV_NUMBER_MAX];
    unsigned unit = 1;
    if (bytes < 1024) {
        put_number(html, value);
        put_str(html, bytes == 1 ? " byte" : " bytes");
        return;
    }
    while (unit < 6 && hundredths_of(bytes, 10 * unit) >= 99950) {
        unit++;
    }
    uint64_t hundredths = hundredths_of(bytes, 10 * unit);
    hundredths += hundredths >= 10000 ? 50 : hundredths >= 1000 ? 5 : 0;
    size_t n = gcv_format_u64(text, hundredths / 100);
    if (hundredths < 10000) {
        text[n++] = '.';
        text[n++] = (char)('0' + hundredths / 10 % 10);
    }
    if (hundredths < 1000) {
        text[n++] = (char)('0' + hundredths % 10);
    }
    text[n++] = ' ';
    text[n++] = units[unit - 1];
    memcpy(text + n, "iB", 2);
    put(html, text, n + 2);
}

gcv_html_value gcv_html_size(uint64_t bytes) { return number_value(put_size, bytes, 0); }

static void put_sentence(gcv_html *html, const gcv_html_value *value)
{
    const gcv_slice text = value->text;
    size_t begin = 0, n;
    while (begin < text.size) {
        const size_t at = gcv_next_to_group(text, begin, &n);
        put_escaped(html, gcv_slice_of(text.data + begin, at - begin));
        if (n > 0) {
            put_grouped(html, text.data + at, n);
        }
        begin = at + n;
    }
}

gcv_html_value gcv_html_sentence(gcv_slice text) { return text_value(put_sentence, text); }

static void put_plain(gcv_html *html, const gcv_html_value *value)
{
    char digits[GCV_NUMBER_MAX];
    put(html, digits, gcv_format_u64(digits, value->number));
}

gcv_html_value gcv_html_plain(uint64_t value) { return number_value(put_plain, value, 0); }

static void put_length(gcv_html *html, const gcv_html_value *value)
{
    char text[GCV_NUMBER_MAX + 8];
    size_t n = gcv_format_u64(text, value->number / 1000);
    text[n++] = '.';
    for (uint64_t unit = 100; unit > 0; unit /= 10) {
        text[n++] = (char)('0' + value->number / unit % 10);
    }
    while (text[n - 1] == '0') {
        n--;
    }
    n -= text[n - 1] == '.';
    text[n++] = '%';
    put(html, text, n);
}

gcv_html_value gcv_html_length(uint64_t thousandths)
{
    return number_value(put_length, thousandths, 0);
}

/* ---- names -------------------------------------------------------------------------------- */

/* The first place from `at` on where a character begins. */
static size_t character_at(gcv_slice text, size_t at)
{
    while (at < text.size && ((unsigned char)text.data[at] & 0xc0) == 0x80) {
        at++;
    }
    return at;
}

static void put_name(gcv_html *html, const gcv_html_value *value)
{
    const gcv_slice name = value->text;
    if (name.size <= GCV_HTML_NAME_MAX) {
        put_escaped(html, name);
        return;
    }
    const size_t first = character_at(name, GCV_HTML_NAME_MAX * 2 / 3);
    const size_t last = character_at(name, name.size - GCV_HTML_NAME_MAX / 3);
    put_escaped(html, gcv_slice_of(name.data, first));
    put_str(html, "\xe2\x80\xa6");
    put_escaped(html, gcv_slice_from(name, last));
}

gcv_html_value gcv_html_name(gcv_slice name) { return text_value(put_name, name); }

static void put_type(gcv_html *html, const gcv_html_value *value)
{
    const gcv_slice name = value->text;
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    const gcv_name_part part = gcv_name_scan_next(&scan);
    const size_t end = part.kind == GCV_NAME_NAMESPACE ? part.end : 0;
    if (name.size <= GCV_HTML_NAME_MAX) {
        GCV_HTML_FILL(html, "<span class='t' title='$'>", gcv_html_text(name));
    } else {
        gcv_html_put(html, "<span class='t'>");
    }
    if (end > 0) {
        GCV_HTML_FILL(html, "<span>$</span>", gcv_html_name(gcv_slice_of(name.data, end)));
    }
    GCV_HTML_FILL(html, "<b>$</b></span>", gcv_html_name(gcv_slice_from(name, end)));
}

gcv_html_value gcv_html_type(gcv_slice name) { return text_value(put_type, name); }

static void put_short_name(gcv_html *html, const gcv_html_value *value)
{
    gcv_name_scan scan = gcv_name_scan_from(value->text, 0, 0);
    gcv_name_part part;
    size_t size = 0;
    while ((part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END && size < GCV_HTML_NAME_MAX) {
        if (part.kind != GCV_NAME_NAMESPACE) {
            const gcv_html_value shown =
                gcv_html_name(gcv_slice_of(value->text.data + part.at, part.end - part.at));
            put_name(html, &shown);
            size += part.end - part.at;
        }
    }
}

gcv_html_value gcv_html_short_name(gcv_slice name) { return text_value(put_short_name, name); }

/* ---- style and script --------------------------------------------------------------------- */

static void put_verbatim(gcv_html *html, const gcv_html_value *value)
{
    put(html, value->text.data, value->text.size);
}

gcv_html_value gcv_html_verbatim(const unsigned char *bytes, size_t size)
{
    return text_value(put_verbatim, gcv_slice_of((const char *)bytes, size));
}

static void put_base64(gcv_html *html, const unsigned char *digest)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[44];
    size_t n = 0;
    for (size_t i = 0; i < 33; i += 3) {
        const uint32_t last = i + 2 < 32 ? digest[i + 2] : 0;
        const uint32_t bits = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8 | last;
        text[n++] = letters[bits >> 18];
        text[n++] = letters[bits >> 12 & 63];
        text[n++] = letters[bits >> 6 & 63];
        text[n++] = letters[bits & 63];
    }
    text[43] = '='; /* 32 bytes encode to 43 letters and one `=` */
    put(html, text, sizeof text);
}

void gcv_html_put_policy(gcv_html *html, const unsigned char *style_digest,
                         const unsigned char *script_digest)
{
    put_str(html, "default-src 'none'; style-src 'sha256-");
    put_base64(html, style_digest);
    put_str(html, "'; script-src 'sha256-");
    put_base64(html, script_digest);
    put_str(html, "'; base-uri 'none'; form-action 'none'");
}
