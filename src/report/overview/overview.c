/* overview.c - a dump at first glance, on one screen. */
#include "report/overview/overview.h"

#include "base/shell.h"
#include "report/commands.h"

#include <string.h>

/* Lengths of the lists: together they fit one screen. Some more suspects are looked for than are
 * shown, because several can be one finding. */
enum { TYPES = 6, SUSPECTS = 8, FINDINGS = 3, CAUSES = 4 };

/* Adds up the selected objects of a dump, as the growth does. */
static gcv_overview_dump totals_of(const gcv_report *report, const gcv_heap *heap)
{
    const gcv_totals_query query = {0};
    gcv_overview_dump dump = {heap, 0, 0};
    gcv_selection selection;
    gcv_group_totals totals;
    gcv_selection_find(report->ctx, heap, &report->options->select, &selection);
    gcv_group_totals_find(report->ctx, &selection, &query, &totals);
    for (uint32_t i = 0; i < totals.groups.n; i++) {
        dump.objects = gcv_add_capped(dump.objects, totals.counts[i]);
        dump.bytes = gcv_add_capped(dump.bytes, totals.bytes[i]);
    }
    gcv_group_totals_release(&totals);
    gcv_selection_release(report->ctx, &selection);
    return dump;
}

/* The totals of two dumps would say no more than the growth. */
static void find_series(gcv_overview *overview)
{
    const gcv_report *report = overview->report;
    const size_t between = report->in.n_between;
    if (between > 0) {
        overview->n_dumps = between + 2;
        overview->dumps = gcv_alloc(report->ctx, overview->n_dumps, sizeof *overview->dumps);
        for (size_t i = 0; i < overview->n_dumps; i++) {
            overview->dumps[i] = totals_of(report, i == 0         ? report->in.baseline
                                                   : i <= between ? report->in.between[i - 1]
                                                                  : report->in.heap);
        }
    }
}

void gcv_overview_type_cells(const gcv_overview *overview, size_t rank, gcv_cell *cells)
{
    const gcv_group_totals *types = &overview->look.types;
    const uint32_t type = overview->look.shown_types.data[rank];
    const uint64_t bytes = types->bytes[type];
    cells[0] = gcv_cell_count(types->counts[type]);
    cells[1] = gcv_cell_bytes(bytes);
    cells[2] = gcv_cell_count(gcv_percent_of(bytes, gcv_group_totals_whole_bytes(types)));
    cells[3] = gcv_set_retained_cell(types->retained[type]);
    cells[4] = gcv_cell_text(types->groups.names[type]);
}

void gcv_overview_holder_cells(gcv_overview *overview, const gcv_cause *cause, gcv_cell *cells)
{
    gcv_buffer_clear(&overview->text);
    gcv_holder_line(overview->report, &overview->look.causes, cause, &overview->text);
    cells[0] = gcv_cell_none();
    cells[1] = gcv_cell_signed_bytes(cause->grown);
    cells[2] = gcv_cell_text(gcv_buffer_slice(&overview->text));
}

void gcv_overview_told_cells(const gcv_overview *overview, size_t at, gcv_cell *cells)
{
    const gcv_causes *causes = &overview->look.causes;
    const gcv_cause_told *told = &causes->told.data[at];
    cells[0] = gcv_cell_signed(gcv_delta(told->objects[0], told->objects[1]));
    cells[1] = gcv_cell_signed_bytes(gcv_delta(told->bytes[0], told->bytes[1]));
    cells[2] = gcv_cell_text(causes->changes->join.names.data[told->item]);
}

void gcv_overview_dump_cells(const gcv_overview *overview, size_t at, gcv_cell *cells)
{
    const gcv_overview_dump *dump = &overview->dumps[at];
    cells[0] = gcv_cell_count(dump->objects);
    cells[1] = gcv_cell_bytes(dump->bytes);
    cells[2] =
        at > 0 ? gcv_cell_signed_bytes(gcv_delta(dump[-1].bytes, dump->bytes)) : gcv_cell_none();
    cells[3] = gcv_cell_str(gcv_heap_name(dump->heap));
}

void gcv_overview_print(gcv_overview *overview, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gcv_buffer_print_list(overview->report->ctx, &overview->text, format, args);
    va_end(args);
}

/* ---- the commands that it suggests -------------------------------------------------------- */

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
    for (size_t i = 0; i < GCV_LENGTH(lines); i++) {
        if (lines[i].wanted && at-- == 0) {
            append_line(overview, &lines[i]);
            return lines[i].why;
        }
    }
    return NULL;
}

/* ---- one json row that contains lists ----------------------------------------------------- */

