/* gate.c - rules held against a heap; see gate.h.
 *
 * A limit is a whole number before anything is compared with it. A percentage is taken of what it
 * is of and rounded to the side on which the comparison comes out as with the exact one: no figure,
 * being whole, lies between the two. So what is shown is what was compared.
 */
#include "report/gate.h"

#include "base/error.h"
#include "base/number.h"
#include "report/rule_measure.h"

/* `thousandths` of a percent of `whole`, without an intermediate that does not fit. */
static uint64_t share(uint64_t whole, uint64_t thousandths, bool round_up)
{
    const uint64_t parts = 100000;
    uint64_t times = whole / parts, rest = whole % parts;
    bool fits =
        thousandths < 100000000000000u; /* beyond it is more than all there is of anything */
    uint64_t low = fits ? rest * thousandths / parts : UINT64_MAX; /* rest < 10^5 */
    round_up = round_up && fits && rest * thousandths % parts != 0;
    if (whole == 0) {
        return 0;
    }
    if (thousandths != 0 && times > (UINT64_MAX - low) / thousandths) {
        return UINT64_MAX;
    }
    return gcv_add_capped(times * thousandths, low + round_up);
}

/* The limit of a rule of which `whole` is 100 %, without its sign. `a < 7.3` is `a < 8` and
 * `a <= 7.3` is `a <= 7`, and so with their opposites; below zero it is the other way round. */
static uint64_t limit_of(const gcv_rule *rule, uint64_t whole)
{
    bool upward = rule->comparison == GCV_BELOW || rule->comparison == GCV_AT_LEAST;
    bool downward = rule->comparison == GCV_AT_MOST || rule->comparison == GCV_ABOVE;
    return rule->percent ? share(whole, rule->value, rule->negative ? downward : upward)
                         : rule->value;
}

/* -1, 0, 1 as `a` is below, equal to or above `b`. */
static bool holds(gcv_comparison comparison, int order)
{
    switch (comparison) {
    case GCV_AT_MOST:
        return order <= 0;
    case GCV_BELOW:
        return order < 0;
    case GCV_AT_LEAST:
        return order >= 0;
    case GCV_ABOVE:
        return order > 0;
    case GCV_EQUAL:
        return order == 0;
    case GCV_UNEQUAL:
    default:
        return order != 0;
    }
}

static void judge_amount(const gcv_rule *rule, const gcv_rule_figure *now, gcv_outcome *out)
{
    uint64_t limit = limit_of(rule, now->whole);
    bool count = rule->measure == GCV_MEASURE_COUNT;
    out->actual = count ? gcv_cell_count(now->value) : gcv_cell_bytes(now->value);
    out->limit = count ? gcv_cell_count(limit) : gcv_cell_bytes(limit);
    out->broken = !holds(rule->comparison, now->value < limit ? -1 : now->value > limit);
}

static void judge_growth(const gcv_rule *rule, const gcv_rule_figure *now,
                         const gcv_rule_figure *before, gcv_outcome *out)
{
    int64_t growth = gcv_delta(before->value, now->value);
    uint64_t amount = limit_of(rule, before->value);
    int64_t limit = rule->negative ? gcv_delta(amount, 0) : gcv_delta(0, amount);
    bool count = rule->measure == GCV_MEASURE_COUNT;
    out->actual = count ? gcv_cell_signed(growth) : gcv_cell_signed_bytes(growth);
    out->limit = count ? gcv_cell_signed(limit) : gcv_cell_signed_bytes(limit);
    out->broken = !holds(rule->comparison, growth < limit ? -1 : growth > limit);
}

static void warn_idle(gcv_report *report, const gcv_heap *heap, gcv_slice rule)
{
    gcv_report about = *report;
    about.heap = heap;
    gcv_report_warn(&about, "no type matches the rule '%.*s'",
                    (int)(rule.size < 160 ? rule.size : 160), rule.data);
}

static gcv_status measure(gcv_report *report, const gcv_heap *heap, const gcv_rules *rules,
                          bool growth_only, gcv_rule_figure *out, gcv_error *err)
{
    gcv_report of_heap = *report;
    bool any = false;
    uint8_t *sections;
    gcv_status status;
    of_heap.heap = heap;
    sections = gcv_report_sections_passing(&of_heap, &any, err);
    if (sections == NULL) {
        return gcv_failed(err);
    }
    status = any || growth_only
                 ? gcv_rules_measure(&of_heap, rules, growth_only, sections, out, err)
                 : gcv_report_no_such_domain(&of_heap, err);
    gcv_free(report->ctx, sections, heap->sections.n, 1);
    return status;
}

static void judge(gcv_report *report, const gcv_heap *heap, const gcv_rules *rules,
                  const gcv_rule_figure *now, const gcv_rule_figure *before, gcv_outcome *out)
{
    size_t i;
    for (i = 0; i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        if (rule->growth) {
            judge_growth(rule, &now[i], &before[i], &out[i]);
        } else {
            judge_amount(rule, &now[i], &out[i]);
        }
        out[i].idle = !rule->forbid && !now[i].matched && !(rule->growth && before[i].matched);
        if (out[i].idle) {
            warn_idle(report, heap, rule->text);
        }
    }
}

gcv_status gcv_gate_run(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                        const gcv_rules *rules, gcv_outcome *out, gcv_error *err)
{
    size_t n = rules->list.n;
    gcv_rule_figure *now = gcv_alloc(report->ctx, n, sizeof *now, err);
    gcv_rule_figure *before = now != NULL ? gcv_alloc(report->ctx, n, sizeof *before, err) : NULL;
    gcv_status status =
        before == NULL ? gcv_failed(err) : measure(report, heap, rules, false, now, err);
    if (status == GCV_OK && baseline != NULL) {
        status = measure(report, baseline, rules, true, before, err);
    }
    if (status == GCV_OK) {
        judge(report, heap, rules, now, before, out);
    }
    gcv_free(report->ctx, now, n, sizeof *now);
    gcv_free(report->ctx, before, n, sizeof *before);
    return status;
}

static void format_number(char *out, const gcv_cell *cell)
{
    if (cell->kind == GCV_CELL_SIGNED || cell->kind == GCV_CELL_SIGNED_BYTES) {
        (void)gcv_format_i64(out, cell->delta);
    } else {
        (void)gcv_format_u64(out, cell->number);
    }
}

void gcv_gate_tell(gcv_report *report, const gcv_heap *heap, const gcv_rules *rules,
                   const gcv_outcome *outcomes)
{
    size_t i;
    for (i = 0; i < rules->list.n; i++) {
        gcv_slice text = rules->list.data[i].text;
        char actual[GCV_NUMBER_MAX], limit[GCV_NUMBER_MAX], message[300];
        if (outcomes[i].broken) {
            format_number(actual, &outcomes[i].actual);
            format_number(limit, &outcomes[i].limit);
            (void)snprintf(message, sizeof message, "broken: %.*s: it is %s, the limit %s",
                           (int)(text.size < 200 ? text.size : 200), text.data, actual, limit);
            report->tell(report->warn_payload, gcv_heap_name(heap), message);
            report->gate_failed = true;
        }
    }
}
