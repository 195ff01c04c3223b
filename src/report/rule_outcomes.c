/* rule_outcomes.c - rules checked against the heaps of a report; see rule_outcomes.h. */
#include "report/rule_outcomes.h"

#include "base/error.h"
#include "base/number.h"
#include "report/select.h"

#include <stdio.h>
#include <string.h>

static void warn_of_idle_rules(const gcv_report *report, const gcv_heap *heap,
                               const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    size_t i;
    for (i = 0; i < rules->list.n; i++) {
        gcv_slice text = rules->list.data[i].text;
        if (outcomes[i].idle) {
            gcv_report_warn_of(report, heap, "no type matches the rule '%.*s'",
                               (int)(text.size < 160 ? text.size : 160), text.data);
        }
    }
}

gcv_status gcv_report_check_rules(const gcv_report *report, const gcv_heap *heap,
                                  const gcv_heap *baseline, gcv_outcome *out, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    gcv_context *ctx = report->ctx;
    gcv_selection now, before;
    gcv_status status = gcv_selection_find(ctx, heap, &options->select, &now, err);
    memset(&before, 0, sizeof before);
    if (status == GCV_OK && !now.any_section) {
        status = gcv_report_no_such_domain(report, heap, err);
    }
    if (status == GCV_OK && baseline != NULL) {
        status = gcv_selection_find(ctx, baseline, &options->select, &before, err);
    }
    if (status == GCV_OK) {
        status = gcv_gate_run(ctx, &options->rules.rules, &now, baseline != NULL ? &before : NULL,
                              options->include_weak, out, err);
    }
    if (status == GCV_OK) {
        warn_of_idle_rules(report, heap, out);
    }
    gcv_selection_release(ctx, &now);
    gcv_selection_release(ctx, &before);
    return status;
}

gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number)
{
    bool count = rule->measure == GCV_MEASURE_COUNT;
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

void gcv_report_print_broken(gcv_report *report, const gcv_heap *heap, const gcv_outcome *outcomes)
{
    const gcv_rules *rules = &report->options->rules.rules;
    size_t i;
    for (i = 0; i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        char actual[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX], message[300];
        if (outcomes[i].broken) {
            format_number(actual, rule, outcomes[i].actual);
            format_number(limit, rule, outcomes[i].limit);
            (void)snprintf(message, sizeof message, "broken: %.*s: it is %s, the limit %s",
                           (int)(rule->text.size < 200 ? rule->text.size : 200), rule->text.data,
                           actual, limit);
            report->print_message(report->print_payload, gcv_heap_name(heap), message);
            report->gate_failed = true;
        }
    }
}
