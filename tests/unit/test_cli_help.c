/* What the program says of itself, and that the documents say the same. */
#include "support/check.h"
#include "support/document.h"

#include "cli/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* docs/output.md has the schema of each command. */
static void test_schemas(void **state)
{
    char *text = read_document("docs/output.md");
    size_t i;
    (void)state;
    for (i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        char row[80];
        if (command->output == GCV_OUTPUT_BYTES) {
            continue;
        }
        (void)snprintf(row, sizeof row, "\n| `gcview.%s/%u` |", command->name,
                       command->schema > 0 ? command->schema : 1);
        if (strstr(text, row) == NULL) {
            fail_msg("docs/output.md lacks:%s", row);
        }
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schemas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
