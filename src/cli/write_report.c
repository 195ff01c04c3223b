/* write_report.c - runs the report of a command and writes it; see session.h. */
#include "cli/session.h"

#include <string.h>

static const char *format_of(const gcv_command_line *line)
{
    return line->command->output == GCV_OUTPUT_BYTES ? "raw"
           : line->report.format != NULL             ? line->report.format
                                                     : "text";
}

/* Whether the result is a text on a terminal. */
static bool is_on_screen(const gcv_session *s)
{
    return s->io->columns > 0 && s->files == NULL && strcmp(format_of(s->line), "text") == 0;
}

static bool has_color(const gcv_session *s)
{
    const char *color = s->line->color;
    return color == NULL || strcmp(color, "auto") == 0 ? is_on_screen(s) && !s->io->plain
                                                       : strcmp(color, "always") == 0;
}

/* The line width from --width, else from the environment, else that of the terminal. */
static gcv_optional width_of(const gcv_session *s)
{
    const gcv_cli_io *io = s->io;
    gcv_optional width = s->line->width;
    if (!width.given && io->width != NULL && io->width[0] != '\0' &&
        strcmp(format_of(s->line), "text") == 0) {
        width.given = gcv_parse_u64(io->width, &width.value) &&
                      (width.value == 0 || width.value >= GCV_FIT_NARROWEST);
        if (!width.given) {
            gcv_tell(s->diagnostics, true, NULL,
                     "GCVIEW_WIDTH is '%.20s', not 0 or a number from %d on: ignored", io->width,
                     GCV_FIT_NARROWEST);
        }
    }
    if (!width.given && is_on_screen(s)) {
        width.given = true;
        width.value = io->columns > GCV_FIT_NARROWEST ? io->columns : GCV_FIT_NARROWEST;
    }
    if (width.given && width.value > GCV_FIT_WIDEST) {
        width.value = GCV_FIT_WIDEST;
    }
    return width;
}

static gcv_report make_report(gcv_session *s)
{
    const gcv_command_line *line = s->line;
    const gcv_inputs *inputs = &s->inputs;
    gcv_report report = {0};
    report.ctx = s->ctx;
    report.command = line->command->name;
    report.schema = line->command->schema;
    const bool has_baseline = line->report.baseline != NULL;
    report.in.heap = inputs->heaps.n > 0 ? inputs->heaps.data[0] : NULL;
    report.in.heaps = (const gcv_heap *const *)inputs->heaps.data;
    report.in.n_heaps = inputs->heaps.n - has_baseline;
    if ((line->command->inputs & GCV_INPUT_SERIES) != 0) {
        report.in.n_between = report.in.n_heaps - 1;
        report.in.between = report.in.heaps + 1;
        report.in.n_heaps = 1;
    }
    report.in.moves = s->followed.moves;
    report.in.dumps = s->followed.numbers.data;
    report.in.baseline = has_baseline ? inputs->heaps.data[inputs->heaps.n - 1] : NULL;
    report.in.likeness = has_baseline ? inputs->likeness : GCV_OTHER_DUMP;
    report.options = &line->report;
    report.out.to_terminal = s->files == NULL && s->io->columns > 0;
    report.out.print_warning = gcv_print_warning;
    report.out.print_message = gcv_print_message;
    report.out.print_payload = s->diagnostics;
    report.result.gate_failed = &s->gate_failed;
    return report;
}

/* Scripts, whose standard error is no terminal, stay silent. `bytes` 0: there are several files. */
static void tell_written(const gcv_session *s, uint64_t bytes)
{
    char size[GCV_NUMBER_MAX] = "";
    if (s->io->err_columns == 0 || s->line->quiet || s->files->file[0].is_stream) {
        return;
    }
    if (bytes > 0) {
        (void)gcv_format_human(size, bytes);
    }
    gcv_tell(s->diagnostics, false, NULL, "wrote %.200s%s%s", s->line->output,
             bytes > 0 ? ", " : "", size);
}

void gcv_write_report(gcv_session *s)
{
    const gcv_command *command = s->line->command;
    gcv_error err;
    gcv_report report = make_report(s);
    gcv_writer *writer =
        gcv_writer_open(s->ctx, s->io->out, NULL, format_of(s->line), s->line->human);
    if (s->files != NULL && command->files != NULL && command->files(&s->line->report) != NULL) {
        report.out.files = s->files->file;
    } else if (s->files != NULL) {
        gcv_writer_to_file(writer, &s->files->file[0]);
    }
    report.out.writer = writer;
    report.out.width = width_of(s);
    gcv_writer_fit(writer, report.out.width.given ? (size_t)report.out.width.value : 0);
    gcv_writer_look(writer, is_on_screen(s), has_color(s));
    gcv_phase(s->ctx, "prepare");
    command->run(&report);
    gcv_writer_end(writer);
    const uint64_t written = gcv_writer_written(writer);
    gcv_writer_close(writer);
    if (s->files != NULL) {
        gcv_fail_if(s->ctx, gcv_out_files_finish(s->files, &err), &err);
        tell_written(s, written);
    }
}
