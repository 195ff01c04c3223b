/* rule_measure.c - the figures of all rules for one heap; see rule_parts.h.
 *
 * One pass over the objects, or over the tallies, computes the sum of each class. The sums of the
 * types that a rule names are then added up by combination of traits, once for all rules with the
 * same names. Counts and bytes of a sampled dump are scaled by type, retained bytes are not. A
 * tally was scaled when it was loaded. */
#include "rules/rule_parts.h"

#include "analysis/analyses.h"

#include <string.h>

typedef struct gcv_rule_sum {
    uint64_t count, bytes;
} gcv_rule_sum;

/* The sum of several classes; scaled sums are doubles. */
typedef struct gcv_rule_total {
    gcv_rule_sum sum;
    double scaled_count, scaled_bytes;
} gcv_rule_total;

typedef struct gcv_rule_measuring {
    gcv_context *ctx;
    const gcv_rule_request *request;
    const gcv_heap *heap;
    gcv_rule_names *names;
    uint32_t *order; /* numbers of the rules, sorted as in rule_parts.h */
    gcv_rule_classes classes;
    const gcv_type_scale *scales;      /* per type; NULL: nothing is scaled */
    gcv_rule_sum *sums;                /* per class */
    gcv_rule_total totals[GCV_TRAITS]; /* per combination, over all types */
    gcv_rule_total whole;              /* over all objects */
} gcv_rule_measuring;

/* ---- sums by class ------------------------------------------------------------------------ */

static void add_objects(gcv_rule_measuring *m)
{
    const gcv_heap *heap = m->heap;
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        if (!m->request->selection->sections[s]) {
            continue;
        }
        for (uint32_t i = section->first_object; i < section->end_object; i++) {
            gcv_rule_sum *sum = &m->sums[gcv_rule_class_of(&m->classes, i)];
            sum->count += !gcv_heap_leaves_out(heap, i);
            sum->bytes += gcv_heap_size(heap, i);
        }
    }
}

