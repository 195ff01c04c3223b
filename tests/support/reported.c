/* reported.c - what a command writes of heaps that are in memory; see reported.h. */
#include "support/reported.h"

#include "support/check.h"
#include "support/graphs.h"
#include "support/parsed.h"

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
    char *text;
    long end = ftell(file);
    assert_true(end >= 0);
    *size = (size_t)end;
    rewind(file);
    text = graph_alloc(*size + 1, 1);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    (void)fclose(file);
    return text;
}

char *reported_text(const reported *input, const char *line, size_t *size)
{
    FILE *file = tmpfile();
    char words[LINE_MAX_BYTES];
    gcv_command_line parsed;
    const gcv_command *command;
    gcv_report report;
    gcv_error err;
    size_t written;
    assert_non_null(file);
    assert_true(strlen(line) < sizeof words);
    strcpy(words, line);
    parsed_line(&parsed, words, input->n);
    command = parsed.command;
    memset(&report, 0, sizeof report);
    report.ctx = input->ctx;
    report.command = command->name;
    report.schema = command->schema;
    report.heap = input->heaps[0];
    report.heaps = input->heaps;
    report.n_heaps = input->n;
    report.moves = input->moves;
    report.dumps = input->dumps;
    report.baseline = parsed.report.baseline != NULL ? input->heaps[1] : NULL;
    report.options = &parsed.report;
    report.print_warning = report.print_message = no_message;
    assert_int_equal(gcv_writer_open(input->ctx, file, "out",
                                     command->output == GCV_OUTPUT_BYTES ? "raw"
                                     : parsed.report.format != NULL      ? parsed.report.format
                                                                         : "tsv",
                                     false, &report.writer, &err),
                     GCV_OK);
    if ((command->prepare != NULL &&
         command->prepare(input->ctx, &parsed.report, &err) != GCV_OK) ||
        (input->run != NULL ? input->run : command->run)(&report, &err) != GCV_OK) {
        fail_msg("%s: %s", line, err.message);
    }
    assert_int_equal(gcv_writer_end(report.writer, &err), GCV_OK);
    gcv_writer_close(report.writer);
    if (command->release != NULL) {
        command->release(input->ctx, &parsed.report);
    }
    return content(file, size != NULL ? size : &written);
}
