/* check.c - does this dump keep to the rules? For pipelines.
 *
 * An incomplete or malformed dump never passes silently: in every output format it has a row before
 * the rows of the rules. (Under --strict a malformed dump is not loaded.) */
#include "base/error.h"
#include "output/document.h"
#include "report/brief.h"
#include "report/commands.h"
#include "report/field_cell.h"
#include "report/rule_options.h"
#include "report/rule_outcomes.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct gcv_check_options {
    bool brief;
} gcv_check_options;

static const gcv_check_options *own(const gcv_report_options *options) { return options->own; }

/* The rules that every dump is checked against. */
static const char *const built_in_rules[][2] = {
    {"the dump is complete", "the dump is well formed"},
    {"the baseline is complete", "the baseline is well formed"}};

static void write_built_in(gcv_report *report, bool fail, const char *rule, gcv_cell actual,
                           const char *limit)
{
    gcv_cell cells[GCV_GATE_CELLS];
    cells[0] = gcv_cell_str(fail ? "fail" : "warn");
    cells[1] = gcv_cell_str(rule);
    cells[2] = actual;
    cells[3] = gcv_cell_str(limit);
    cells[4] = gcv_cell_none();
    gcv_writer_row(report->out.writer, cells);
    gcv_writer_value(report->out.writer, "note", cells[4]);
}

/* Writes a row for each built-in rule that a heap breaks. `heap` may be NULL. */
static void write_faults(gcv_report *report, const gcv_heap *heap, bool is_baseline)
{
    const char *const *rules = built_in_rules[is_baseline];
    uint64_t malformed = heap != NULL ? gcv_heap_counts(heap)->malformed_lines : 0;
    char text[400];
    if (heap != NULL && !gcv_heap_is_complete(heap)) {
        (void)snprintf(text, sizeof text, "%.300s; %s", gcv_heap_verdict(heap),
                       is_baseline ? "growth counts from what is there"
                                   : "what is missing can hide a broken limit");
        write_built_in(report, report->in.strict, rules[0], gcv_cell_str(text), "complete");
    }
    if (malformed > 0) {
        (void)snprintf(text, sizeof text, "%" PRIu64 " malformed record%s", malformed,
                       malformed > 1 ? "s" : "");
        write_built_in(report, false, rules[1], gcv_cell_str(text), "well formed");
    }
}

/* Whether the check fails because the baseline is a copy of the dump, so that no growth can show.
 * Identical files fail always. Equal counts, which are all that is known of a pipe, fail only under
 * --strict. */
static bool fails_of_copy(const gcv_report *report)
{
    return report->in.likeness == GCV_SAME_DUMP ||
           (report->in.likeness == GCV_LIKE_DUMP && report->in.strict);
}

static void write_copy(gcv_report *report)
{
    if (report->in.likeness != GCV_OTHER_DUMP) {
        write_built_in(report, fails_of_copy(report), "the baseline is another dump",
                       gcv_cell_str(report->in.likeness == GCV_SAME_DUMP
                                        ? "a copy of this dump; no growth can show"
                                        : "all counts are equal; is it this dump?"),
                       "another dump");
    }
}

static bool fails_gate(const gcv_report *report, const gcv_outcome *outcome)
{
    return outcome->broken || (outcome->idle && gcv_report_requires_matches(report));
}

/* Writes the row of a rule. A note that no type matches must be in every format, as a log of CI
 * shows only rows: it has a place of its own where the format has one, else it replaces the number.
 */
static void write_outcome(gcv_report *report, const gcv_rule *rule, const gcv_outcome *outcome,
                          unsigned *hints)
{
    gcv_cell cells[GCV_GATE_CELLS];
    char reason[GCV_IDLE_REASON_MAX];
    bool fails = fails_gate(report, outcome);
    cells[0] = gcv_cell_str(fails ? "fail" : outcome->idle ? "warn" : "pass");
    cells[1] = gcv_cell_text(rule->text);
    cells[2] = gcv_outcome_cell(rule, outcome->actual);
    cells[3] = gcv_outcome_cell(rule, outcome->limit);
    cells[4] = gcv_cell_none();
    if (outcome->idle) {
        cells[4] = gcv_cell_str(gcv_report_idle_reason(report, report->in.heap, report->in.baseline,
                                                       rule, hints, reason));
    }
    if (outcome->idle && !gcv_writer_shows_notes(report->out.writer)) {
        cells[2] = cells[4];
    }
    gcv_writer_row(report->out.writer, cells);
    gcv_writer_value(report->out.writer, "note", cells[4]);
}

static void count_faults(gcv_report *report, const gcv_heap *heap)
{
    if (heap != NULL && !gcv_heap_is_complete(heap)) {
        report->result.gate.failed += report->in.strict;
        report->result.gate.warned += !report->in.strict;
    }
    report->result.gate.warned += heap != NULL && gcv_heap_counts(heap)->malformed_lines > 0;
}

/* Called before any row is written, so that the gate does not depend on whether writing
 * succeeds. */
