/* rule_retained.c - retained bytes for all rules that ask for them, in one run; see
 * rule_retained.h. The objects of a rule are a set, a union of classes; sets may overlap.
 */
#include "rules/rule_retained.h"

#include "base/error.h"

#include <string.h>

typedef struct gcv_rule_sets {
    gcv_context *ctx;
    const gcv_rule_request *request;
    const gcv_rule_classes *classes;
    gcv_rule_names *names;
    uint32_t *class_of;  /* per object; GCV_NONE: in no set */
    uint32_t *first;     /* per class: where its list begins in `sets`; see list_set() */
    gcv_u32_column sets; /* the lists of all classes, one behind the other */
    uint32_t n_sets;
    uint64_t *retained; /* per set */
} gcv_rule_sets;

static bool is_about_retained(const gcv_rule_request *request, const gcv_rule *rule)
{
    return rule->measure == GCV_MEASURE_RETAINED && gcv_rule_is_requested(request, rule);
}

static bool any_is_about_retained(const gcv_rule_request *request)
{
    size_t i = 0;
    while (i < request->rules->list.n &&
           !is_about_retained(request, &request->rules->list.data[i])) {
        i++;
    }
    return i < request->rules->list.n;
}

/* Adds a set to the lists of the classes of a type that its rule matches. While the lists are
 * counted, that of class c counts at first[c + 2]; while they are filled, its next entry goes to
 * first[c + 1]. After both, first[c] is where the list of c begins. */
static void list_type(gcv_rule_sets *sets, const gcv_rule *rule, uint32_t type, bool count)
{
    const gcv_rule_classes *classes = sets->classes;
    uint32_t k;
    for (k = 0; k < classes->n_combinations; k++) {
        uint32_t class = type * classes->n_combinations + k;
        if (!gcv_rule_matches_traits(rule, classes->traits_of[k])) {
            continue;
        }
        if (count) {
            sets->first[class + 2]++;
        } else {
            sets->sets.data[sets->first[class + 1]++] = sets->n_sets;
        }
    }
}

static gcv_status list_set(gcv_rule_sets *sets, const gcv_rule *rule, bool count, gcv_error *err)
{
    gcv_rule_types types;
    gcv_status status = GCV_OK;
    uint32_t t;
    if (!gcv_rule_asks_for_a_name(rule)) {
        for (t = 0; t < sets->classes->heap->n_types; t++) {
            list_type(sets, rule, t, count);
        }
        return GCV_OK;
    }
    status = gcv_rule_match_types(sets->names, rule, &types, err);
    while (status == GCV_OK && (t = gcv_rule_types_next(&types)) != GCV_NONE) {
        list_type(sets, rule, t, count);
    }
    return status;
}

/* Adds the sets of all rules, numbered in the order of the rules: first to count, then to fill the
 * lists. */
static gcv_status list_sets(gcv_rule_sets *sets, bool count, gcv_error *err)
{
    const gcv_rules *rules = sets->request->rules;
    gcv_status status = GCV_OK;
    size_t i;
    sets->n_sets = 0;
    for (i = 0; status == GCV_OK && i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        if (is_about_retained(sets->request, rule)) {
            status = list_set(sets, rule, count, err);
            sets->n_sets++;
        }
    }
    return status;
}

static gcv_status make_sets(gcv_rule_sets *sets, gcv_error *err)
{
    uint32_t n = sets->classes->n, c;
    gcv_status status = list_sets(sets, true, err);
    if (status != GCV_OK) {
        return status;
    }
    for (c = 2; c < n + 2; c++) {
        if (sets->first[c] > GCV_NONE - sets->first[c - 1]) {
            return gcv_fail(err, GCV_ERR_LIMIT, "too many rules about retained bytes");
        }
        sets->first[c] += sets->first[c - 1];
    }
    status = gcv_u32_column_reserve(sets->ctx, &sets->sets, (size_t)sets->first[n + 1] + 1, err);
    return status == GCV_OK ? list_sets(sets, false, err) : status;
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

static gcv_status find_retained(gcv_rule_sets *sets, const gcv_root_set *roots, gcv_error *err)
{
    gcv_set_classes classes;
    gcv_status status = make_sets(sets, err);
    if (status != GCV_OK) {
        return status;
    }
    classify(sets);
    sets->retained = gcv_alloc(sets->ctx, sets->n_sets, sizeof *sets->retained, err);
    if (sets->retained == NULL) {
        return gcv_failed(err);
    }
    classes.class_of = sets->class_of;
    classes.n_classes = sets->classes->n;
    classes.n_sets = sets->n_sets;
    classes.first = sets->first;
    classes.sets = sets->sets.data;
    return gcv_retained_of_sets(sets->ctx, sets->classes->heap, roots, &classes, sets->retained,
                                err);
}

static void fill_figures(const gcv_rule_sets *sets, gcv_rule_figure *out)
{
    const gcv_rules *rules = sets->request->rules;
    size_t i, set = 0;
    for (i = 0; i < rules->list.n; i++) {
        if (is_about_retained(sets->request, &rules->list.data[i])) {
            uint64_t retained = sets->retained[set++];
            out[i].value = retained != GCV_NOT_REACHABLE ? retained : 0;
        }
    }
}

gcv_status gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_request *request,
                                   const gcv_root_set *roots, const gcv_rule_classes *classes,
                                   gcv_rule_names *names, gcv_rule_figure *out, gcv_error *err)
{
    const gcv_heap *heap = classes->heap;
    size_t n_first = (size_t)classes->n + 2;
    gcv_rule_sets sets;
    gcv_status status;
    if (!any_is_about_retained(request)) {
        return GCV_OK;
    }
    memset(&sets, 0, sizeof sets);
    sets.ctx = ctx;
    sets.request = request;
    sets.classes = classes;
    sets.names = names;
    sets.class_of = gcv_alloc(ctx, heap->n_objects, sizeof *sets.class_of, err);
    sets.first =
        sets.class_of != NULL ? gcv_alloc_zeroed(ctx, n_first, sizeof *sets.first, err) : NULL;
    status = sets.first == NULL ? gcv_failed(err) : find_retained(&sets, roots, err);
    if (status == GCV_OK) {
        fill_figures(&sets, out);
    }
    gcv_free(ctx, sets.class_of, heap->n_objects, sizeof *sets.class_of);
    gcv_free(ctx, sets.first, n_first, sizeof *sets.first);
    gcv_free(ctx, sets.retained, sets.n_sets, sizeof *sets.retained);
    gcv_u32_column_release(ctx, &sets.sets);
    return status;
}
