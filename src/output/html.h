/* html.h - HTML and SVG output: the only place that makes markup.
 *
 * Markup is written as templates, which are constants of the program. Each `$` in a template stands
 * for the next value. A value is put by its kind, and escaped for its place, a text or an
 * attribute, so nothing in it is ever read as markup: a page of names from a dump needs no further
 * care. Attributes are in apostrophes in a template, and come out in quotes.
 * A template may be a part of an element, even of a tag; that a page is well formed is a matter of
 * its templates, which tests/whole/page_reader.c reads as strictly as a reader can.
 *
 * Texts: bytes that are not UTF-8, invisible characters and characters that change text direction
 * come out as U+FFFD.
 */
#ifndef GCV_OUTPUT_HTML_H
#define GCV_OUTPUT_HTML_H

#include "base/buffer.h"

enum { GCV_HTML_NAME_MAX = 780 /* bytes of a name; a longer one loses its middle */ };

/* Output into memory, limited to `most` bytes; output that would exceed it is only counted. */
typedef struct gcv_html {
    gcv_context *ctx;
    gcv_buffer *text;
    size_t most;
    uint64_t bytes; /* number put so far */
    bool in_tag;    /* the next value is one of an attribute */
} gcv_html;

typedef struct gcv_html_value gcv_html_value;

/* Which members are used depends on the kind, that is, on `put`. */
struct gcv_html_value {
    void (*put)(gcv_html *html, const gcv_html_value *value);
    gcv_slice text; /* borrowed until the value is put */
    uint64_t number, whole;
};

/* Puts a template without values, and one with as many values as it has dollar signs. */
void gcv_html_put(gcv_html *html, const char *markup);
void gcv_html_fill(gcv_html *html, const char *markup, const gcv_html_value *values);
#define GCV_HTML_FILL(html, markup, ...)                                                           \
    gcv_html_fill(html, "" markup, (const gcv_html_value[]){__VA_ARGS__})

gcv_html_value gcv_html_text(gcv_slice text);
gcv_html_value gcv_html_str(const char *text);

/* Numbers as people read them: 1,234,567; -1,234 with a true minus sign, +1,234, ±0. */
gcv_html_value gcv_html_number(uint64_t value);
gcv_html_value gcv_html_delta(int64_t value);
/* 12.3 %, rounded half up; <0.1 % if not zero but rounded to 0.0; 0.0 % of nothing. */
gcv_html_value gcv_html_percent(uint64_t part, uint64_t whole);
/* 6.72 MiB: three digits. */
gcv_html_value gcv_html_size(uint64_t bytes);
/* A sentence of a report: standalone numbers of four or more digits get commas. */
gcv_html_value gcv_html_sentence(gcv_slice text);

/* Numbers in attributes: plain, and `12.345%`, from thousandths of a percent. */
gcv_html_value gcv_html_plain(uint64_t value);
gcv_html_value gcv_html_length(uint64_t thousandths);

/* A type name in an element of its own. Its namespace, which can be shortened first, is a separate
 * element. */
gcv_html_value gcv_html_type(gcv_slice name);
/* A name without its middle if it is very long. */
gcv_html_value gcv_html_name(gcv_slice name);
/* A type name without namespaces, those of type arguments included. */
gcv_html_value gcv_html_short_name(gcv_slice name);

/* Content of <style> and <script>, byte for byte. The files are part of the source; a test makes
 * sure that they do not end the element. */
gcv_html_value gcv_html_verbatim(const unsigned char *bytes, size_t size);
/* Puts a content security policy, the value of an attribute. It allows only the style and the
 * script with these SHA-256 digests of 32 bytes. */
void gcv_html_put_policy(gcv_html *html, const unsigned char *style_digest,
                         const unsigned char *script_digest);

/* Returns the share in thousandths of a percent, rounded down, at most 100000. */
uint64_t gcv_html_millipercent(uint64_t part, uint64_t whole);

#endif
