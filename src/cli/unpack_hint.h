/* unpack_hint.h - the command that reads the contents of a packed file, for users to paste. */
#ifndef GCV_CLI_UNPACK_HINT_H
#define GCV_CLI_UNPACK_HINT_H

#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "cli/io.h"

/* Prints nothing if the last input is not packed. */
void gcv_print_unpack_hint(gcv_command_line *line, const gcv_cli_io *io,
                           gcv_diagnostics *diagnostics);

#endif
