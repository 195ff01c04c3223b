/* manual.h - manual pages in mdoc(7), generated from the same tables and documents as the help. */
#ifndef GCV_CLI_MANUAL_H
#define GCV_CLI_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

/* `page`: `gcview`, `gcview-NAME` or NAME, where NAME is a command or a topic. SEE ALSO of
 * gcview(1) lists all other pages. Returns false and prints nothing if there is no such page. */
bool gcv_print_manual(FILE *out, const char *page);

#endif
