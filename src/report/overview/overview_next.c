/* overview_next.c - the commands that the overview suggests; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/shell.h"
#include "heap/id_text.h"
#include "report/next_words.h"
#include "report/unreachable.h"

typedef struct next_line {
    bool wanted;
    enum { ABOUT_HEAP, ABOUT_GROWTH, ABOUT_SUSPECT, ABOUT_SUSPECTS } about;
    const char *words;
    const char *why;
} next_line;

/* Appends ` --type NAME` or ` --object ID` of the first suspect. */
static void append_suspect(gcv_overview *overview)
{
    gcv_context *ctx = overview->report->ctx;
    const gcv_suspect *row = gcv_suspect_list_row(&overview->look.suspects, 0);
    if (row->object != GCV_NONE) {
        char room[GCV_NUMBER_MAX];
        gcv_buffer_append_str(ctx, &overview->text, " --object ");
        gcv_buffer_append_str(ctx, &overview->text,
                              gcv_object_id_text(overview->report->in.heap, row->object, room));
        return;
    }
    gcv_buffer_append_str(ctx, &overview->text, " --type ");
    gcv_shell_append_name(ctx, &overview->text, row->name, row->type == GCV_NONE ? ".*" : "");
}

/* Appends the baseline to a command about growth or suspects. */
static void append_baseline(gcv_overview *overview, bool growth)
{
    const gcv_report *report = overview->report;
    gcv_buffer *text = &overview->text;
    const bool one_file = gcv_overview_is_of_one_file(overview);
    if (growth && one_file) {
        return; /* diff takes the first snapshot of the file by default */
    }
    gcv_buffer_append_str(report->ctx, text, growth ? "" : " --baseline");
    gcv_next_path(report, report->in.baseline, one_file ? "FILE" : "OLD", text);
}

static void append_line(gcv_overview *overview, const next_line *line)
{
    const gcv_report *report = overview->report;
    gcv_buffer *text = &overview->text;
    gcv_buffer_clear(text);
    gcv_buffer_append_str(report->ctx, text, "gcview ");
    gcv_buffer_append_str(report->ctx, text, line->words);
    if (line->about == ABOUT_SUSPECT) {
        append_suspect(overview);
    }
    gcv_next_options(report, text);
    if (report->options->include_capture &&
        (line->about == ABOUT_GROWTH || line->about == ABOUT_SUSPECTS)) {
        gcv_buffer_append_str(report->ctx, text, " --include-capture");
    }
    if (report->in.baseline != NULL &&
        (line->about == ABOUT_GROWTH || line->about == ABOUT_SUSPECTS)) {
        gcv_next_snapshot(report, report->in.baseline, " --baseline-snapshot ", GCV_SNAPSHOT_FIRST,
                          text);
        append_baseline(overview, line->about == ABOUT_GROWTH);
    }
    gcv_next_path(report, report->in.heap, "FILE", text);
}

const char *gcv_overview_next(gcv_overview *overview, size_t at)
{
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    const gcv_report *report = overview->report;
    const bool garbage = gcv_is_much_garbage(reach->bytes - reach->reachable_bytes, reach->bytes);
    const bool domains = report->in.heap->sections.n > 1 && report->options->select.domain == NULL;
    const bool suspicious = overview->look.findings.all.n > 0;
    const next_line lines[] = {
        {suspicious, ABOUT_SUSPECT, "chains", "why these are alive"},
        {suspicious, ABOUT_SUSPECTS, "suspects --chains", "every suspect, its chain"},
        {overview->look.grown.items.n > 0, ABOUT_GROWTH, "diff --cause", "growth, and its cause"},
        {garbage, ABOUT_HEAP, "retained --unreachable", "what heads the garbage"},
        {domains, ABOUT_HEAP, "stats --by domain", "each application domain"},
        {true, ABOUT_HEAP, "stats --retained --top 20", "types by what they hold"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (lines[i].wanted && at-- == 0) {
            append_line(overview, &lines[i]);
            return lines[i].why;
        }
    }
    return NULL;
}
