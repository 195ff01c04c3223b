/* rule_retained.h - what the objects of each rule retain as a set. */
#ifndef GCV_RULES_RULE_RETAINED_H
#define GCV_RULES_RULE_RETAINED_H

#include "rules/rule_classes.h"

typedef struct gcv_rule_retained_query {
    const gcv_rule_request *request;
    const gcv_root_set *roots;
    const gcv_rule_classes *classes;
    gcv_rule_names *names;
    const uint32_t *order; /* numbers of the rules, as in rule_order.h */
} gcv_rule_retained_query;

/* Sets the values of the requested rules about retained bytes, in one figure per rule. Takes one
 * run of gcv_retained_of_sets() for all of them, besides that 4 bytes per object and some for each
 * type that a rule names. GCV_ERR_LIMIT: more than GCV_RULE_ENTRIES and 32 per object. */
void gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_retained_query *query,
                             gcv_rule_figure *out);
enum { GCV_RULE_ENTRIES = 1 << 20 };

#endif
