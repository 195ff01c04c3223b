/* scratch.c - see scratch.h. */
#define _POSIX_C_SOURCE 200112L /* getpid() */
#include "support/scratch.h"

#include <stdio.h>

#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

void scratch_name(char name[SCRATCH_MAX], const char *folder, const char *what)
{
    static unsigned n;
    (void)snprintf(name, SCRATCH_MAX, "%s/%s-%ld-%u", folder, what, (long)getpid(), ++n);
}
