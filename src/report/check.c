/* check.c - does this dump keep to the rules? For pipelines.
 *
 * An incomplete or malformed dump never passes silently: in every output format it has a row before
 * the rows of the rules. (Under --strict a malformed dump is not loaded.) */
#include "report/chain_line.h"
#include "report/commands.h"
#include "report/select.h"

#include <inttypes.h>

typedef struct gcv_check_options {
    bool brief;
} gcv_check_options;

static const gcv_check_options *own(const gcv_report_options *options) { return options->own; }

/* A row of the table, and what --brief says of it. */
typedef struct check_row {
    const char *status; /* pass, warn or fail */
    gcv_slice rule;
    gcv_cell actual, limit, note;
    const char *why;
} check_row;

static const char fail[] = "fail";
static const char warn[] = "warn";
static const char pass[] = "pass";

GCV_COLUMN(check_row_column, check_row);

static void add_built_in(gcv_report *report, check_row_column *rows, const char *status,
                         const char *rule, const char *actual, const char *limit)
{
    check_row_column_push(report->ctx, rows,
                          (check_row){status, gcv_slice_str(rule), gcv_cell_str(actual),
                                      gcv_cell_str(limit), gcv_cell_none(), ""});
}

/* Adds a row for each built-in rule that a heap breaks. */
static void add_faults(gcv_report *report, const gcv_heap *heap, bool is_baseline,
                       check_row_column *rows)
{
    const uint64_t malformed = gcv_heap_counts(heap)->malformed_lines;
    gcv_buffer text = {0}, lines = {0};
    if (!gcv_heap_is_complete(heap)) {
        gcv_buffer_print(report->ctx, &text, "%.300s; %s", gcv_heap_verdict(heap),
                         is_baseline ? "growth counts from what is there"
                                     : "what is missing can hide a broken limit");
        add_built_in(report, rows, report->options->strict ? fail : warn,
                     is_baseline ? "the baseline is complete" : "the dump is complete",
                     text.text.data, "complete");
    }
    if (malformed > 0) {
        gcv_buffer_print(report->ctx, &lines, "%" PRIu64 " malformed record%s", malformed,
                         malformed > 1 ? "s" : "");
        add_built_in(report, rows, warn,
                     is_baseline ? "the baseline is well formed" : "the dump is well formed",
                     lines.text.data, "well formed");
    }
}

/* If the baseline is a copy of the dump, no growth can show. Identical files fail always. Equal
 * counts, which are all that is known of a pipe, fail only under --strict. */
static void add_copy(gcv_report *report, check_row_column *rows)
{
    const bool same = report->in.likeness == GCV_SAME_DUMP;
    if (report->in.likeness != GCV_OTHER_DUMP) {
        const bool fails = same || report->options->strict;
        add_built_in(report, rows, fails ? fail : warn, "the baseline is another dump",
                     same ? "a copy of this dump; no growth can show"
                          : "all counts are equal; is it this dump?",
                     "another dump");
        *report->result.gate_failed = *report->result.gate_failed || fails;
    }
}

/* A note that no type matches must be in every format, as a log of CI shows only rows: it has a
 * place of its own where the format has one, else it replaces the number. */
static void add_ruling(gcv_report *report, const gcv_ruling *ruling, check_row_column *rows)
{
    const gcv_cell note = ruling->idle != NULL ? gcv_cell_str(ruling->idle) : gcv_cell_none();
    const bool replaces = ruling->idle != NULL && !gcv_writer_shows_notes(report->out.writer);
    check_row_column_push(
        report->ctx, rows,
        (check_row){ruling->fails          ? fail
                    : ruling->idle != NULL ? warn
                                           : pass,
                    ruling->rule->text,
                    replaces ? note : gcv_outcome_cell(ruling->rule, ruling->outcome.actual),
                    gcv_outcome_cell(ruling->rule, ruling->outcome.limit), note, ruling->why});
    *report->result.gate_failed = *report->result.gate_failed || ruling->fails;
}

/* ---- why it failed, in at most five lines --------------------------------------------------- */

/* As many suspects as a first look examines; the first finding is told. */
enum { SUSPECTS = 8, TYPES = 1, CAUSES = 1 };

static const gcv_cost *const costs_of_brief[] = {&gcv_cost_of_dominators,
                                                 &gcv_cost_of_suspects,
                                                 &gcv_cost_of_totals,
                                                 &gcv_cost_of_joined_chains,
                                                 &gcv_cost_of_rule_sets,
                                                 &gcv_cost_of_rules_by_generation,
                                                 NULL};

