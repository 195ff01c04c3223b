/* completion.h - scripts that complete command lines in a shell, made of the tables that the
 * command line is parsed by. */
#ifndef GCV_CLI_COMPLETION_H
#define GCV_CLI_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

/* `bash`, `zsh` or `fish`. False, and nothing is printed: there is none for this shell. */
bool gcv_print_completion(FILE *out, const char *shell);

#endif