static void write_cause(gcv_overview *overview, const gcv_cause *cause)
{
    static const char *const keys[] = {"count_delta", "bytes_delta", "type"};
    gcv_writer *writer = overview->writer;
    gcv_cell cells[GCV_OVERVIEW_CAUSE_CELLS];
    gcv_writer_open_group(writer, NULL);
    gcv_overview_holder_cells(overview, cause, cells);
    gcv_writer_value(writer, "held_by", cells[2]);
    gcv_writer_value(writer, "bytes_delta", cells[1]);
    gcv_writer_open_list(writer, "types");
    for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
        gcv_overview_told_cells(overview, i, cells);
        gcv_writer_group(writer, NULL, keys, cells, GCV_OVERVIEW_CAUSE_CELLS);
    }
    gcv_writer_close_list(writer);
    gcv_writer_close_group(writer);
}

static void write_growth(gcv_overview *overview)
{
    gcv_writer *writer = overview->writer;
    int64_t objects;
    if (overview->report->in.baseline == NULL) {
        return;
    }
    int64_t bytes = gcv_changes_growth(&overview->look.changes, &objects);
    gcv_writer_open_group(writer, "growth");
    gcv_writer_value(writer, "count_delta", gcv_cell_signed(objects));
    gcv_writer_value(writer, "bytes_delta", gcv_cell_signed_bytes(bytes));
    gcv_writer_open_list(writer, "causes");
    for (size_t i = 0; i < overview->look.causes.all.n; i++) {
        write_cause(overview, &overview->look.causes.all.data[i]);
    }
    gcv_writer_close_list(writer);
    gcv_writer_close_group(writer);
}

/* Writes a finding: its sentence, and its first suspect with the members of `suspects --chains
 * --format json`. */
static void write_finding(gcv_overview *overview, size_t at)
{
    const gcv_finding *finding = &overview->look.findings.all.data[at];
    const uint32_t rank = finding->rank;
    gcv_suspect_list *suspects = &overview->look.suspects;
    gcv_writer *writer = overview->writer;
    const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
    const uint64_t reachable = suspects->reachable;
    const char *word;
    gcv_writer_open_group(writer, NULL);
    gcv_buffer_clear(&overview->text);
    gcv_finding_line(&overview->look, at, &overview->text);
    gcv_writer_value(writer, "answer", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    gcv_writer_open_list(writer, "kinds");
    for (size_t i = 0; (word = gcv_finding_word(finding, i)) != NULL; i++) {
        gcv_writer_value(writer, NULL, gcv_cell_str(word));
    }
    gcv_writer_close_list(writer);
    gcv_writer_value(writer, "more_on_chain", gcv_cell_count(finding->n_more));
    gcv_writer_value(writer, "more_like_it", gcv_cell_count(finding->n_likes));
    gcv_suspect_list_describe(suspects, rank);
    gcv_writer_value(writer, "rank", gcv_cell_count(rank + 1));
    gcv_writer_value(writer, "retained", gcv_cell_bytes(row->retained));
    gcv_writer_value(writer, "share", gcv_cell_count(gcv_percent_of(row->retained, reachable)));
    gcv_writer_value(writer, "objects", gcv_cell_count(row->objects));
    gcv_writer_value(writer, "object", gcv_object_id_cell(overview->report->in.heap, row->object));
    gcv_writer_value(writer, "type", gcv_cell_text(row->name));
    gcv_writer_value(writer, "reason", gcv_cell_text(gcv_buffer_slice(&suspects->reasons.text)));
    gcv_suspect_json(writer, suspects, rank, &overview->look.chains, &overview->text);
    gcv_writer_close_group(writer);
}

static void write_series(const gcv_overview *overview)
{
    static const char *const keys[] = {"objects", "bytes", "growth", "file"};
    gcv_writer *writer = overview->writer;
    gcv_cell cells[GCV_OVERVIEW_DUMP_CELLS];
    if (overview->n_dumps > 0) {
        gcv_writer_open_list(writer, "dumps");
        for (size_t i = 0; i < overview->n_dumps; i++) {
            gcv_overview_dump_cells(overview, i, cells);
            gcv_writer_group(writer, NULL, keys, cells, GCV_OVERVIEW_DUMP_CELLS);
        }
        gcv_writer_close_list(writer);
    }
}

static void write_json(gcv_overview *overview)
{
    static const char *const keys[] = {"count", "bytes", "share", "retained", "type"};
    gcv_writer *writer = overview->writer;
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_report_begin(overview->report, NULL, 0);
    gcv_writer_row(writer, NULL);
    gcv_writer_open_list(writer, "suspects");
    for (size_t i = 0; i < overview->n_findings; i++) {
        write_finding(overview, i);
    }
    gcv_writer_close_list(writer);
    gcv_writer_value(writer, "objects", gcv_cell_count(reach->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(reach->bytes));
    gcv_writer_value(writer, "reachable_objects", gcv_cell_count(reach->reachable_objects));
    gcv_writer_value(writer, "reachable_bytes", gcv_cell_bytes(reach->reachable_bytes));
    gcv_writer_value(writer, "unreachable_objects",
                     gcv_cell_count(reach->objects - reach->reachable_objects));
    gcv_writer_value(writer, "unreachable_bytes",
                     gcv_cell_bytes(reach->bytes - reach->reachable_bytes));
    write_growth(overview);
    write_series(overview);
    gcv_writer_open_list(writer, "types");
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell values[GCV_OVERVIEW_TYPE_CELLS];
        gcv_overview_type_cells(overview, i, values);
        gcv_writer_group(writer, NULL, keys, values, GCV_OVERVIEW_TYPE_CELLS);
    }
    gcv_writer_close_list(writer);
    gcv_writer_open_list(writer, "next");
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        gcv_writer_value(writer, NULL, gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
    gcv_writer_close_list(writer);
}

/* ---- rows of one table, for tsv and csv --------------------------------------------------- */

enum { SECTION, COUNT, BYTES, SHARE, RETAINED, WHAT, CELLS };

static void write_text(const gcv_overview *overview, const char *section, gcv_cell what)
{
    const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str(section), [WHAT] = what};
    gcv_writer_row(overview->writer, cells);
}

/* Writes a row with objects, their bytes and the share of these. */
static void write_part(const gcv_overview *overview, const char *section, uint64_t objects,
                       uint64_t bytes, const char *what)
{
    const uint64_t whole = overview->look.summary.reach.bytes;
    const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str(section),
                                   [COUNT] = gcv_cell_count(objects),
                                   [BYTES] = gcv_cell_bytes(bytes),
                                   [SHARE] = gcv_cell_count(gcv_percent_of(bytes, whole)),
                                   [WHAT] = gcv_cell_str(what)};
    gcv_writer_row(overview->writer, cells);
}

