/* print_topic.c - markdown as text for a terminal: paragraphs are filled, headings stand out, rows
 * of tables become entries with a hanging text, links lose their targets. What is to be pasted
 * stays as it is; so do backquotes, which mark it. Only what docs has is understood. */
#include "cli/topics.h"

#include "output/display.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum {
    WIDTH = 78,
    ENTRY = 2,    /* where an entry of a table begins … */
    HANGING = 24, /* … and its text */
    CODE = 4,
    WORD_MAX = 400
};

typedef struct printer {
    FILE *out;
    size_t indent; /* of the lines of the paragraph */
    size_t column; /* 0: nothing stands on this line yet */
    char word[WORD_MAX];
    size_t n_word;
    bool is_heading;
    bool open;  /* the next line of text goes on with the paragraph */
    bool blank; /* an empty line is due before what comes next */
    bool code;  /* between fences */
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

/* The bracket that ends the text of a link which begins at `at`; NULL: it is no link. */
static const char *link_end(const char *at, const char *end)
{
    const char *bracket = memchr(at, ']', (size_t)(end - at));
    return bracket != NULL && bracket + 1 < end && bracket[1] == '(' ? bracket : NULL;
}

/* Text of a paragraph or a cell. */
static void add_text(printer *p, const char *at, const char *end)
{
    const char *target = NULL; /* where the text of the link at hand ends */
    bool quoted = false;
    while (at < end) {
        bool two = at + 1 < end;
        if (at == target) {
            const char *close = memchr(at, ')', (size_t)(end - at));
            at = close != NULL ? close + 1 : end;
            target = NULL;
        } else if (!quoted && *at == '[' && link_end(at, end) != NULL) {
            target = link_end(at++, end);
        } else if (!quoted && two && at[0] == '*' && at[1] == '*') {
            at += 2;
        } else if (two && at[0] == '\\' && at[1] == '|') {
            at++; /* the bar is the next character */
        } else {
            quoted ^= *at == '`';
            add(p, *at++);
        }
    }
}

/* ---- lines -------------------------------------------------------------------------------- */

/* Ends the paragraph, if there is one, and begins another. */
static void begin(printer *p, size_t indent)
{
    end_line(p);
    if (p->blank) {
        putc('\n', p->out);
    }
    p->blank = false;
    p->indent = indent;
}

static void print_heading(printer *p, const char *line)
{
    begin(p, 0);
    p->is_heading = true;
    add_text(p, line + strspn(line, "# "), line + strlen(line));
    end_word(p);
    p->is_heading = false;
}

/* The end of the cell that begins at `at`: a bar that is not escaped. */
static const char *cell_end(const char *at)
{
    while (*at != '\0' && (*at != '|' || at[-1] == '\\')) {
        at++;
    }
    return at;
}

/* The first cell, then the others, with bars between them. */
static void print_row(printer *p, const char *line)
{
    const char *at = line + 1, *end;
    size_t i;
    if (line[strspn(line, "|-: ")] == '\0') {
        return; /* what parts the head of a table from its rows */
    }
    begin(p, ENTRY);
    for (i = 0; *at != '\0'; i++) {
        end = cell_end(at);
        if (i > 1 && at + strspn(at, " ") < end) {
            add(p, '|');
            end_word(p);
        }
        add_text(p, at, end);
        end_word(p);
        if (i == 0 && p->column + 2 > HANGING) {
            end_line(p);
        }
        p->indent = HANGING;
        at = *end == '|' ? end + 1 : end;
    }
}

/* Size of the mark that makes the line an item of a list: `* ` or `1. `; 0: there is none. */
static size_t mark_of(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return strncmp(text, "* ", 2) == 0                          ? 2
           : digits > 0 && strncmp(text + digits, ". ", 2) == 0 ? digits + 2
                                                                : 0;
}

static void print_text(printer *p, const char *line)
{
    size_t indent = strspn(line, " "), mark = mark_of(line + indent);
    const char *text = line + indent;
    if (mark > 0 || !p->open) {
        begin(p, indent);
    }
    if (mark > 0) {
        add_text(p, text, text + mark);
        p->indent = indent + mark;
    }
    add_text(p, text + mark, text + strlen(text));
    end_word(p);
    p->open = true;
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

static void print_line(printer *p, const char *line)
{
    bool is_fence = strncmp(line + strspn(line, " "), "```", 3) == 0;
    bool goes_on = !is_fence && !p->code && *line != '\0' && *line != '#' && *line != '|';
    p->open = p->open && goes_on;
    if (is_fence) {
        p->code = !p->code;
    } else if (p->code) {
        print_code(p, line);
    } else if (*line == '\0') {
        p->blank = true;
    } else if (*line == '#') {
        print_heading(p, line);
    } else if (*line == '|') {
        print_row(p, line);
    } else {
        print_text(p, line);
    }
}

void gcv_print_topic(FILE *out, const gcv_topic *topic)
{
    printer p;
    size_t i;
    memset(&p, 0, sizeof p);
    p.out = out;
    for (i = 0; topic->lines[i] != NULL; i++) {
        print_line(&p, topic->lines[i]);
    }
    end_line(&p);
}
