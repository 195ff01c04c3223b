/* print_topic.c - markdown as text for a terminal: paragraphs are filled, headings are in upper
 * case, table rows become entries with hanging indentation, links lose their targets. Text to be
 * pasted stays as it is, and so do the backquotes around it. */
#include "cli/markdown.h"
#include "cli/help.h"

#include "output/display.h"

#include <ctype.h>
#include <string.h>

enum {
    WIDTH = 78,
    ENTRY = 2,    /* column of a table entry … */
    HANGING = 24, /* … and of its text */
    CODE = 4,
    WORD_MAX = 400
};

typedef struct printer {
    FILE *out;
    size_t indent; /* of the lines in the paragraph */
    size_t column; /* 0: the line is empty */
    char word[WORD_MAX];
    size_t n_word;
    bool is_heading;
    bool blank; /* an empty line is due before the next output */
} printer;

/* ---- words -------------------------------------------------------------------------------- */

static void move_to(printer *p, size_t column)
{
    for (; p->column < column; p->column++) {
        putc(' ', p->out);
    }
}

static void end_line(printer *p)
{
    if (p->column > 0) {
        putc('\n', p->out);
    }
    p->column = 0;
}

static void end_word(printer *p)
{
    size_t width = gcv_display_width(gcv_slice_of(p->word, p->n_word));
    if (p->n_word == 0) {
        return;
    }
    if (p->column > p->indent && p->column + 1 + width > WIDTH) {
        end_line(p);
    } else if (p->column > p->indent) {
        move_to(p, p->column + 1);
    }
    move_to(p, p->indent);
    (void)fwrite(p->word, 1, p->n_word, p->out);
    p->column += width;
    p->n_word = 0;
}

static void add(printer *p, char c)
{
    if (c == ' ') {
        end_word(p);
        return;
    }
    if (p->n_word == WORD_MAX) {
        end_word(p);
    }
    p->word[p->n_word++] = p->is_heading ? (char)toupper((unsigned char)c) : c;
}

/* Adds the text of a paragraph or a cell. */
static void add_text(printer *p, const char *at, const char *end)
{
    gcv_markdown_text text = {.at = at, .end = end};
    char c;
    while (gcv_markdown_character(&text, &c)) {
        add(p, c);
    }
}

/* ---- lines -------------------------------------------------------------------------------- */

/* Ends the current paragraph, if any, and begins another. */
static void begin(printer *p, size_t indent)
{
    end_line(p);
    if (p->blank) {
        putc('\n', p->out);
    }
    p->blank = false;
    p->indent = indent;
}

static void print_heading(printer *p, const char *text)
{
    begin(p, 0);
    p->is_heading = true;
    add_text(p, text, text + strlen(text));
    end_word(p);
    p->is_heading = false;
}

/* Prints the first cell as the entry, the others as its text, separated by bars. */
static void print_row(printer *p, const char *at)
{
    const char *from, *to;
    begin(p, ENTRY);
    for (size_t i = 0; gcv_markdown_cell(&at, &from, &to); i++) {
        if (i > 1 && from + strspn(from, " ") < to) {
            add(p, '|');
            end_word(p);
        }
        add_text(p, from, to);
        end_word(p);
        if (i == 0 && p->column + 2 > HANGING) {
            end_line(p);
        }
        p->indent = HANGING;
    }
}

static void print_text(printer *p, const gcv_markdown_line *line)
{
    const char *text = line->text;
    if (line->kind != GCV_MARKDOWN_MORE) {
        begin(p, line->indent);
        add_text(p, text - line->mark, text);
        p->indent = line->indent + line->mark;
    }
    add_text(p, text, text + strlen(text));
    end_word(p);
}

static void print_code(printer *p, const char *line)
{
    if (*line == '\0') {
        p->blank = true;
        return;
    }
    begin(p, 0);
    move_to(p, CODE);
    fputs(line, p->out);
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
    printer p = {.out = out};
    for (size_t i = 0; topic->lines[i] != NULL; i++) {
        gcv_markdown_line line = gcv_markdown_next(&document, topic->lines[i]);
        print_line(&p, &line);
    }
    end_line(&p);
}
