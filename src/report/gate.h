/* gate.h - rules held against a heap: what `check` shows, and what `diff --fail-if` fails by. */
#ifndef GCV_REPORT_GATE_H
#define GCV_REPORT_GATE_H

#include "report/report.h"
#include "report/rule.h"

typedef struct gcv_outcome {
    bool broken;
    bool idle;              /* no type has the name that the rule asks for */
    gcv_cell actual, limit; /* whole numbers; differences for a rule about growth */
} gcv_outcome;

/* One for each rule, of `heap` and, for growth, `baseline`. A domain that is asked for must be in
 * `heap`. Warns of rules that are idle. */
GCV_CHECKED gcv_status gcv_gate_run(gcv_report *report, const gcv_heap *heap,
                                    const gcv_heap *baseline, const gcv_rules *rules,
                                    gcv_outcome *out, gcv_error *err);

/* Says which rules are broken, and makes the report's gate fail. */
void gcv_gate_tell(gcv_report *report, const gcv_heap *heap, const gcv_rules *rules,
                   const gcv_outcome *outcomes);

#endif
