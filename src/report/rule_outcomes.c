/* rule_outcomes.c - rules as options, and what comes of them; see report.h. */
#include "figures/suspect_list.h"
#include "report/select.h"
#include "rules/rule_parts.h"

#include <inttypes.h>

/* ---- options ------------------------------------------------------------------------------ */

void gcv_rule_options_check(gcv_context *ctx, const gcv_rule_options *options, bool with_baseline)
{
    for (size_t i = 0; i < options->words.n; i++) {
        gcv_rule unused;
        gcv_rule_parse_argument(ctx, options->words.word[i], i + 1, with_baseline, &unused);
    }
}

void gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline)
{
    const gcv_text_file *file = &options->file;
    if (file->path != NULL) {
        gcv_rules_add_text(ctx, &options->rules, file->name, file->text, with_baseline);
    }
    for (size_t i = 0; i < options->words.n; i++) {
        gcv_rules_add(ctx, &options->rules, options->words.word[i], i + 1, with_baseline);
    }
}

const gcv_cost *const *gcv_rule_options_costs(const gcv_report_options *options)
{
    static const gcv_cost *const capture[] = {&gcv_cost_of_capture, NULL};
    static const gcv_cost *const suspects[] = {&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                               &gcv_cost_of_rule_sets,
                                               &gcv_cost_of_rules_by_generation, NULL};
    const gcv_rules *rules = &options->rules.rules;
    if (gcv_rules_are_about_suspects(rules)) {
        return suspects;
    }
    const gcv_cost *const *costs = gcv_rules_costs(rules);
    return costs == NULL && gcv_rules_are_about_growth(rules) && !options->include_capture ? capture
                                                                                           : costs;
}

/* ---- outcomes ----------------------------------------------------------------------------- */

static void run_gate(const gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                     gcv_outcome *out)
{
    const gcv_report_options *options = report->options;
    gcv_context *ctx = report->ctx;
    gcv_selection now, before = {0};
    gcv_selection_find(ctx, heap, &options->select, &now);
    if (!now.any_section) {
        gcv_report_no_such_domain(report, heap);
    }
    if (baseline != NULL) {
        gcv_selection_find(ctx, baseline, &options->select, &before);
    }
    gcv_gate_run(ctx, &options->rules.rules, &now, baseline != NULL ? &before : NULL,
                 options->include_weak, out);
}

/* Replaces the outcomes of rules about growth by those without what taking the dumps made. */
static void run_gate_on_rest(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                             gcv_outcome *out)
{
    const gcv_rules *rules = &report->options->rules.rules;
    const gcv_heap *const heaps[] = {baseline, heap};
    gcv_captures captures = gcv_captures_find(report, heaps, 2);
    if (gcv_captures_leave_out(&captures)) {
        gcv_outcome *rest = gcv_alloc(report->ctx, rules->n, sizeof *rest);
        run_gate(report, captures.rest[1], captures.rest[0], rest);
        for (size_t i = 0; i < rules->n; i++) {
            out[i] = rules->data[i].growth ? rest[i] : out[i];
        }
        gcv_free(report->ctx, rest);
        gcv_captures_warn(&captures);
    }
    gcv_captures_release(&captures);
}

/* ---- rules about suspects: those that `suspects` lists for each dump alone ------------------ */

/* The suspects of one heap, with what they borrow. */
typedef struct listed_suspects {
    gcv_selection selection;
    gcv_captures captures;
    gcv_basis basis;
    gcv_suspect_list list;
} listed_suspects;

static void list_suspects(gcv_report *report, const gcv_heap *heap, listed_suspects *out)
{
    gcv_selection_find(report->ctx, heap, &report->options->select, &out->selection);
    out->captures = gcv_captures_find(report, &heap, 1);
    out->basis = gcv_basis_of(report->ctx, heap, report->options->include_weak);
    out->basis.selection = &out->selection;
    out->basis.rest = gcv_captures_rest(&out->captures, 0);
    gcv_suspect_request request = {.now = &out->basis};
    gcv_suspect_list_find(report->ctx, &request, &out->list);
}

/* Fingerprint of what a suspect is folded from; its own, if it is not. */
static uint64_t fingerprint_below(const gcv_suspect_list *list, const gcv_suspect *row)
{
    return row->like != GCV_NONE ? list->found.rows.data[row->like].fingerprint : row->fingerprint;
}

static uint64_t count(gcv_context *ctx, const gcv_rule *rule, const gcv_suspect_list *list,
                      const gcv_id_map *known)
{
    uint64_t n = 0;
    for (size_t i = 0; i < list->rows.items.n; i++) {
        const gcv_suspect *row = gcv_suspect_list_row(list, i);
        const bool is_known = gcv_id_map_get(ctx, known, row->fingerprint) != GCV_NONE ||
                              gcv_id_map_get(ctx, known, fingerprint_below(list, row)) != GCV_NONE;
        n += (row->mine || rule->scope != GCV_SCOPE_MINE) &&
             (rule->which != GCV_WHICH_NEW || !is_known);
    }
    return n;
}

