/* rule_order.h - rules sorted so that those about the same objects are adjacent.
 *
 * A file may have thousands of rules about the same names: the matching types are found once. */
#ifndef GCV_RULES_RULE_ORDER_H
#define GCV_RULES_RULE_ORDER_H

#include "rules/rule.h"

/* Returns the numbers of the rules, sorted. O(n log n) comparisons. */
uint32_t *gcv_rule_order_new(gcv_context *ctx, const gcv_rules *rules);

/* Whether two rules ask for the same names; if so, all rules between them in the order do. */
bool gcv_rules_ask_same_names(const gcv_rule *a, const gcv_rule *b);
/* Whether two rules cover the same objects; if so, all rules between them in the order do. */
bool gcv_rules_cover_same_objects(const gcv_rule *a, const gcv_rule *b);

#endif
