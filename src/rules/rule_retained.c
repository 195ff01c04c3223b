/* rule_retained.c - retained bytes for all rules that ask for them, in one run; see
 * rule_retained.h.
 *
 * The objects of a rule are a set, a union of classes; sets may overlap. Rules that cover the same
 * objects share a set. */
#include "rules/rule_retained.h"

#include "base/error.h"
#include "rules/rule_order.h"

#include <string.h>

typedef struct gcv_rule_sets {
    gcv_context *ctx;
    const gcv_rule_request *request;
    const gcv_rule_classes *classes;
    gcv_rule_names *names;
    const uint32_t *order;  /* numbers of the rules, as in rule_order.h */
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
    return &sets->request->rules->list.data[number];
}

static bool is_about_retained(const gcv_rule_sets *sets, uint32_t number)
{
    const gcv_rule *rule = rule_at(sets, number);
    return rule->measure == GCV_MEASURE_RETAINED && gcv_rule_is_requested(sets->request, rule);
}

static gcv_status number_sets(gcv_rule_sets *sets, gcv_error *err)
{
    const size_t n = sets->request->rules->list.n;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < n; i++) {
        const uint32_t number = sets->order[i];
        const size_t n_sets = sets->rule_of.n;
        sets->set_of[number] = GCV_NONE;
        if (!is_about_retained(sets, number)) {
            continue;
        }
        if (n_sets == 0 ||
            !gcv_rules_cover_same_objects(rule_at(sets, sets->rule_of.data[n_sets - 1]),
                                          rule_at(sets, number))) {
            status = gcv_u32_column_push(sets->ctx, &sets->rule_of, number, err);
        }
        sets->set_of[number] = (uint32_t)(sets->rule_of.n - 1);
    }
    return status;
}

/* ---- lists of sets ------------------------------------------------------------------------ */

/* Maximum number of list entries. Real dumps stay far below it, and its memory is small compared
 * with the heap. */
static uint64_t most_entries(const gcv_rule_sets *sets)
{
    return GCV_RULE_ENTRIES + (uint64_t)sets->classes->heap->n_objects * 32;
}

static gcv_status fail_entries(gcv_error *err)
{
    return gcv_fail(err, GCV_ERR_LIMIT,
                    "rules about retained bytes name too many types: more than "
                    "a million, and 32 an object");
}

static gcv_status find_types(gcv_rule_sets *sets, gcv_error *err)
{
    const uint64_t most = most_entries(sets);
    gcv_status status = GCV_OK;
    size_t set;
    for (set = 0; status == GCV_OK && set < sets->rule_of.n; set++) {
        const gcv_rule *rule = rule_at(sets, sets->rule_of.data[set]);
        gcv_rule_types types;
        uint32_t t;
        if (gcv_rule_asks_for_a_name(rule)) {
            status = gcv_rule_match_types(sets->names, rule, &types, err);
            while (status == GCV_OK && (t = gcv_rule_types_next(&types)) != GCV_NONE) {
                status = sets->types.n < most ? gcv_u32_column_push(sets->ctx, &sets->types, t, err)
                                              : fail_entries(err);
            }
        }
        if (status == GCV_OK) {
            status = gcv_u32_column_push(sets->ctx, &sets->end, (uint32_t)sets->types.n, err);
        }
    }
    return status;
}

/* Adds a set to the list of each class of a type that its rule matches. In the counting pass,
 * first[c + 2] counts the entries of class c; in the filling pass, first[c + 1] is where its next
 * entry goes. After both, first[c] is where its list begins. */
static void list_type(gcv_rule_sets *sets, uint32_t set, uint32_t type, bool count)
{
    const gcv_rule *rule = rule_at(sets, sets->rule_of.data[set]);
    const gcv_rule_classes *classes = sets->classes;
    uint32_t k;
    for (k = 0; k < classes->n_combinations; k++) {
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
    uint32_t set, t, begin = 0;
    for (set = 0; set < sets->rule_of.n; set++) {
        if (!gcv_rule_asks_for_a_name(rule_at(sets, sets->rule_of.data[set]))) {
            for (t = 0; t < sets->classes->heap->n_types; t++) {
                list_type(sets, set, t, count);
            }
        }
        for (; begin < sets->end.data[set]; begin++) {
            list_type(sets, set, sets->types.data[begin], count);
        }
    }
}

static gcv_status make_sets(gcv_rule_sets *sets, gcv_error *err)
{
    const uint32_t n = sets->classes->n;
    uint64_t entries = 0;
    uint32_t c;
    gcv_status status = find_types(sets, err);
    if (status != GCV_OK) {
        return status;
    }
    list_sets(sets, true);
    for (c = 2; c < n + 2; c++) {
        entries += sets->first[c];
        if (entries > most_entries(sets) || entries >= GCV_NONE) {
            return fail_entries(err);
        }
        sets->first[c] = (uint32_t)entries;
    }
    status = gcv_u32_column_reserve(sets->ctx, &sets->sets, (size_t)entries + 1, err);
    if (status == GCV_OK) {
        list_sets(sets, false);
    }
    return status;
}

/* ---- classes ------------------------------------------------------------------------------ */

static void find_classes(gcv_rule_sets *sets)
{
    uint32_t i;
    for (i = 0; i < sets->classes->heap->n_objects; i++) {
        sets->occurs[gcv_rule_class_of(sets->classes, i)] = 1;
    }
}

static void classify(gcv_rule_sets *sets)
{
    const gcv_heap *heap = sets->classes->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            uint32_t class = gcv_rule_class_of(sets->classes, i);
            bool in_set = sets->request->selection->sections[s] &&
                          sets->first[class] < sets->first[class + 1];
            sets->class_of[i] = in_set ? class : GCV_NONE;
        }
    }
}

