/* write_report.h - runs the report of a command and writes it to standard output or a file. */
#ifndef GCV_CLI_WRITE_REPORT_H
#define GCV_CLI_WRITE_REPORT_H

#include "cli/load_inputs.h"

/* Sets `*gate_failed` if the report is that of a gate, and the gate failed. */
GCV_CHECKED gcv_status gcv_write_report(const gcv_command_line *line, const gcv_cli_io *io,
                                        const gcv_inputs *inputs, gcv_diagnostics *diagnostics,
                                        bool *gate_failed, gcv_error *err);

#endif
