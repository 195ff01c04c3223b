/* open_input.h - opens what a command line reads: dumps, logs of moves, rules, suppressions. */
#ifndef GCV_CLI_OPEN_INPUT_H
#define GCV_CLI_OPEN_INPUT_H

#include "cli/io.h"
#include "input/source.h"

/* gcv_source_open(); GCV_ERR_USAGE if the output would overwrite the input. */
GCV_CHECKED gcv_status gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source,
                                      gcv_error *err);

/* The same for what must be text; GCV_ERR_INPUT if it is a file of another program. */
GCV_CHECKED gcv_status gcv_open_text(const gcv_cli_io *io, const char *path, gcv_source *source,
                                     gcv_error *err);

#endif