typedef struct check_brief {
    gcv_report *report;
    gcv_sides sides;
    gcv_look look;
    gcv_buffer text; /* the line that is being written */
} check_brief;

static void put(check_brief *brief, gcv_document_part part)
{
    gcv_document_put(brief->report->out.writer, part, gcv_buffer_slice(&brief->text));
    gcv_buffer_clear(&brief->text);
}

/* Writes `broken: count(Acme.View) <= 3: it is 4, the limit 3; 1 more rule is broken`. */
static void put_rule(check_brief *brief, const check_row *row, uint64_t others)
{
    gcv_context *ctx = brief->report->ctx;
    gcv_buffer_append_str(ctx, &brief->text, "broken: ");
    gcv_buffer_append(ctx, &brief->text, row->rule);
    gcv_buffer_print(ctx, &brief->text, "%s%s", row->why[0] != '\0' ? ": " : "", row->why);
    if (others > 0) {
        gcv_buffer_print(ctx, &brief->text, "; %" PRIu64 " more %s broken", others,
                         others == 1 ? "rule is" : "rules are");
    }
    put(brief, GCV_PART_HEADING);
}

/* Writes `+9120 bytes are held by static Acme.Cache > Acme.Cache`. */
static void put_growth(check_brief *brief)
{
    const gcv_causes *causes = &brief->look.causes;
    size_t first = 0;
    while (first < causes->all.n && gcv_cause_is_moved(causes, &causes->all.data[first])) {
        first++;
    }
    if (first < causes->all.n) {
        const int64_t grown = causes->all.data[first].grown;
        gcv_buffer_print(brief->report->ctx, &brief->text, "%s%" PRId64 " bytes are held by ",
                         grown > 0 ? "+" : "", grown);
        gcv_holder_line(brief->report, causes, &causes->all.data[first], &brief->text);
        put(brief, GCV_PART_LINE);
    }
}

static void put_next(check_brief *brief)
{
    const gcv_report *report = brief->report;
    gcv_buffer_append_str(report->ctx, &brief->text, "gcview overview");
    gcv_next_options(report, &brief->text);
    if (report->in.baseline != NULL) {
        gcv_buffer_append_str(report->ctx, &brief->text, " --baseline");
        gcv_next_path(report, report->in.baseline, "OLD", &brief->text);
    }
    gcv_next_path(report, report->in.heap, "FILE", &brief->text);
    put(brief, GCV_PART_COMMAND);
}

/* Writes which rule is broken, and why (empty: the rule says it), the sentence about the first
 * finding and its chain, the largest growth, and how to go on. `others`: number of further rules
 * that are broken. */
static void explain(gcv_report *report, const check_row *row, uint64_t others)
{
    check_brief brief = {.report = report};
    const gcv_look_request request = {
        .suspects = {.now = &brief.sides.now,
                     .past = report->in.baseline != NULL ? &brief.sides.past : NULL,
                     .top = SUSPECTS},
        .types.by_bytes = TYPES,
        .causes = CAUSES};
    put_rule(&brief, row, others);
    gcv_sides_find(report, &brief.sides);
    gcv_look_find(report->ctx, &request, &brief.look);
    if (brief.look.findings.all.n > 0) {
        gcv_finding_line(&brief.look, 0, &brief.text);
        put(&brief, GCV_PART_LINE);
        gcv_chain_line(&brief.look.suspects, &brief.look.chains,
                       brief.look.findings.all.data[0].rank, GCV_CHAIN_SHORT, &brief.text);
        put(&brief, GCV_PART_DETAIL);
    }
    put_growth(&brief);
    put_next(&brief);
}

/* ---- the report --------------------------------------------------------------------------- */

static void write_rows(gcv_report *report, const check_row_column *rows)
{
    static const gcv_table_column columns[] = {{"status", GCV_SHAPE_TEXT},
                                               {"rule", GCV_SHAPE_TEXT},
                                               {"actual", GCV_SHAPE_NUMBER},
                                               {"limit", GCV_SHAPE_NUMBER}};
    gcv_report_begin(report, columns, 4);
    for (size_t i = 0; i < rows->n; i++) {
        const check_row *row = &rows->data[i];
        const gcv_cell cells[GCV_GATE_CELLS] = {gcv_cell_str(row->status), gcv_cell_text(row->rule),
                                                row->actual, row->limit, row->note};
        gcv_writer_row(report->out.writer, cells);
        gcv_writer_value(report->out.writer, "note", row->note);
    }
}

static size_t first_failure(const check_row_column *rows, size_t from)
{
    while (from < rows->n && rows->data[from].status != fail) {
        from++;
    }
    return from;
}

