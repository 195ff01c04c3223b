/* diff.c - what changed between two dumps, or from the first to the last of several? */
#include "figures/causes.h"
#include "report/commands.h"
#include "report/field_cell.h"
#include "report/select.h"

typedef struct gcv_diff_options {
    bool monotonic, unchanged, cause;
} gcv_diff_options;

static const gcv_diff_options *own(const gcv_report_options *options) { return options->own; }

/* ---- the table of changes ------------------------------------------------------------------- */

static const gcv_change *row_at(const void *payload, uint32_t item)
{
    const gcv_changes *changes = payload;
    return item != GCV_TOTAL_ROW ? &changes->rows[item] : &changes->total;
}

static uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

GCV_KEY(key_count_delta, distance(row_at(payload, row)->count_a, row_at(payload, row)->count_b));
GCV_KEY(key_retained_delta,
        distance(row_at(payload, row)->retained_a, row_at(payload, row)->retained_b));
GCV_KEY(key_count_a, row_at(payload, row)->count_a);
GCV_KEY(key_count_b, row_at(payload, row)->count_b);
GCV_KEY(key_bytes_a, row_at(payload, row)->bytes_a);
GCV_KEY(key_bytes_b, row_at(payload, row)->bytes_b);
GCV_CELL(cell_count_delta,
         gcv_cell_signed(gcv_delta(row_at(payload, row)->count_a, row_at(payload, row)->count_b)));
GCV_CELL(cell_bytes_delta, gcv_cell_signed_bytes(gcv_delta(row_at(payload, row)->bytes_a,
                                                           row_at(payload, row)->bytes_b)));

static gcv_cell cell_retained_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return row->retains ? gcv_cell_signed_bytes(gcv_delta(row->retained_a, row->retained_b))
                        : gcv_cell_none();
}

GCV_CELL(cell_name, gcv_cell_text(((const gcv_changes *)payload)->join.names.data[row]));

static const gcv_report_column columns[] = {
    {"count_delta", GCV_FIGURE, key_count_delta, cell_count_delta, NULL},
    {"bytes_delta", GCV_FIGURE, gcv_change_key_bytes, cell_bytes_delta, NULL},
    {"retained_delta", GCV_FIGURE, key_retained_delta, cell_retained_delta, gcv_shows_retained},
    {"count_a", GCV_EXTRA_COUNT, key_count_a, NULL, NULL},
    {"count_b", GCV_EXTRA_COUNT, key_count_b, NULL, NULL},
    {"bytes_a", GCV_EXTRA_BYTES, key_bytes_a, NULL, NULL},
    {"bytes_b", GCV_EXTRA_BYTES, key_bytes_b, NULL, NULL},
    {NULL, GCV_GROUP, gcv_number_key, cell_name, NULL}};
static const gcv_table change_table = {GCV_COLUMNS(columns), .sort = {"bytes_delta"}};

/* ---- the table of causes -------------------------------------------------------------------- */

enum { CAUSE_NAMES = 11, CAUSE_CELLS = CAUSE_NAMES + GCV_NAME_CELLS };

static void write_cause_row(gcv_report *report, const gcv_causes *causes, const gcv_cause_row *row,
                            gcv_field_cells *fields)
{
    const gcv_slice root = gcv_cause_root(causes, row);
    gcv_buffer words = {0};
    gcv_cell cells[CAUSE_CELLS];
    int64_t retained;
    cells[0] = gcv_cell_count(row->cause);
    cells[1] = gcv_cell_count(row->depth);
    cells[2] = gcv_cell_signed(gcv_delta(row->objects[0], row->objects[1]));
    cells[3] = gcv_cell_signed_bytes(gcv_delta(row->bytes[0], row->bytes[1]));
    cells[4] = gcv_cause_retained(causes, row, &retained) ? gcv_cell_signed_bytes(retained)
                                                          : gcv_cell_none();
    cells[5] = gcv_cell_count(row->objects[0]);
    cells[6] = gcv_cell_count(row->objects[1]);
    cells[7] = gcv_cell_bytes(row->bytes[0]);
    cells[8] = gcv_cell_bytes(row->bytes[1]);
    cells[9] = gcv_cell_text(gcv_cause_name(causes, row));
    cells[9].indent = row->depth;
    cells[10] = root.data != NULL ? gcv_cell_text(root) : gcv_cell_none();
    if (root.data != NULL && gcv_report_is_on_screen(report)) {
        gcv_root_words(report->ctx, fields->finder.heap, root, cells[9].text, &words);
        cells[10].text = gcv_buffer_slice(&words);
    }
    gcv_step_name_cells(fields, &row->name, row->objects[1],
                        row->item == GCV_NONE ? &cells[9] : NULL, &cells[CAUSE_NAMES]);
    gcv_writer_row(report->out.writer, cells);
    gcv_buffer_release(report->ctx, &words);
}

