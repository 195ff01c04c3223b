/* html.h - markup out: the only place that makes HTML and SVG.
 *
 * Elements are opened and closed by name, so that a page is well formed whatever is put into it,
 * and every text goes through one function that leaves nothing of it to be read as markup. A page
 * that is made of names from a dump needs no further care.
 *
 * Names of elements and attributes are constants of the program. Attributes come right behind
 * gcv_html_open(). As everywhere in output, the first failure is kept by the writer, and ends in
 * gcv_writer_end(). Texts: bytes that are not UTF-8 and characters that cannot be seen, or that
 * turn their neighbours round, come out as U+FFFD.
 */
#ifndef GCV_OUTPUT_HTML_H
#define GCV_OUTPUT_HTML_H

#include "output/writer.h"

enum {
    GCV_HTML_DEPTH_MAX = 512, /* open elements; of more, none is put */
    GCV_HTML_NAME_MAX = 780   /* bytes of a name; of a longer one the middle is left out */
};

struct gcv_buffer;

/* A text in memory, of at most so many bytes: of more, none is kept. */
typedef struct gcv_text_sink {
    gcv_context *ctx; /* NULL: there is none */
    struct gcv_buffer *buffer;
    size_t most;
    gcv_error *err; /* of the first failure, which the buffer keeps */
} gcv_text_sink;

typedef struct gcv_html {
    gcv_writer *writer; /* opened with the format "raw"; NULL: bytes go to `text` */
    gcv_text_sink text; /* of none: they are only counted */
    uint64_t bytes;     /* put so far */
    const char *open[GCV_HTML_DEPTH_MAX];
    size_t depth;
    bool in_tag; /* the start tag of the innermost element is not ended yet */
} gcv_html;

/* Puts the document type. */
void gcv_html_begin(gcv_html *html, gcv_writer *writer);
void gcv_html_begin_text(gcv_html *html, const gcv_text_sink *text);
/* Closes all elements, and ends the line. */
void gcv_html_end(gcv_html *html);

/* Elements. Those that HTML has without an end (meta, rect …) are closed like all others. */
void gcv_html_open(gcv_html *html, const char *element);
void gcv_html_open_class(gcv_html *html, const char *element, const char *name);
void gcv_html_close(gcv_html *html);
void gcv_html_close_to(gcv_html *html, size_t depth); /* until so many are open */

/* Attributes. The value may be any text. */
void gcv_html_attr(gcv_html *html, const char *name, const char *value);
void gcv_html_attr_count(gcv_html *html, const char *name, uint64_t value);
/* `12.345%`, of thousandths of a percent. */
void gcv_html_attr_percent(gcv_html *html, const char *name, uint64_t thousandths);

/* Texts. */
void gcv_html_text(gcv_html *html, gcv_slice text);
void gcv_html_str(gcv_html *html, const char *text);
/* An element that holds one text. */
void gcv_html_element(gcv_html *html, const char *element, const char *text);
/* The same with a class. */
void gcv_html_classed(gcv_html *html, const char *element, const char *name, const char *text);

/* Numbers as people read them: 1,234,567; -1,234 with the sign of minus, +1,234, ±0. */
void gcv_html_number(gcv_html *html, uint64_t value);
void gcv_html_delta(gcv_html *html, int64_t value);
/* 12.3 %, rounded half up; <0.1 % of what is not nothing; 0.0 % of nothing. */
void gcv_html_percent(gcv_html *html, uint64_t part, uint64_t whole);
/* 6.72 MiB: three digits. */
void gcv_html_size(gcv_html *html, uint64_t bytes);
/* A sentence of a report: numbers of four digits and more that stand alone get commas. */
void gcv_html_sentence(gcv_html *html, gcv_slice text);

/* A type name: what can be shortened first, the namespace, apart from the rest. */
void gcv_html_type(gcv_html *html, gcv_slice name);
/* A type name as it is, but for the middle of a very long one. */
void gcv_html_name(gcv_html *html, gcv_slice name);
/* The same without namespaces, those of type arguments included. */
void gcv_html_short_name(gcv_html *html, gcv_slice name);

/* Content of <style> and <script>, byte for byte: files of the source, which a test keeps from
 * ending the element. */
void gcv_html_verbatim(gcv_html *html, const unsigned char *bytes, size_t size);
/* Base64 of a digest of 32 bytes, in an attribute that is open: see gcv_html_attr_policy(). */
void gcv_html_attr_policy(gcv_html *html, const char *name, const unsigned char *style_digest,
                          const unsigned char *script_digest);

/* `part` of `whole` in thousandths of a percent, rounded down; at most all of it. */
uint64_t gcv_html_share(uint64_t part, uint64_t whole);

#endif