static void count_rows(gcv_report *report, const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    count_faults(report, report->in.heap);
    count_faults(report, report->in.baseline);
    report->result.gate.failed += fails_of_copy(report);
    report->result.gate.warned += report->in.likeness != GCV_OTHER_DUMP && !fails_of_copy(report);
    *report->result.gate_failed = *report->result.gate_failed || fails_of_copy(report);
    report->result.gate.rows =
        report->result.gate.failed + report->result.gate.warned + rules->list.n;
    for (size_t i = 0; i < rules->list.n; i++) {
        bool fails = fails_gate(report, &outcomes[i]);
        report->result.gate.failed += fails;
        report->result.gate.warned += !fails && outcomes[i].idle;
        *report->result.gate_failed = *report->result.gate_failed || fails;
    }
}

static void write_rows(gcv_report *report, const gcv_outcome *outcomes)
{
    static const gcv_table_column columns[] = {{"status", GCV_SHAPE_TEXT},
                                               {"rule", GCV_SHAPE_TEXT},
                                               {"actual", GCV_SHAPE_NUMBER},
                                               {"limit", GCV_SHAPE_NUMBER}};
    const gcv_rules *rules = &report->options->rules.rules;
    unsigned hints = GCV_RULE_HINTS;
    gcv_report_begin(report, columns, 4);
    write_faults(report, report->in.heap, false);
    write_faults(report, report->in.baseline, true);
    write_copy(report);
    for (size_t i = 0; i < rules->list.n; i++) {
        write_outcome(report, &rules->list.data[i], &outcomes[i], &hints);
    }
}

/* The first built-in rule that is broken. */
static const char *broken_built_in(const gcv_report *report)
{
    return !gcv_heap_is_complete(report->in.heap) ? built_in_rules[0][0]
           : fails_of_copy(report)                ? "the baseline is another dump"
                                                  : built_in_rules[1][0];
}

/* --brief: writes nothing if no rule is broken. */
static void write_brief(gcv_report *report, const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    const uint64_t failed = report->result.gate.failed;
    unsigned hints = GCV_RULE_HINTS;
    char why[GCV_IDLE_REASON_MAX] = "";
    size_t i = 0;
    while (i < rules->list.n && !fails_gate(report, &outcomes[i])) {
        i++;
    }
    gcv_slice text = gcv_slice_str(i < rules->list.n ? "" : broken_built_in(report));
    if (i < rules->list.n) {
        const gcv_rule *rule = &rules->list.data[i];
        text = rule->text;
        (void)(outcomes[i].broken ? gcv_outcome_reason(rule, &outcomes[i], why)
                                  : gcv_report_idle_reason(report, report->in.heap,
                                                           report->in.baseline, rule, &hints, why));
    }
    if (failed > 0) {
        gcv_report_brief(report, text, why, failed - 1);
    }
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    if (options->rules.words.n == 0 && options->rules.file.path == NULL) {
        gcv_fail(ctx, GCV_ERR_USAGE,
                 "'check' wants a RULE such as 'bytes <= 200MB', or --rules FILE");
    }
    gcv_rule_options_check(ctx, &options->rules, options->baseline != NULL);
}

static void run(gcv_report *report)
{
    const gcv_rules *rules = &report->options->rules.rules;
    gcv_outcome *outcomes = gcv_alloc(report->ctx, rules->list.n, sizeof *outcomes);
    if (own(report->options)->brief && !gcv_writer_is_document(report->out.writer)) {
        gcv_fail(report->ctx, GCV_ERR_USAGE, "--brief is for the formats text and md");
    }
    gcv_report_check_rules(report, report->in.heap, report->in.baseline, outcomes);
    count_rows(report, outcomes);
    if (own(report->options)->brief) {
        write_brief(report, outcomes);
    } else {
        write_rows(report, outcomes);
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static void prepare(gcv_context *ctx, gcv_report_options *options)
{
    gcv_rule_options_prepare(ctx, &options->rules, options->baseline != NULL);
}

static const gcv_option option_rows[] = {
    {"rules", '\0', GCV_OPTION_TEXT_FILE, GCV_SHARED(rules.file), "FILE", NULL,
     "a file of rules, one per line; # begins a comment"},
    {"ignore-case", '\0', GCV_OPTION_FLAG, GCV_SHARED(select.ignore_case), NULL, NULL,
     "A-Z and a-z match each other in the names of rules"},
    {"brief", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_check_options, brief), NULL, NULL,
     "of a failure only what grew, what holds it and where, in five lines at most"},
    GCV_REQUIRE_MATCH,
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    needs->costs = own(options)->brief ? gcv_costs_of_brief : gcv_rule_options_costs(options);
    needs->modules = gcv_rules_need_modules(&options->rules.rules) || own(options)->brief;
    if (own(options)->brief) {
        needs->names = true;
    }
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
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_check_options),
    .shared = GCV_SET_ROOT | GCV_SET_CAPTURE | GCV_SET_NAME,
    .find_needs = needs,
    .check = check,
    .prepare = prepare,
    .run = run,
};
