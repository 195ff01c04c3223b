/* session.h - runs one command line from parsed options to exit status: loads what the command
 * needs, warns, runs the report, finishes the output.
 *
 * circle: the steps share this header with session.c, which calls them. */
#ifndef GCV_CLI_SESSION_H
#define GCV_CLI_SESSION_H

#include "cli/inputs.h"

int gcv_session_run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics);

/* ---- redact_inputs.c: `--redact` ------------------------------------------------------------ */

/* Redacts all heaps if the command line asks for it, and saves the map before any report. */
void gcv_redact_inputs(const gcv_command_line *line, const gcv_cli_io *io, gcv_inputs *inputs);

/* ---- write_report.c ------------------------------------------------------------------------- */

/* Sets `*gate_failed` if the report is that of a gate, and the gate failed. */
void gcv_write_report(const gcv_command_line *line, const gcv_cli_io *io, const gcv_inputs *inputs,
                      gcv_diagnostics *diagnostics, bool *gate_failed);

/* ---- unpack_hint.c: the command that reads what is in a packed file, to paste --------------- */

/* Prints nothing if the last input is not packed. */
void gcv_print_unpack_hint(gcv_command_line *line, const gcv_cli_io *io,
                           gcv_diagnostics *diagnostics);

#endif