static void run(gcv_report *report)
{
    gcv_gate_counts *gate = &report->result.gate;
    check_row_column rows = {0};
    gcv_refuse_if(report->ctx,
                  own(report->options)->brief && !gcv_writer_is_document(report->out.writer),
                  "--brief is for the formats text and md");
    const gcv_ruling *rulings = gcv_report_judge(report, report->in.heap, report->in.baseline);
    add_faults(report, report->in.heap, false, &rows);
    if (report->in.baseline != NULL) {
        add_faults(report, report->in.baseline, true, &rows);
    }
    add_copy(report, &rows);
    const size_t n_built_in = rows.n;
    for (size_t i = 0; i < report->options->rules.rules.n; i++) {
        add_ruling(report, &rulings[i], &rows);
    }
    gate->rows = rows.n;
    for (size_t i = 0; i < rows.n; i++) {
        gate->failed += rows.data[i].status == fail;
        gate->warned += rows.data[i].status == warn;
    }
    if (!own(report->options)->brief) {
        write_rows(report, &rows);
    } else if (gate->failed > 0) { /* the first rule that fails, or else a built-in one */
        const size_t of_rules = first_failure(&rows, n_built_in);
        explain(report, &rows.data[of_rules < rows.n ? of_rules : first_failure(&rows, 0)],
                gate->failed - 1);
    }
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, options->rules.words.n == 0 && options->rules.file.path == NULL,
                  "'check' wants a RULE such as 'bytes <= 200MB', or --rules FILE");
    gcv_rule_options_check(ctx, &options->rules, options->baseline != NULL);
}

static void prepare(gcv_context *ctx, gcv_report_options *options)
{
    gcv_rule_options_prepare(ctx, &options->rules, options->baseline != NULL);
}

static const gcv_option option_rows[] = {
    {"rules", '\0', GCV_OPTION_TEXT_FILE, GCV_SHARED(rules.file), "FILE", NULL,
     "a file of rules, one per line; # begins a comment"},
    GCV_FLAG("ignore-case", GCV_SHARED(select.ignore_case),
             "A-Z and a-z match each other in the names of rules"),
    GCV_FLAG("brief", GCV_OWN(gcv_check_options, brief),
             "of a failure only what grew, what holds it and where, in five lines at most"),
    GCV_REQUIRE_MATCH,
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    needs->costs = own(options)->brief ? costs_of_brief : gcv_rule_options_costs(options);
    needs->modules = gcv_rules_need_modules(&options->rules.rules) || own(options)->brief;
    needs->names = own(options)->brief || gcv_rules_are_about_suspects(&options->rules.rules);
    needs->sites = needs->names;
    needs->level = needs->costs != NULL ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}

const gcv_command gcv_command_check = {
    .name = "check",
    .summary = "does this dump keep our limits? (CI)",
    .description =
        "Checks rules against the dump, one row each; status 1 if one is broken. A rule\n"
        "names a measure, the objects it covers, and a limit (see docs/ci.md):\n"
        "  forbid Acme.Shop.OrderView           bytes <= 200MB\n"
        "  count(Acme.Cache*) <= 100            unreachable bytes <= 1MB\n"
        "  growth bytes(System.String) <= 5%    retained(namespace Acme.Web) < 10%\n"
        "  count(gen2 Acme.Order) <= 10         bytes(large) <= 100MB\n"
        "  growth retained(mine) <= 64KB        new suspects = 0\n"
        "Growth is measured against the dump of --baseline. A dump that is incomplete\n"
        "or has malformed records gets a row of its own: `warn`, which fails nothing; a\n"
        "rule that matches no type is a `warn`, too. With --strict an incomplete dump\n"
        "has status 4, a malformed one 3, and a rule that matches no type fails. With\n"
        "`optional` in front (`optional count(Acme.Cache*) <= 100`) such a rule passes.\n"
        "A baseline that is a copy of FILE, where no growth can show, fails always.",
    .examples =
        "  gcview check samples/leak-story.log 'bytes <= 200MB' 'count(Acme.Shop.OrderView) <= 3' "
        "'forbid Acme.Debug*'",
    .columns = "status rule actual limit",
    .schema = 2,
    .inputs = GCV_INPUT_RULES | GCV_INPUT_BASELINE,
    .output = GCV_OUTPUT_GATE,
    GCV_OWN_OPTIONS(option_rows, gcv_check_options),
    .shared = GCV_SET_ROOT | GCV_SET_CAPTURE,
    .find_needs = needs,
    .check = check,
    .prepare = prepare,
    .run = run,
};