/* Replaces the outcomes of rules about suspects. A suspect of `heap` is new if the baseline has no
 * suspect of its fingerprint. `baseline` NULL: no rule is about new ones. */
static void judge_suspects(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                           gcv_outcome *out)
{
    const gcv_rules *rules = &report->options->rules.rules;
    listed_suspects *listed = gcv_alloc_zeroed(report->ctx, 2, sizeof *listed);
    gcv_id_map known = {0};
    if (baseline != NULL) {
        const gcv_suspect_list *past = &listed[0].list;
        list_suspects(report, baseline, &listed[0]);
        for (size_t i = 0; i < past->rows.items.n; i++) {
            const gcv_suspect *row = gcv_suspect_list_row(past, i);
            gcv_id_map_set(report->ctx, &known, row->fingerprint, 1);
            gcv_id_map_set(report->ctx, &known, fingerprint_below(past, row), 1);
        }
        gcv_basis_release(&listed[0].basis);
    }
    list_suspects(report, heap, &listed[1]);
    for (size_t i = 0; i < rules->n; i++) {
        const gcv_rule *rule = &rules->data[i];
        if (rule->measure == GCV_MEASURE_SUSPECTS) {
            gcv_gate_judge(rule, count(report->ctx, rule, &listed[1].list, &known), &out[i]);
        }
    }
    gcv_id_map_release(report->ctx, &known);
}

/* ---- all rules ---------------------------------------------------------------------------- */

gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number)
{
    bool count = gcv_rule_counts(rule);
    if (rule->growth) {
        return count ? gcv_cell_signed(number.growth) : gcv_cell_signed_bytes(number.growth);
    }
    return count ? gcv_cell_count(number.amount) : gcv_cell_bytes(number.amount);
}

static const char *reason_of(gcv_context *ctx, const gcv_ruling *ruling)
{
    const gcv_gate_number actual = ruling->outcome.actual, limit = ruling->outcome.limit;
    gcv_buffer text = {0};
    if (ruling->rule->growth) {
        gcv_buffer_print(ctx, &text, "it is %" PRId64 ", the limit %" PRId64, actual.growth,
                         limit.growth);
    } else {
        gcv_buffer_print(ctx, &text, "it is %" PRIu64 ", the limit %" PRIu64, actual.amount,
                         limit.amount);
    }
    return text.text.data;
}

static gcv_slice name_for_rule(const void *rule, const gcv_heap *heap, uint32_t type)
{
    return gcv_rule_name_of(heap, rule, type);
}

static const char no_match[] = "no type matches";

/* Explains a rule that matches no type; the names that are nearest to its own are found for as many
 * rules as `*hints` says, since they take a pass over all names. */
static const char *idle_reason(const gcv_report *report, const gcv_heap *heap,
                               const gcv_heap *baseline, const gcv_rule *rule, unsigned *hints)
{
    const gcv_heap *const heaps[] = {heap, baseline};
    const gcv_pattern_miss miss = {
        report->ctx, heaps, 2, name_for_rule, rule, report->options->select.ignore_case, false};
    gcv_buffer text = {0};
    gcv_buffer_append_str(report->ctx, &text, no_match);
    if (*hints > 0 && rule->scope != GCV_SCOPE_MINE) {
        --*hints;
        gcv_append_hint(&miss, rule->pattern, &text);
    }
    return gcv_buffer_str(report->ctx, &text);
}

gcv_ruling *gcv_report_judge(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline)
{
    const gcv_rules *rules = &report->options->rules.rules;
    const bool must_match = report->options->strict || report->options->rules.require_match;
    gcv_outcome *outcomes = gcv_alloc(report->ctx, rules->n, sizeof *outcomes);
    run_gate(report, heap, baseline, outcomes);
    if (gcv_rules_are_about_growth(rules)) {
        run_gate_on_rest(report, heap, baseline, outcomes);
    }
    if (gcv_rules_are_about_suspects(rules)) {
        judge_suspects(report, heap, baseline, outcomes);
    }
    gcv_ruling *rulings = gcv_alloc_zeroed(report->ctx, rules->n, sizeof *rulings);
    unsigned hints = 20;
    for (size_t i = 0; i < rules->n; i++) {
        gcv_ruling *to = &rulings[i];
        const gcv_slice text = rules->data[i].text;
        to->rule = &rules->data[i];
        to->outcome = outcomes[i];
        to->fails = outcomes[i].broken || (outcomes[i].idle && must_match);
        if (outcomes[i].idle) {
            to->idle = idle_reason(report, heap, baseline, to->rule, &hints);
        }
        if (outcomes[i].idle && !must_match) {
            gcv_report_warn_of(report, heap, "%s the rule '%.*s'%s", no_match,
                               (int)(text.size < 160 ? text.size : 160), text.data,
                               to->idle + sizeof no_match - 1);
        }
        to->why = outcomes[i].broken ? reason_of(report->ctx, to) : to->idle;
    }
    return rulings;
}
