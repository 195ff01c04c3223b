/* rule_classes.c - types and traits of the objects of a heap; see rule_parts.h. */
#include "rules/rule_parts.h"

#include "analysis/groups.h"
#include "heap/memory.h"

/* Bytes for a type: sums, classes and sets for each combination of traits that can occur (eight
 * groups of root kinds, pinned or not, finalizable or not; five generations or none). */
#define RULE_TYPE (32 * (32 + 4 + 4) + 8)
#define RULE_TYPE_BY_GENERATION (6 * 32 * (32 + 4 + 4) + 8)

const gcv_cost gcv_cost_of_rules = {"rules: reachable, roots", GCV_COST_PARTS(1, 0, 33, 0, 0),
                                    GCV_COST_PARTS(17.25, 0, RULE_TYPE, 10, 0), 2000, NULL};

const gcv_cost gcv_cost_of_rule_sets = {"rules: retained", GCV_COST_PARTS(12.125, 0, 33, 0, 0),
                                        GCV_COST_PARTS(66.125, 0, RULE_TYPE, 50, 0), 6000, NULL};

const gcv_cost gcv_cost_of_rules_by_generation = {
    "rules: generations", GCV_COST_PARTS(1, 0, 33, 0, 0),
    GCV_COST_PARTS(66.125, 0, RULE_TYPE_BY_GENERATION, 50, 0), 6000, NULL};

const gcv_cost *const *gcv_rules_costs(const gcv_rules *rules)
{
    static const gcv_cost *const traits[] = {&gcv_cost_of_rules, NULL};
    static const gcv_cost *const generations[] = {&gcv_cost_of_rules_by_generation, NULL};
    static const gcv_cost *const sets[] = {&gcv_cost_of_dominators, &gcv_cost_of_rule_sets, NULL};
    static const gcv_cost *const sets_by_generation[] = {&gcv_cost_of_dominators,
                                                         &gcv_cost_of_rules_by_generation, NULL};
    const gcv_rules_need need = gcv_rules_find_need(rules);
    bool by_generation = false;
    for (size_t i = 0; i < rules->n; i++) {
        by_generation = by_generation || rules->data[i].generation != GCV_NONE;
    }
    return need == GCV_RULES_NEED_TALLY    ? NULL
           : need == GCV_RULES_NEED_TRAITS ? (by_generation ? generations : traits)
                                           : (by_generation ? sets_by_generation : sets);
}

static bool needs_root_kinds(const gcv_rule *rule)
{
    return rule->scope == GCV_SCOPE_ROOT || rule->which == GCV_WHICH_REACHABLE ||
           rule->which == GCV_WHICH_UNREACHABLE;
}

static void add_root_kinds(gcv_context *ctx, gcv_rule_classes *classes, const gcv_root_set *roots)
{
    const gcv_heap *heap = classes->heap;
    gcv_groups groups;
    gcv_groups_by_root_kind(ctx, &groups, heap, roots, NULL);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        classes->traits[i] = (uint8_t)groups.of[i];
    }
    gcv_groups_release(ctx, &groups);
}

static void add_generations(gcv_rule_classes *classes)
{
    const gcv_heap *heap = classes->heap;
    gcv_heap_need_generations(heap);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const uint32_t generation = gcv_heap_object_generation(heap, i);
        classes->traits[i] |=
            generation != GCV_NONE ? (uint8_t)((generation + 1) * GCV_TRAIT_GENERATION) : 0;
    }
}

static void add_root_flags(gcv_rule_classes *classes)
{
    const gcv_heap *heap = classes->heap;
    for (size_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object != GCV_NONE && (root->flags & GCV_ROOT_PINNED) != 0) {
            classes->traits[root->object] |= GCV_TRAIT_PINNED;
        }
        if (root->object != GCV_NONE && root->kind == GCV_ROOT_KIND_FINALIZER) {
            classes->traits[root->object] |= GCV_TRAIT_FINALIZABLE;
        }
    }
}

static void find_traits(gcv_context *ctx, const gcv_rule_request *request,
                        const gcv_root_set *roots, gcv_rule_classes *classes)
{
    bool root_kinds = false, generations = false, any = false;
    for (size_t i = 0; i < request->rules->n; i++) {
        const gcv_rule *rule = &request->rules->data[i];
        if (gcv_rule_is_requested(request, rule)) {
            root_kinds = root_kinds || needs_root_kinds(rule);
            generations = generations || rule->generation != GCV_NONE;
            any = any || rule->which != GCV_WHICH_ALL;
        }
    }
    if (!any && !root_kinds && !generations) {
        return;
    }
    classes->traits = gcv_alloc_zeroed(ctx, classes->heap->n_objects, 1);
    if (root_kinds) {
        add_root_kinds(ctx, classes, roots);
    }
    if (generations) {
        add_generations(classes);
    }
    add_root_flags(classes);
}

/* Numbers the combinations of traits that occur in the heap. */
static void find_combinations(gcv_rule_classes *classes)
{
    bool occurs[GCV_TRAITS] = {false};
    for (uint32_t i = 0; classes->traits != NULL && i < classes->heap->n_objects; i++) {
        occurs[classes->traits[i]] = true;
    }
    occurs[0] = occurs[0] || classes->traits == NULL;
    for (uint32_t i = 0; i < GCV_TRAITS; i++) {
        if (occurs[i]) {
            classes->traits_of[classes->n_combinations] = (uint8_t)i;
            classes->combination_of[i] = (uint8_t)classes->n_combinations++;
        }
    }
}

void gcv_rule_classes_find(gcv_context *ctx, const gcv_rule_request *request,
                           const gcv_root_set *roots, gcv_rule_classes *out)
{
    *out = (gcv_rule_classes){.heap = request->selection->heap};
    find_traits(ctx, request, roots, out);
    gcv_phase(ctx, "count");
    find_combinations(out);
    uint64_t n = (uint64_t)out->heap->n_types * out->n_combinations;
    if (n > GCV_NONE - 1) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "too many types for rules about roots");
    }
    out->n = (uint32_t)n;
}

void gcv_rule_classes_release(gcv_context *ctx, gcv_rule_classes *classes)
{
    gcv_free(ctx, classes->traits);
    classes->traits = NULL;
}
