/* completion_words.h - what can stand on a command line, for the completion scripts of all shells.
 */
#ifndef GCV_CLI_COMPLETION_WORDS_H
#define GCV_CLI_COMPLETION_WORDS_H

#include "report/command.h"

#include <stdio.h>

/* The shells, and what `help` takes besides a command or a topic. */
#define GCV_SHELL_NAMES "bash zsh fish"
#define GCV_HELP_OPTIONS "--completion --man --reference"

/* What the value of an option can be. */
typedef enum gcv_value_kind {
    GCV_VALUE_NONE, /* a flag */
    GCV_VALUE_ANY,  /* nothing is known of it */
    GCV_VALUE_WORDS,
    GCV_VALUE_FILE,
    GCV_VALUE_DUMP,
    GCV_VALUE_SNAPSHOT
} gcv_value_kind;

typedef struct gcv_value {
    gcv_value_kind kind;
    char words[400]; /* GCV_VALUE_WORDS: blanks between them */
} gcv_value;

/* What stands behind an option of a command. */
gcv_value gcv_value_of(const gcv_command *command, const gcv_option *option);
/* What stands behind the options: dumps, or one of the words of a command that reads none. */
gcv_value gcv_value_of_operand(const gcv_command *command);
/* The endings of the names of dumps, `between` each two. */
void gcv_print_endings(FILE *out, const char *between);
/* The names of all commands, with `help`; of all commands and topics; of all manual pages. */
void gcv_print_command_names(FILE *out);
void gcv_print_help_names(FILE *out);
void gcv_print_page_names(FILE *out);
/* A text for between single quotes: `quote` stands for one; a backslash goes in front of each of
 * `special`. */
void gcv_print_quoted(FILE *out, const char *text, const char *quote, const char *special);

#endif
