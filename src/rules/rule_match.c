/* rule_match.c - which objects match a rule; see rule_match.h. */
#include "rules/rule_match.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/near_names.h"

#include <string.h>

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

gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type)
{
    gcv_slice name = heap->types.name[type];
    return rule->scope == GCV_SCOPE_NAMESPACE ? gcv_namespace_of(name)
           : rule->scope == GCV_SCOPE_MODULE  ? gcv_module_of(heap, type)
                                              : name;
}

static bool asks_for_no_name(const gcv_rule *rule)
{
    return rule->scope == GCV_SCOPE_HEAP || rule->scope == GCV_SCOPE_ROOT;
}

bool gcv_rule_has_match(const gcv_rule_request *request, const gcv_rule *rule)
{
    const gcv_heap *heap = request->selection->heap;
    bool ignore_case = request->selection->filter->ignore_case;
    uint32_t t = 0;
    while (!asks_for_no_name(rule) && t < heap->n_types &&
           !gcv_glob_slice(rule->pattern, gcv_rule_name_of(heap, rule, t), ignore_case)) {
        t++;
    }
    return asks_for_no_name(rule) || t < heap->n_types;
}

/* Whether what a rule forbids is there but for its case, or but for the namespace that is left out.
 * Nobody means that: such a rule would be kept for ever. */
static bool is_slip(const gcv_heap *heap, const gcv_rule *rule)
{
    bool whole = rule->scope != GCV_SCOPE_TYPE || gcv_glob_has_wildcard(rule->pattern) ||
                 memchr(rule->pattern.data, '.', rule->pattern.size) != NULL;
    uint32_t t;
    for (t = 0; t < heap->n_types; t++) {
        gcv_slice name = gcv_rule_name_of(heap, rule, t);
        if (gcv_glob_slice(rule->pattern, name, true) ||
            (!whole && gcv_is_last_part(rule->pattern, name))) {
            return true;
        }
    }
    return false;
}

gcv_status gcv_rule_match_types(const gcv_rule_request *request, const gcv_rule *rule,
                                uint8_t *matches, bool *matched, gcv_error *err)
{
    const gcv_heap *heap = request->selection->heap;
    bool ignore_case = request->selection->filter->ignore_case;
    uint32_t t;
    *matched = asks_for_no_name(rule);
    if (*matched) {
        memset(matches, 1, heap->n_types);
        return GCV_OK;
    }
    if (rule->scope == GCV_SCOPE_MODULE && heap->types.module == NULL) {
        return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0,
                             "the file does not say of what modules its types are");
    }
    for (t = 0; t < heap->n_types; t++) {
        matches[t] = gcv_glob_slice(rule->pattern, gcv_rule_name_of(heap, rule, t), ignore_case);
        *matched = *matched || matches[t];
    }
    *matched = *matched || (rule->forbid && !is_slip(heap, rule));
    return GCV_OK;
}
