/* rule_limit.h - the end of a rule: its comparison and its limit. */
#ifndef GCV_RULES_RULE_LIMIT_H
#define GCV_RULES_RULE_LIMIT_H

#include "rules/rule_parser.h"

bool gcv_rule_take_comparison(gcv_rule_parser *parser, gcv_rule *rule);
/* rule->measure is known: it decides about units. */
bool gcv_rule_take_limit(gcv_rule_parser *parser, gcv_rule *rule);

#endif
