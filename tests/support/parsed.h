/* parsed.h - command lines that a test writes as text. */
#ifndef GCV_TEST_PARSED_H
#define GCV_TEST_PARSED_H

#include "cli/command_line.h"

/* Parses "diff --cause --top 0". Single blanks separate words. `words` receives the words, and the
 * line borrows from it. Files are not named, except where operands follow: a file is FILE there. A
 * command for several files gets `n_files`. An error fails the test. */
void parsed_line(gcv_context *ctx, gcv_command_line *line, char *words, size_t n_files);

/* Returns what such a command needs, rules included; `words` may name files. */
void parsed_needs(const char *words, gcv_needs *needs);

#endif
