/* overview_page.c - the overview as a page, for text and md; see overview.h. */
#include "report/overview/overview.h"

#include <inttypes.h>

static void put(gcv_overview *overview, gcv_document_part part, const char *text)
{
    gcv_document_put(overview->writer, part, gcv_slice_str(text));
}

/* Writes overview->text as a part of the page, and clears it. */
static void put_text(gcv_overview *overview, gcv_document_part part)
{
    gcv_document_put(overview->writer, part, gcv_buffer_slice(&overview->text));
    gcv_buffer_clear(&overview->text);
}

enum { CAUSE_TYPES = 8 };

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

/* ---- the answer --------------------------------------------------------------------------- */

/* What separates a part of the evidence from the part before it. */
static const char *separator(const gcv_overview *overview)
{
    return overview->text.text.n > 0 ? "; " : "";
}

/* Writes `leak pattern, grew; 2 more suspects on its chain; overlaps with 2`: other findings
 * that are shown, and count the same bytes. */
static void write_evidence(gcv_overview *overview, const gcv_finding *finding)
{
    const uint32_t more = finding->n_more;
    const char *word;
    for (size_t i = 0; (word = gcv_finding_word(finding, i)) != NULL; i++) {
        gcv_overview_print(overview, "%s%s", i > 0 ? ", " : "", word);
    }
    if (gcv_finding_elsewhere(&overview->look.suspects, &overview->look.findings, finding).objects >
        0) {
        gcv_overview_print(overview, "%s", separator(overview));
        gcv_elsewhere_line(&overview->look, finding, gcv_report_is_on_screen(overview->report),
                           &overview->text);
    }
    if (more > 0) {
        gcv_overview_print(overview, "%s%" PRIu32 " more suspect%s on its chain",
                           separator(overview), more, plural(more));
    }
    bool first = true;
    for (uint32_t i = 0; i < overview->n_findings; i++) {
        if ((finding->overlaps >> i & 1) != 0) {
            gcv_overview_print(overview, "%s%s%" PRIu32, first ? separator(overview) : ", ",
                               first ? "overlaps with " : "", i + 1);
            first = false;
        }
    }
    if (overview->text.text.n > 0) {
        put_text(overview, GCV_PART_DETAIL);
    }
}

/* Stresses what a finding is about, what holds it, and its share. */
static void stress_finding(gcv_overview *overview, size_t begin, size_t subject)
{
    gcv_writer *writer = overview->writer;
    const gcv_reasons *reasons = &overview->look.suspects.reasons;
    const size_t sentence = overview->text.text.n - reasons->text.text.n;
    if (subject > 0) {
        gcv_document_stress(writer, (gcv_stress){begin, begin + subject});
    }
    for (size_t i = 0; i < GCV_SAID_PARTS; i++) {
        const gcv_said *said = &reasons->said[i];
        gcv_document_stress(writer, (gcv_stress){sentence + said->at, sentence + said->end});
    }
}

/* Writes `1. 3 pages …`, below it `static … > …`, and below that the evidence. */
static void write_finding(gcv_overview *overview, size_t at)
{
    const gcv_finding *finding = &overview->look.findings.all.data[at];
    const gcv_chain_names names = gcv_report_is_on_screen(overview->report) ? GCV_CHAIN_WORDS
                                  : gcv_writer_shortens(overview->writer)   ? GCV_CHAIN_SHORT
                                                                            : GCV_CHAIN_WHOLE;
    gcv_overview_print(overview, "%zu. ", at + 1);
    const size_t begin = overview->text.text.n;
    const size_t subject = gcv_finding_line(&overview->look, at, &overview->text);
    stress_finding(overview, begin, subject);
    put_text(overview, GCV_PART_LINE);
    gcv_chain_line(&overview->look.suspects, &overview->look.chains, finding->rank, names,
                   &overview->text);
    put_text(overview, GCV_PART_DETAIL);
    write_evidence(overview, finding);
}

