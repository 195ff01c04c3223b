/* html.h - HTML and SVG output: the only place that makes markup.
 *
 * Elements are opened and closed by name, so a page is well formed whatever it contains, and every
 * text goes through one function that escapes everything that could be read as markup. A page of
 * names from a dump needs no further care.
 *
 * Names of elements and attributes are constants of the program. Attributes directly follow
 * gcv_html_open(). Texts: bytes that are not UTF-8, invisible characters and characters
 * that change text direction come out as U+FFFD.
 */
#ifndef GCV_OUTPUT_HTML_H
#define GCV_OUTPUT_HTML_H

#include "output/writer.h"

enum {
    GCV_HTML_DEPTH_MAX = 512, /* open elements; deeper ones are not put */
    GCV_HTML_WAITING = 1024,
    GCV_HTML_NAME_MAX = 780 /* bytes of a name; a longer one loses its middle */
};

struct gcv_buffer;

/* Output into memory, limited to `most` bytes; output that would exceed it is dropped. */
typedef struct gcv_text_sink {
    gcv_context *ctx; /* NULL: no output in memory */
    struct gcv_buffer *buffer;
    size_t most;
} gcv_text_sink;

typedef struct gcv_html {
    gcv_writer *writer;             /* opened with the format "raw"; NULL: bytes go to `text` */
    gcv_text_sink text;             /* without one, bytes are only counted */
    uint64_t bytes;                 /* number put so far */
    char waiting[GCV_HTML_WAITING]; /* the last of these bytes, which are not handed on yet */
    size_t n_waiting;
    const char *open[GCV_HTML_DEPTH_MAX];
    size_t depth;
    bool in_tag; /* the start tag of the innermost element is still open */
} gcv_html;

/* Puts the document type. */
void gcv_html_begin(gcv_html *html, gcv_writer *writer);
void gcv_html_begin_text(gcv_html *html, const gcv_text_sink *text);
/* Closes all elements and ends the line. */
void gcv_html_end(gcv_html *html);

/* Elements. Void elements of HTML (meta …) and those of SVG (rect …) are closed like all others. */
void gcv_html_open(gcv_html *html, const char *element);
void gcv_html_open_class(gcv_html *html, const char *element, const char *name);
void gcv_html_close(gcv_html *html);
void gcv_html_close_to(gcv_html *html, size_t depth); /* until `depth` elements are open */

/* Attributes. The value may be any text. */
void gcv_html_attr(gcv_html *html, const char *name, const char *value);
void gcv_html_attr_count(gcv_html *html, const char *name, uint64_t value);
/* `12.345%`, from thousandths of a percent. */
void gcv_html_attr_percent(gcv_html *html, const char *name, uint64_t thousandths);

/* Texts. */
void gcv_html_text(gcv_html *html, gcv_slice text);
void gcv_html_str(gcv_html *html, const char *text);
/* Puts an element that contains one text. */
void gcv_html_element(gcv_html *html, const char *element, const char *text);
/* The same with a class. */
void gcv_html_classed(gcv_html *html, const char *element, const char *name, const char *text);

/* Numbers as people read them: 1,234,567; -1,234 with a true minus sign, +1,234, ±0. */
void gcv_html_number(gcv_html *html, uint64_t value);
void gcv_html_delta(gcv_html *html, int64_t value);
/* 12.3 %, rounded half up; <0.1 % if not zero but rounded to 0.0; 0.0 % of nothing. */
void gcv_html_percent(gcv_html *html, uint64_t part, uint64_t whole);
/* 6.72 MiB: three digits. */
void gcv_html_size(gcv_html *html, uint64_t bytes);
/* A sentence of a report: standalone numbers of four or more digits get commas. */
void gcv_html_sentence(gcv_html *html, gcv_slice text);

/* A type name. Its namespace, which can be shortened first, is a separate element. */
void gcv_html_type(gcv_html *html, gcv_slice name);
/* A type name without its middle if it is very long. */
void gcv_html_name(gcv_html *html, gcv_slice name);
/* The same without namespaces, those of type arguments included. */
void gcv_html_short_name(gcv_html *html, gcv_slice name);

/* Content of <style> and <script>, byte for byte. The files are part of the source; a test makes
 * sure that they do not end the element. */
void gcv_html_verbatim(gcv_html *html, const unsigned char *bytes, size_t size);
/* Puts an attribute with a content security policy. The policy allows only the style and the script
 * with these SHA-256 digests of 32 bytes. */
void gcv_html_attr_policy(gcv_html *html, const char *name, const unsigned char *style_digest,
                          const unsigned char *script_digest);

/* Returns the share in thousandths of a percent, rounded down, at most 100000. */
uint64_t gcv_html_millipercent(uint64_t part, uint64_t whole);

#endif
