/* rule_request.h - which rules are measured of which heap, and the figures that come out. */
#ifndef GCV_RULES_RULE_REQUEST_H
#define GCV_RULES_RULE_REQUEST_H

#include "analysis/selection.h"
#include "rules/rule.h"

typedef struct gcv_rule_request {
    const gcv_rules *rules;
    bool growth_only; /* the heap is a baseline: only rules about growth are measured */
    /* The heap, which of its sections count, and how names are compared. Its types do not matter:
     * each rule names its own. */
    const gcv_selection *selection;
    bool include_weak;
} gcv_rule_request;

typedef struct gcv_rule_figure {
    uint64_t value; /* objects or bytes that match the rule, or what they retain */
    uint64_t whole; /* objects or bytes of the whole heap: 100 % */
    bool matched;   /* a type has the name; or the rule forbids a name that no type has, and that is
                       no slip. For rules that are not requested: gcv_rule_has_match() */
} gcv_rule_figure;

static inline bool gcv_rule_is_requested(const gcv_rule_request *request, const gcv_rule *rule)
{
    return rule->growth || !request->growth_only;
}

#endif
