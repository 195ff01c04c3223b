/* rule_measure.c - the figures of all rules of one heap; see rule_measure.h.
 *
 * One pass over the objects, or over the tallies, adds up each class; each rule then adds up the
 * classes of the types that it names, or the sums by combination of traits if it names none. Counts
 * and bytes of a sampled dump are scaled by type, retained bytes are not. A tally is scaled when it
 * is loaded.
 */
#include "rules/rule_measure.h"

#include "base/error.h"
#include "rules/rule_classes.h"
#include "rules/rule_retained.h"

#include <string.h>

typedef struct gcv_rule_sum {
    uint64_t count, bytes;
} gcv_rule_sum;

/* Classes added up; doubles if they are scaled. */
typedef struct gcv_rule_total {
    gcv_rule_sum sum;
    double scaled_count, scaled_bytes;
} gcv_rule_total;

typedef struct gcv_rule_measuring {
    gcv_context *ctx;
    const gcv_rule_request *request;
    const gcv_heap *heap;
    gcv_rule_names *names;
    gcv_rule_classes classes;
    const gcv_type_scale *scales;      /* by type; NULL: nothing is to be scaled */
    gcv_rule_sum *sums;                /* by class */
    gcv_rule_total totals[GCV_TRAITS]; /* by combination, of all types */
    gcv_rule_total whole;              /* of all */
} gcv_rule_measuring;

/* ---- sums by class ------------------------------------------------------------------------ */

static void add_objects(gcv_rule_measuring *m)
{
    const gcv_heap *heap = m->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        if (!m->request->selection->sections[s]) {
            continue;
        }
        for (i = section->first_object; i < section->end_object; i++) {
            gcv_rule_sum *sum = &m->sums[gcv_rule_class_of(&m->classes, i)];
            sum->count++;
            sum->bytes += gcv_heap_size(heap, i);
        }
    }
}

/* Of a tally no rule asks for traits: classes are types. */
static void add_tallies(gcv_rule_measuring *m)
{
    size_t i;
    for (i = 0; i < m->heap->n_tallies; i++) {
        const gcv_type_tally *tally = &m->heap->tallies[i];
        if (m->request->selection->sections[tally->section]) {
            m->sums[tally->type].count += tally->count;
            m->sums[tally->type].bytes += tally->bytes;
        }
    }
}

static gcv_status find_sums(gcv_rule_measuring *m, gcv_error *err)
{
    m->sums = gcv_alloc_zeroed(m->ctx, m->classes.n, sizeof *m->sums, err);
    if (m->sums == NULL) {
        return gcv_failed(err);
    }
    if (m->heap->level == GCV_LOAD_TALLY) {
        add_tallies(m);
    } else {
        add_objects(m);
    }
    return GCV_OK;
}

/* ---- figures ------------------------------------------------------------------------------ */

static void add_class(const gcv_rule_measuring *m, gcv_rule_total *total, uint32_t class)
{
    const gcv_rule_sum *sum = &m->sums[class];
    total->sum.count += sum->count;
    total->sum.bytes += sum->bytes;
    if (m->scales != NULL) {
        const gcv_type_scale *scale = &m->scales[class / m->classes.n_combinations];
        total->scaled_count += (double)sum->count * scale->count;
        total->scaled_bytes += (double)sum->bytes * scale->bytes;
    }
}

static uint64_t rounded(double value)
{
    return value < 1e18 ? (uint64_t)(value + 0.5) : (uint64_t)1000000000000000000;
}

/* What the rule measures of a total. */
static uint64_t measure_of(const gcv_rule_measuring *m, const gcv_rule *rule,
                           const gcv_rule_total *total)
{
    if (rule->measure == GCV_MEASURE_COUNT) {
        return m->scales != NULL ? rounded(total->scaled_count) : total->sum.count;
    }
    return m->scales != NULL && rule->measure == GCV_MEASURE_BYTES ? rounded(total->scaled_bytes)
                                                                   : total->sum.bytes;
}

