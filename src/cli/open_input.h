/* open_input.h - opens the files that a command line reads: dumps, moves logs, rules,
 * suppressions. */
#ifndef GCV_CLI_OPEN_INPUT_H
#define GCV_CLI_OPEN_INPUT_H

#include "cli/io.h"
#include "input/source.h"

/* Opens a source like gcv_source_open(). GCV_ERR_USAGE if the output would overwrite the input. */
GCV_CHECKED gcv_status gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source,
                                      gcv_error *err);

/* The same for a text file. `wanted`: what the file should be, such as "moves log". GCV_ERR_INPUT
 * if it is a file of another program. */
GCV_CHECKED gcv_status gcv_open_text(const gcv_cli_io *io, const char *path, const char *wanted,
                                     gcv_source *source, gcv_error *err);

#endif
