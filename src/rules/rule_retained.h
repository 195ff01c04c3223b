/* rule_retained.h - what the objects of each rule retain as a set. */
#ifndef GCV_RULES_RULE_RETAINED_H
#define GCV_RULES_RULE_RETAINED_H

#include "rules/rule_classes.h"

/* Sets the values of the requested rules about retained bytes; `out` has one figure a rule. One run
 * of gcv_retained_of_sets() for all of them, with 4 bytes an object beside it. */
GCV_CHECKED gcv_status gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_request *request,
                                               const gcv_root_set *roots,
                                               const gcv_rule_classes *classes,
                                               gcv_rule_names *names, gcv_rule_figure *out,
                                               gcv_error *err);

#endif
