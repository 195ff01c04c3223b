/* completion.h - shell completion: the scripts of shells, and the words that they ask for. */
#ifndef GCV_CLI_COMPLETION_H
#define GCV_CLI_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

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
