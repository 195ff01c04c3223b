/* reported.c - the output of a command for heaps in memory; see reported.h. */
#include "support/reported.h"

#include "base/out_file.h"
#include "base/system.h"
#include "support/check.h"
#include "support/graphs.h"
#include "support/parsed.h"
#include "support/tried.h"

#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 400 };

static void no_message(void *payload, const char *file, const char *message)
{
    (void)payload;
    (void)file;
    (void)message;
}

static char *content(FILE *file, size_t *size)
{
    long end = ftell(file);
    assert_true(end >= 0);
    *size = (size_t)end;
    rewind(file);
    char *text = graph_alloc(*size + 1, 1);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    (void)fclose(file);
    return text;
}

static void run(const reported *input, const gcv_command *command, gcv_report_options *options,
                gcv_report *report)
{
    if (command->prepare != NULL) {
        command->prepare(input->ctx, options);
    }
    (input->run != NULL ? input->run : command->run)(report);
    gcv_writer_end(report->out.writer);
}

/* Runs a command line. Its output goes to `file`, or to `files` if the command writes several. */
static void run_line(const reported *input, const char *line, FILE *file, gcv_out_file *files)
{
    char words[LINE_MAX_BYTES];
    gcv_command_line parsed;
    gcv_report report;
    gcv_error err;
    gcv_guard guard; /* frees what the run leaves */
    bool gate_failed = false;
    assert_true(strlen(line) < sizeof words);
    strcpy(words, line);
    gcv_guard_begin(input->ctx, &guard);
    parsed_line(input->ctx, &parsed, words, input->n);
    const gcv_command *command = parsed.command;
    memset(&report, 0, sizeof report);
    report.ctx = input->ctx;
    report.command = command->name;
    report.schema = command->schema;
    report.in.heap = input->heaps[0];
    report.in.heaps = input->heaps;
    report.in.n_heaps = input->n;
    report.in.moves = input->moves;
    report.in.dumps = input->dumps;
    report.in.baseline = parsed.report.baseline != NULL ? input->heaps[1] : NULL;
    report.options = &parsed.report;
    report.out.files = files;
    report.result.gate_failed = &gate_failed;
    report.out.print_warning = report.out.print_message = no_message;
    report.out.writer = gcv_writer_open(input->ctx, file, "out",
                                        command->output == GCV_OUTPUT_BYTES ? "raw"
                                        : parsed.report.format != NULL      ? parsed.report.format
                                                                            : "tsv",
                                        false);
    if (tried(input->ctx, &err, run(input, command, &parsed.report, &report)) != GCV_OK) {
        fail_msg("%s: %s", line, err.message);
    }
    gcv_writer_close(report.out.writer);
    gcv_blocks_free(input->ctx, &guard.mark);
    (void)gcv_guard_end(input->ctx, &guard, NULL);
}

char *reported_text(const reported *input, const char *line, size_t *size)
{
    FILE *file = gcv_system_temporary();
    size_t written;
    assert_non_null(file);
    run_line(input, line, file, NULL);
    return content(file, size != NULL ? size : &written);
}

char *reported_of(gcv_context *ctx, const gcv_heap *heap, const char *line, size_t *size)
{
    const reported input = {ctx, &heap, 1, NULL, NULL, NULL};
    return reported_text(&input, line, size);
}

char *reported_of_bytes(const char *bytes, size_t n, const char *line, size_t *size)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "dump", bytes, n, NULL, &heap, NULL), GCV_OK);
    char *text = reported_of(ctx, heap, line, size);
    gcv_heap_free(heap);
    gcv_context_free(ctx);
    return text;
}

void reported_files(const reported *input, const char *line, size_t n, char **texts)
{
    FILE *file = gcv_system_temporary();
    gcv_out_file files[GCV_OUT_FILES_MAX];
    size_t size;
    assert_true(file != NULL && n <= GCV_OUT_FILES_MAX);
    memset(files, 0, sizeof files);
    for (size_t i = 0; i < n; i++) {
        files[i].ctx = input->ctx;
        files[i].path = "out";
        files[i].file = gcv_system_temporary();
        assert_non_null(files[i].file);
    }
    run_line(input, line, file, files);
    (void)fclose(file);
    for (size_t i = 0; i < n; i++) {
        texts[i] = content(files[i].file, &size);
    }
}
