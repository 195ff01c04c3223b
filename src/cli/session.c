/* session.c - runs one command line from parsed options to exit status; see session.h. */
#include "cli/session.h"

#include "base/context.h"
#include "base/out_files.h"
#include "heap/memory_check.h"

#include <string.h>

/* The exit status for a failure. */
static int exit_status(gcv_status status)
{
    switch (status) {
    case GCV_OK:
    case GCV_ERR_OUTPUT_PIPE: /* the reader of the pipe has seen enough */
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

static gcv_status load_and_report(gcv_command_line *line, const gcv_cli_io *io,
                                  gcv_diagnostics *diagnostics, gcv_inputs *inputs,
                                  bool *gate_failed, gcv_error *err)
{
    gcv_needs needs;
    gcv_status status;
    if (line->command->needs == NULL) {
        return gcv_write_report(line, io, inputs, diagnostics, gate_failed, err);
    }
    memset(&needs, 0, sizeof needs);
    line->command->needs(&line->report, &needs);
    status = gcv_inputs_load(line, io, &needs, diagnostics, inputs, err);
    if (status == GCV_OK) {
        status = gcv_redact_inputs(line, io, inputs, err);
    }
    if (status == GCV_OK) {
        status = gcv_write_report(line, io, inputs, diagnostics, gate_failed, err);
        gcv_memory_explain_analysis((const gcv_heap *const *)gcv_inputs_heaps(inputs),
                                    gcv_inputs_n_heaps(inputs), needs.costs, err);
    }
    return status;
}

/* Whether the path names standard output. Opening such a path would truncate what is there. */
static bool is_standard_output(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    return GCV_IS_ONE_OF(gcv_slice_str(path), names);
}

/* Opens the output before anything is read, as a shell does: without an output, reading is
 * pointless. */
static gcv_status open_output(const gcv_command_line *line, gcv_cli_io *io, gcv_out_files *files,
                              gcv_error *err)
{
    const gcv_command *command = line->command;
    const char *const *names = command->files != NULL ? command->files(&line->report) : NULL;
    gcv_status status;
    memset(files, 0, sizeof *files);
    io->files = NULL;
    if (line->output == NULL || (names == NULL && is_standard_output(line->output))) {
        return GCV_OK;
    }
    io->files = files;
    status = names != NULL ? gcv_out_files_open_in(files, io->ctx, line->output, names, err)
                           : gcv_out_files_open(files, io->ctx, line->output, err);
    files->is_limited = command->output == GCV_OUTPUT_BYTES;
    return status;
}

static gcv_status run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics,
                      gcv_text_files *files, gcv_inputs *inputs, bool *gate_failed, gcv_error *err)
{
    gcv_status status = gcv_text_files_read(line, io, files, err);
    if (status == GCV_OK && line->command->prepare != NULL) {
        status = line->command->prepare(io->ctx, &line->report, err);
    }
    return status == GCV_OK ? load_and_report(line, io, diagnostics, inputs, gate_failed, err)
                            : status;
}

/* Says why the status is not 0, since --quiet has suppressed the warning. */
static void say_incomplete(const gcv_inputs *inputs, gcv_diagnostics *diagnostics)
{
    size_t i;
    for (i = 0; i < gcv_inputs_n_heaps(inputs) && diagnostics->quiet; i++) {
        const gcv_heap *heap = gcv_inputs_heaps(inputs)[i];
        if (!gcv_heap_is_complete(heap)) {
            gcv_print_message(diagnostics, gcv_heap_name(heap), gcv_heap_verdict(heap));
        }
    }
}

int gcv_session_run(gcv_command_line *line, const gcv_cli_io *given, gcv_diagnostics *diagnostics)
{
    const gcv_command *command = line->command;
    gcv_cli_io own = *given, *io = &own;
    gcv_last_input last = {NULL, NULL};
    gcv_out_files outputs;
    gcv_text_files files;
    gcv_inputs inputs;
    gcv_error err;
    gcv_status status;
    bool gate_failed = false;
    int result;
    memset(&files, 0, sizeof files);
    memset(&inputs, 0, sizeof inputs);
    memset(&err, 0, sizeof err);
    own.last = &last;
    status = open_output(line, io, &outputs, &err);
    if (status == GCV_OK) {
        status = run(line, io, diagnostics, &files, &inputs, &gate_failed, &err);
    }
    result = exit_status(status);
    if (status != GCV_OK && status != GCV_ERR_OUTPUT_PIPE) {
        gcv_print_error(diagnostics, &err);
        if (status == GCV_ERR_INPUT || status == GCV_ERR_USAGE) {
            gcv_print_unpack_hint(line, io, diagnostics);
        }
    } else if (gate_failed) {
        result = GCV_EXIT_GATE;
    } else if (line->strict && !gcv_inputs_are_complete(&inputs)) {
        result = GCV_EXIT_INCOMPLETE;
        say_incomplete(&inputs, diagnostics);
    }
    gcv_phase(io->ctx, "release");
    gcv_inputs_release(io->ctx, &inputs);
    if (command->release != NULL) {
        command->release(io->ctx, &line->report);
    }
    gcv_text_files_release(io->ctx, &files);
    gcv_out_files_release(&outputs);
    gcv_diagnostics_end(diagnostics);
    return result;
}
