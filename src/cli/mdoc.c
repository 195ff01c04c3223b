/* mdoc.c - text for a manual page; see help.h. */
#include "cli/help.h"

#include <string.h>

enum { WIDTH = 70 }; /* escapes make lines longer; up to 80 bytes is good style */

/* Puts a character. A period or a quote at the start of a line would begin a macro, so it is
 * escaped. So is `-`, which alone is a typographic hyphen that cannot be pasted into a shell. */
static void put(gcv_mdoc *text, char c)
{
    if (text->column++ == 0 && (c == '.' || c == '\'')) {
        fputs("\\&", text->out);
    }
    if (c == '\\') {
        fputs("\\e", text->out);
    } else if (c == '-') {
        fputs("\\-", text->out);
    } else {
        putc(c, text->out);
    }
}

void gcv_mdoc_put(gcv_mdoc *text, const char *string)
{
    for (; *string != '\0'; string++) {
        put(text, *string);
    }
}

static void end_line(gcv_mdoc *text)
{
    if (text->column > 0) {
        putc('\n', text->out);
    }
    text->column = 0;
    text->sentence = false;
}

static void end_word(gcv_mdoc *text)
{
    if (text->n_word == 0) {
        return;
    }
    if (text->column > 0 && (text->sentence || text->column + 1 + text->n_word > WIDTH)) {
        end_line(text);
    } else if (text->column > 0) {
        put(text, ' ');
    }
    text->sentence = false;
    for (size_t i = 0; i < text->n_word; i++) {
        char c = text->word[i];
        text->sentence =
            strchr(".!?", c) != NULL || (text->sentence && strchr(")]\"'`", c) != NULL);
        put(text, c);
    }
    text->n_word = 0;
}

void gcv_mdoc_character(gcv_mdoc *text, char c)
{
    if (c == ' ' || text->n_word == GCV_MDOC_WORD_MAX) {
        end_word(text);
    }
    if (c != ' ') {
        text->word[text->n_word++] = c;
    }
}

void gcv_mdoc_text(gcv_mdoc *text, const char *string)
{
    for (; *string != '\0'; string++) {
        gcv_mdoc_character(text, *string);
    }
}

void gcv_mdoc_end(gcv_mdoc *text)
{
    end_word(text);
    end_line(text);
}