static void write_cause_rows(gcv_report *report, const gcv_causes *causes)
{
    static const gcv_table_column cause_columns[CAUSE_CELLS] = {
        {"cause", GCV_SHAPE_NUMBER},
        {"depth", GCV_SHAPE_EXTRA},
        {"count_delta", GCV_SHAPE_NUMBER},
        {"bytes_delta", GCV_SHAPE_NUMBER},
        {"retained_delta", GCV_SHAPE_NUMBER},
        {"count_a", GCV_SHAPE_EXTRA},
        {"count_b", GCV_SHAPE_EXTRA},
        {"bytes_a", GCV_SHAPE_EXTRA},
        {"bytes_b", GCV_SHAPE_EXTRA},
        {"type", GCV_SHAPE_TYPE},
        {"root", GCV_SHAPE_TEXT},
        GCV_NAME_COLUMNS};
    gcv_field_cells fields = gcv_field_cells_of(report, report->in.heaps[report->in.n_heaps - 1]);
    gcv_report_begin(report, cause_columns, gcv_field_columns(&fields, CAUSE_CELLS));
    gcv_writer_more(report->out.writer, (gcv_more){.rows = causes->n_more,
                                                   .noun = "cause",
                                                   .option = "--top 0",
                                                   .at_least = causes->has_rest});
    for (size_t i = 0; i < causes->rows.n; i++) {
        write_cause_row(report, causes, &causes->rows.data[i], &fields);
    }
    GCV_WARN_IF(report, causes->cut, "only the first %zu causes are shown", causes->all.n);
}

/* ---- the report --------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_group_check(ctx, options);
    gcv_refuse_if(ctx, own(options)->cause && options->groups.unreachable,
                  "--cause and --unreachable exclude each other");
    gcv_refuse_if(ctx, options->rules.require_match && options->rules.words.n == 0,
                  "--require-match is about the rules of --fail-if");
    gcv_refuse_if(ctx, own(options)->cause && options->total,
                  "--cause and --total exclude each other");
    gcv_rule_options_check(ctx, &options->rules, true);
}

/* --fail-if: checks rules against the last dump; growth counts from the first one. */
static void run_gate(gcv_report *report)
{
    const gcv_rules *rules = &report->options->rules.rules;
    const gcv_heap *a = report->in.heaps[0], *b = report->in.heaps[report->in.n_heaps - 1];
    if (rules->n == 0) {
        return;
    }
    const bool must_match = report->options->strict || report->options->rules.require_match;
    const gcv_ruling *rulings = gcv_report_judge(report, b, a);
    for (size_t i = 0; i < rules->n; i++) {
        const gcv_ruling *ruling = &rulings[i];
        const gcv_slice text = ruling->rule->text;
        if (ruling->fails) {
            gcv_buffer message = {0};
            gcv_buffer_print(report->ctx, &message, "broken: %.*s: %s",
                             (int)(text.size < 200 ? text.size : 200), text.data,
                             ruling->idle != NULL && must_match ? ruling->idle : ruling->why);
            report->out.print_message(report->out.print_payload, gcv_heap_name(b),
                                      message.text.data);
            gcv_buffer_release(report->ctx, &message);
            *report->result.gate_failed = true;
        }
    }
}

/* `owned`: the heaps have parts in their owners. */
static void find_changes(gcv_report *report, const gcv_heap *const *heaps, bool owned,
                         gcv_changes *changes)
{
    const gcv_diff_options *options = own(report->options);
    const gcv_heap *const ends[2] = {heaps[0], heaps[report->in.n_heaps - 1]};
    gcv_change_request request = {.heaps = options->monotonic ? heaps : ends,
                                  .n_heaps = options->monotonic ? report->in.n_heaps : 2,
                                  .filter = &report->options->select};
    request.totals = gcv_report_totals_query(report->options, request.heaps, request.n_heaps);
    request.totals.owned = owned;
    request.monotonic = options->monotonic;
    request.unchanged = options->unchanged;
    gcv_changes_find(report->ctx, &request, changes);
    if (!changes->any_section) {
        gcv_report_no_such_domain(report, report->in.heap);
    }
    gcv_report_warn_idle_types(report);
}

static void write_changes(gcv_report *report)
{
    gcv_changes changes;
    find_changes(report, report->in.heaps, false, &changes);
    run_gate(report);
    if (report->options->total) {
        gcv_changes_add_up(&changes);
    }
    gcv_table_show(&change_table, report, &changes, changes.join.names.n, gcv_change_is_shown);
}

/* Whether types have the bytes of their parts: all heaps know these, and nobody asked for some
 * types or for other groups. Replaces the heaps. */
static bool find_owned(gcv_report *report, gcv_basis *bases, const gcv_heap **heaps)
{
    const gcv_report_options *options = report->options;
    bool owned = options->groups.by == NULL && options->select.types.n == 0 &&
                 options->select.excludes.n == 0;
    for (size_t i = 0; i < report->in.n_heaps; i++) {
        bases[i] = gcv_basis_of(report->ctx, report->in.heaps[i], options->include_weak);
        owned = owned && gcv_basis_owned(&bases[i]) != NULL;
        gcv_dominators_release(report->ctx, &bases[i].dominators); /* of no further use */
    }
    for (size_t i = 0; owned && i < report->in.n_heaps; i++) {
        heaps[i] = gcv_basis_owned(&bases[i]);
    }
    return owned;
}

