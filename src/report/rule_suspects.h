/* rule_suspects.h - rules about suspects. */
#ifndef GCV_REPORT_RULE_SUSPECTS_H
#define GCV_REPORT_RULE_SUSPECTS_H

#include "report/report.h"
#include "rules/gate.h"

/* Replaces the outcomes of rules about suspects of the options. A suspect of `heap` is new if the
 * baseline has no suspect of its fingerprint. `baseline` NULL: no rule is about new ones. */
void gcv_report_judge_suspects(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline,
                               gcv_outcome *out);

#endif
