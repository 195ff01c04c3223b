/* overview_next.c - the command lines that lead on from the first look; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "report/next_words.h"
#include "report/unreachable.h"

typedef struct next_line {
    bool wanted, compares; /* with the baseline */
    const char *words;
    const char *why;
} next_line;

static void append_line(gcv_overview *overview, const next_line *line, gcv_error *err)
{
    const gcv_report *report = overview->report;
    gcv_buffer *text = &overview->text;
    gcv_buffer_clear(text);
    gcv_buffer_append_str(report->ctx, text, "gcview ", err);
    gcv_buffer_append_str(report->ctx, text, line->words, err);
    gcv_next_options(report, text, err);
    if (line->compares) {
        gcv_next_snapshot(report, report->baseline, " --baseline-snapshot ", GCV_SNAPSHOT_FIRST,
                          text, err);
    }
    if (line->compares && !gcv_overview_is_of_one_file(overview)) {
        gcv_next_path(report, report->baseline, "OLD", text, err);
    }
    gcv_next_path(report, report->heap, "FILE", text, err);
}

const char *gcv_overview_next(gcv_overview *overview, size_t at, gcv_error *err)
{
    const gcv_reach_totals *reach = &overview->reach;
    const gcv_report *report = overview->report;
    const bool garbage = gcv_is_much_garbage(reach->bytes - reach->reachable_bytes, reach->bytes);
    const bool domains = report->heap->sections.n > 1 && report->options->select.domain == NULL;
    const next_line lines[] = {
        {true, false, "suspects --chains", "every suspect with its chain"},
        {report->baseline != NULL, true, "diff --cause", "what grew, and what holds it"},
        {garbage, false, "retained --unreachable", "what heads the garbage"},
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
