/* markdown.h - the markdown of docs, line by line and character by character. Only what docs has is
 * understood: headings, paragraphs, items of lists, tables, fenced code; links, bold text, quotes.
 */
#ifndef GCV_CLI_MARKDOWN_H
#define GCV_CLI_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gcv_markdown_kind {
    GCV_MARKDOWN_BLANK,
    GCV_MARKDOWN_FENCE, /* begins or ends code */
    GCV_MARKDOWN_CODE,
    GCV_MARKDOWN_HEADING,
    GCV_MARKDOWN_ROW, /* of a table; the line below its head is GCV_MARKDOWN_RULER */
    GCV_MARKDOWN_RULER,
    GCV_MARKDOWN_TEXT, /* begins a paragraph */
    GCV_MARKDOWN_ITEM, /* begins a paragraph that is an item of a list */
    GCV_MARKDOWN_MORE  /* goes on with the paragraph */
} gcv_markdown_kind;

typedef struct gcv_markdown_line {
    gcv_markdown_kind kind;
    const char *text; /* behind what makes the line what it is */
    size_t indent;    /* spaces in front of it */
    size_t mark;      /* GCV_MARKDOWN_ITEM: size of `* ` or `1. `, right in front of the text */
    size_t level;     /* GCV_MARKDOWN_HEADING: from 1 on */
} gcv_markdown_line;

/* Between two lines; zeroed before the first. */
typedef struct gcv_markdown {
    bool code; /* between fences */
    bool open; /* a paragraph may go on */
} gcv_markdown;

gcv_markdown_line gcv_markdown_next(gcv_markdown *document, const char *line);

/* The next cell of a row: `*at` is the text of the line, then what the call before left there.
 * False: there is none. */
bool gcv_markdown_cell(const char **at, const char **begin, const char **end);

/* Text of a paragraph, a heading or a cell, without its markup. Backquotes stay: they mark what is
 * to be typed. */
typedef struct gcv_markdown_text {
    const char *at, *end;
    const char *target; /* where the text of the link at hand ends; NULL */
    bool quoted;
} gcv_markdown_text;

gcv_markdown_text gcv_markdown_text_of(const char *begin, const char *end);
/* False: there is no more. */
bool gcv_markdown_character(gcv_markdown_text *text, char *c);

#endif
