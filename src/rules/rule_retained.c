/* rule_retained.c - retained bytes for all rules that ask for them, in one run; see
 * rule_parts.h.
 *
 * The objects of a rule are a set, a union of classes; sets may overlap. Rules that cover the same
 * objects share a set. */
#include "rules/rule_parts.h"

#include "analysis/analyses.h"

typedef struct gcv_rule_sets {
    gcv_context *ctx;
    gcv_rule_retained_query query;
    uint32_t *set_of;       /* per rule; GCV_NONE: the rule is not about retained bytes */
    gcv_u32_column rule_of; /* per set: one of its rules */
    gcv_u32_column types;   /* the types that each set names, set after set */
    gcv_u32_column end;     /* per set: where its part of `types` ends */
    uint8_t *occurs;        /* per class: it has an object */
    uint32_t *class_of;     /* per object; GCV_NONE: in no set */
    uint32_t *first;     /* per class: where its list of sets begins in `sets`; see list_type() */
    gcv_u32_column sets; /* the lists of all classes, class after class */
    uint64_t *retained;  /* per set */
} gcv_rule_sets;

static const gcv_rule *rule_at(const gcv_rule_sets *sets, uint32_t number)
{
    return &sets->query.request->rules->data[number];
}

static bool is_about_retained(const gcv_rule_sets *sets, uint32_t number)
{
    const gcv_rule *rule = rule_at(sets, number);
    return rule->measure == GCV_MEASURE_RETAINED &&
           gcv_rule_is_requested(sets->query.request, rule);
}

static void number_sets(gcv_rule_sets *sets)
{
    const size_t n = sets->query.request->rules->n;
    for (size_t i = 0; i < n; i++) {
        const uint32_t number = sets->query.order[i];
        const size_t n_sets = sets->rule_of.n;
        sets->set_of[number] = GCV_NONE;
        if (!is_about_retained(sets, number)) {
            continue;
        }
        if (n_sets == 0 ||
            !gcv_rules_cover_same_objects(rule_at(sets, sets->rule_of.data[n_sets - 1]),
                                          rule_at(sets, number))) {
            gcv_u32_column_push(sets->ctx, &sets->rule_of, number);
        }
        sets->set_of[number] = (uint32_t)(sets->rule_of.n - 1);
    }
}

/* ---- lists of sets ------------------------------------------------------------------------ */

/* Maximum number of list entries. Real dumps stay far below it, and its memory is small compared
 * with the heap. */
static uint64_t most_entries(const gcv_rule_sets *sets)
{
    return GCV_RULE_ENTRIES + (uint64_t)sets->query.classes->heap->n_objects * 32;
}

GCV_NORETURN static void fail_entries(gcv_context *ctx)
{
    gcv_fail(ctx, GCV_ERR_LIMIT,
             "rules about retained bytes name too many types: more than "
             "a million, and 32 an object");
}

static void find_types(gcv_rule_sets *sets)
{
    const uint64_t most = most_entries(sets);
    for (size_t set = 0; set < sets->rule_of.n; set++) {
        const gcv_rule *rule = rule_at(sets, sets->rule_of.data[set]);
        gcv_rule_types types;
        uint32_t t;
        if (gcv_rule_asks_for_a_name(rule)) {
            gcv_rule_match_types(sets->query.names, rule, &types);
            while ((t = gcv_rule_types_next(&types)) != GCV_NONE) {
                if (sets->types.n < most) {
                    gcv_u32_column_push(sets->ctx, &sets->types, t);
                } else {
                    fail_entries(sets->ctx);
                }
            }
        }
        gcv_u32_column_push(sets->ctx, &sets->end, (uint32_t)sets->types.n);
    }
}

/* Adds a set to the list of each class of a type that its rule matches. In the counting pass,
 * first[c + 2] counts the entries of class c; in the filling pass, first[c + 1] is where its next
 * entry goes. After both, first[c] is where its list begins. */
static void list_type(gcv_rule_sets *sets, uint32_t set, uint32_t type, bool count)
{
    const gcv_rule *rule = rule_at(sets, sets->rule_of.data[set]);
    const gcv_rule_classes *classes = sets->query.classes;
    for (uint32_t k = 0; k < classes->n_combinations; k++) {
        uint32_t class = type * classes->n_combinations + k;
        if (!sets->occurs[class] || !gcv_rule_matches_traits(rule, classes->traits_of[k])) {
            continue;
        }
        if (count) {
            sets->first[class + 2]++;
        } else {
            sets->sets.data[sets->first[class + 1]++] = set;
        }
    }
}

