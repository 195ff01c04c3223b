/* manual.h - manual pages in mdoc(7), made of the tables and documents that the help is made of. */
#ifndef GCV_CLI_MANUAL_H
#define GCV_CLI_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

/* `gcview`, or `gcview-NAME` of a command or a topic, or NAME alone. SEE ALSO of gcview(1) names
 * all others. False, and nothing is printed: there is no such page. */
bool gcv_print_manual(FILE *out, const char *page);

#endif
