/* html.c - HTML and SVG output; see html.h. */
#include "output/html.h"

#include "base/buffer.h"
#include "base/grouped.h"
#include "output/name_parts.h"

#include <string.h>

/* ---- bytes -------------------------------------------------------------------------------- */

static void hand_on(gcv_html *html, const char *text, size_t size)
{
    if (html->writer != NULL) {
        gcv_writer_put(html->writer, text, size);
    } else if (html->text.ctx != NULL && html->bytes <= html->text.most) {
        gcv_buffer_append(html->text.ctx, html->text.buffer, gcv_slice_of(text, size));
    }
}

static void hand_on_waiting(gcv_html *html)
{
    if (html->n_waiting > 0) {
        hand_on(html, html->waiting, html->n_waiting);
        html->n_waiting = 0;
    }
}

/* Most pieces are of a few bytes: these wait for others. */
static inline void put(gcv_html *html, const char *text, size_t size)
{
    html->bytes += size;
    if (size > sizeof html->waiting - html->n_waiting) {
        hand_on_waiting(html);
    }
    if (size <= sizeof html->waiting) {
        memcpy(html->waiting + html->n_waiting, text, size);
        html->n_waiting += size;
    } else {
        hand_on(html, text, size);
    }
}

static inline void put_str(gcv_html *html, const char *text) { put(html, text, strlen(text)); }