static void write_answer(gcv_overview *overview)
{
    const char *heading, *why = gcv_look_without_findings(&overview->look, &heading);
    if (overview->n_findings == 0) {
        put(overview, GCV_PART_HEADING, heading);
        gcv_calm_line(overview->report, &overview->look, why, &overview->text);
        put_text(overview, GCV_PART_LINE);
    } else {
        put(overview, GCV_PART_HEADING,
            overview->report->in.baseline != NULL
                ? "Suspects, likeliest first: what has grown or is new, and what holds it"
                : "Suspects, likeliest first: what repeats or holds much; growth would prove a "
                  "leak");
    }
    gcv_look_caveat(&overview->look, &overview->text);
    if (overview->text.text.n > 0) {
        put_text(overview, GCV_PART_LINE);
    }
    for (size_t i = 0; i < overview->n_findings; i++) {
        write_finding(overview, i);
    }
    gcv_overview_print(overview, "Left out: ");
    if (gcv_captures_describe(&overview->sides.captures, overview->look.findings.whole,
                              &overview->text)) {
        gcv_overview_print(overview, ".");
        put_text(overview, GCV_PART_LINE);
    }
    gcv_buffer_clear(&overview->text);
}

/* ---- the dump ----------------------------------------------------------------------------- */

/* Appends `, snapshot 2 of 2` if the file has several. */
static void append_snapshot(gcv_overview *overview, const gcv_heap *heap, const char *before)
{
    if (gcv_heap_n_snapshots(heap) > 1) {
        gcv_overview_print(overview, "%ssnapshot %" PRIu32 " of %zu", before,
                           gcv_heap_chosen_snapshot(heap), gcv_heap_n_snapshots(heap));
    }
}

/* Describes the unreachable part. Objects may look unreachable because the dump lacks what holds
 * them; if nothing at all is reachable, the roots are more likely to be missing than the program to
 * hold nothing. Entries of 0 bytes, which some snapshots have, are not memory that a collection
 * could free. */
static const char *what_is_unreachable(const gcv_overview *overview)
{
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    return reach->bytes == reach->reachable_bytes ? "unreachable: objects of 0 bytes, no garbage"
           : reach->reachable_objects == 0
               ? "unreachable: no strong root reaches any object; the dump may lack roots"
           : gcv_heap_is_complete(overview->report->in.heap)
               ? gcv_heap_is_java(overview->report->in.heap)
                     ? "not reachable by what the dump records"
                     : "unreachable: garbage that no collection has taken yet"
               : "unreachable: garbage, or held by what the dump lacks";
}

/* Writes a table, or `25 objects, 97048 bytes, all reachable`. */
static void write_reach(gcv_overview *overview)
{
    static const gcv_table_column columns[] = {{"objects", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"share", GCV_SHAPE_NUMBER},
                                               {"part", GCV_SHAPE_VALUE}};
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    const struct {
        uint64_t objects, bytes;
        const char *part;
    } rows[] = {{reach->objects, reach->bytes, "all"},
                {reach->reachable_objects, reach->reachable_bytes, "reachable"},
                {reach->objects - reach->reachable_objects, reach->bytes - reach->reachable_bytes,
                 what_is_unreachable(overview)}};
    if (reach->objects == reach->reachable_objects) {
        gcv_overview_print(overview, "%" PRIu64 " object%s, %" PRIu64 " byte%s%s", reach->objects,
                           plural(reach->objects), reach->bytes, plural(reach->bytes),
                           reach->objects > 0 ? ", all reachable" : "");
        put_text(overview, GCV_PART_LINE);
        return;
    }
    gcv_document_table(overview->writer, columns, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const gcv_cell cells[] = {gcv_cell_count(rows[i].objects), gcv_cell_bytes(rows[i].bytes),
                                  gcv_cell_count(gcv_percent_of(rows[i].bytes, reach->bytes)),
                                  gcv_cell_str(rows[i].part)};
        gcv_writer_row(overview->writer, cells);
    }
}

/* ---- types -------------------------------------------------------------------------------- */

/* The name of a column of bytes, which may not be those of the objects alone. */
static const char *head_of(const gcv_overview *overview, const char *column)
{
    return overview->look.owned ? column : gcv_report_head(overview->report, column);
}