static void add_total(gcv_rule_total *total, const gcv_rule_total *more)
{
    total->sum.count += more->sum.count;
    total->sum.bytes += more->sum.bytes;
    total->scaled_count += more->scaled_count;
    total->scaled_bytes += more->scaled_bytes;
}

static void find_totals(gcv_rule_measuring *m)
{
    uint32_t class, k;
    for (class = 0; class < m->classes.n; class ++) {
        add_class(m, &m->totals[class % m->classes.n_combinations], class);
    }
    for (k = 0; k < m->classes.n_combinations; k++) {
        add_total(&m->whole, &m->totals[k]);
    }
}

/* The sum of the types that a rule names, and whether there is one. */
static gcv_status add_named(const gcv_rule_measuring *m, const gcv_rule *rule,
                            gcv_rule_total *total, bool *any, gcv_error *err)
{
    const uint32_t n = m->classes.n_combinations;
    gcv_rule_types types;
    uint32_t t, k;
    gcv_status status = gcv_rule_match_types(m->names, rule, &types, err);
    while (status == GCV_OK && (t = gcv_rule_types_next(&types)) != GCV_NONE) {
        *any = true;
        for (k = 0; k < n; k++) {
            if (gcv_rule_matches_traits(rule, m->classes.traits_of[k])) {
                add_class(m, total, t * n + k);
            }
        }
    }
    return status;
}

static gcv_status find_figure(const gcv_rule_measuring *m, const gcv_rule *rule,
                              gcv_rule_figure *out, gcv_error *err)
{
    bool any = !gcv_rule_asks_for_a_name(rule);
    gcv_rule_total matching;
    gcv_status status = GCV_OK;
    uint32_t k;
    memset(&matching, 0, sizeof matching);
    for (k = 0; any && k < m->classes.n_combinations; k++) {
        if (gcv_rule_matches_traits(rule, m->classes.traits_of[k])) {
            add_total(&matching, &m->totals[k]);
        }
    }
    if (!any) {
        status = add_named(m, rule, &matching, &any, err);
    }
    if (status == GCV_OK) {
        status = gcv_rule_is_matched(m->names, rule, any, &out->matched, err);
    }
    out->value = measure_of(m, rule, &matching);
    out->whole = measure_of(m, rule, &m->whole);
    return status;
}

static gcv_status find_figures(gcv_rule_measuring *m, gcv_rule_figure *out, gcv_error *err)
{
    const gcv_rules *rules = m->request->rules;
    gcv_status status = find_sums(m, err);
    size_t i;
    if (status == GCV_OK) {
        find_totals(m);
    }
    for (i = 0; status == GCV_OK && i < rules->list.n; i++) {
        const gcv_rule *rule = &rules->list.data[i];
        status = gcv_rule_is_requested(m->request, rule)
                     ? find_figure(m, rule, &out[i], err)
                     : gcv_rule_has_match(m->names, rule, &out[i].matched, err);
    }
    return status;
}

gcv_status gcv_rules_measure(gcv_context *ctx, const gcv_rule_request *request,
                             gcv_rule_figure *out, gcv_error *err)
{
    gcv_rule_measuring m;
    gcv_rule_names names;
    gcv_root_set roots;
    gcv_status status;
    memset(&m, 0, sizeof m);
    memset(out, 0, request->rules->list.n * sizeof *out);
    m.ctx = ctx;
    m.request = request;
    m.names = &names;
    m.heap = request->selection->heap;
    m.scales = m.heap->level == GCV_LOAD_GRAPH ? m.heap->scales : NULL;
    status = gcv_root_set_find(ctx, m.heap, request->include_weak, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_rule_names_init(&names, ctx, request);
    status = gcv_rule_classes_find(ctx, request, &roots, &m.classes, err);
    if (status == GCV_OK) {
        status = find_figures(&m, out, err);
    }
    if (status == GCV_OK) {
        status = gcv_rules_find_retained(ctx, request, &roots, &m.classes, &names, out, err);
    }
    gcv_rule_names_release(&names);
    gcv_free(ctx, m.sums, m.classes.n, sizeof *m.sums);
    gcv_rule_classes_release(ctx, &m.classes);
    gcv_root_set_release(ctx, &roots);
    return status;
}