static bool is_one_of(const char *const *list, const char *name)
{
    for (; *list != NULL; list++) {
        if ((*list)[0] == name[0] && strcmp(*list, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The replacement of a character that must not come out as it is; NULL: none is needed. */
static const char *replacement(uint32_t code)
{
    const bool is_none = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return is_none || gcv_is_unseen(code) || code == GCV_REPLACEMENT ? "\xef\xbf\xbd" : NULL;
    }
}

/* Whether a byte comes out as it is. A fast check for most bytes of most texts. */
static bool is_plain(char c)
{
    return (c >= '?' && c <= '~') || (c >= '(' && c <= ';') || c == ' ' || c == '=';
}

/* Replaces quotes only inside attributes, where they could end the value. */
static void put_escaped(gcv_html *html, gcv_slice text, bool in_attribute)
{
    uint32_t code;
    const char *begin = text.data;
    const char *at = begin;
    if (text.size == 0) {
        return; /* an empty text may be NULL */
    }
    const char *end = begin + text.size;
    for (;;) {
        while (at < end && is_plain(*at)) {
            at++;
        }
        if (at == end) {
            break;
        }
        text = gcv_slice_of(at, (size_t)(end - at));
        code = gcv_utf8_next(&text);
        if (in_attribute || (code != '"' && code != '\'')) {
            const char *instead = replacement(code);
            if (instead != NULL) {
                put(html, begin, (size_t)(at - begin));
                put_str(html, instead);
                begin = text.data;
            }
        }
        at = text.data;
    }
    if (begin != end) {
        put(html, begin, (size_t)(end - begin));
    }
}

/* ---- elements ----------------------------------------------------------------------------- */

static const char doctype[] = "<!DOCTYPE html>";

void gcv_html_begin(gcv_html *html, gcv_writer *writer)
{
    memset(html, 0, sizeof *html);
    html->writer = writer;
    put_str(html, doctype);
}

void gcv_html_begin_text(gcv_html *html, const gcv_text_sink *text)
{
    memset(html, 0, sizeof *html);
    html->text = *text;
    put_str(html, doctype);
}

static void end_tag(gcv_html *html)
{
    if (html->in_tag) {
        put_str(html, ">");
        html->in_tag = false;
    }
}

/* Whether a name of two letters is in a list of such names. */
static bool is_short_one_of(const char *list, const char *name)
{
    while (list[0] != '\0' && (list[0] != name[0] || list[1] != name[1])) {
        list += 2;
    }
    return list[0] != '\0';
}

/* Whether the element begins a line, because people read the source, too. */
static bool begins_line(const char *element)
{
    static const char *const names[] = {"svg",   "section", "table",  "meta",   "html",
                                        "head",  "body",    "main",   "header", "nav",
                                        "title", "style",   "script", NULL};
    return element[1] == '\0'   ? element[0] == 'p' /* b, i: frequent */
           : element[2] == '\0' ? is_short_one_of("litrulh1h2h3oldl", element)
                                : is_one_of(names, element);
}

/* Whether the browser closes the element by itself. A page has thousands of these. */
static bool needs_no_end(const char *element)
{
    return element[1] != '\0' && (element[2] == '\0' ? is_short_one_of("litdtrth", element)
                                                     : strcmp(element, "meta") == 0);
}

void gcv_html_open(gcv_html *html, const char *element)
{
    end_tag(html);
    if (html->depth < GCV_HTML_DEPTH_MAX) {
        html->open[html->depth] = element;
        put_str(html, begins_line(element) ? "\n<" : "<");
        put_str(html, element);
        html->in_tag = true;
    }
    html->depth++;
}

void gcv_html_open_class(gcv_html *html, const char *element, const char *name)
{
    gcv_html_open(html, element);
    gcv_html_attr(html, "class", name);
}

void gcv_html_close(gcv_html *html)
{
    html->depth--;
    if (html->depth >= GCV_HTML_DEPTH_MAX) {
        return;
    }
    const char *element = html->open[html->depth];
    if (html->in_tag && strcmp(element, "rect") == 0) {
        put_str(html, "/>");
        html->in_tag = false;
        return;
    }
    end_tag(html);
    if (!needs_no_end(element)) {
        put_str(html, "</");
        put_str(html, element);
        put_str(html, ">");
    }
}

void gcv_html_close_to(gcv_html *html, size_t depth)
{
    while (html->depth > depth) {
        gcv_html_close(html);
    }
}

void gcv_html_end(gcv_html *html)
{
    gcv_html_close_to(html, 0);
    put_str(html, "\n");
    hand_on_waiting(html);
}

/* ---- attributes --------------------------------------------------------------------------- */

static void put_attr(gcv_html *html, const char *name, gcv_slice value)
{
    if (!html->in_tag) {
        return;
    }
    put_str(html, " ");
    put_str(html, name);
    put_str(html, "=\"");
    put_escaped(html, value, true);
    put_str(html, "\"");
}

void gcv_html_attr(gcv_html *html, const char *name, const char *value)
{
    put_attr(html, name, gcv_slice_str(value));
}

void gcv_html_attr_count(gcv_html *html, const char *name, uint64_t value)
{
    char digits[GCV_NUMBER_MAX];
    gcv_format_u64(digits, value);
    gcv_html_attr(html, name, digits);
}

void gcv_html_attr_percent(gcv_html *html, const char *name, uint64_t thousandths)
{
    char text[GCV_NUMBER_MAX + 8];
    size_t n = gcv_format_u64(text, thousandths / 1000);
    text[n++] = '.';
    text[n++] = (char)('0' + thousandths / 100 % 10);
    text[n++] = (char)('0' + thousandths / 10 % 10);
    text[n++] = (char)('0' + thousandths % 10);
    while (text[n - 1] == '0') {
        n--;
    }
    n -= text[n - 1] == '.';
    memcpy(text + n, "%", 2);
    gcv_html_attr(html, name, text);
}

/* ---- texts -------------------------------------------------------------------------------- */

void gcv_html_text(gcv_html *html, gcv_slice text)
{
    end_tag(html);
    put_escaped(html, text, false);
}

void gcv_html_str(gcv_html *html, const char *text) { gcv_html_text(html, gcv_slice_str(text)); }

void gcv_html_element(gcv_html *html, const char *element, const char *text)
{
    gcv_html_open(html, element);
    gcv_html_str(html, text);
    gcv_html_close(html);
}

void gcv_html_classed(gcv_html *html, const char *element, const char *name, const char *text)
{
    gcv_html_open_class(html, element, name);
    gcv_html_str(html, text);
    gcv_html_close(html);
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void put_grouped(gcv_html *html, const char *digits, size_t n)
{
    char text[GCV_GROUPED_MAX];
    n = gcv_group_digits(text, digits, n);
    end_tag(html);
    put(html, text, n);
}

void gcv_html_number(gcv_html *html, uint64_t value)
{
    char digits[GCV_NUMBER_MAX];
    put_grouped(html, digits, gcv_format_u64(digits, value));
}

void gcv_html_delta(gcv_html *html, int64_t value)
{
    const uint64_t distance = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    gcv_html_str(html, value > 0 ? "+" : value < 0 ? "\xe2\x88\x92" : "\xc2\xb1");
    gcv_html_number(html, distance);
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

void gcv_html_percent(gcv_html *html, uint64_t part, uint64_t whole)
{
    char text[2 * GCV_NUMBER_MAX];
    scale_down(&part, &whole);
    uint64_t tenths = whole == 0 ? 0
                      : part / whole >= 10000
                          ? 10000000 /* of a nearly empty baseline */
                          : (part / whole * 1000) + (part % whole * 2000 + whole) / (whole * 2);
    if (tenths == 0 && part > 0) {
        gcv_html_str(html, "<0.1\xc2\xa0%");
        return;
    }
    size_t n = gcv_format_u64(text, tenths / 10);
    text[n++] = '.';
    text[n++] = (char)('0' + tenths % 10);
    memcpy(text + n, "\xc2\xa0%", 3);
    end_tag(html);
    put(html, text, n + 3);
}

/* `bytes` in hundredths of a unit of 2^shift bytes, rounded half up. */
static uint64_t hundredths_of(uint64_t bytes, unsigned shift)
{
    const unsigned spare = shift > 50 ? 10 : 0; /* keeps the product within 64 bits */
    const uint64_t one = (uint64_t)1 << (shift - spare), rest = (bytes >> spare) & (one - 1);
    return (bytes >> shift) * 100 + (rest * 100 + one / 2) / one;
}

void gcv_html_size(gcv_html *html, uint64_t bytes)
{
    static const char units[] = "KMGTPE";
    char text[2 * GCV_NUMBER_MAX];
    unsigned unit = 1;
    if (bytes < 1024) {
        gcv_html_number(html, bytes);
        gcv_html_str(html, bytes == 1 ? " byte" : " bytes");
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
    memcpy(text + n, "iB", 3);
    gcv_html_str(html, text);
}

void gcv_html_sentence(gcv_html *html, gcv_slice text)
{
    size_t begin = 0, n;
    while (begin < text.size) {
        const size_t at = gcv_next_to_group(text, begin, &n);
        gcv_html_text(html, gcv_slice_of(text.data + begin, at - begin));
        if (n > 0) {
            put_grouped(html, text.data + at, n);
        }
        begin = at + n;
    }
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

void gcv_html_name(gcv_html *html, gcv_slice name)
{
    if (name.size <= GCV_HTML_NAME_MAX) {
        gcv_html_text(html, name);
        return;
    }
    size_t first = character_at(name, GCV_HTML_NAME_MAX * 2 / 3);
    size_t last = character_at(name, name.size - GCV_HTML_NAME_MAX / 3);
    gcv_html_text(html, gcv_slice_of(name.data, first));
    gcv_html_str(html, "\xe2\x80\xa6");
    gcv_html_text(html, gcv_slice_of(name.data + last, name.size - last));
}

void gcv_html_type(gcv_html *html, gcv_slice name)
{
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    const gcv_name_part part = gcv_name_scan_next(&scan);
    const size_t end = part.kind == GCV_NAME_NAMESPACE ? part.end : 0;
    gcv_html_open_class(html, "span", "t");
    if (name.size <= GCV_HTML_NAME_MAX) {
        put_attr(html, "title", name);
    }
    if (end > 0) {
        gcv_html_open(html, "span");
        gcv_html_name(html, gcv_slice_of(name.data, end));
        gcv_html_close(html);
    }
    gcv_html_open(html, "b");
    gcv_html_name(html, gcv_slice_of(name.data + end, name.size - end));
    gcv_html_close(html);
    gcv_html_close(html);
}

void gcv_html_short_name(gcv_html *html, gcv_slice name)
{
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    gcv_name_part part;
    size_t size = 0;
    while ((part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END && size < GCV_HTML_NAME_MAX) {
        if (part.kind != GCV_NAME_NAMESPACE) {
            gcv_html_name(html, gcv_slice_of(name.data + part.at, part.end - part.at));
            size += part.end - part.at;
        }
    }
}

/* ---- style and script --------------------------------------------------------------------- */

void gcv_html_verbatim(gcv_html *html, const unsigned char *bytes, size_t size)
{
    end_tag(html);
    put(html, (const char *)bytes, size);
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

void gcv_html_attr_policy(gcv_html *html, const char *name, const unsigned char *style_digest,
                          const unsigned char *script_digest)
{
    put_str(html, " ");
    put_str(html, name);
    put_str(html, "=\"default-src 'none'; style-src 'sha256-");
    put_base64(html, style_digest);
    put_str(html, "'; script-src 'sha256-");
    put_base64(html, script_digest);
    put_str(html, "'; base-uri 'none'; form-action 'none'\"");
}
