/* completion_shells.h - one completion script for each shell. */
#ifndef GCV_CLI_COMPLETION_SHELLS_H
#define GCV_CLI_COMPLETION_SHELLS_H

#include <stdio.h>

void gcv_print_bash_completion(FILE *out);
void gcv_print_zsh_completion(FILE *out);
void gcv_print_fish_completion(FILE *out);

#endif
