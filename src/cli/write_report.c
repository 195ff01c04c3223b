/* write_report.c - runs the report of a command and writes it; see session.h. */
#include "cli/session.h"

#include "base/out_files.h"

#include <string.h>

static const char *format_of(const gcv_command_line *line)
{
    return line->command->output == GCV_OUTPUT_BYTES ? "raw"
           : line->report.format != NULL             ? line->report.format
                                                     : "text";
}

/* Whether the result is a text on a terminal. */
static bool is_on_screen(const gcv_command_line *line, const gcv_cli_io *io)
{
    return io->columns > 0 && io->files == NULL && strcmp(format_of(line), "text") == 0;
}

static bool has_color(const gcv_command_line *line, const gcv_cli_io *io)
{
    return line->color == NULL || strcmp(line->color, "auto") == 0
               ? is_on_screen(line, io) && !io->plain
               : strcmp(line->color, "always") == 0;
}

/* The line width from --width, else from the environment, else that of the terminal. */
static gcv_optional width_of(const gcv_command_line *line, const gcv_cli_io *io,
                             gcv_diagnostics *diagnostics)
{
    gcv_optional width = line->width;
    if (!width.given && io->width != NULL && io->width[0] != '\0' &&
        strcmp(format_of(line), "text") == 0) {
        width.given = gcv_parse_u64(io->width, &width.value) &&
                      (width.value == 0 || width.value >= GCV_FIT_NARROWEST);
        if (!width.given) {
            char message[100];
            (void)snprintf(message, sizeof message,
                           "GCVIEW_WIDTH is '%.20s', not 0 or a number from %d on: ignored",
                           io->width, GCV_FIT_NARROWEST);
            gcv_print_warning(diagnostics, NULL, message);
        }
    }
    if (!width.given && is_on_screen(line, io)) {
        width.given = true;
        width.value = io->columns > GCV_FIT_NARROWEST ? io->columns : GCV_FIT_NARROWEST;
    }
    if (width.given && width.value > GCV_FIT_WIDEST) {
        width.value = GCV_FIT_WIDEST;
    }
    return width;
}

static gcv_report make_report(const gcv_command_line *line, const gcv_cli_io *io,
                              const gcv_inputs *inputs, gcv_diagnostics *diagnostics)
{
    gcv_report report = {0};
    report.ctx = io->ctx;
    report.command = line->command->name;
    report.schema = line->command->schema;
    report.in.heap = gcv_inputs_n_heaps(inputs) > 0 ? gcv_inputs_heaps(inputs)[0] : NULL;
    report.in.heaps = (const gcv_heap *const *)gcv_inputs_heaps(inputs);
    report.in.n_heaps = inputs->n > 0 ? inputs->n_files : inputs->followed.heaps.n;
    if ((line->command->inputs & GCV_INPUT_SERIES) != 0) {
        report.in.n_between = report.in.n_heaps - 1;
        report.in.between = report.in.heaps + 1;
        report.in.n_heaps = 1;
    }
    report.in.moves = inputs->followed.moves;
    report.in.dumps = inputs->followed.numbers.data;
    report.in.baseline = line->report.baseline != NULL ? inputs->heap[inputs->n - 1] : NULL;
    report.in.likeness = report.in.baseline != NULL ? inputs->likeness : GCV_OTHER_DUMP;
    report.options = &line->report;
    report.in.strict = line->strict;
    report.in.salvage = line->salvage;
    report.in.keep_size_classes = line->keep_size_classes;
    report.in.input_format = line->input_format;
    report.out.to_terminal = io->files == NULL && io->columns > 0;
    report.out.print_warning = gcv_print_warning;
    report.out.print_message = gcv_print_message;
    report.out.print_payload = diagnostics;
    return report;
}

/* Scripts, whose standard error is no terminal, stay silent. `bytes` 0: there are several files. */
static void tell_written(const gcv_command_line *line, const gcv_cli_io *io, uint64_t bytes,
                         gcv_diagnostics *diagnostics)
{
    char size[GCV_NUMBER_MAX] = "", message[300];
    if (io->err_columns == 0 || line->quiet || io->files->file[0].is_stream) {
        return;
    }
    if (bytes > 0) {
        (void)gcv_format_human(size, bytes);
    }
    (void)snprintf(message, sizeof message, "wrote %.200s%s%s", line->output, bytes > 0 ? ", " : "",
                   size);
    gcv_print_message(diagnostics, NULL, message);
}

void gcv_write_report(const gcv_command_line *line, const gcv_cli_io *io, const gcv_inputs *inputs,
                      gcv_diagnostics *diagnostics, bool *gate_failed)
{
    gcv_writer *writer = NULL;
    gcv_error err;
    gcv_report report = make_report(line, io, inputs, diagnostics);
    writer = gcv_writer_open(io->ctx, io->out, NULL, format_of(line), line->human);
    if (io->files != NULL && line->command->files != NULL &&
        line->command->files(&line->report) != NULL) {
        report.out.files = io->files->file;
    } else if (io->files != NULL) {
        gcv_writer_to_file(writer, &io->files->file[0]);
    }
    report.out.writer = writer;
    report.result.gate_failed = gate_failed;
    report.out.width = width_of(line, io, diagnostics);
    gcv_writer_fit(writer, report.out.width.given ? (size_t)report.out.width.value : 0);
    gcv_writer_look(writer, is_on_screen(line, io), has_color(line, io));
    gcv_phase(io->ctx, "prepare");
    line->command->run(&report);
    gcv_writer_end(writer);
    const uint64_t written = gcv_writer_written(writer);
    gcv_writer_close(writer);
    if (io->files != NULL) {
        gcv_fail_if(io->ctx, gcv_out_files_finish(io->files, &err), &err);
        tell_written(line, io, written, diagnostics);
    }
}
