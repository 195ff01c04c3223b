/* completion.c - the completion script for a shell given by name. */
#include "cli/completion.h"

#include "cli/completion_shells.h"

#include <string.h>

typedef struct script {
    const char *shell;
    void (*print)(FILE *out);
} script;

static const script scripts[] = {
    {"bash", gcv_print_bash_completion},
    {"zsh", gcv_print_zsh_completion},
    {"fish", gcv_print_fish_completion},
};

bool gcv_print_completion(FILE *out, const char *shell)
{
    size_t i;
    for (i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        if (strcmp(scripts[i].shell, shell) == 0) {
            scripts[i].print(out);
            return true;
        }
    }
    return false;
}
