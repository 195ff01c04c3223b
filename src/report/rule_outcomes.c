/* rule_outcomes.c - the heaps of a report checked against rules; see rule_outcomes.h. */
#include "report/rule_outcomes.h"

#include "base/error.h"
#include "base/number.h"
#include "report/captures.h"
#include "report/near_types.h"
#include "report/rule_suspects.h"
#include "report/select.h"
#include "rules/rule_parts.h"

#include <stdio.h>
#include <string.h>

bool gcv_report_requires_matches(const gcv_report *report)
{
    return report->in.strict || report->options->rules.require_match;
}

static gcv_slice name_for_rule(const void *rule, const gcv_heap *heap, uint32_t type)
{
    return gcv_rule_name_of(heap, rule, type);
}

/* Writes a semicolon and the names that are nearest to that of a rule; or an empty text. Hints are
 * given for the first `*hints` rules only. */
static void find_hint(const gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                      const gcv_rule *rule, unsigned *hints, char out[GCV_HINT_MAX + 2])
{
    const gcv_heap *heaps[2];
    const gcv_pattern_miss miss = {
        report->ctx, heaps, 2, name_for_rule, rule, report->options->select.ignore_case, false};
    char hint[GCV_HINT_MAX];
    heaps[0] = heap;
    heaps[1] = baseline;
    hint[0] = '\0';
    if (*hints > 0 && rule->scope != GCV_SCOPE_MINE) {
        --*hints;
        (void)gcv_hint_for(&miss, rule->pattern, hint);
    }
    (void)snprintf(out, GCV_HINT_MAX + 2, "%s%s", hint[0] != '\0' ? "; " : "", hint);
}

const char *gcv_report_idle_reason(const gcv_report *report, const gcv_heap *heap,
                                   const gcv_heap *baseline, const gcv_rule *rule, unsigned *hints,
                                   char out[GCV_IDLE_REASON_MAX])
{
    static const char words[] = "no type matches";
    memcpy(out, words, sizeof words);
    find_hint(report, heap, baseline, rule, hints, out + sizeof words - 1);
    return out;
}

static void warn_of_idle_rules(const gcv_report *report, const gcv_heap *heap,
                               const gcv_heap *baseline, const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    unsigned hints = GCV_RULE_HINTS;
    for (size_t i = 0; i < rules->list.n; i++) {
        gcv_slice text = rules->list.data[i].text;
        char hint[GCV_HINT_MAX + 2];
        if (outcomes[i].idle) {
            find_hint(report, heap, baseline, &rules->list.data[i], &hints, hint);
            gcv_report_warn_of(report, heap, "no type matches the rule '%.*s'%s",
                               (int)(text.size < 160 ? text.size : 160), text.data, hint);
        }
    }
}

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
    gcv_selection_release(ctx, &now);
    gcv_selection_release(ctx, &before);
}

/* Replaces the outcomes of rules about growth by those without what taking the dumps made. */
static void run_gate_on_rest(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                             gcv_outcome *out)
{
    const gcv_rule_column *rules = &report->options->rules.rules.list;
    const gcv_heap *const heaps[] = {baseline, heap};
    gcv_captures captures;
    gcv_captures_find(report, heaps, 2, &captures);
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

void gcv_report_check_rules(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                            gcv_outcome *out)
{
    run_gate(report, heap, baseline, out);
    if (gcv_rules_are_about_growth(&report->options->rules.rules)) {
        run_gate_on_rest(report, heap, baseline, out);
    }
    if (gcv_rules_are_about_suspects(&report->options->rules.rules)) {
        gcv_report_judge_suspects(report, heap, baseline, out);
    }
    if (!gcv_report_requires_matches(report)) {
        warn_of_idle_rules(report, heap, baseline, out);
    }
}

gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number)
{
    bool count = gcv_rule_counts(rule);
    if (rule->growth) {
        return count ? gcv_cell_signed(number.growth) : gcv_cell_signed_bytes(number.growth);
    }
    return count ? gcv_cell_count(number.amount) : gcv_cell_bytes(number.amount);
}

static void format_number(char *out, const gcv_rule *rule, gcv_gate_number number)
{
    if (rule->growth) {
        (void)gcv_format_i64(out, number.growth);
    } else {
        (void)gcv_format_u64(out, number.amount);
    }
}

const char *gcv_outcome_reason(const gcv_rule *rule, const gcv_outcome *outcome,
                               char out[GCV_IDLE_REASON_MAX])
{
    char actual[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX];
    format_number(actual, rule, outcome->actual);
    format_number(limit, rule, outcome->limit);
    (void)snprintf(out, GCV_IDLE_REASON_MAX, "it is %s, the limit %s", actual, limit);
    return out;
}

static void print_broken(gcv_report *report, const gcv_heap *heap, gcv_slice rule, const char *why)
{
    char message[GCV_IDLE_REASON_MAX + 240];
    (void)snprintf(message, sizeof message, "broken: %.*s: %s",
                   (int)(rule.size < 200 ? rule.size : 200), rule.data, why);
    report->out.print_message(report->out.print_payload, gcv_heap_name(heap), message);
    *report->result.gate_failed = true;
}

void gcv_report_print_broken(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                             const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    unsigned hints = GCV_RULE_HINTS;
    for (size_t i = 0; i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        char why[GCV_IDLE_REASON_MAX];
        if (outcomes[i].idle && gcv_report_requires_matches(report)) {
            (void)gcv_report_idle_reason(report, heap, baseline, rule, &hints, why);
            print_broken(report, heap, rule->text, why);
        } else if (outcomes[i].broken) {
            print_broken(report, heap, rule->text, gcv_outcome_reason(rule, &outcomes[i], why));
        }
    }
}
