/* cli.h - the command line as a function, so that tests can run it in process. */
#ifndef GCV_CLI_CLI_H
#define GCV_CLI_CLI_H

#include "cli/io.h"

/* Runs one command line and returns its exit status; never exits. */
int gcv_cli_run(int argc, const char *const *argv, const gcv_cli_io *io);

#endif
