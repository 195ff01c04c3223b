/* rule_order.h - rules in an order in which those about the same objects follow one another.
 *
 * A file may have thousands of rules about the same names: what these match is found once.
 */
#ifndef GCV_RULES_RULE_ORDER_H
#define GCV_RULES_RULE_ORDER_H

#include "rules/rule.h"

/* The number of each rule; NULL on failure. O(n log n) comparisons. */
uint32_t *gcv_rule_order_new(gcv_context *ctx, const gcv_rules *rules, gcv_error *err);

/* Whether two rules ask for the same names; then those between them in the order do, too. */
bool gcv_rules_name_alike(const gcv_rule *a, const gcv_rule *b);
/* Whether two rules cover the same objects; then those between them in the order do, too. */
bool gcv_rules_cover_alike(const gcv_rule *a, const gcv_rule *b);

#endif
