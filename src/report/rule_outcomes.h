/* rule_outcomes.h - rules checked against the heaps of a report; `check` and `diff` share it. */
#ifndef GCV_REPORT_RULE_OUTCOMES_H
#define GCV_REPORT_RULE_OUTCOMES_H

#include "report/report.h"
#include "rules/gate.h"

/* Finds the outcome of each rule of the options and warns of rules that match no type.
 * GCV_ERR_USAGE if `heap` lacks the domain of --domain; the baseline (NULL: none) may lack it. */
GCV_CHECKED gcv_status gcv_report_check_rules(const gcv_report *report, const gcv_heap *heap,
                                              const gcv_heap *baseline, gcv_outcome *out,
                                              gcv_error *err);

/* The actual number or the limit of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

/* Prints a message for each broken rule; if there is one, the gate of the report fails. */
void gcv_report_print_broken(gcv_report *report, const gcv_heap *heap, const gcv_outcome *outcomes);

#endif
