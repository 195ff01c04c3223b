/* manual_topic.c - a document from docs as the body of a manual page. */
#include "cli/markdown.h"
#include "cli/help.h"

#include <ctype.h>
#include <string.h>

/* The open block, to be closed before another begins. */
typedef enum block { NONE, BULLETS, NUMBERS, ROWS, CODE } block;

typedef struct printer {
    gcv_filler text;
    block block;
    bool due; /* the next paragraph needs .Pp: it is not the first of a section or an item */
} printer;

static void close_block(printer *p)
{
    gcv_fill_end(&p->text);
    if (p->block != NONE) {
        fputs(p->block == CODE ? ".Ed\n" : ".El\n", p->text.out);
        p->due = true;
    }
    p->block = NONE;
}

static void open_block(printer *p, block wanted)
{
    static const char *const macros[] = {"", ".Bl -bullet\n", ".Bl -enum\n", ".Bl -tag -width Ds\n",
                                         ".Bd -literal -offset indent\n"};
    gcv_fill_end(&p->text);
    if (p->block != wanted) {
        close_block(p);
        fputs(macros[wanted], p->text.out);
        p->block = wanted;
    }
}

/* Prints text as arguments of a macro. */
static void print_arguments(printer *p, const char *macro, const char *begin, const char *end,
                            bool upper)
{
    char c[2] = "";
    while (end > begin && strchr(" ?", end[-1]) != NULL) {
        end--; /* mdoc would take a final mark for punctuation */
    }
    fputs(macro, p->text.out);
    p->text.column = 1; /* nothing after the macro is at the start of a line */
    gcv_markdown_text text = {.at = begin, .end = end};
    while (gcv_markdown_character(&text, c)) {
        c[0] = upper ? (char)toupper((unsigned char)c[0]) : c[0];
        gcv_fill_put(&p->text, c);
    }
    gcv_fill_end(&p->text);
}

/* Skips the title, which is already in NAME. */
static void print_heading(printer *p, const gcv_markdown_line *line)
{
    close_block(p);
    if (line->level > 1) {
        bool section = line->level == 2;
        print_arguments(p, section ? ".Sh " : ".Ss ", line->text, line->text + strlen(line->text),
                        section);
        p->due = false;
    }
}

static void print_row(printer *p, const char *at)
{
    const char *from, *to;
    if (p->block != ROWS) {
        open_block(p, ROWS);
        return; /* skips the head of the table */
    }
    for (size_t i = 0; gcv_markdown_cell(&at, &from, &to); i++) {
        from += strspn(from, " ");
        if (i == 0) {
            print_arguments(p, ".It ", from, to, false);
        } else {
            gcv_fill_text(&p->text, i > 1 && from < to ? " | " : "");
            gcv_fill_markdown(&p->text, from, to, false);
        }
    }
    gcv_fill_end(&p->text);
}

/* Begins a paragraph, unless the line continues one. */
static void begin_paragraph(printer *p, const gcv_markdown_line *line)
{
    if (line->kind == GCV_MARKDOWN_MORE) {
        return;
    }
    if (line->kind == GCV_MARKDOWN_ITEM) {
        open_block(p, line->mark == 2 && line->text[-2] == '*' ? BULLETS : NUMBERS);
        fputs(".It\n", p->text.out);
    } else if (line->indent == 0 || p->block == NONE) {
        close_block(p);
        fputs(p->due ? ".Pp\n" : "", p->text.out);
    } else {
        gcv_fill_end(&p->text);
        fputs(".Pp\n", p->text.out); /* a further paragraph of an item */
    }
    p->due = true;
}

static void print_line(printer *p, const gcv_markdown_line *line)
{
    switch (line->kind) {
    case GCV_MARKDOWN_FENCE:
        if (p->block == CODE) {
            close_block(p);
        }
        break;
    case GCV_MARKDOWN_BLANK:
        gcv_fill_end(&p->text);
        break;
    case GCV_MARKDOWN_RULER:
        break;
    case GCV_MARKDOWN_CODE:
        open_block(p, CODE);
        gcv_fill_put(&p->text, line->text);
        gcv_fill_end(&p->text);
        if (*line->text == '\0') {
            putc('\n', p->text.out);
        }
        break;
    case GCV_MARKDOWN_HEADING:
        print_heading(p, line);
        break;
    case GCV_MARKDOWN_ROW:
        print_row(p, line->text);
        break;
    case GCV_MARKDOWN_TEXT:
    case GCV_MARKDOWN_ITEM:
    case GCV_MARKDOWN_MORE:
        begin_paragraph(p, line);
        gcv_fill_markdown(&p->text, line->text, line->text + strlen(line->text), false);
        gcv_fill_character(&p->text, ' ');
        break;
    }
}

void gcv_print_topic_manual(FILE *out, const gcv_topic *topic)
{
    gcv_markdown document = {0};
    printer p = {.text = {.out = out, .page = true}};
    fputs(".Sh DESCRIPTION\n", out);
    for (size_t i = 0; topic->lines[i] != NULL; i++) {
        gcv_markdown_line line = gcv_markdown_next(&document, topic->lines[i]);
        print_line(&p, &line);
    }
    close_block(&p);
}