static void write_types(gcv_overview *overview)
{
    const gcv_table_column columns[] = {{"count", GCV_SHAPE_NUMBER},
                                        {head_of(overview, "bytes"), GCV_SHAPE_NUMBER},
                                        {"share", GCV_SHAPE_NUMBER},
                                        {"retained", GCV_SHAPE_NUMBER},
                                        {"type", GCV_SHAPE_TYPE}};
    if (overview->look.shown_types.n == 0) {
        return;
    }
    put(overview, GCV_PART_HEADING,
        overview->look.owned
            ? "Types that fill the heap, with the strings, arrays and stores that they own"
            : "Types that fill the heap");
    gcv_document_table(overview->writer, columns, GCV_OVERVIEW_TYPE_CELLS);
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS];
        gcv_overview_type_cells(overview, i, cells);
        gcv_writer_row(overview->writer, cells);
    }
}

/* ---- growth ------------------------------------------------------------------------------- */

/* Writes `Growth since OLD: +123 bytes, +4 objects`; for snapshots of one file `Growth since
 * snapshot 1 of 2: …`. */
static void write_growth_head(gcv_overview *overview)
{
    const gcv_heap *baseline = overview->report->in.baseline;
    int64_t objects, bytes = gcv_changes_growth(&overview->look.changes, &objects);
    gcv_overview_print(overview, "Growth since %s",
                       overview->of_one_file ? "" : gcv_heap_name(baseline));
    append_snapshot(overview, baseline, overview->of_one_file ? "" : ", ");
    gcv_overview_print(overview, ": %s%" PRId64 " byte%s, %s%" PRId64 " object%s",
                       bytes > 0 ? "+" : "", bytes, bytes == 1 || bytes == -1 ? "" : "s",
                       objects > 0 ? "+" : "", objects, objects == 1 || objects == -1 ? "" : "s");
    put_text(overview, GCV_PART_HEADING);
}

/* Writes a row of growth with the text so far. */
static void write_growth_row(gcv_overview *overview, gcv_cell objects, int64_t bytes,
                             uint32_t indent)
{
    gcv_cell cells[] = {objects, gcv_cell_signed_bytes(bytes),
                        gcv_cell_text(gcv_buffer_slice(&overview->text))};
    cells[2].indent = indent;
    gcv_writer_row(overview->writer, cells);
    gcv_buffer_clear(&overview->text);
}

/* Writes what holds growth, and below it the types that grew there, the last ones as a sum. */
static void write_cause(gcv_overview *overview, const gcv_cause *cause)
{
    const gcv_cause_told *told = &overview->look.causes.told.data[cause->told];
    const size_t shown = gcv_rows_shown(cause->n_told, CAUSE_TYPES);
    int64_t objects = 0, bytes = 0;
    gcv_cell cells[GCV_OVERVIEW_CAUSE_CELLS];
    gcv_overview_holder_cells(overview, cause, cells);
    gcv_writer_row(overview->writer, cells);
    gcv_buffer_clear(&overview->text);
    for (size_t i = 0; i < shown; i++) {
        gcv_overview_told_cells(overview, cause->told + i, cells);
        cells[2].indent = 1;
        gcv_writer_row(overview->writer, cells);
    }
    for (size_t i = shown; i < cause->n_told; i++) {
        objects += gcv_delta(told[i].objects[0], told[i].objects[1]);
        bytes = gcv_sum_capped(bytes, gcv_delta(told[i].bytes[0], told[i].bytes[1]));
    }
    if (shown < cause->n_told) {
        gcv_overview_print(overview, "(%zu more types)", cause->n_told - shown);
        write_growth_row(overview, gcv_cell_signed(objects), bytes, 1);
    }
}

/* Writes the causes, those that are small in one row, what taking the dumps made, and what is left
 * of the growth, so that the rows add up. */
