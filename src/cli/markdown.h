/* markdown.h - parses the markdown of docs, line by line and character by character. Only what docs
 * uses is supported: headings, paragraphs, list items, tables, fenced code; links, bold text,
 * quotes.
 */
#ifndef GCV_CLI_MARKDOWN_H
#define GCV_CLI_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gcv_markdown_kind {
    GCV_MARKDOWN_BLANK,
    GCV_MARKDOWN_FENCE, /* begins or ends a code block */
    GCV_MARKDOWN_CODE,
    GCV_MARKDOWN_HEADING,
    GCV_MARKDOWN_ROW, /* of a table; the line below its header is GCV_MARKDOWN_RULER */
    GCV_MARKDOWN_RULER,
    GCV_MARKDOWN_TEXT, /* begins a paragraph */
    GCV_MARKDOWN_ITEM, /* begins a paragraph that is a list item */
    GCV_MARKDOWN_MORE  /* continues the paragraph */
} gcv_markdown_kind;

typedef struct gcv_markdown_line {
    gcv_markdown_kind kind;
    const char *text; /* after the markup that begins the line */
    size_t indent;    /* number of spaces before it */
    size_t mark;      /* GCV_MARKDOWN_ITEM: size of `* ` or `1. `, directly before the text */
    size_t level;     /* GCV_MARKDOWN_HEADING: counted from 1 */
} gcv_markdown_line;

/* Parser state between two lines; zeroed before the first. */
typedef struct gcv_markdown {
    bool code; /* between fences */
    bool open; /* the next line may continue the paragraph */
} gcv_markdown;

gcv_markdown_line gcv_markdown_next(gcv_markdown *document, const char *line);

/* Returns the next cell of a row. `*at` is the text of the line, then what the previous call left
 * there. False: no more cells. */
bool gcv_markdown_cell(const char **at, const char **begin, const char **end);

/* Text of a paragraph, a heading or a cell, without its markup; zeroed but for the first two.
 * Backquotes stay: they mark text to be typed. */
typedef struct gcv_markdown_text {
    const char *at, *end;
    const char *target; /* end of the current link's text; NULL: not in a link */
    bool quoted;
} gcv_markdown_text;

/* Returns the next character; false: no more. */
bool gcv_markdown_character(gcv_markdown_text *text, char *c);

#endif
