/* parsed.h - command lines that a test writes as text. */
#ifndef GCV_TEST_PARSED_H
#define GCV_TEST_PARSED_H

#include "cli/command_line.h"

/* Parses "diff --cause --top 0"; words are parted by single blanks and end up cut off in `words`,
 * which the line borrows. Files are not named: a command of several gets `n_files`. A mistake fails
 * the test. */
void parsed_line(gcv_command_line *line, char *words, size_t n_files);

/* What such a command needs; `words` may name files. Rules are taken into account. */
void parsed_needs(const char *words, gcv_needs *needs);

#endif
