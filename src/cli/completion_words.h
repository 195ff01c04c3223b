/* completion_words.h - the words possible on a command line, for the completion scripts of all
 * shells.
 */
#ifndef GCV_CLI_COMPLETION_WORDS_H
#define GCV_CLI_COMPLETION_WORDS_H

#include "report/command.h"

#include <stdio.h>

/* The shells, and what `help` takes in addition to a command or a topic. */
#define GCV_SHELL_NAMES "bash zsh fish"
#define GCV_HELP_OPTIONS "--completion --man --reference"

/* Kinds of option values. */
typedef enum gcv_value_kind {
    GCV_VALUE_NONE, /* a flag: no value */
    GCV_VALUE_ANY,  /* cannot be completed */
    GCV_VALUE_WORDS,
    GCV_VALUE_FILE,
    GCV_VALUE_DUMP,
    GCV_VALUE_SNAPSHOT
} gcv_value_kind;

typedef struct gcv_value {
    gcv_value_kind kind;
    char words[400]; /* GCV_VALUE_WORDS: separated by blanks */
} gcv_value;

/* The value of an option of a command. */
gcv_value gcv_value_of(const gcv_command *command, const gcv_option *option);
/* The operand after the options: a dump, or one of the words of a command that reads none. */
gcv_value gcv_value_of_operand(const gcv_command *command);
/* Prints the file name extensions of dumps, separated by `between`. */
void gcv_print_endings(FILE *out, const char *between);
/* Print the names of all commands and `help`; of all commands and topics; of all manual pages. */
void gcv_print_command_names(FILE *out);
void gcv_print_help_names(FILE *out);
void gcv_print_page_names(FILE *out);
/* Prints a text for use inside single quotes: `quote` replaces each single quote, and each
 * character of `special` gets a preceding backslash. */
void gcv_print_quoted(FILE *out, const char *text, const char *quote, const char *special);

#endif
