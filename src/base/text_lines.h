/* text_lines.h - the lines of a small hand-written text: rules, suppressions. */
#ifndef GCV_BASE_TEXT_LINES_H
#define GCV_BASE_TEXT_LINES_H

#include "base/text.h"

typedef struct gcv_text_lines {
    gcv_slice rest;
    uint64_t number; /* of the last line taken, from 1 */
} gcv_text_lines;

/* Starts at the first line of a text, after its byte order mark if it has one. False: the text is
 * UTF-16. */
bool gcv_text_lines_begin(gcv_text_lines *lines, gcv_slice text);

/* Takes the next line that is neither blank nor a comment, without its comment and the blanks at
 * its end; blanks at its start stay, so that columns are those of the file. A comment is `#`, at
 * the start of a line or after a space or tab, and everything after it. False at the end. */
bool gcv_text_lines_next(gcv_text_lines *lines, gcv_slice *line);

#endif
