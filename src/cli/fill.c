/* fill.c - fills lines with words; see help.h. */
#include "cli/markdown.h"
#include "cli/help.h"

#include "output/display.h"

#include <ctype.h>
#include <string.h>

/* Escapes make lines of a manual page longer; up to 80 bytes is good style. */
enum { WIDTH = 78, PAGE_WIDTH = 70 };

/* Puts a character. In a manual page a period or a quote at the start of a line would begin a
 * macro, so it is escaped. So is `-`, which alone is a typographic hyphen that cannot be pasted
 * into a shell. */
static void put(gcv_filler *text, char c)
{
    if (text->column++ == 0 && text->page && (c == '.' || c == '\'')) {
        fputs("\\&", text->out);
    }
    if (text->page && c == '\\') {
        fputs("\\e", text->out);
    } else if (text->page && c == '-') {
        fputs("\\-", text->out);
    } else {
        putc(c, text->out);
    }
}

void gcv_fill_put(gcv_filler *text, const char *string)
{
    for (; *string != '\0'; string++) {
        put(text, *string);
    }
}

void gcv_fill_end_line(gcv_filler *text)
{
    if (text->column > 0) {
        putc('\n', text->out);
    }
    text->column = 0;
    text->sentence = false;
}

void gcv_fill_end_word(gcv_filler *text)
{
    if (text->n_word == 0) {
        return;
    }
    const size_t most = text->page ? PAGE_WIDTH : WIDTH;
    const size_t width =
        text->page ? text->n_word : gcv_display_width(gcv_slice_of(text->word, text->n_word));
    if (text->column > text->indent && (text->sentence || text->column + 1 + width > most)) {
        gcv_fill_end_line(text);
    } else if (text->column > text->indent) {
        put(text, ' ');
    }
    gcv_fill_to(text, text->indent);
    const size_t end = text->column + width;
    text->sentence = false;
    for (size_t i = 0; i < text->n_word; i++) {
        char c = text->word[i];
        text->sentence = text->page && (strchr(".!?", c) != NULL ||
                                        (text->sentence && strchr(")]\"'`", c) != NULL));
        put(text, c);
    }
    text->column = end;
    text->n_word = 0;
}

void gcv_fill_to(gcv_filler *text, size_t column)
{
    while (text->column < column) {
        put(text, ' ');
    }
}

void gcv_fill_character(gcv_filler *text, char c)
{
    if (c == ' ' || text->n_word == GCV_WORD_MAX) {
        gcv_fill_end_word(text);
    }
    if (c != ' ') {
        text->word[text->n_word++] = c;
    }
}

void gcv_fill_text(gcv_filler *text, const char *string)
{
    for (; *string != '\0'; string++) {
        gcv_fill_character(text, *string);
    }
}

void gcv_fill_markdown(gcv_filler *text, const char *begin, const char *end, bool upper)
{
    gcv_markdown_text from = {.at = begin, .end = end};
    char c;
    while (gcv_markdown_character(&from, &c)) {
        gcv_fill_character(text, upper ? (char)toupper((unsigned char)c) : c);
    }
}

void gcv_fill_end(gcv_filler *text)
{
    gcv_fill_end_word(text);
    gcv_fill_end_line(text);
}
