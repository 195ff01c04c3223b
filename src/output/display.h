/* display.h - the room that text takes on a terminal, and text broken into lines. */
#ifndef GCV_OUTPUT_DISPLAY_H
#define GCV_OUTPUT_DISPLAY_H

#include "base/text.h"

/* Columns of a character: 2 for East Asian wide ones and emoji, 0 for marks that combine with the
 * character before and for what is invisible, else 1. */
size_t gcv_character_width(uint32_t code);

/* Columns of a text; a byte that is not UTF-8 takes one. */
size_t gcv_display_width(gcv_slice text);

/* Takes the next line of at most `columns` columns off `*text`: broken at blanks, which are left
 * out; a word that is wider than a line is broken where the line ends. At least one character is
 * taken if there is one. */
gcv_slice gcv_wrap_next(gcv_slice *text, size_t columns);

#endif
