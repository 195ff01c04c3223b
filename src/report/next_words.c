/* next_words.c - the end of a suggested command line; see report.h. */
#include "report/report.h"

#include "base/shell.h"
#include "report/option.h"

#include <inttypes.h>
#include <string.h>

void gcv_next_options(const gcv_report *report, gcv_buffer *out)
{
    const char *domain = report->options->select.domain, *format = report->options->input_format;
    gcv_buffer_print(report->ctx, out, "%s%s%s%s%s%s%s", format != NULL ? " --input-format " : "",
                     format != NULL ? format : "",
                     report->options->keep_size_classes ? " --keep-size-classes" : "",
                     report->options->salvage ? " --salvage" : "",
                     !gcv_is_yes(report->options->names)    ? " --names no"
                     : !gcv_is_yes(report->options->shapes) ? " --shapes no"
                                                            : "",
                     report->options->include_weak ? " --include-weak" : "",
                     domain != NULL ? " --domain " : "");
    if (domain != NULL) {
        gcv_shell_append(report->ctx, out, GCV_SHELL_EXACT, gcv_slice_str(domain), "NAME");
    }
    gcv_next_snapshot(report, report->in.heap, " --snapshot ", GCV_SNAPSHOT_LAST, out);
}

void gcv_next_snapshot(const gcv_report *report, const gcv_heap *heap, const char *option,
                       uint32_t usual, gcv_buffer *out)
{
    const uint32_t number = gcv_heap_chosen_snapshot(heap);
    if (number != gcv_heap_snapshot_number(heap, usual)) {
        gcv_buffer_print(report->ctx, out, "%s%" PRIu32, option, number);
    }
}

/* False for standard input and for the path that a shell makes of <(COMMAND), which ends with the
 * command. */
static bool can_be_read_again(const char *name)
{
    return strcmp(name, GCV_STANDARD_INPUT) != 0 && strncmp(name, "/dev/fd/", 8) != 0 &&
           strncmp(name, "/proc/self/fd/", 14) != 0 && strcmp(name, "/dev/stdin") != 0;
}

void gcv_next_path(const gcv_report *report, const gcv_heap *heap, const char *word,
                   gcv_buffer *out)
{
    const char *name = gcv_heap_name(heap);
    gcv_buffer_append_str(report->ctx, out, " ");
    if (can_be_read_again(name)) {
        gcv_shell_append(report->ctx, out, GCV_SHELL_PATH, gcv_slice_str(name), word);
    } else {
        gcv_buffer_append_str(report->ctx, out, word);
    }
}
