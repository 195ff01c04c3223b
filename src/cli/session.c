/* session.c - one command line from parsed options to exit status; see session.h. */
#include "cli/session.h"

#include "base/context.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/load_dumps.h"
#include "heap/memory_check.h"
#include "input/bytes.h"
#include "input/load/load_heap.h"

#include <string.h>

/* The exit status for a failure. */
static int exit_status(gcv_status status)
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

enum { INPUTS_MAX = GCV_MAX_GLOBS + 2 }; /* files and a baseline */

/* The heaps of one command line, in its order; the baseline comes last. */
typedef struct gcv_inputs {
    gcv_heap *heap[INPUTS_MAX];
    size_t n, n_files;
    gcv_dumps dumps; /* in place of these, where objects are followed */
} gcv_inputs;

static size_t n_heaps(const gcv_inputs *inputs)
{
    return inputs->n > 0 ? inputs->n : inputs->dumps.heaps.n;
}

static gcv_heap *const *heaps_of(const gcv_inputs *inputs)
{
    return inputs->n > 0 ? inputs->heap : inputs->dumps.heaps.data;
}

/* Of the input of this number; 0: not given. */
static uint32_t snapshot_of(const gcv_command_line *line, size_t at)
{
    bool is_baseline =
        (line->command->inputs & GCV_INPUT_SEVERAL) != 0 ? at == 0 : at > line->more_files.n;
    const gcv_optional *number =
        is_baseline && line->baseline_snapshot.given ? &line->baseline_snapshot : &line->snapshot;
    return (uint32_t)number->value;
}

/* What the input of this number is certain to be analysed for: files between the first and the last
 * are only counted, if that, and a baseline may turn out not to be needed. */
static const gcv_cost *const *costs_of(const gcv_command_line *line, const gcv_needs *needs,
                                       size_t at)
{
    bool between = at > 0 && at < line->more_files.n && !needs->every_heap;
    return between || at > line->more_files.n ? NULL : needs->costs;
}

static gcv_status load(const gcv_command_line *line, const gcv_cli_io *io, size_t at,
                       gcv_load_options *options, gcv_heap **heap, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_source_open(&source, gcv_input_path(line, at), io->in, err);
    options->snapshot = snapshot_of(line, at);
    return status == GCV_OK ? gcv_heap_load_source(io->ctx, &source, options, heap, err) : status;
}

/* Loads all inputs; on failure those before it stay in `inputs`, to be freed. */
static gcv_status load_all(const gcv_command_line *line, const gcv_cli_io *io,
                           const gcv_needs *needs, gcv_diagnostics *diagnostics, gcv_inputs *inputs,
                           gcv_error *err)
{
    gcv_status status = GCV_OK;
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.level = needs->level;
    options.costs = needs->costs;
    options.with_moves = needs->moves;
    options.strict = line->strict;
    options.format = line->input_format;
    options.salvage = line->salvage;
    options.keep_size_classes = line->keep_size_classes;
    inputs->n_files = 1 + line->more_files.n;
    if ((line->command->inputs & GCV_INPUT_FOLLOWED) != 0) {
        options.snapshot = (uint32_t)line->snapshot.value;
        return gcv_dumps_load(line, io, needs, &options, diagnostics, &inputs->dumps, err);
    }
    while (status == GCV_OK && inputs->n < gcv_n_inputs(line)) {
        gcv_heap *heap;
        options.costs = costs_of(line, needs, inputs->n);
        status = load(line, io, inputs->n, &options, &heap, err);
        if (status == GCV_OK) {
            inputs->heap[inputs->n++] = heap;
            gcv_diagnostics_end(diagnostics);
            gcv_print_notes(diagnostics, heap, line->command->tells_lacks);
        }
    }
    return status;
}

/* ---- text files --------------------------------------------------------------------------- */

enum { TEXT_FILES_MAX = 4 }; /* that one command takes */

typedef struct text_files {
    gcv_bytes bytes[TEXT_FILES_MAX];
    size_t n;
} text_files;

static gcv_status read_text_file(const gcv_cli_io *io, gcv_bytes *bytes, gcv_text_file *file,
                                 gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_source_open(&source, file->path, io->in, err);
    if (status == GCV_OK) {
        file->name = source.name;
        status = gcv_bytes_read(io->ctx, bytes, &source, 0, err);
        gcv_source_close(&source);
    }
    if (status == GCV_ERR_INPUT && err != NULL) {
        err->status = GCV_ERR_USAGE; /* it is no dump that cannot be read */
    }
    file->text = gcv_slice_of((const char *)bytes->data, bytes->size);
    return status == GCV_OK ? GCV_OK : gcv_failed(err);
}

