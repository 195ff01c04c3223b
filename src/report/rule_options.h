/* rule_options.h - rules as options; `check` and `diff --fail-if` share them. */
#ifndef GCV_REPORT_RULE_OPTIONS_H
#define GCV_REPORT_RULE_OPTIONS_H

#include "report/report.h"

/* Checks the rules on the command line. `with_baseline`: rules may measure growth. */
void gcv_rule_options_check(gcv_context *ctx, const gcv_rule_options *options, bool with_baseline);
/* Parses the rules of the file, then those of the command line. */
void gcv_rule_options_prepare(gcv_context *ctx, gcv_rule_options *options, bool with_baseline);
/* The costs of all rules, as of gcv_rules_costs(): rules about growth need the graph, too, as they
 * leave out what taking the dump made. */
const gcv_cost *const *gcv_rule_options_costs(const gcv_report_options *options);

#endif
