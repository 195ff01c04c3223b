/* session.c - one command line from parsed options to exit status; see session.h. */
#include "cli/session.h"

#include "base/context.h"
#include "base/error.h"
#include "heap/forecast.h"
#include "input/format.h"

#include <string.h>

int gcv_exit_status(gcv_status status)
{
    switch (status) {
    case GCV_OK:
    case GCV_ERR_OUTPUT_PIPE: /* whoever read the output has seen enough */
        return GCV_EXIT_OK;
    case GCV_ERR_USAGE:
        return GCV_EXIT_USAGE;
    case GCV_ERR_INPUT:
        return GCV_EXIT_INPUT;
    case GCV_ERR_MEMORY:
    case GCV_ERR_LIMIT:
        return GCV_EXIT_MEMORY;
    case GCV_ERR_OUTPUT:
    default:
        return GCV_EXIT_OUTPUT;
    }
}

static gcv_status load(const gcv_command_line *line, const gcv_cli_io *io,
                       gcv_load_options *options, gcv_heap **heap, gcv_error *err)
{
    gcv_source source;
    gcv_status status;
    options->strict = line->strict;
    options->format = line->input_format;
    options->snapshot = (uint32_t)line->snapshot.value; /* 0 if not given */
    options->salvage = line->salvage;
    options->keep_size_classes = line->keep_size_classes;
    status = gcv_source_open(&source, line->file, io->in, err);
    return status == GCV_OK ? gcv_heap_load_source(io->ctx, &source, options, heap, err) : status;
}

/* Whether the output exists and begins like the input: then it is the input, under this or another
 * name, or a copy of it, and not to be overwritten by a report. */
static bool would_overwrite_input(const gcv_command_line *line)
{
    unsigned char heads[2][GCV_SOURCE_HEAD];
    size_t sizes[2] = {0, 0}, i;
    if (strcmp(line->file, "-") == 0) {
        return false;
    }
    for (i = 0; i < 2; i++) {
        FILE *file = fopen(i == 0 ? line->file : line->output, "rb");
        if (file != NULL) {
            sizes[i] = fread(heads[i], 1, sizeof heads[i], file);
            (void)fclose(file);
        }
    }
    return sizes[0] > 0 && sizes[0] == sizes[1] && memcmp(heads[0], heads[1], sizes[0]) == 0;
}

static const char *format_of(const gcv_command_line *line)
{
    return (line->command->takes & GCV_TAKES_TABLE) == 0 ? "raw"
           : line->format != NULL                        ? line->format
                                                         : "text";
}

static gcv_status write_report(const gcv_command_line *line, const gcv_cli_io *io, gcv_heap *heap,
                               gcv_diagnostics *diagnostics, gcv_error *err)
{
    gcv_writer *writer = NULL;
    gcv_report report;
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
    memset(&report, 0, sizeof report);
    report.ctx = io->ctx;
    report.command = line->command->name;
    report.heap = heap;
    report.options = &line->report;
    report.writer = writer;
    report.warn = gcv_print_warning;
    report.warn_payload = diagnostics;
    gcv_phase(io->ctx, "prepare");
    status = line->command->run(&report, err);
    if (status == GCV_OK) {
        status = gcv_writer_end(writer, err);
    }
    gcv_writer_close(writer);
    return status;
}

int gcv_session_run(const gcv_command_line *line, const gcv_cli_io *io,
                    gcv_diagnostics *diagnostics)
{
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_error err;
    gcv_status status;
    int result;
    memset(&err, 0, sizeof err);
    memset(&options, 0, sizeof options);
    line->command->needs(&line->report, &options);
    status = load(line, io, &options, &heap, &err);
    if (status == GCV_OK) {
        diagnostics->file = gcv_heap_name(heap);
        gcv_diagnostics_end(diagnostics);
        gcv_print_notes(diagnostics, heap, line->command->run == gcv_report_summary);
        status = write_report(line, io, heap, diagnostics, &err);
        gcv_forecast_explain_analysis(heap, options.purpose, &err);
    }
    gcv_diagnostics_end(diagnostics);
    result = gcv_exit_status(status);
    if (status != GCV_OK && status != GCV_ERR_OUTPUT_PIPE) {
        gcv_print_error(diagnostics, &err);
    } else if (line->strict && !gcv_heap_is_complete(heap)) {
        result = GCV_EXIT_INCOMPLETE;
    }
    gcv_phase(io->ctx, "release");
    gcv_heap_free(heap);
    gcv_diagnostics_end(diagnostics);
    return result;
}
