/* rule_list.c - lists of rules from the command line and from files; see rule.h. */
#include "rules/rule_parts.h"

void gcv_rule_parse_argument(gcv_context *ctx, const char *text, size_t number, bool with_baseline,
                             gcv_rule *rule)
{
    gcv_rule_fault fault;
    if (!gcv_rule_parse(gcv_slice_str(text), with_baseline, rule, &fault)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "rule %zu, column %zu: %s", number, fault.column,
                 fault.message);
    }
}

void gcv_rules_add(gcv_context *ctx, gcv_rules *rules, const char *text, size_t number,
                   bool with_baseline)
{
    gcv_rule rule;
    gcv_rule_parse_argument(ctx, text, number, with_baseline, &rule);
    gcv_rules_push(ctx, rules, rule);
}

void gcv_rules_add_text(gcv_context *ctx, gcv_rules *rules, const char *file, gcv_slice text,
                        bool with_baseline)
{
    gcv_text_lines lines;
    gcv_slice line;
    size_t before = rules->n;
    if (!gcv_text_lines_begin(&lines, text)) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, file, 1, "this is UTF-16, and rules are UTF-8");
    }
    while (gcv_text_lines_next(&lines, &line)) {
        gcv_rule_fault fault;
        gcv_rule rule;
        if (!gcv_rule_parse(line, with_baseline, &rule, &fault)) {
            gcv_fail_line(ctx, GCV_ERR_USAGE, file, lines.number, "column %zu: %s", fault.column,
                          fault.message);
        }
        gcv_rules_push(ctx, rules, rule);
    }
    if (rules->n <= before) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, file, 0, "there is no rule in this file");
    }
}

static bool any(const gcv_rules *rules, bool (*is)(const gcv_rule *))
{
    size_t i = 0;
    while (i < rules->n && !is(&rules->data[i])) {
        i++;
    }
    return i < rules->n;
}

static bool is_about_growth(const gcv_rule *rule) { return rule->growth; }

bool gcv_rules_are_about_growth(const gcv_rules *rules) { return any(rules, is_about_growth); }

static bool is_about_suspects(const gcv_rule *rule)
{
    return rule->measure == GCV_MEASURE_SUSPECTS;
}

bool gcv_rules_are_about_suspects(const gcv_rules *rules) { return any(rules, is_about_suspects); }

gcv_rules_need gcv_rules_find_need(const gcv_rules *rules)
{
    gcv_rules_need need = GCV_RULES_NEED_TALLY;
    for (size_t i = 0; i < rules->n; i++) {
        const gcv_rule *rule = &rules->data[i];
        if (rule->measure == GCV_MEASURE_RETAINED) {
            return GCV_RULES_NEED_RETAINED;
        }
        if (rule->which != GCV_WHICH_ALL || rule->scope == GCV_SCOPE_ROOT ||
            rule->scope == GCV_SCOPE_MINE || is_about_suspects(rule) ||
            rule->generation != GCV_NONE) {
            need = GCV_RULES_NEED_TRAITS;
        }
    }
    return need;
}

static bool needs_modules(const gcv_rule *rule)
{
    return rule->scope == GCV_SCOPE_MODULE || rule->scope == GCV_SCOPE_MINE ||
           is_about_suspects(rule);
}

bool gcv_rules_need_modules(const gcv_rules *rules) { return any(rules, needs_modules); }

/* ---- rules about the same objects are neighbours ------------------------------------------ */

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
    return gcv_numbers_sorted(ctx, rules->n, before, rules->data);
}

bool gcv_rules_ask_same_names(const gcv_rule *a, const gcv_rule *b)
{
    return compare_names(a, b) == 0;
}

bool gcv_rules_cover_same_objects(const gcv_rule *a, const gcv_rule *b)
{
    return compare(a, b) == 0;
}