/* For a tally no rule asks for traits, so classes are types. */
static void add_tallies(gcv_rule_measuring *m)
{
    for (size_t i = 0; i < m->heap->n_tallies; i++) {
        const gcv_type_tally *tally = &m->heap->tallies[i];
        if (m->request->selection->sections[tally->section]) {
            m->sums[tally->type].count += tally->count;
            m->sums[tally->type].bytes += tally->bytes;
        }
    }
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

/* What the rule measures, out of a total. */
static uint64_t measure_of(const gcv_rule_measuring *m, const gcv_rule *rule,
                           const gcv_rule_total *total)
{
    if (gcv_rule_counts(rule)) {
        return m->scales != NULL ? gcv_rounded(total->scaled_count) : total->sum.count;
    }
    return m->scales != NULL && rule->measure == GCV_MEASURE_BYTES
               ? gcv_rounded(total->scaled_bytes)
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
    for (uint32_t class = 0; class < m->classes.n; class ++) {
        add_class(m, &m->totals[class % m->classes.n_combinations], class);
    }
    for (uint32_t k = 0; k < m->classes.n_combinations; k++) {
        add_total(&m->whole, &m->totals[k]);
    }
}

/* What rules that ask for the same names share. */
typedef struct gcv_rule_names_found {
    gcv_rule_total totals[GCV_TRAITS]; /* per combination, over the types that the rules name */
    bool any;  /* there is a type with the name, or the rules ask for no name */
    bool slip; /* there is none, and a rule that forbids the name is misspelt */
} gcv_rule_names_found;

static void add_types(const gcv_rule_measuring *m, const gcv_rule *rule,
                      gcv_rule_names_found *found)
{
    const uint32_t n = m->classes.n_combinations;
    gcv_rule_types types;
    uint32_t t;
    gcv_rule_match_types(m->names, rule, &types);
    while ((t = gcv_rule_types_next(&types)) != GCV_NONE) {
        found->any = true;
        for (uint32_t k = 0; k < n; k++) {
            add_class(m, &found->totals[k], t * n + k);
        }
    }
}

/* `forbids`: one of the rules forbids the name. */
static void find_names(const gcv_rule_measuring *m, const gcv_rule *rule, bool forbids,
                       gcv_rule_names_found *found)
{
    if (!gcv_rule_asks_for_a_name(rule)) {
        memcpy(found->totals, m->totals, sizeof m->totals);
        found->any = true;
        return;
    }
    add_types(m, rule, found);
    if (!found->any && forbids) {
        found->slip = gcv_rule_is_slip(m->names, rule);
    }
}

static void find_figure(const gcv_rule_measuring *m, const gcv_rule *rule,
                        const gcv_rule_names_found *found, gcv_rule_figure *out)
{
    gcv_rule_total matching = {0};
    for (uint32_t k = 0; k < m->classes.n_combinations; k++) {
        if (gcv_rule_matches_traits(rule, m->classes.traits_of[k])) {
            add_total(&matching, &found->totals[k]);
        }
    }
    out->matched = found->any || (rule->forbid && !found->slip);
    out->value = measure_of(m, rule, &matching);
    out->whole = measure_of(m, rule, &m->whole);
}

/* Fills the figures of the rules order[begin … end), which all ask for the same names. */
static void find_alike(const gcv_rule_measuring *m, size_t begin, size_t end, gcv_rule_figure *out)
{
    const gcv_rule *rules = m->request->rules->data, *first = &rules[m->order[begin]];
    bool requested = false, forbids = false;
    gcv_rule_names_found found = {0};
    for (size_t i = begin; i < end; i++) {
        const gcv_rule *rule = &rules[m->order[i]];
        requested = requested || gcv_rule_is_requested(m->request, rule);
        forbids = forbids || rule->forbid;
    }
    if (requested) {
        find_names(m, first, forbids, &found);
    } else {
        found.any = gcv_rule_has_match(m->names, first);
    }
    for (size_t i = begin; i < end; i++) {
        const gcv_rule *rule = &rules[m->order[i]];
        if (gcv_rule_is_requested(m->request, rule)) {
            find_figure(m, rule, &found, &out[m->order[i]]);
        } else {
            out[m->order[i]].matched = found.any;
        }
    }
}

static void find_figures(gcv_rule_measuring *m, gcv_rule_figure *out)
{
    const gcv_rules *list = m->request->rules;
    m->sums = gcv_alloc_zeroed(m->ctx, m->classes.n, sizeof *m->sums);
    (m->heap->level == GCV_LOAD_TALLY ? add_tallies : add_objects)(m);
    size_t end;
    find_totals(m);
    for (size_t begin = 0; begin < list->n; begin = end) {
        for (end = begin + 1;
             end < list->n &&
             gcv_rules_ask_same_names(&list->data[m->order[begin]], &list->data[m->order[end]]);
             end++) {
        }
        find_alike(m, begin, end, out);
    }
}

static void measure(gcv_rule_measuring *m, const gcv_root_set *roots, gcv_rule_figure *out)
{
    gcv_rule_classes_find(m->ctx, m->request, roots, &m->classes);
    find_figures(m, out);
    const gcv_rule_retained_query query = {m->request, roots, &m->classes, m->names, m->order};
    gcv_rules_find_retained(m->ctx, &query, out);
}

void gcv_rules_measure(gcv_context *ctx, const gcv_rule_request *request, gcv_rule_figure *out)
{
    gcv_rule_measuring *m = gcv_alloc_zeroed(ctx, 1, sizeof *m); /* too large for the stack */
    gcv_rule_names names;
    memset(out, 0, request->rules->n * sizeof *out);
    m->ctx = ctx;
    m->request = request;
    m->names = &names;
    m->heap = request->selection->heap;
    m->classes.heap = m->heap;
    m->scales = m->heap->level == GCV_LOAD_GRAPH ? m->heap->scales : NULL;
    gcv_root_set roots = gcv_root_set_of(ctx, m->heap, request->include_weak, NULL);
    gcv_rule_names_init(&names, ctx, request);
    m->order = gcv_rule_order_new(ctx, request->rules);
    measure(m, &roots, out);
    gcv_free(ctx, m->order);
    gcv_rule_names_release(&names);
    gcv_free(ctx, m->sums);
    gcv_rule_classes_release(ctx, &m->classes);
    gcv_root_set_release(ctx, &roots);
    gcv_free(ctx, m);
}
