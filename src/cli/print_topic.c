/* print_topic.c - markdown as text for a terminal: paragraphs are filled, headings are in upper
 * case, table rows become entries with hanging indentation, links lose their targets. Text to be
 * pasted stays as it is, and so do the backquotes around it. */
#include "cli/markdown.h"
#include "cli/help.h"

#include <string.h>

enum {
    ENTRY = 2,    /* column of a table entry … */
    HANGING = 24, /* … and of its text */
    CODE = 4
};

typedef struct printer {
    gcv_filler text;
    bool blank; /* an empty line is due before the next output */
} printer;

/* Ends the current paragraph, if any, and begins another. */
static void begin(printer *p, size_t indent)
{
    gcv_fill_end_line(&p->text);
    if (p->blank) {
        putc('\n', p->text.out);
    }
    p->blank = false;
    p->text.indent = indent;
}

static void print_heading(printer *p, const char *text)
{
    begin(p, 0);
    gcv_fill_markdown(&p->text, text, text + strlen(text), true);
    gcv_fill_end_word(&p->text);
}

/* Prints the first cell as the entry, the others as its text, separated by bars. */
static void print_row(printer *p, const char *at)
{
    const char *from, *to;
    begin(p, ENTRY);
    for (size_t i = 0; gcv_markdown_cell(&at, &from, &to); i++) {
        if (i > 1 && from + strspn(from, " ") < to) {
            gcv_fill_character(&p->text, '|');
            gcv_fill_end_word(&p->text);
        }
        gcv_fill_markdown(&p->text, from, to, false);
        gcv_fill_end_word(&p->text);
        if (i == 0 && p->text.column + 2 > HANGING) {
            gcv_fill_end_line(&p->text);
        }
        p->text.indent = HANGING;
    }
}

static void print_text(printer *p, const gcv_markdown_line *line)
{
    const char *text = line->text;
    if (line->kind != GCV_MARKDOWN_MORE) {
        begin(p, line->indent);
        gcv_fill_markdown(&p->text, text - line->mark, text, false);
        p->text.indent = line->indent + line->mark;
    }
    gcv_fill_markdown(&p->text, text, text + strlen(text), false);
    gcv_fill_end_word(&p->text);
}

static void print_code(printer *p, const char *line)
{
    if (*line == '\0') {
        p->blank = true;
        return;
    }
    begin(p, 0);
    gcv_fill_to(&p->text, CODE);
    gcv_fill_put(&p->text, line);
}

static void print_line(printer *p, const gcv_markdown_line *line)
{
    switch (line->kind) {
    case GCV_MARKDOWN_FENCE:
    case GCV_MARKDOWN_RULER:
        break;
    case GCV_MARKDOWN_BLANK:
        p->blank = true;
        break;
    case GCV_MARKDOWN_CODE:
        print_code(p, line->text);
        break;
    case GCV_MARKDOWN_HEADING:
        print_heading(p, line->text);
        break;
    case GCV_MARKDOWN_ROW:
        print_row(p, line->text);
        break;
    case GCV_MARKDOWN_TEXT:
    case GCV_MARKDOWN_ITEM:
    case GCV_MARKDOWN_MORE:
        print_text(p, line);
        break;
    }
}

void gcv_print_topic(FILE *out, const gcv_topic *topic)
{
    gcv_markdown document = {0};
    printer p = {.text.out = out};
    for (size_t i = 0; topic->lines[i] != NULL; i++) {
        gcv_markdown_line line = gcv_markdown_next(&document, topic->lines[i]);
        print_line(&p, &line);
    }
    gcv_fill_end_line(&p.text);
}
