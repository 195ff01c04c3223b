/* shell.c - see shell.h. */
#include "support/shell.h"

#include <stdlib.h>

#ifdef _WIN32
#include <stdio.h>
#endif

int shell_run(const char *line)
{
#ifdef _WIN32
    /* cmd removes the first and the last quote of a line that has more than two. */
    char quoted[4096];
    int n = snprintf(quoted, sizeof quoted, "\"%s\"", line);
    return n > 0 && (size_t)n < sizeof quoted ? system(quoted) : -1;
#else
    return system(line);
#endif
}
