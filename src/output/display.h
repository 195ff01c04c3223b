/* display.h - display width of text on a terminal, and line wrapping. */
#ifndef GCV_OUTPUT_DISPLAY_H
#define GCV_OUTPUT_DISPLAY_H

#include "base/text.h"

/* Width of a character in columns: 2 for East Asian wide characters and emoji, 0 for combining
 * marks and invisible characters, else 1. */
size_t gcv_character_width(uint32_t code);

/* Width of a text in columns; a byte that is not UTF-8 takes one. */
size_t gcv_display_width(gcv_slice text);

/* Takes the next line, at most `columns` columns wide, off `*text`. Breaks at blanks, but not
 * before a percent sign, and drops them; breaks a word that is wider than a line at the end of the
 * line. `at_marks`: breaks such a word after the last mark that separates parts of a name. Takes at
 * least one character if there is one. */
gcv_slice gcv_wrap_next(gcv_slice *text, size_t columns, bool at_marks);

#endif
