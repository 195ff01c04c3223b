/* mdoc.h - text for a manual page in mdoc(7): one sentence per line, nothing read as a macro.
 *
 * Source: the manual page mdoc(7) of OpenBSD's mandoc. */
#ifndef GCV_CLI_MDOC_H
#define GCV_CLI_MDOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GCV_MDOC_WORD_MAX = 400 };

/* Writes text in lines; zeroed except for `out`. */
typedef struct gcv_mdoc {
    FILE *out;
    char word[GCV_MDOC_WORD_MAX]; /* the word being collected */
    size_t n_word;
    size_t column; /* in the line of text; 0: the line is empty */
    bool sentence; /* the text so far ends a sentence */
} gcv_mdoc;

/* Starts a text that is written to `out`. */
gcv_mdoc gcv_mdoc_to(FILE *out);
void gcv_mdoc_character(gcv_mdoc *text, char c);
void gcv_mdoc_text(gcv_mdoc *text, const char *string);
/* Puts a string on the current line unwrapped, as for a macro or an example. */
void gcv_mdoc_put(gcv_mdoc *text, const char *string);
/* Ends the line of text, so that a macro line can follow. */
void gcv_mdoc_end(gcv_mdoc *text);

#endif
