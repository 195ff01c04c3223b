/* rule_request.h - the rules to measure, the heap to measure them on, and the figures. */
#ifndef GCV_RULES_RULE_REQUEST_H
#define GCV_RULES_RULE_REQUEST_H

#include "analysis/selection.h"
#include "rules/rule.h"

typedef struct gcv_rule_request {
    const gcv_rules *rules;
    bool growth_only; /* the heap is a baseline: only rules about growth are measured */
    /* The heap, the sections that count, and how names are compared. The selection of types is
     * ignored: each rule names its own. */
    const gcv_selection *selection;
    bool include_weak;
} gcv_rule_request;

typedef struct gcv_rule_figure {
    uint64_t value; /* objects or bytes that match the rule, or bytes that they retain */
    uint64_t whole; /* the same figure for the whole heap: 100 % */
    bool matched;   /* a type has the name; or the rule forbids a name that no type has and that is
                       not misspelt. For rules that are not requested: see gcv_rule_has_match() */
} gcv_rule_figure;

static inline bool gcv_rule_is_requested(const gcv_rule_request *request, const gcv_rule *rule)
{
    return rule->growth || !request->growth_only;
}

#endif
