/* session.h - runs one command line from parsed options to exit status: loads what the command
 * needs, warns, runs the report, finishes the output. */
#ifndef GCV_CLI_SESSION_H
#define GCV_CLI_SESSION_H

#include "cli/io.h"
#include "cli/command_line.h"
#include "cli/diagnostics.h"

int gcv_session_run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics);

#endif
