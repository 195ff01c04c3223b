/* mistakes.h - guesses what was meant by an option or an operand that a command does not take.
 */
#ifndef GCV_CLI_MISTAKES_H
#define GCV_CLI_MISTAKES_H

#include "cli/command_line.h"

enum { GCV_MISTAKE_MAX = 240 };

/* Sets `hint` to `; did you mean '--top'?` for an unknown option, written with or without dashes;
 * to an empty text if no option is close. */
void gcv_hint_option(const gcv_command *command, const char *name, char hint[GCV_MISTAKE_MAX]);

/* Sets `hint` to a whole message if one of two operands of a command that takes one file is not a
 * file: it may be a type or an object. Else to an empty text. */
void gcv_hint_operand(const gcv_command *command, const char *first, const char *second,
                      char hint[GCV_MISTAKE_MAX]);

#endif
