/* rule_limit.h - parsing the end of a rule: its comparison and its limit. */
#ifndef GCV_RULES_RULE_LIMIT_H
#define GCV_RULES_RULE_LIMIT_H

#include "rules/rule_parser.h"

bool gcv_rule_take_comparison(gcv_rule_parser *parser, gcv_rule *rule);
/* Takes the limit. rule->measure has to be known: it decides which units are allowed. */
bool gcv_rule_take_limit(gcv_rule_parser *parser, gcv_rule *rule);

#endif
