/* rule_order.c - rules sorted by the objects that they cover; see rule_parts.h. */
#include "rules/rule_parts.h"

static int compare_numbers(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int compare_names(const gcv_rule *a, const gcv_rule *b)
{
    const int scopes = compare_numbers(a->scope, b->scope);
    return scopes != 0 ? scopes : gcv_slice_compare(a->pattern, b->pattern);
}

static int compare(const gcv_rule *a, const gcv_rule *b)
{
    const int names = compare_names(a, b), which = compare_numbers(a->which, b->which);
    const int ages = compare_numbers(a->generation, b->generation);
    return names != 0   ? names
           : which != 0 ? which
           : ages != 0  ? ages
                        : compare_numbers(a->root_kind, b->root_kind);
}

GCV_BEFORE(before, gcv_rule, compare(&of[a], &of[b]) < 0);

uint32_t *gcv_rule_order_new(gcv_context *ctx, const gcv_rules *rules)
{
    return gcv_numbers_sorted(ctx, rules->list.n, before, rules->list.data);
}

bool gcv_rules_ask_same_names(const gcv_rule *a, const gcv_rule *b)
{
    return compare_names(a, b) == 0;
}

bool gcv_rules_cover_same_objects(const gcv_rule *a, const gcv_rule *b)
{
    return compare(a, b) == 0;
}
