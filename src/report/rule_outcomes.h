/* rule_outcomes.h - rules held against the heaps of a report; what `check` and `diff` share. */
#ifndef GCV_REPORT_RULE_OUTCOMES_H
#define GCV_REPORT_RULE_OUTCOMES_H

#include "report/report.h"
#include "rules/gate.h"

/* Fills one outcome for each rule of the options and warns of those that are idle. GCV_ERR_USAGE if
 * `heap` lacks the domain that is asked for; the baseline (NULL: none) may lack it. */
GCV_CHECKED gcv_status gcv_report_hold_rules(const gcv_report *report, const gcv_heap *heap,
                                             const gcv_heap *baseline, gcv_outcome *out,
                                             gcv_error *err);

/* One of the two numbers of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

/* Prints which rules are broken; if any is, the gate of the report fails. */
void gcv_report_tell_broken(gcv_report *report, const gcv_heap *heap, const gcv_outcome *outcomes);

#endif
