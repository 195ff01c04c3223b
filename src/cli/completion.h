/* completion.h - shell completion scripts, generated from the tables that the command line is
 * parsed with. */
#ifndef GCV_CLI_COMPLETION_H
#define GCV_CLI_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

/* `shell`: `bash`, `zsh` or `fish`. Returns false and prints nothing for any other shell. */
bool gcv_print_completion(FILE *out, const char *shell);

#endif
