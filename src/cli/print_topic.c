/* print_topic.c - a document from docs: as text for a terminal, or as the body of a manual page.
 *
 * On a terminal paragraphs are filled, headings are in upper case, table rows become entries with
 * hanging indentation, links lose their targets. Text to be pasted stays as it is, and so do the
 * backquotes around it. */
#include "cli/markdown.h"
#include "cli/help.h"

#include <ctype.h>
#include <string.h>

enum {
    ENTRY = 2,    /* column of a table entry … */
    HANGING = 24, /* … and of its text */
    INDENT = 4    /* of code */
};

/* The open block of a page, to be closed before another begins. */
typedef enum block { NONE, BULLETS, NUMBERS, ROWS, CODE } block;

typedef struct printer {
    gcv_filler text;
    bool due; /* before the next output comes an empty line; of a page, before the next paragraph
               * .Pp: it is not the first of a section or an item */
    block block;
} printer;

/* ---- text for a terminal -------------------------------------------------------------------- */

/* Ends the current paragraph, if any, and begins another. */
static void begin(printer *p, size_t indent)
{
    gcv_fill_end_line(&p->text);
    if (p->due) {
        putc('\n', p->text.out);
    }
    p->due = false;
    p->text.indent = indent;
}

static void print_heading(printer *p, const gcv_markdown_line *line)
{
    begin(p, 0);
    gcv_fill_markdown(&p->text, line->text, line->text + strlen(line->text), true);
    gcv_fill_end_word(&p->text);
}

/* Prints the first cell as the entry, the others as its text, separated by bars. */
static void print_row(printer *p, const gcv_markdown_line *line)
{
    const char *at = line->text, *from, *to;
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

static void print_code(printer *p, const gcv_markdown_line *line)
{
    if (*line->text == '\0') {
        p->due = true;
        return;
    }
    begin(p, 0);
    gcv_fill_to(&p->text, INDENT);
    gcv_fill_put(&p->text, line->text);
}

/* ---- the body of a manual page -------------------------------------------------------------- */

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
static void page_heading(printer *p, const gcv_markdown_line *line)
{
    close_block(p);
    if (line->level > 1) {
        bool section = line->level == 2;
        print_arguments(p, section ? ".Sh " : ".Ss ", line->text, line->text + strlen(line->text),
                        section);
        p->due = false;
    }
}

static void page_row(printer *p, const gcv_markdown_line *line)
{
    const char *at = line->text, *from, *to;
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

static void page_text(printer *p, const gcv_markdown_line *line)
{
    begin_paragraph(p, line);
    gcv_fill_markdown(&p->text, line->text, line->text + strlen(line->text), false);
    gcv_fill_character(&p->text, ' ');
}

static void page_code(printer *p, const gcv_markdown_line *line)
{
    open_block(p, CODE);
    gcv_fill_put(&p->text, line->text);
    gcv_fill_end(&p->text);
    if (*line->text == '\0') {
        putc('\n', p->text.out);
    }
}

/* ---- either ------------------------------------------------------------------------------- */

static void print_line(printer *p, const gcv_markdown_line *line)
{
    const bool page = p->text.page;
    switch (line->kind) {
    case GCV_MARKDOWN_FENCE:
        if (p->block == CODE) {
            close_block(p);
        }
        break;
    case GCV_MARKDOWN_RULER:
        break;
    case GCV_MARKDOWN_BLANK:
        if (page) {
            gcv_fill_end(&p->text);
        }
        p->due = p->due || !page;
        break;
    case GCV_MARKDOWN_CODE:
        (page ? page_code : print_code)(p, line);
        break;
    case GCV_MARKDOWN_HEADING:
        (page ? page_heading : print_heading)(p, line);
        break;
    case GCV_MARKDOWN_ROW:
        (page ? page_row : print_row)(p, line);
        break;
    case GCV_MARKDOWN_TEXT:
    case GCV_MARKDOWN_ITEM:
    case GCV_MARKDOWN_MORE:
        (page ? page_text : print_text)(p, line);
        break;
    }
}

void gcv_print_topic(FILE *out, const gcv_topic *topic, bool page)
{
    gcv_markdown document = {0};
    printer p = {.text = {.out = out, .page = page}};
    fputs(page ? ".Sh DESCRIPTION\n" : "", out);
    for (size_t i = 0; topic->lines[i] != NULL; i++) {
        gcv_markdown_line line = gcv_markdown_next(&document, topic->lines[i]);
        print_line(&p, &line);
    }
    close_block(&p);
}
