/* gate.h - comparison of a heap with rules, for `check` and `diff --fail-if`. */
#ifndef GCV_RULES_GATE_H
#define GCV_RULES_GATE_H

#include "analysis/selection.h"
#include "rules/rule.h"

/* Objects or bytes: `growth` for a rule about growth, else `amount`. */
typedef union gcv_gate_number {
    uint64_t amount;
    int64_t growth;
} gcv_gate_number;

typedef struct gcv_outcome {
    bool broken;
    bool idle; /* no type of the dump or the baseline has the rule's name: the rule measures
                  nothing, and may be misspelt */
    gcv_gate_number actual, limit;
} gcv_outcome;

/* Fills one outcome per rule. `now` and `baseline` select sections and say how names are compared;
 * the types come from the rules. `baseline`: only for rules about growth; NULL: there is no such
 * rule. */
void gcv_gate_run(gcv_context *ctx, const gcv_rules *rules, const gcv_selection *now,
                  const gcv_selection *baseline, bool include_weak, gcv_outcome *out);

/* Fills the outcome of a rule whose figure is known. */
void gcv_gate_judge(const gcv_rule *rule, uint64_t value, gcv_outcome *out);

#endif