/* Writes two rows per finding: the sentence about it, and the chain that holds it. */
static void write_findings(gcv_overview *overview)
{
    gcv_suspect_list *suspects = &overview->look.suspects;
    for (size_t i = 0; i < overview->n_findings; i++) {
        const uint32_t rank = overview->look.findings.all.data[i].rank;
        const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
        const uint64_t share = gcv_percent_of(row->retained, suspects->reachable);
        gcv_buffer_clear(&overview->text);
        gcv_finding_line(&overview->look, i, &overview->text);
        const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str("suspect"),
                                       [COUNT] = gcv_cell_count(row->objects),
                                       [SHARE] = gcv_cell_count(share),
                                       [RETAINED] = gcv_cell_bytes(row->retained),
                                       [WHAT] = gcv_cell_text(gcv_buffer_slice(&overview->text))};
        gcv_writer_row(overview->writer, cells);
        gcv_chain_line(suspects, &overview->look.chains, rank, GCV_CHAIN_WHOLE, &overview->text);
        write_text(overview, "chain", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
}

/* Writes a row; `from`: how many objects (more), how many bytes (more), and what. */
static void write_sum(const gcv_overview *overview, const char *section, const gcv_cell *from)
{
    const gcv_cell cells[CELLS] = {
        [SECTION] = gcv_cell_str(section), [COUNT] = from[0], [BYTES] = from[1], [WHAT] = from[2]};
    gcv_writer_row(overview->writer, cells);
}

/* Writes the growth, a row for what holds growth, and one for each type that grew there. */
static void write_growth_rows(gcv_overview *overview)
{
    const gcv_cause_column *causes = &overview->look.causes.all;
    gcv_cell cells[GCV_OVERVIEW_CAUSE_CELLS];
    int64_t objects;
    if (overview->report->in.baseline == NULL) {
        return;
    }
    cells[1] = gcv_cell_signed_bytes(gcv_changes_growth(&overview->look.changes, &objects));
    cells[0] = gcv_cell_signed(objects);
    cells[2] = gcv_cell_str("all");
    write_sum(overview, "growth", cells);
    for (size_t at = 0; at < causes->n; at++) {
        const gcv_cause *cause = &causes->data[at];
        gcv_overview_holder_cells(overview, cause, cells);
        write_sum(overview, "held_by", cells);
        for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
            gcv_overview_told_cells(overview, i, cells);
            write_sum(overview, "grown", cells);
        }
    }
}

