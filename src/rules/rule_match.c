/* rule_match.c - which objects match a rule; see rule_match.h. */
#include "rules/rule_match.h"

#include "base/error.h"

static bool which_matches(gcv_which which, uint8_t traits)
{
    bool reachable = (traits & GCV_TRAITS_ROOT_KIND) != 0;
    switch (which) {
    case GCV_WHICH_REACHABLE:
        return reachable;
    case GCV_WHICH_UNREACHABLE:
        return !reachable;
    case GCV_WHICH_PINNED:
        return (traits & GCV_TRAIT_PINNED) != 0;
    case GCV_WHICH_FINALIZABLE:
        return (traits & GCV_TRAIT_FINALIZABLE) != 0;
    case GCV_WHICH_ALL:
    default:
        return true;
    }
}

bool gcv_rule_matches_traits(const gcv_rule *rule, uint8_t traits)
{
    return which_matches(rule->which, traits) &&
           (rule->scope != GCV_SCOPE_ROOT || (traits & GCV_TRAITS_ROOT_KIND) == rule->root_kind);
}

bool gcv_rule_asks_for_a_name(const gcv_rule *rule)
{
    return rule->scope != GCV_SCOPE_HEAP && rule->scope != GCV_SCOPE_ROOT;
}

gcv_status gcv_rule_has_match(gcv_rule_names *names, const gcv_rule *rule, bool *matched,
                              gcv_error *err)
{
    gcv_rule_types types;
    gcv_status status = GCV_OK;
    *matched = true;
    if (gcv_rule_asks_for_a_name(rule)) {
        status = gcv_rule_types_begin(names, rule, &types, err);
        *matched = status == GCV_OK && gcv_rule_types_next(&types) != GCV_NONE;
    }
    return status;
}

gcv_status gcv_rule_match_types(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out,
                                gcv_error *err)
{
    const gcv_heap *heap = names->heap;
    if (rule->scope == GCV_SCOPE_MODULE && heap->types.module == NULL) {
        return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0,
                             "the file does not say which modules its types come from");
    }
    return gcv_rule_types_begin(names, rule, out, err);
}
