/* mdoc.h - text for a manual page in mdoc(7): one sentence a line, nothing taken for a macro.
 *
 * Source: the manual page mdoc(7) of OpenBSD's mandoc. */
#ifndef GCV_CLI_MDOC_H
#define GCV_CLI_MDOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GCV_MDOC_WORD_MAX = 400 };

/* Writes text in lines; zeroed but for `out`. */
typedef struct gcv_mdoc {
    FILE *out;
    char word[GCV_MDOC_WORD_MAX]; /* that comes next */
    size_t n_word;
    size_t column; /* of the line of text; 0: nothing stands on it */
    bool sentence; /* ends with what was written */
} gcv_mdoc;

/* Text to `out`. */
gcv_mdoc gcv_mdoc_to(FILE *out);
void gcv_mdoc_character(gcv_mdoc *text, char c);
void gcv_mdoc_text(gcv_mdoc *text, const char *string);
/* A string on the line at hand, as it is: of a macro, of an example. */
void gcv_mdoc_put(gcv_mdoc *text, const char *string);
/* Ends the line of text; then a line with a macro can come. */
void gcv_mdoc_end(gcv_mdoc *text);

#endif