/* Reads the text files that the options name. */
static gcv_status read_text_files(gcv_command_line *line, const gcv_cli_io *io, text_files *files,
                                  gcv_error *err)
{
    const gcv_option *option;
    gcv_status status = GCV_OK;
    size_t i = 0;
    while (status == GCV_OK && (option = gcv_command_option(line->command, i++)) != NULL) {
        gcv_text_file *file = gcv_option_value(line, option);
        if (option->kind == GCV_OPTION_TEXT_FILE && file->path != NULL &&
            files->n < TEXT_FILES_MAX) {
            status = read_text_file(io, &files->bytes[files->n++], file, err);
        }
    }
    return status;
}

static void release_text_files(const gcv_cli_io *io, text_files *files)
{
    while (files->n > 0) {
        gcv_bytes_release(io->ctx, &files->bytes[--files->n]);
    }
}

/* ---- the run ------------------------------------------------------------------------------ */

static void free_all(const gcv_cli_io *io, gcv_inputs *inputs)
{
    while (inputs->n > 0) {
        gcv_heap_free(inputs->heap[--inputs->n]);
    }
    gcv_dumps_release(io->ctx, &inputs->dumps);
}

static bool all_complete(const gcv_inputs *inputs)
{
    size_t i;
    for (i = 0; i < n_heaps(inputs); i++) {
        if (!gcv_heap_is_complete(heaps_of(inputs)[i])) {
            return false;
        }
    }
    return true;
}

/* Whether the output exists and begins like an input: then it is the input, under this or another
 * name, or a copy of it, and not to be overwritten by a report. */
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
    report.heap = heaps_of(inputs)[0];
    report.heaps = (const gcv_heap *const *)heaps_of(inputs);
    report.n_heaps = inputs->n > 0 ? inputs->n_files : inputs->dumps.heaps.n;
    report.moves = inputs->dumps.moves;
    report.dumps = inputs->dumps.numbers.data;
    report.baseline = line->report.baseline != NULL ? inputs->heap[inputs->n - 1] : NULL;
    report.options = &line->report;
    report.strict = line->strict;
    report.print_warning = gcv_print_warning;
    report.print_message = gcv_print_message;
    report.print_payload = diagnostics;
    return report;
}

/* `*broken`: a gate failed. */
static gcv_status write_report(const gcv_command_line *line, const gcv_cli_io *io,
                               const gcv_inputs *inputs, gcv_diagnostics *diagnostics, bool *broken,
                               gcv_error *err)
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
    *broken = report.gate_failed;
    return status;
}

/* Loads, and runs the command. */
static gcv_status run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics,
                      gcv_inputs *inputs, bool *broken, gcv_error *err)
{
    gcv_needs needs;
    gcv_status status;
    memset(&needs, 0, sizeof needs);
    line->command->needs(&line->report, &needs);
    status = load_all(line, io, &needs, diagnostics, inputs, err);
    if (status == GCV_OK) {
        status = write_report(line, io, inputs, diagnostics, broken, err);
        gcv_memory_explain_analysis((const gcv_heap *const *)heaps_of(inputs), n_heaps(inputs),
                                    needs.costs, err);
    }
    return status;
}

int gcv_session_run(gcv_command_line *line, const gcv_cli_io *io, gcv_diagnostics *diagnostics)
{
    const gcv_command *command = line->command;
    text_files files;
    gcv_inputs inputs;
    gcv_error err;
    gcv_status status;
    bool broken = false;
    int result;
    memset(&files, 0, sizeof files);
    memset(&inputs, 0, sizeof inputs);
    memset(&err, 0, sizeof err);
    status = read_text_files(line, io, &files, &err);
    if (status == GCV_OK && command->prepare != NULL) {
        status = command->prepare(io->ctx, &line->report, &err);
    }
    if (status == GCV_OK) {
        status = run(line, io, diagnostics, &inputs, &broken, &err);
    }
    gcv_diagnostics_end(diagnostics);
    result = exit_status(status);
    if (status != GCV_OK && status != GCV_ERR_OUTPUT_PIPE) {
        gcv_print_error(diagnostics, &err);
    } else if (broken) {
        result = GCV_EXIT_GATE;
    } else if (line->strict && !all_complete(&inputs)) {
        result = GCV_EXIT_INCOMPLETE;
    }
    gcv_phase(io->ctx, "release");
    free_all(io, &inputs);
    if (command->release != NULL) {
        command->release(io->ctx, &line->report);
    }
    release_text_files(io, &files);
    gcv_diagnostics_end(diagnostics);
    return result;
}
