/* rule_match.c - which objects match a rule; see rule_parts.h. */
#include "rules/rule_parts.h"

static bool which_matches(gcv_which which, uint8_t traits)
{
    const bool reachable = (traits & GCV_TRAITS_ROOT_KIND) != 0;
    return which == GCV_WHICH_REACHABLE     ? reachable
           : which == GCV_WHICH_UNREACHABLE ? !reachable
           : which == GCV_WHICH_PINNED      ? (traits & GCV_TRAIT_PINNED) != 0
           : which == GCV_WHICH_FINALIZABLE ? (traits & GCV_TRAIT_FINALIZABLE) != 0
                                            : true /* GCV_WHICH_NEW is about suspects */;
}

bool gcv_rule_matches_traits(const gcv_rule *rule, uint8_t traits)
{
    return which_matches(rule->which, traits) &&
           (rule->generation == GCV_NONE ||
            (traits & GCV_TRAITS_GENERATION) == (rule->generation + 1) * GCV_TRAIT_GENERATION) &&
           (rule->scope != GCV_SCOPE_ROOT || (traits & GCV_TRAITS_ROOT_KIND) == rule->root_kind);
}

bool gcv_rule_asks_for_a_name(const gcv_rule *rule)
{
    return rule->scope != GCV_SCOPE_HEAP && rule->scope != GCV_SCOPE_ROOT;
}

bool gcv_rule_has_match(gcv_rule_names *names, const gcv_rule *rule)
{
    gcv_rule_types types;
    bool matched = true;
    if (gcv_rule_asks_for_a_name(rule)) {
        gcv_rule_types_begin(names, rule, &types);
        matched = gcv_rule_types_next(&types) != GCV_NONE;
    }
    return matched;
}

void gcv_rule_match_types(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out)
{
    const gcv_heap *heap = names->heap;
    if (rule->scope == GCV_SCOPE_MODULE && !gcv_heap_names_modules(heap)) {
        gcv_fail_line(names->ctx, GCV_ERR_USAGE, heap->name, 0,
                      "the file does not say which modules its types come from");
    }
    gcv_rule_types_begin(names, rule, out);
}
