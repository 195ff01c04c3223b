/* rule_outcomes.h - rules as options, and the heaps of a report checked against them; `check` and
 * `diff --fail-if` share this. */
#ifndef GCV_REPORT_RULE_OUTCOMES_H
#define GCV_REPORT_RULE_OUTCOMES_H

#include "report/report.h"

/* Checks the rules on the command line. `with_baseline`: rules may measure growth. */
void gcv_rule_options_check(gcv_context *ctx, const gcv_rule_options *options, bool with_baseline);
/* Parses the rules of the file, then those of the command line. */
void gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline);
/* The costs of all rules, as of gcv_rules_costs(): rules about growth need the graph, too, as they
 * leave out what taking the dump made. */
const gcv_cost *const *gcv_rule_options_costs(const gcv_report_options *options);

/* What came of a rule. */
typedef struct gcv_ruling {
    const gcv_rule *rule;
    gcv_outcome outcome;
    bool fails;       /* it is broken, or idle where rules have to match */
    const char *idle; /* `no type matches`, of the first rules with the nearest names; NULL: it is
                       * not idle */
    const char *why;  /* the reason for a rule that fails: `it is 4, the limit 3` */
} gcv_ruling;

/* Judges each rule of the options. Warns of rules that match no type, unless these fail:
 * --require-match or --strict. GCV_ERR_USAGE if `heap` lacks the domain of --domain; the baseline
 * (NULL: none) may lack it. */
gcv_ruling *gcv_report_judge(gcv_report *report, const gcv_heap *heap, const gcv_heap *baseline);

/* Makes a cell with the actual number or the limit of an outcome of this rule. */
gcv_cell gcv_outcome_cell(const gcv_rule *rule, gcv_gate_number number);

#endif
