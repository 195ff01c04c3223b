/* completion.h - scripts that complete command lines in a shell, made of the tables that the
 * command line is parsed by. */
#ifndef GCV_CLI_COMPLETION_WORDS_H
#define GCV_CLI_COMPLETION_WORDS_H

#include "report/command.h"

#include <stdio.h>

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
/* The endings of the names of dumps, `between` each two. */
void gcv_print_endings(FILE *out, const char *between);
/* The names of all commands, with `help`; of all commands and topics. */
void gcv_print_command_names(FILE *out);
void gcv_print_help_names(FILE *out);
/* A text for between single quotes: `quote` stands for one; a backslash goes in front of each of
 * `special`. */
void gcv_print_quoted(FILE *out, const char *text, const char *quote, const char *special);

#endif
