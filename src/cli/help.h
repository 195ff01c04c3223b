/* help.h - what the program says about itself, all of it from the tables that it runs on: help,
 * reference, manual pages, completion in shells. */
#ifndef GCV_CLI_HELP_H
#define GCV_CLI_HELP_H

#include "cli/command_line.h"

#include <stdio.h>

/* Texts shared by help and manual pages. */
const char *gcv_program_summary(void);
const char *gcv_width_summary(void);             /* about the environment variable GCVIEW_WIDTH */
const char *gcv_exit_status_text(size_t status); /* NULL after the last */
const char *gcv_operands(const gcv_command *command);

void gcv_print_help(FILE *out);
void gcv_print_command_help(FILE *out, const gcv_command *command);
void gcv_print_reference(FILE *out); /* docs/reference.md */

/* ---- manual.c ------------------------------------------------------------------------------- */

/* Prints a manual page in mdoc(7). `page`: `gcview`, `gcview-NAME` or NAME, where NAME is a command
 * or a topic. SEE ALSO of gcview(1) lists all other pages. Returns false and prints nothing if
 * there is no such page. */
bool gcv_print_manual(FILE *out, const char *page);

/* ---- completion.c: the scripts of shells, and the words that they ask for ------------------- */

/* Options of `help` that generate documents and parts of packages; ends with a NULL name. */
typedef struct gcv_help_option {
    const char *name;
    const char *summary;
} gcv_help_option;
extern const gcv_help_option gcv_help_options[];

/* Prints a script. `shell`: `bash`, `zsh` or `fish`. Returns false and prints nothing for any other
 * shell. */
bool gcv_print_completion(FILE *out, const char *shell);

/* Prints what can stand in place of the last of `n` words that follow `gcview`, whatever that word
 * begins with. The first line says which files can: those with one of the endings that it lists
 * (`gcdump|log`), all (`*`), or none (empty). Each other line is a word, a tab and its summary. */
void gcv_print_offers(FILE *out, int n, const char *const *words);

#endif
