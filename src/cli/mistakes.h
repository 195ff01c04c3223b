/* mistakes.h - what somebody meant who typed an option or an operand that a command does not take.
 */
#ifndef GCV_CLI_MISTAKES_H
#define GCV_CLI_MISTAKES_H

#include "cli/command_line.h"

enum { GCV_MISTAKE_MAX = 240 };

/* `; did you mean '--top'?` for an option that the command has no row for, written with or without
 * dashes; an empty text: nothing comes near. */
void gcv_hint_option(const gcv_command *command, const char *name, char hint[GCV_MISTAKE_MAX]);

/* A whole message about two operands where the command takes one file, and one of them is none: it
 * may be a type or an object. Else an empty text. */
void gcv_hint_operand(const gcv_command *command, const char *first, const char *second,
                      char hint[GCV_MISTAKE_MAX]);

#endif
