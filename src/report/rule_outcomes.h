/* rule_outcomes.h - the heaps of a report checked against rules; `check` and `diff` share this. */
#ifndef GCV_REPORT_RULE_OUTCOMES_H
#define GCV_REPORT_RULE_OUTCOMES_H

#include "report/near_types.h"
#include "report/report.h"
#include "rules/gate.h"

/* Size of a reason, terminator included; and how many rules get a hint, since each hint takes a
 * pass over all names. */
enum { GCV_IDLE_REASON_MAX = GCV_HINT_MAX + 40, GCV_RULE_HINTS = 20 };

/* Whether a rule that matches no type fails: --require-match or --strict. */
bool gcv_report_requires_matches(const gcv_report *report);

/* Finds the outcome of each rule of the options. Warns of rules that match no type, unless these
 * fail. GCV_ERR_USAGE if `heap` lacks the domain of --domain; the baseline (NULL: none) may lack
 * it. */
void gcv_report_check_rules(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                            gcv_outcome *out);

/* Makes a cell with the actual number or the limit of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

/* Writes the reason for a rule that is broken: `it is 4, the limit 3`. Returns `out`. */
const char *gcv_outcome_reason(const gcv_rule *rule, const gcv_outcome *outcome,
                               char out[GCV_IDLE_REASON_MAX]);

/* Writes the reason for a rule that matches no type of the dump or the baseline (NULL: none); if
 * `*hints`, which it counts down, is not 0, with the nearest names. Returns `out`. */
const char *gcv_report_idle_reason(const gcv_report *report, const gcv_heap *heap,
                                   const gcv_heap *baseline, const gcv_rule *rule, unsigned *hints,
                                   char out[GCV_IDLE_REASON_MAX]);

/* Prints a message for each broken rule. If there is one, the gate of the report fails. */
void gcv_report_print_broken(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                             const gcv_outcome *outcomes);

#endif
