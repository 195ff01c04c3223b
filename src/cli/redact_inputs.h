/* redact_inputs.h - `--redact`: between what is loaded and what is reported. */
#ifndef GCV_CLI_REDACT_INPUTS_H
#define GCV_CLI_REDACT_INPUTS_H

#include "cli/command_line.h"
#include "cli/io.h"
#include "cli/load_inputs.h"

/* Redacts all heaps if the command line wants it, and keeps the map before anything is reported. */
GCV_CHECKED gcv_status gcv_redact_inputs(const gcv_command_line *line, const gcv_cli_io *io,
                                         gcv_inputs *inputs, gcv_error *err);

#endif