/* Adds the sets of all rules to the lists: called once to count and once to fill. */
static void list_sets(gcv_rule_sets *sets, bool count)
{
    uint32_t begin = 0;
    for (uint32_t set = 0; set < sets->rule_of.n; set++) {
        if (!gcv_rule_asks_for_a_name(rule_at(sets, sets->rule_of.data[set]))) {
            for (uint32_t t = 0; t < sets->query.classes->heap->n_types; t++) {
                list_type(sets, set, t, count);
            }
        }
        for (; begin < sets->end.data[set]; begin++) {
            list_type(sets, set, sets->types.data[begin], count);
        }
    }
}

static void make_sets(gcv_rule_sets *sets)
{
    const uint32_t n = sets->query.classes->n;
    uint64_t entries = 0;
    find_types(sets);
    list_sets(sets, true);
    for (uint32_t c = 2; c < n + 2; c++) {
        entries += sets->first[c];
        if (entries > most_entries(sets) || entries >= GCV_NONE) {
            fail_entries(sets->ctx);
        }
        sets->first[c] = (uint32_t)entries;
    }
    gcv_u32_column_reserve(sets->ctx, &sets->sets, (size_t)entries + 1);
    list_sets(sets, false);
}

/* ---- classes ------------------------------------------------------------------------------ */

static void find_classes(gcv_rule_sets *sets)
{
    for (uint32_t i = 0; i < sets->query.classes->heap->n_objects; i++) {
        sets->occurs[gcv_rule_class_of(sets->query.classes, i)] = 1;
    }
}

static void classify(gcv_rule_sets *sets)
{
    const gcv_heap *heap = sets->query.classes->heap;
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (uint32_t i = section->first_object; i < section->end_object; i++) {
            uint32_t class = gcv_rule_class_of(sets->query.classes, i);
            bool in_set = sets->query.request->selection->sections[s] &&
                          !gcv_heap_leaves_out(heap, i) &&
                          sets->first[class] < sets->first[class + 1];
            sets->class_of[i] = in_set ? class : GCV_NONE;
        }
    }
}

/* ---- what the sets retain ----------------------------------------------------------------- */

static void find_retained(gcv_rule_sets *sets)
{
    const uint32_t n_sets = (uint32_t)sets->rule_of.n;
    find_classes(sets);
    make_sets(sets);
    classify(sets);
    sets->retained = gcv_alloc(sets->ctx, n_sets, sizeof *sets->retained);
    const gcv_set_classes classes = {.class_of = sets->class_of,
                                     .n_classes = sets->query.classes->n,
                                     .n_sets = n_sets,
                                     .first = sets->first,
                                     .sets = sets->sets.data};
    gcv_retained_compute(sets->ctx, sets->query.classes->heap, sets->query.roots, &classes,
                         sets->retained);
}

static void fill_figures(const gcv_rule_sets *sets, gcv_rule_figure *out)
{
    for (size_t i = 0; i < sets->query.request->rules->n; i++) {
        if (sets->set_of[i] != GCV_NONE) {
            const uint64_t retained = sets->retained[sets->set_of[i]];
            out[i].value = retained != GCV_NOT_REACHABLE ? retained : 0;
        }
    }
}

static void alloc_sets(gcv_rule_sets *sets)
{
    const size_t n = sets->query.classes->n;
    sets->occurs = gcv_alloc_zeroed(sets->ctx, n, 1);
    sets->class_of =
        gcv_alloc(sets->ctx, sets->query.classes->heap->n_objects, sizeof *sets->class_of);
    sets->first = gcv_alloc_zeroed(sets->ctx, n + 2, sizeof *sets->first);
}

static void release_sets(gcv_rule_sets *sets)
{
    gcv_context *ctx = sets->ctx;
    GCV_FREE(ctx, sets->retained, sets->first, sets->class_of, sets->occurs, sets->set_of);
    GCV_RELEASE(ctx, &sets->rule_of, &sets->types, &sets->end, &sets->sets);
}

void gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_retained_query *query,
                             gcv_rule_figure *out)
{
    gcv_rule_sets sets = {.ctx = ctx, .query = *query};
    sets.set_of = gcv_alloc(ctx, query->request->rules->n, sizeof *sets.set_of);
    number_sets(&sets);
    if (sets.rule_of.n > 0) {
        alloc_sets(&sets);
        find_retained(&sets);
        fill_figures(&sets, out);
    }
    release_sets(&sets);
}
