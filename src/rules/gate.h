/* gate.h - rules held against a heap: what `check` shows, and what `diff --fail-if` fails by. */
#ifndef GCV_RULES_GATE_H
#define GCV_RULES_GATE_H

#include "analysis/selection.h"
#include "rules/rule.h"

/* Objects or bytes: `growth` of a rule about growth, else `amount`. */
typedef union gcv_gate_number {
    uint64_t amount;
    int64_t growth;
} gcv_gate_number;

typedef struct gcv_outcome {
    bool broken;
    bool idle; /* no type of the dump or the baseline has the name that the rule asks for: it
                  measures nothing, and may be misspelt */
    gcv_gate_number actual, limit;
} gcv_outcome;

/* Fills one outcome a rule. `now` and, for rules about growth, `baseline` (NULL: none of the rules
 * is) select sections and say how names are compared; rules name their types themselves. */
GCV_CHECKED gcv_status gcv_gate_run(gcv_context *ctx, const gcv_rules *rules,
                                    const gcv_selection *now, const gcv_selection *baseline,
                                    bool include_weak, gcv_outcome *out, gcv_error *err);

#endif
