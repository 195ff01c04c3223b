/* rule_retained.h - what the objects of each rule retain as a set. */
#ifndef GCV_RULES_RULE_RETAINED_H
#define GCV_RULES_RULE_RETAINED_H

#include "rules/rule_classes.h"

/* Sets the values of the requested rules about retained bytes. `out` has one figure per rule, and
 * `order` is that of rule_order.h. Takes one run of gcv_retained_of_sets() for all of them, besides
 * that 4 bytes per object and some for each type that a rule names. GCV_ERR_LIMIT: more than
 * GCV_RULE_ENTRIES and 32 per object. */
void gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_request *request,
                             const gcv_root_set *roots, const gcv_rule_classes *classes,
                             gcv_rule_names *names, const uint32_t *order, gcv_rule_figure *out);
enum { GCV_RULE_ENTRIES = 1 << 20 };

#endif
