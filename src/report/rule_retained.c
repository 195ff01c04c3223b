/* rule_retained.c - retained bytes for all rules that ask for them, in one run; see
 * rule_measuring.h. Rules are sets that may overlap; a class is a type with a combination of
 * traits.
 */
#include "report/rule_measuring.h"

#include "base/error.h"

#include <string.h>

typedef struct gcv_rule_sets {
    gcv_set_classes classes;
    uint32_t *class_of, *first;
    gcv_u32_column sets;
    uint64_t *retained;
} gcv_rule_sets;

static bool is_retained(const gcv_measuring *m, const gcv_rule *rule)
{
    return rule->measure == GCV_MEASURE_RETAINED && gcv_rule_is_asked(m, rule);
}

/* Lists the sets of each class: `count` first tells how many there are, and then they are put. */
static gcv_status list_sets(gcv_measuring *m, gcv_rule_sets *sets, bool count, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t set = 0, t, k;
    bool unused;
    size_t i;
    for (i = 0; status == GCV_OK && i < m->rules->list.n; i++) {
        const gcv_rule *rule = &m->rules->list.data[i];
        if (!is_retained(m, rule)) {
            continue;
        }
        status = gcv_rule_find_types(m, rule, &unused, err);
        for (t = 0; status == GCV_OK && t < m->heap->n_types; t++) {
            for (k = 0; m->passes[t] && k < m->n_combinations; k++) {
                uint32_t class = t * m->n_combinations + k;
                if (gcv_rule_traits_pass(rule, m->traits_of[k]) && count) {
                    sets->first[class + 2]++;
                } else if (gcv_rule_traits_pass(rule, m->traits_of[k])) {
                    sets->sets.data[sets->first[class + 1]++] = set;
                }
            }
        }
        set++;
    }
    sets->classes.n_sets = set;
    return status;
}

static gcv_status make_sets(gcv_measuring *m, gcv_rule_sets *sets, gcv_error *err)
{
    uint32_t n = m->heap->n_types * m->n_combinations, c;
    gcv_status status = list_sets(m, sets, true, err);
    if (status != GCV_OK) {
        return status;
    }
    for (c = 2; c < n + 2; c++) {
        if (sets->first[c] > GCV_NONE - sets->first[c - 1]) {
            return gcv_fail(err, GCV_ERR_LIMIT, "too many rules about retained bytes");
        }
        sets->first[c] += sets->first[c - 1];
    }
    status =
        gcv_u32_column_reserve(m->report->ctx, &sets->sets, (size_t)sets->first[n + 1] + 1, err);
    return status == GCV_OK ? list_sets(m, sets, false, err) : status;
}

static void classify(const gcv_measuring *m, gcv_rule_sets *sets)
{
    const gcv_heap *heap = m->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            size_t class = gcv_rule_class_at(m, i);
            bool counts = m->sections[s] && sets->first[class] < sets->first[class + 1];
            sets->class_of[i] = counts ? (uint32_t) class : GCV_NONE;
        }
    }
}

static gcv_status retained_of(gcv_measuring *m, gcv_rule_sets *sets, gcv_rule_figure *out,
                              gcv_error *err)
{
    gcv_status status = make_sets(m, sets, err);
    size_t i, set = 0;
    if (status != GCV_OK) {
        return status;
    }
    classify(m, sets);
    sets->classes.class_of = sets->class_of;
    sets->classes.n_classes = m->heap->n_types * m->n_combinations;
    sets->classes.first = sets->first;
    sets->classes.sets = sets->sets.data;
    sets->retained = gcv_alloc(m->report->ctx, sets->classes.n_sets, sizeof(uint64_t), err);
    if (sets->retained == NULL) {
        return gcv_failed(err);
    }
    status = gcv_retained_of_sets(m->report->ctx, m->heap, &m->roots, &sets->classes,
                                  sets->retained, err);
    for (i = 0; status == GCV_OK && i < m->rules->list.n; i++) {
        if (is_retained(m, &m->rules->list.data[i])) {
            uint64_t retained = sets->retained[set++];
            out[i].value = retained != GCV_NOT_REACHABLE ? retained : 0;
        }
    }
    return status;
}

gcv_status gcv_rules_find_retained(gcv_measuring *m, gcv_rule_figure *out, gcv_error *err)
{
    gcv_context *ctx = m->report->ctx;
    size_t n = (size_t)m->heap->n_types * m->n_combinations, i = 0;
    gcv_rule_sets sets;
    gcv_status status;
    while (i < m->rules->list.n && !is_retained(m, &m->rules->list.data[i])) {
        i++;
    }
    if (i == m->rules->list.n) {
        return GCV_OK;
    }
    memset(&sets, 0, sizeof sets);
    sets.class_of = gcv_alloc(ctx, m->heap->n_objects, sizeof(uint32_t), err);
    sets.first = gcv_alloc_zeroed(ctx, n + 2, sizeof(uint32_t), err);
    status = sets.class_of == NULL || sets.first == NULL ? gcv_failed(err)
                                                         : retained_of(m, &sets, out, err);
    gcv_free(ctx, sets.class_of, m->heap->n_objects, sizeof(uint32_t));
    gcv_free(ctx, sets.first, n + 2, sizeof(uint32_t));
    gcv_free(ctx, sets.retained, sets.classes.n_sets, sizeof(uint64_t));
    gcv_u32_column_release(ctx, &sets.sets);
    return status;
}
