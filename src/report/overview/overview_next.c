/* overview_next.c - the commands that the overview suggests; see overview.h. */
#include "report/overview/overview.h"

#include "base/shell.h"
#include "heap/heap.h"
#include "report/select.h"

typedef struct next_line {
    bool wanted;
    enum { ABOUT_HEAP, ABOUT_GROWTH, ABOUT_SUSPECT, ABOUT_SUSPECTS } about;
    const char *words;
    const char *why;
} next_line;

/* Appends ` --type NAME` or ` --object ID` of what the first finding is about. */
static void append_suspect(gcv_overview *overview)
{
    const gcv_look *look = &overview->look;
    const size_t rank = look->findings.all.data[0].rank;
    const gcv_suspect *row = gcv_suspect_list_row(&look->suspects, rank);
    const uint32_t object = gcv_suspect_list_example(&look->suspects, rank);
    char room[GCV_NUMBER_MAX];
    if (object != GCV_NONE) {
        gcv_overview_print(overview, " --object %s",
                           gcv_object_id_text(overview->report->in.heap, object, room));
        return;
    }
    gcv_overview_print(overview, " --type ");
    gcv_shell_append_name(overview->report->ctx, &overview->text, row->name,
                          row->type == GCV_NONE ? ".*" : "");
}

/* Appends the baseline to a command about growth or suspects; diff takes the first snapshot of a
 * file by default. */
static void append_baseline(gcv_overview *overview, bool growth)
{
    const gcv_report *report = overview->report;
    gcv_buffer *text = &overview->text;
    gcv_next_snapshot(report, report->in.baseline, " --baseline-snapshot ", GCV_SNAPSHOT_FIRST,
                      text);
    if (!growth || !overview->of_one_file) {
        gcv_overview_print(overview, "%s", growth ? "" : " --baseline");
        gcv_next_path(report, report->in.baseline, overview->of_one_file ? "FILE" : "OLD", text);
    }
}

static void append_line(gcv_overview *overview, const next_line *line)
{
    const gcv_report *report = overview->report;
    const bool compares = line->about == ABOUT_GROWTH || line->about == ABOUT_SUSPECTS;
    gcv_buffer_clear(&overview->text);
    gcv_overview_print(overview, "gcview %s", line->words);
    if (line->about == ABOUT_SUSPECT) {
        append_suspect(overview);
    }
    gcv_next_options(report, &overview->text);
    if (report->options->include_capture && compares) {
        gcv_overview_print(overview, " --include-capture");
    }
    if (report->in.baseline != NULL && compares) {
        append_baseline(overview, line->about == ABOUT_GROWTH);
    }
    gcv_next_path(report, report->in.heap, "FILE", &overview->text);
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
