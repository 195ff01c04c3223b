/* overview_next.c - the command lines that lead on from the first look; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/file.h"
#include "base/number.h"
#include "base/shell.h"

#include <string.h>

typedef struct next_line {
    bool wanted, compares; /* with the baseline */
    const char *words;
    const char *why;
} next_line;

static void append(gcv_overview *overview, const char *text, gcv_error *err)
{
    gcv_buffer_append_str(overview->report->ctx, &overview->text, text, err);
}

/* Standard input cannot be read again, so its name stays a word for the reader to replace. */
static void append_path(gcv_overview *overview, const gcv_heap *heap, const char *word,
                        gcv_error *err)
{
    const char *name = gcv_heap_name(heap);
    append(overview, " ", err);
    if (strcmp(name, GCV_STANDARD_INPUT) == 0) {
        append(overview, word, err);
    } else {
        gcv_shell_append_path(overview->report->ctx, &overview->text, gcv_slice_str(name), err);
    }
}

/* The option for the snapshot at hand, unless commands read it by themselves. */
static void append_snapshot(gcv_overview *overview, const char *option, const gcv_heap *heap,
                            uint32_t usual, gcv_error *err)
{
    const uint32_t number = gcv_heap_chosen_snapshot(heap);
    if (number != gcv_heap_snapshot_number(heap, usual)) {
        append(overview, option, err);
        gcv_buffer_append_u64(overview->report->ctx, &overview->text, number, err);
    }
}

/* The options that make other commands look at the same. */
static void append_options(gcv_overview *overview, gcv_error *err)
{
    const gcv_report *report = overview->report;
    if (report->options->include_weak) {
        append(overview, " --include-weak", err);
    }
    if (report->options->select.domain != NULL) {
        append(overview, " --domain ", err);
        gcv_shell_append(report->ctx, &overview->text,
                         gcv_slice_str(report->options->select.domain), err);
    }
    append_snapshot(overview, " --snapshot ", report->heap, GCV_SNAPSHOT_LAST, err);
}

static void append_line(gcv_overview *overview, const next_line *line, gcv_error *err)
{
    gcv_buffer_clear(&overview->text);
    append(overview, "gcview ", err);
    append(overview, line->words, err);
    append_options(overview, err);
    if (line->compares) {
        append_snapshot(overview, " --baseline-snapshot ", overview->report->baseline,
                        GCV_SNAPSHOT_FIRST, err);
    }
    if (line->compares && !gcv_overview_is_of_one_file(overview)) {
        append_path(overview, overview->report->baseline, "OLD", err);
    }
    append_path(overview, overview->report->heap, "FILE", err);
}

const char *gcv_overview_next(gcv_overview *overview, size_t at, gcv_error *err)
{
    const gcv_reach_totals *reach = &overview->reach;
    const gcv_report *report = overview->report;
    const uint64_t garbage = gcv_percent_of(reach->bytes - reach->reachable_bytes, reach->bytes);
    const bool domains = report->heap->sections.n > 1 && report->options->select.domain == NULL;
    const next_line lines[] = {
        {true, false, "suspects --chains", "every suspect with its chain"},
        {report->baseline != NULL, true, "diff --cause", "what grew, and what holds it"},
        {garbage >= GCV_OVERVIEW_MUCH_GARBAGE, false, "retained --unreachable",
         "what heads the garbage"},
        {domains, false, "stats --by domain", "each application domain"},
        {true, false, "stats --retained --top 20", "types by what they keep alive"},
        {true, false, "retained", "objects by what they keep alive"},
    };
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (lines[i].wanted && at-- == 0) {
            append_line(overview, &lines[i], err);
            return lines[i].why;
        }
    }
    return NULL;
}
