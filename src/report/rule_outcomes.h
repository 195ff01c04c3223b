/* rule_outcomes.h - rules checked against the heaps of a report; `check` and `diff` share it. */
#ifndef GCV_REPORT_RULE_OUTCOMES_H
#define GCV_REPORT_RULE_OUTCOMES_H

#include "report/near_types.h"
#include "rules/gate.h"

/* Room for a reason; and the number of rules that get a hint, as each takes a look at all names. */
enum { GCV_IDLE_REASON_MAX = GCV_HINT_MAX + 40, GCV_RULE_HINTS = 20 };

/* Whether a rule that matches no type fails: --require-match or --strict. */
bool gcv_report_requires_matches(const gcv_report *report);

/* Finds the outcome of each rule of the options and, unless they fail, warns of rules that match no
 * type.
 * GCV_ERR_USAGE if `heap` lacks the domain of --domain; the baseline (NULL: none) may lack it. */
GCV_CHECKED gcv_status gcv_report_check_rules(const gcv_report *report, const gcv_heap *heap,
                                              const gcv_heap *baseline, gcv_outcome *out,
                                              gcv_error *err);

/* The actual number or the limit of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

/* What is said of a rule that matches no type of the dump or the baseline (NULL: none), with the
 * nearest names if `*hints`, which counts down, is not 0. Returns `out`. */
const char *gcv_report_idle_reason(const gcv_report *report, const gcv_heap *heap,
                                   const gcv_heap *baseline, const gcv_rule *rule, unsigned *hints,
                                   char out[GCV_IDLE_REASON_MAX]);

/* Prints a message for each broken rule; if there is one, the gate of the report fails. */
void gcv_report_print_broken(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                             const gcv_outcome *outcomes);

#endif
