/* rule_match.h - which objects match a rule: by their traits, and by the names of their types. */
#ifndef GCV_RULES_RULE_MATCH_H
#define GCV_RULES_RULE_MATCH_H

#include "rules/rule_names.h"

/* Traits of an object, in one byte. */
enum {
    GCV_TRAITS_ROOT_KIND = 7,   /* mask: group number of gcv_groups_by_root_kind() */
    GCV_TRAIT_GENERATION = 8,   /* times the generation plus 1; 0: none … */
    GCV_TRAITS_GENERATION = 56, /* … its mask */
    GCV_TRAIT_PINNED = 64,
    GCV_TRAIT_FINALIZABLE = 128,
    GCV_TRAITS = 256 /* number of values */
};

bool gcv_rule_matches_traits(const gcv_rule *rule, uint8_t traits);

/* Whether a rule selects types by name. */
bool gcv_rule_asks_for_a_name(const gcv_rule *rule);

/* Whether a type has the name that the rule asks for; true if the rule asks for none. */
bool gcv_rule_has_match(gcv_rule_names *names, const gcv_rule *rule);

/* Iterates over the types that a rule names; the rule asks for a name. GCV_ERR_USAGE: the rule is
 * about modules, and the dump has none. */
void gcv_rule_match_types(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out);

#endif
