/* brief.h - why a check failed, in at most five lines, for reports of tests. */
#ifndef GCV_REPORT_BRIEF_H
#define GCV_REPORT_BRIEF_H

#include "report/report.h"
#include "rules/rule.h"

/* What it costs, rules included; as gcv_command's costs. */
extern const gcv_cost *const gcv_costs_of_brief[];

/* Writes which rule is broken, and why (`it is 4, the limit 3`; empty: the rule says it), what grew
 * or repeats and what holds it, where that is, the largest growth, and how to go on. `others`:
 * number of further rules that are broken. The format is a document. */
void gcv_report_brief(gcv_report *report, gcv_slice rule, const char *why, uint64_t others);

#endif
