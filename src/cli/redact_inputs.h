/* redact_inputs.h - `--redact`: renames everything loaded before it is reported. */
#ifndef GCV_CLI_REDACT_INPUTS_H
#define GCV_CLI_REDACT_INPUTS_H

#include "cli/command_line.h"
#include "cli/io.h"
#include "cli/load_inputs.h"

/* Redacts all heaps if the command line asks for it, and saves the map before any report. */
GCV_CHECKED gcv_status gcv_redact_inputs(const gcv_command_line *line, const gcv_cli_io *io,
                                         gcv_inputs *inputs, gcv_error *err);

#endif