/* Causes are of what grew without what taking the dumps made. All other rows are of all objects, so
 * that they add up to the difference of the summaries. */
static void write_causes(gcv_report *report)
{
    gcv_basis *bases = gcv_alloc(report->ctx, report->in.n_heaps, sizeof *bases);
    gcv_changes changes;
    gcv_captures captures = gcv_captures_of_report(report);
    const bool owned = find_owned(report, bases, captures.rest);
    find_changes(report, captures.rest, owned, &changes);
    run_gate(report);
    gcv_captures_warn(&captures);
    gcv_cause_request request = {.changes = &changes,
                                 .basis = {&bases[0], &bases[report->in.n_heaps - 1]},
                                 .top = gcv_optional_or(report->options->top, GCV_TOP_CAUSES),
                                 .retained = true};
    gcv_rows rows; /* those that grew, in the order of the table of changes */
    gcv_table_rows(&change_table, report, &changes, &rows);
    rows.top = 0;
    for (uint32_t i = 0; i < changes.join.names.n; i++) {
        if (gcv_change_is_growth(&changes, i)) {
            gcv_rows_add(&rows, i);
        }
    }
    gcv_rows_finish(&rows);
    request.items = &rows.items;
    gcv_causes causes;
    gcv_causes_find(report->ctx, &request, &causes);
    write_cause_rows(report, &causes);
}

static void run(gcv_report *report)
{
    (own(report->options)->cause ? write_causes : write_changes)(report);
}

static void prepare(gcv_context *ctx, gcv_report_options *options)
{
    gcv_rule_options_prepare(ctx, &options->rules, true);
}

static const gcv_option option_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows whose bytes changed by at least BYTES; 4k, 1MiB"},
    GCV_FLAG("monotonic", GCV_OWN(gcv_diff_options, monotonic),
             "only rows whose bytes grew from each file to the next"),
    GCV_FLAG("unchanged", GCV_OWN(gcv_diff_options, unchanged),
             "show rows that did not change, too"),
    GCV_FLAG("cause", GCV_OWN(gcv_diff_options, cause),
             "what holds the growth (" GCV_TEXT_OF(
                 GCV_TOP_CAUSES) " causes; --top), each with its types and their chains"),
    {"fail-if", '\0', GCV_OPTION_WORDS, GCV_SHARED(rules.words), "RULE", NULL,
     "what must hold in the last file, or the status is 1: a rule, as check has them; may be "
     "repeated"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const cause[] = {&gcv_cost_of_joined_chains, NULL};
    gcv_rules_need rules = gcv_rules_find_need(&options->rules.rules);
    gcv_group_needs(options, needs);
    needs->modules = needs->modules || gcv_rules_need_modules(&options->rules.rules);
    needs->every_heap = own(options)->monotonic;
    if (own(options)->cause) {
        needs->costs = cause;
        needs->names = true;
    } else if (rules == GCV_RULES_NEED_RETAINED || needs->level == GCV_LOAD_TALLY) {
        needs->costs = gcv_rule_options_costs(options);
    }
    if (needs->costs != NULL) {
        needs->level = GCV_LOAD_GRAPH;
    }
}

const gcv_command gcv_command_diff = {
    .name = "diff",
    .summary = "what changed between two dumps, or over several?",
    .description =
        "Compares the first file (a) with the last one (b). One file alone is a trace\n"
        "with several snapshots: its first with its last. Types are joined by name; a\n"
        "type that only one file has shows zeros for the other; rows that did not\n"
        "change are left out. The largest change of bytes comes first, be it growth or\n"
        "decline; the same holds for --sort by any delta. The deltas of all rows add up\n"
        "to the difference of the two summaries. --retained adds the change of what all\n"
        "objects of a row retain as a set; in the row <total>, of what all rows retain\n"
        "together. --monotonic also looks at the files in between.\n"
        "--cause shows what holds the growth: for each holder the types that grew most\n"
        "there (depth 0), and then the merged chains (see `chains`) on which they grew\n"
        "most, from the root down: what each step holds, and how much more it retains\n"
        "than before. Causes of nothing but strings and arrays come last, except for one\n"
        "with more than half of the growth.",
    .examples =
        "  gcview diff --retained --top 3 samples/sessions-1.log samples/sessions-3.log\n"
        "  gcview diff --cause --top 1 samples/sessions-1.log samples/sessions-3.log",
    .columns =
        "count_delta bytes_delta count_a count_b bytes_a bytes_b type\n"
        "         (--retained: retained_delta behind bytes_delta; --by: its name instead of type)\n"
        "         --cause: cause depth count_delta bytes_delta retained_delta count_a count_b\n"
        "         bytes_a bytes_b type root",
    .inputs = GCV_INPUT_SEVERAL,
    GCV_OWN_OPTIONS(option_rows, gcv_diff_options),
    .shared = GCV_SET_GROUP | GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION |
              GCV_SET_ROOT | GCV_SET_CAPTURE | GCV_SET_MATCH | GCV_SET_TOTAL,
    .find_needs = needs,
    .tables = {&change_table},
    .check = check,
    .prepare = prepare,
    .run = run,
};
