/* write_report.c - runs the report of a command and writes it; see write_report.h. */
#include "cli/write_report.h"

#include "base/context.h"
#include "base/error.h"
#include "base/file.h"

#include <string.h>

/* Whether the output exists and begins like the input: then it is the input, by this or another
 * name, or a copy of it, and a report must not overwrite it. */
static bool begins_alike(const char *input, const char *output)
{
    unsigned char heads[2][GCV_SOURCE_HEAD];
    size_t sizes[2] = {0, 0}, i;
    for (i = 0; i < 2; i++) {
        const char *path = i == 0 ? input : output;
        FILE *file = gcv_file_open(path, NULL);
        if (file != NULL) {
            if (gcv_file_read(file, path, heads[i], sizeof heads[i], &sizes[i], NULL) != GCV_OK) {
                sizes[i] = 0;
            }
            gcv_file_close(file);
        }
    }
    return sizes[0] > 0 && sizes[0] == sizes[1] && memcmp(heads[0], heads[1], sizes[0]) == 0;
}

static bool would_overwrite_input(const gcv_command_line *line)
{
    const char *moves = line->report.follow.moves;
    size_t i;
    for (i = 0; i < gcv_n_inputs(line); i++) {
        const char *path = gcv_input_path(line, i);
        if (strcmp(path, "-") != 0 && begins_alike(path, line->output)) {
            return true;
        }
    }
    return moves != NULL && strcmp(moves, "-") != 0 && begins_alike(moves, line->output);
}

static const char *format_of(const gcv_command_line *line)
{
    return line->command->output == GCV_OUTPUT_BYTES ? "raw"
           : line->format != NULL                    ? line->format
                                                     : "text";
}

static gcv_report make_report(const gcv_command_line *line, const gcv_cli_io *io,
                              const gcv_inputs *inputs, gcv_diagnostics *diagnostics)
{
    gcv_report report;
    memset(&report, 0, sizeof report);
    report.ctx = io->ctx;
    report.command = line->command->name;
    report.schema = line->command->schema;
    report.heap = gcv_inputs_heaps(inputs)[0];
    report.heaps = (const gcv_heap *const *)gcv_inputs_heaps(inputs);
    report.n_heaps = inputs->n > 0 ? inputs->n_files : inputs->followed.heaps.n;
    report.moves = inputs->followed.moves;
    report.dumps = inputs->followed.numbers.data;
    report.baseline = line->report.baseline != NULL ? inputs->heap[inputs->n - 1] : NULL;
    report.options = &line->report;
    report.strict = line->strict;
    report.print_warning = gcv_print_warning;
    report.print_message = gcv_print_message;
    report.print_payload = diagnostics;
    return report;
}

gcv_status gcv_write_report(const gcv_command_line *line, const gcv_cli_io *io,
                            const gcv_inputs *inputs, gcv_diagnostics *diagnostics,
                            bool *gate_failed, gcv_error *err)
{
    gcv_writer *writer = NULL;
    gcv_report report = make_report(line, io, inputs, diagnostics);
    bool to_file = line->output != NULL && strcmp(line->output, "-") != 0;
    gcv_status status = gcv_writer_open(io->ctx, to_file ? NULL : io->out,
                                        to_file ? line->output : "standard output", format_of(line),
                                        line->human, &writer, err);
    if (status == GCV_OK && to_file && would_overwrite_input(line)) {
        status = gcv_fail(err, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report",
                          line->output);
    }
    if (status != GCV_OK) {
        gcv_writer_close(writer);
        return status;
    }
    report.writer = writer;
    gcv_phase(io->ctx, "prepare");
    status = line->command->run(&report, err);
    if (status == GCV_OK) {
        status = gcv_writer_end(writer, err);
    }
    gcv_writer_close(writer);
    *gate_failed = report.gate_failed;
    return status;
}