/* ---- what the sets retain ----------------------------------------------------------------- */

static gcv_status find_retained(gcv_rule_sets *sets, const gcv_root_set *roots, gcv_error *err)
{
    const uint32_t n_sets = (uint32_t)sets->rule_of.n;
    gcv_set_classes classes;
    gcv_status status;
    find_classes(sets);
    status = make_sets(sets, err);
    if (status != GCV_OK) {
        return status;
    }
    classify(sets);
    sets->retained = gcv_alloc(sets->ctx, n_sets, sizeof *sets->retained, err);
    if (sets->retained == NULL) {
        return gcv_failed(err);
    }
    classes.class_of = sets->class_of;
    classes.n_classes = sets->classes->n;
    classes.n_sets = n_sets;
    classes.first = sets->first;
    classes.sets = sets->sets.data;
    return gcv_retained_of_sets(sets->ctx, sets->classes->heap, roots, &classes, sets->retained,
                                err);
}

static void fill_figures(const gcv_rule_sets *sets, gcv_rule_figure *out)
{
    size_t i;
    for (i = 0; i < sets->request->rules->list.n; i++) {
        if (sets->set_of[i] != GCV_NONE) {
            const uint64_t retained = sets->retained[sets->set_of[i]];
            out[i].value = retained != GCV_NOT_REACHABLE ? retained : 0;
        }
    }
}

static gcv_status alloc_sets(gcv_rule_sets *sets, gcv_error *err)
{
    const size_t n = sets->classes->n;
    sets->occurs = gcv_alloc_zeroed(sets->ctx, n, 1, err);
    if (sets->occurs != NULL) {
        sets->class_of =
            gcv_alloc(sets->ctx, sets->classes->heap->n_objects, sizeof *sets->class_of, err);
    }
    if (sets->class_of != NULL) {
        sets->first = gcv_alloc_zeroed(sets->ctx, n + 2, sizeof *sets->first, err);
    }
    return sets->first != NULL ? GCV_OK : gcv_failed(err);
}

static void release_sets(gcv_rule_sets *sets)
{
    gcv_context *ctx = sets->ctx;
    const size_t n = sets->classes->n;
    gcv_free(ctx, sets->retained, sets->rule_of.n, sizeof *sets->retained);
    gcv_free(ctx, sets->first, n + 2, sizeof *sets->first);
    gcv_free(ctx, sets->class_of, sets->classes->heap->n_objects, sizeof *sets->class_of);
    gcv_free(ctx, sets->occurs, n, 1);
    gcv_free(ctx, sets->set_of, sets->request->rules->list.n, sizeof *sets->set_of);
    gcv_u32_column_release(ctx, &sets->rule_of);
    gcv_u32_column_release(ctx, &sets->types);
    gcv_u32_column_release(ctx, &sets->end);
    gcv_u32_column_release(ctx, &sets->sets);
}

gcv_status gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_request *request,
                                   const gcv_root_set *roots, const gcv_rule_classes *classes,
                                   gcv_rule_names *names, const uint32_t *order,
                                   gcv_rule_figure *out, gcv_error *err)
{
    gcv_rule_sets sets;
    gcv_status status;
    memset(&sets, 0, sizeof sets);
    sets.ctx = ctx;
    sets.request = request;
    sets.classes = classes;
    sets.names = names;
    sets.order = order;
    sets.set_of = gcv_alloc(ctx, request->rules->list.n, sizeof *sets.set_of, err);
    status = sets.set_of != NULL ? number_sets(&sets, err) : gcv_failed(err);
    if (status == GCV_OK && sets.rule_of.n > 0) {
        status = alloc_sets(&sets, err);
        if (status == GCV_OK) {
            status = find_retained(&sets, roots, err);
        }
        if (status == GCV_OK) {
            fill_figures(&sets, out);
        }
    }
    release_sets(&sets);
    return status;
}
