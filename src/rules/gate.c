/* gate.c - comparison of a heap with rules; see rule.h.
 *
 * Every limit becomes a whole number before the comparison. A percentage is rounded in the
 * direction that does not change the result: counts and bytes are whole numbers, so none lies
 * between the exact limit and the rounded one. The limit that is shown is therefore the one that
 * was compared. */
#include "rules/rule_parts.h"

/* `thousandths` of a percent of `whole`; UINT64_MAX if it is too large. */
static uint64_t share(uint64_t whole, uint64_t thousandths, bool round_up)
{
    const uint64_t parts = 100000;              /* thousandths in 100 % */
    const uint64_t too_many = 100000000000000u; /* a billion times the whole: as good as no limit */
    uint64_t times = whole / parts, rest = whole % parts;
    if (whole == 0) {
        return 0;
    }
    if (thousandths >= too_many) { /* below this, `rest * thousandths` does not overflow */
        return UINT64_MAX;
    }
    uint64_t low = rest * thousandths / parts;
    low += round_up && rest * thousandths % parts != 0;
    return thousandths != 0 && times > (UINT64_MAX - low) / thousandths ? UINT64_MAX
                                                                        : times * thousandths + low;
}

/* The absolute value of a limit; `whole` is 100 %. `a < 7.3` becomes `a < 8`, and
 * `a <= 7.3` becomes `a <= 7`; their opposites >= and > are rounded likewise. Below zero the
 * directions swap. */
static uint64_t limit_of(const gcv_rule *rule, uint64_t whole)
{
    bool upward = rule->comparison == GCV_BELOW || rule->comparison == GCV_AT_LEAST;
    bool downward = rule->comparison == GCV_AT_MOST || rule->comparison == GCV_ABOVE;
    return rule->percent ? share(whole, rule->value, rule->negative ? downward : upward)
                         : rule->value;
}

/* Whether a comparison holds for a figure that is below, equal to or above the limit. */
static const bool holds[][3] = {
    [GCV_AT_MOST] = {true, true, false},  [GCV_BELOW] = {true, false, false},
    [GCV_AT_LEAST] = {false, true, true}, [GCV_ABOVE] = {false, false, true},
    [GCV_EQUAL] = {false, true, false},   [GCV_UNEQUAL] = {true, false, true},
};

static void judge_amount(const gcv_rule *rule, const gcv_rule_figure *now, gcv_outcome *out)
{
    uint64_t limit = limit_of(rule, now->whole);
    out->actual.amount = now->value;
    out->limit.amount = limit;
    out->broken = !holds[rule->comparison][now->value < limit ? 0 : 1 + (now->value > limit)];
}

static void judge_growth(const gcv_rule *rule, const gcv_rule_figure *now,
                         const gcv_rule_figure *before, gcv_outcome *out)
{
    int64_t growth = gcv_delta(before->value, now->value);
    uint64_t amount = limit_of(rule, before->value);
    int64_t limit = rule->negative ? gcv_delta(amount, 0) : gcv_delta(0, amount);
    out->actual.growth = growth;
    out->limit.growth = limit;
    out->broken = !holds[rule->comparison][growth < limit ? 0 : 1 + (growth > limit)];
}

static void judge(const gcv_rules *rules, const gcv_rule_figure *now, const gcv_rule_figure *before,
                  gcv_outcome *out)
{
    for (size_t i = 0; i < rules->n; i++) {
        const gcv_rule *rule = &rules->data[i];
        if (rule->growth) {
            judge_growth(rule, &now[i], &before[i], &out[i]);
        } else {
            judge_amount(rule, &now[i], &out[i]);
        }
        out[i].idle = !rule->optional && !now[i].matched && !before[i].matched;
    }
}

void gcv_gate_judge(const gcv_rule *rule, uint64_t value, gcv_outcome *out)
{
    const gcv_rule_figure figure = {value, 0, true};
    judge_amount(rule, &figure, out);
    out->idle = false;
}

void gcv_gate_run(gcv_context *ctx, const gcv_rules *rules, const gcv_selection *now,
                  const gcv_selection *baseline, bool include_weak, gcv_outcome *out)
{
    size_t n = rules->n;
    gcv_rule_request of_now = {rules, false, now, include_weak};
    gcv_rule_request of_baseline = {rules, true, baseline, include_weak};
    gcv_rule_figure *figures = gcv_alloc(ctx, n, sizeof *figures);
    gcv_rule_figure *before = gcv_alloc_zeroed(ctx, n, sizeof *before);
    gcv_rules_measure(ctx, &of_now, figures);
    if (baseline != NULL) {
        gcv_rules_measure(ctx, &of_baseline, before);
    }
    judge(rules, figures, before, out);
    gcv_glob_check(ctx);
    GCV_FREE(ctx, figures, before);
}
