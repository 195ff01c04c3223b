/* overview_next.c - the command lines that lead on from the first look; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/file.h"
#include "base/number.h"
#include "base/shell.h"

#include <string.h>

typedef struct next_line {
    bool wanted;
    const char *words; /* `FILE` and `OLD` stand for the paths */
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
    if (strcmp(name, GCV_STANDARD_INPUT) == 0) {
        append(overview, word, err);
    } else {
        gcv_shell_append_path(overview->report->ctx, &overview->text, gcv_slice_str(name), err);
    }
}

const char *gcv_overview_next(gcv_overview *overview, size_t at, gcv_error *err)
{
    const gcv_reach_totals *reach = &overview->reach;
    const bool compares = overview->report->baseline != NULL;
    const uint64_t garbage = gcv_percent_of(reach->bytes - reach->reachable_bytes, reach->bytes);
    const next_line lines[] = {
        {true, "suspects --chains", "every suspect with its chain"},
        {compares, "diff --cause", "what grew, and what holds it"},
        {garbage >= GCV_OVERVIEW_MUCH_GARBAGE, "retained --unreachable", "what heads the garbage"},
        {overview->report->heap->sections.n > 1, "stats --by domain", "each application domain"},
        {true, "stats --retained --top 20", "types by what they keep alive"},
        {true, "retained", "objects by what they keep alive"},
    };
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (lines[i].wanted && at-- == 0) {
            gcv_buffer_clear(&overview->text);
            append(overview, "gcview ", err);
            append(overview, lines[i].words, err);
            if (strncmp(lines[i].words, "diff", 4) == 0) {
                append(overview, " ", err);
                append_path(overview, overview->report->baseline, "OLD", err);
            }
            append(overview, " ", err);
            append_path(overview, overview->report->heap, "FILE", err);
            return lines[i].why;
        }
    }
    return NULL;
}