static void write_causes(gcv_overview *overview)
{
    const gcv_cause_column *causes = &overview->look.causes.all;
    size_t n = 0;
    int64_t small = 0, objects, rest = gcv_changes_growth(&overview->look.changes, &objects);
    const gcv_captures *captures = &overview->sides.captures;
    const int64_t made = gcv_delta(captures->of[0].bytes, captures->of[captures->n - 1].bytes);
    for (size_t i = 0; i < causes->n; i++) {
        if (gcv_cause_is_moved(&overview->look.causes, &causes->data[i])) {
            continue; /* with what shrank, it comes to little */
        }
        rest = gcv_sum_capped(rest, -causes->data[i].grown);
        if (gcv_look_is_small(&overview->look, i)) {
            n++;
            small = gcv_sum_capped(small, causes->data[i].grown);
        } else {
            write_cause(overview, &causes->data[i]);
        }
    }
    if (n > 0) {
        gcv_overview_print(overview, "(%zu more, %sunder 0.1 %% of the growth)", n,
                           n > 1 ? "each " : "");
        write_growth_row(overview, gcv_cell_none(), small, 0);
    }
    rest = gcv_sum_capped(rest, -made);
    if (made != 0) {
        gcv_overview_print(overview, "(made by taking the dump)");
        write_growth_row(overview, gcv_cell_none(), made, 0);
    }
    if (rest != 0) {
        gcv_overview_print(overview, rest > 0 ? "(elsewhere)" : "(elsewhere, what shrank)");
        write_growth_row(overview, gcv_cell_none(), rest, 0);
    }
}

static void write_growth(gcv_overview *overview)
{
    const gcv_table_column columns[] = {{"count_delta", GCV_SHAPE_NUMBER},
                                        {head_of(overview, "bytes_delta"), GCV_SHAPE_NUMBER},
                                        {"held by, type", GCV_SHAPE_TYPE}};
    if (overview->report->in.baseline == NULL) {
        return;
    }
    write_growth_head(overview);
    if (overview->look.causes.all.n == 0) {
        put(overview, GCV_PART_LINE, "No type has more bytes than before.");
        return;
    }
    gcv_document_table(overview->writer, columns, GCV_OVERVIEW_CAUSE_CELLS);
    write_causes(overview);
}

/* Writes the totals of each dump, and suggests what only all dumps together show. */
static void write_series(gcv_overview *overview)
{
    static const gcv_table_column columns[] = {{"objects", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"growth", GCV_SHAPE_NUMBER},
                                               {"file", GCV_SHAPE_VALUE}};
    const gcv_report *report = overview->report;
    gcv_cell cells[GCV_OVERVIEW_DUMP_CELLS];
    if (overview->n_dumps == 0) {
        return;
    }
    put(overview, GCV_PART_HEADING, "From dump to dump");
    gcv_document_table(overview->writer, columns, GCV_OVERVIEW_DUMP_CELLS);
    for (size_t i = 0; i < overview->n_dumps; i++) {
        gcv_overview_dump_cells(overview, i, cells);
        gcv_writer_row(overview->writer, cells);
    }
    put(overview, GCV_PART_LINE, "types that grew from each dump to the next");
    gcv_overview_print(overview, "gcview diff --monotonic");
    gcv_next_options(report, &overview->text);
    for (size_t i = 0; i < overview->n_dumps; i++) {
        gcv_next_path(report, overview->dumps[i].heap, "FILE", &overview->text);
    }
    put_text(overview, GCV_PART_COMMAND);
}

/* Width of a page in columns, unless the user asks for another one: pages are for people. */
enum { WIDTH = 100 };

void gcv_overview_write_page(gcv_overview *overview)
{
    const gcv_heap *heap = overview->report->in.heap;
    const char *why;
    if (!overview->report->out.width.given) {
        gcv_writer_fit(overview->writer, WIDTH);
    }
    write_answer(overview);
    gcv_overview_print(overview, "%s: %s", gcv_heap_name(heap), gcv_heap_format(heap));
    append_snapshot(overview, heap, ", ");
    gcv_overview_print(overview, ", %s", gcv_heap_verdict(heap));
    put_text(overview, GCV_PART_HEADING);
    write_reach(overview);
    write_growth(overview);
    write_series(overview);
    write_types(overview);
    put(overview, GCV_PART_HEADING, "Next");
    for (size_t i = 0; (why = gcv_overview_next(overview, i)) != NULL; i++) {
        /* in a line of its own: zsh knows no comments in lines that are pasted, nor does cmd */
        put(overview, GCV_PART_LINE, why);
        put_text(overview, GCV_PART_COMMAND);
    }
}