static void write_rows(gcv_overview *overview)
{
    static const gcv_table_column columns[CELLS] = {
        {"section", GCV_SHAPE_TEXT}, {"count", GCV_SHAPE_NUMBER},    {"bytes", GCV_SHAPE_NUMBER},
        {"share", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER}, {"what", GCV_SHAPE_TEXT}};
    const gcv_captures *captures = &overview->sides.captures;
    const gcv_capture *made = &captures->of[captures->n - 1];
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_cell cells[CELLS] = {gcv_cell_str("type")};
    gcv_report_begin(overview->report, columns, CELLS);
    write_findings(overview);
    if (made->objects > 0) {
        write_part(overview, "capture", made->objects, made->bytes, "made by taking the dump");
    }
    write_text(overview, "verdict", gcv_cell_str(gcv_heap_verdict(overview->report->in.heap)));
    write_part(overview, "heap", reach->objects, reach->bytes, "all");
    write_part(overview, "heap", reach->reachable_objects, reach->reachable_bytes, "reachable");
    write_part(overview, "heap", reach->objects - reach->reachable_objects,
               reach->bytes - reach->reachable_bytes, "unreachable");
    write_growth_rows(overview);
    for (size_t i = 0; i < overview->n_dumps; i++) {
        gcv_cell dump[GCV_OVERVIEW_DUMP_CELLS];
        gcv_overview_dump_cells(overview, i, dump);
        dump[2] = dump[3];
        write_sum(overview, "dump", dump);
    }
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_overview_type_cells(overview, i, &cells[COUNT]);
        gcv_writer_row(overview->writer, cells);
    }
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        write_text(overview, "next", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static void run(gcv_report *report)
{
    const gcv_heap *heap = report->in.heap, *baseline = report->in.baseline;
    gcv_overview overview = {.report = report,
                             .writer = report->out.writer,
                             .of_one_file =
                                 baseline != NULL && gcv_heap_n_snapshots(heap) > 1 &&
                                 strcmp(gcv_heap_name(heap), gcv_heap_name(baseline)) == 0};
    const gcv_look_request request = {.suspects.now = &overview.sides.now,
                                      .suspects.past =
                                          baseline != NULL ? &overview.sides.past : NULL,
                                      .suspects.top = SUSPECTS,
                                      .types.by_bytes = TYPES,
                                      .types.owned = true,
                                      .causes = CAUSES};
    gcv_sides_find(report, &overview.sides);
    gcv_look_find(report->ctx, &request, &overview.look);
    const size_t findings = overview.look.findings.all.n;
    overview.n_findings = findings < FINDINGS ? findings : (size_t)FINDINGS;
    gcv_phase(report->ctx, "report");
    find_series(&overview);
    if (gcv_writer_is_document(report->out.writer)) {
        gcv_overview_write_page(&overview);
    } else {
        (gcv_writer_nests(report->out.writer) ? write_json : write_rows)(&overview);
    }
}

const gcv_command gcv_command_overview = {
    .name = "overview",
    .schema = 2,
    .summary = "the first look: is it complete, what fills it, what is suspect?",
    .description =
        "One screen about a dump: what is suspect and the chain that holds it, whether\n"
        "the dump is complete, how much of it is garbage, the types with the most bytes,\n"
        "and the command lines that lead on. With --baseline OLD, or if FILE has several\n"
        "snapshots, also what grew, by what holds it. Suspects on one chain count as one.\n"
        "`gcview FILE` is short for this. Each figure is that of the command it comes\n"
        "from: summary, stats --retained --sort bytes, suspects, diff --cause; but in V8\n"
        "dumps strings, arrays and stores are part of the objects that own them.\n"
        "`gcview OLD NEW` is the same as --baseline OLD; of three files or more the last\n"
        "is compared with the first, and each has a row with its totals.",
    .examples = "  gcview samples/sessions-1.log samples/sessions-2.log samples/sessions-3.log",
    .columns = "section count bytes share retained what",
    .inputs = GCV_INPUT_BASELINE | GCV_INPUT_EARLIER | GCV_INPUT_SERIES,
    .shared = GCV_SET_ROOT | GCV_SET_CAPTURE,
    .needs = {.costs =
                  GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_suspects, &gcv_cost_of_totals),
              .names = true,
              .modules = true,
              .sites = true},
    .costs_if = {gcv_has_baseline, GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                             &gcv_cost_of_totals, &gcv_cost_of_joined_chains)},
    .run = run,
};
