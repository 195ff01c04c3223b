/* main.c - the program: the command line on the standard streams. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    gcv_cli_io io;
    io.in = stdin;
    io.out = stdout;
    io.err = stderr;
    io.ctx = NULL;
    return gcv_cli_run(argc, (const char *const *)argv, &io);
}
