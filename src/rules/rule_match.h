/* rule_match.h - which objects match a rule: by their traits, and by the names of their types. */
#ifndef GCV_RULES_RULE_MATCH_H
#define GCV_RULES_RULE_MATCH_H

#include "rules/rule_request.h"

/* Traits of an object, in one byte. */
enum {
    GCV_TRAITS_ROOT_KIND = 31, /* mask: group of gcv_groups_by_root_kind() */
    GCV_TRAIT_PINNED = 32,
    GCV_TRAIT_FINALIZABLE = 64,
    GCV_TRAITS = 128 /* values there are */
};

bool gcv_rule_matches_traits(const gcv_rule *rule, uint8_t traits);

/* The name of a type that the pattern of a rule is held against: its own, that of its namespace, or
 * of its module. */
gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type);

/* Whether a type has the name that the rule asks for, or the rule asks for no name. */
bool gcv_rule_has_match(const gcv_rule_request *request, const gcv_rule *rule);

/* Sets `matches[type]` to 0 or 1. `*matched`: the same as above; or the rule forbids a name that no
 * type has, and that is no slip. GCV_ERR_USAGE for modules of a dump that knows none. */
GCV_CHECKED gcv_status gcv_rule_match_types(const gcv_rule_request *request, const gcv_rule *rule,
                                            uint8_t *matches, bool *matched, gcv_error *err);

#endif
