/* rule_measure.c - the figures of all rules at once; see rule_measure.h.
 *
 * What rules can ask of an object is its type and a few traits: the kind of root that its chain
 * begins with, pinned, in the finalizer queue. So objects are counted by type and combination of
 * traits, of which few occur, and each rule adds up what matches it.
 */
#include "report/rule_measuring.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

enum { FINALIZER_ROOT = 2 };

/* ---- traits ------------------------------------------------------------------------------- */

static bool needs_kinds(const gcv_rule *rule)
{
    return rule->scope == GCV_SCOPE_ROOT || rule->which == GCV_WHICH_REACHABLE ||
           rule->which == GCV_WHICH_UNREACHABLE;
}

static gcv_status add_kinds(gcv_measuring *m, gcv_error *err)
{
    gcv_context *ctx = m->report->ctx;
    gcv_groups groups;
    uint32_t i;
    gcv_status status = gcv_groups_by_root_kind(ctx, &groups, m->heap, &m->roots, err);
    if (status == GCV_OK) {
        for (i = 0; i < m->heap->n_objects; i++) {
            m->traits[i] = (uint8_t)groups.of[i];
        }
        gcv_groups_release(ctx, &groups);
    }
    return status;
}

static void add_root_flags(gcv_measuring *m)
{
    size_t i;
    for (i = 0; i < m->heap->roots.n; i++) {
        const gcv_root *root = &m->heap->roots.data[i];
        if (root->object != GCV_NONE && (root->flags & GCV_ROOT_PINNED) != 0) {
            m->traits[root->object] |= GCV_TRAIT_PINNED;
        }
        if (root->object != GCV_NONE && root->kind == FINALIZER_ROOT) {
            m->traits[root->object] |= GCV_TRAIT_FINALIZABLE;
        }
    }
}

static gcv_status find_traits(gcv_measuring *m, gcv_error *err)
{
    bool kinds = false, any = false;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; i < m->rules->list.n; i++) {
        const gcv_rule *rule = &m->rules->list.data[i];
        if (gcv_rule_is_asked(m, rule)) {
            kinds = kinds || needs_kinds(rule);
            any = any || needs_kinds(rule) || rule->which != GCV_WHICH_ALL;
        }
    }
    if (!any) {
        return GCV_OK;
    }
    m->traits = gcv_alloc_zeroed(m->report->ctx, m->heap->n_objects, 1, err);
    if (m->traits == NULL) {
        return gcv_failed(err);
    }
    if (kinds) {
        status = add_kinds(m, err);
    }
    add_root_flags(m);
    return status;
}

/* Numbers the combinations of traits that occur. */
static void find_combinations(gcv_measuring *m)
{
    bool occurs[GCV_TRAITS] = {false};
    uint32_t i;
    for (i = 0; m->traits != NULL && i < m->heap->n_objects; i++) {
        occurs[m->traits[i]] = true;
    }
    occurs[0] = occurs[0] || m->traits == NULL;
    for (i = 0; i < GCV_TRAITS; i++) {
        if (occurs[i]) {
            m->traits_of[m->n_combinations] = (uint8_t)i;
            m->class_of[i] = (uint8_t)m->n_combinations++;
        }
    }
}

/* ---- sums --------------------------------------------------------------------------------- */

static void add_objects(gcv_measuring *m)
{
    const gcv_heap *heap = m->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; m->sections[s] && i < section->end_object; i++) {
            gcv_rule_sum *sum = &m->sums[gcv_rule_class_at(m, i)];
            sum->count++;
            sum->bytes += gcv_heap_size(heap, i);
        }
    }
    for (i = 0; heap->scales != NULL && i < heap->n_types * m->n_combinations; i++) {
        const gcv_type_scale *scale = &heap->scales[i / m->n_combinations];
        m->sums[i].scaled_count = (double)m->sums[i].count * scale->count;
        m->sums[i].scaled_bytes = (double)m->sums[i].bytes * scale->bytes;
    }
}

static void add_tallies(gcv_measuring *m)
{
    size_t i;
    for (i = 0; i < m->heap->n_tallies; i++) {
        const gcv_type_tally *tally = &m->heap->tallies[i];
        if (m->sections[tally->section]) {
            m->sums[tally->type].count += tally->count;
            m->sums[tally->type].bytes += tally->bytes;
        }
    }
}

static gcv_status find_sums(gcv_measuring *m, gcv_error *err)
{
    size_t n = (size_t)m->heap->n_types * m->n_combinations;
    m->sums = gcv_alloc_zeroed(m->report->ctx, n, sizeof *m->sums, err);
    m->passes = gcv_alloc(m->report->ctx, m->heap->n_types, 1, err);
    if (m->sums == NULL || m->passes == NULL) {
        return gcv_failed(err);
    }
    if (n > GCV_NONE - 1) {
        return gcv_fail(err, GCV_ERR_LIMIT, "too many types for rules about roots");
    }
    if (m->heap->level == GCV_LOAD_TALLY) {
        add_tallies(m);
    } else {
        add_objects(m);
    }
    return GCV_OK;
}

static void add_sum(gcv_rule_sum *to, const gcv_rule_sum *sum)
{
    to->count += sum->count;
    to->bytes += sum->bytes;
    to->scaled_count += sum->scaled_count;
    to->scaled_bytes += sum->scaled_bytes;
}

static uint64_t rounded(double value)
{
    return value < 1e18 ? (uint64_t)(value + 0.5) : (uint64_t)1000000000000000000;
}

/* The sum as this rule takes it. What is retained is not scaled. */
static uint64_t figure(const gcv_measuring *m, const gcv_rule *rule, const gcv_rule_sum *sum)
{
    bool scaled = m->heap->scales != NULL && m->heap->level == GCV_LOAD_GRAPH;
    if (rule->measure == GCV_MEASURE_COUNT) {
        return scaled ? rounded(sum->scaled_count) : sum->count;
    }
    return scaled && rule->measure == GCV_MEASURE_BYTES ? rounded(sum->scaled_bytes) : sum->bytes;
}

/* ---- what matches a rule ------------------------------------------------------------------ */

bool gcv_rule_traits_pass(const gcv_rule *rule, uint8_t traits)
{
    switch (rule->which) {
    case GCV_WHICH_REACHABLE:
        if ((traits & GCV_TRAITS_ROOT_KIND) == 0) {
            return false;
        }
        break;
    case GCV_WHICH_UNREACHABLE:
        if ((traits & GCV_TRAITS_ROOT_KIND) != 0) {
            return false;
        }
        break;
    case GCV_WHICH_PINNED:
        if ((traits & GCV_TRAIT_PINNED) == 0) {
            return false;
        }
        break;
    case GCV_WHICH_FINALIZABLE:
        if ((traits & GCV_TRAIT_FINALIZABLE) == 0) {
            return false;
        }
        break;
    case GCV_WHICH_ALL:
    default:
        break;
    }
    return rule->scope != GCV_SCOPE_ROOT || (traits & GCV_TRAITS_ROOT_KIND) == rule->root_kind;
}

static gcv_slice name_for(const gcv_measuring *m, const gcv_rule *rule, uint32_t type)
{
    gcv_slice name = m->heap->types.name[type];
    return rule->scope == GCV_SCOPE_NAMESPACE ? gcv_namespace_of(name)
           : rule->scope == GCV_SCOPE_MODULE  ? gcv_module_of(m->heap, type)
                                              : name;
}

/* A pattern that ends with a NUL, which no rule has inside. */
static gcv_status set_pattern(gcv_measuring *m, gcv_slice pattern, gcv_error *err)
{
    gcv_buffer_clear(&m->pattern);
    gcv_buffer_append(m->report->ctx, &m->pattern, pattern, err);
    gcv_buffer_append(m->report->ctx, &m->pattern, gcv_slice_of("", 1), err);
    return m->pattern.status;
}

gcv_status gcv_rule_find_types(gcv_measuring *m, const gcv_rule *rule, bool *matched,
                               gcv_error *err)
{
    bool by_name = rule->scope == GCV_SCOPE_TYPE || rule->scope == GCV_SCOPE_NAMESPACE ||
                   rule->scope == GCV_SCOPE_MODULE;
    gcv_status status;
    uint32_t t;
    *matched = !by_name;
    memset(m->passes, 1, m->heap->n_types);
    if (!by_name) {
        return GCV_OK;
    }
    if (rule->scope == GCV_SCOPE_MODULE && m->heap->types.module == NULL) {
        return gcv_fail_line(err, GCV_ERR_USAGE, m->heap->name, 0,
                             "the file does not say of what modules its types are");
    }
    status = set_pattern(m, rule->pattern, err);
    for (t = 0; status == GCV_OK && t < m->heap->n_types; t++) {
        m->passes[t] = gcv_glob(m->pattern.text.data, name_for(m, rule, t),
                                m->report->options->select.ignore_case);
        *matched = *matched || m->passes[t];
    }
    return status;
}

static gcv_status find_figure(gcv_measuring *m, const gcv_rule *rule, gcv_rule_figure *out,
                              gcv_error *err)
{
    gcv_rule_sum all, passing;
    gcv_status status = gcv_rule_find_types(m, rule, &out->matched, err);
    uint32_t t, k;
    memset(&all, 0, sizeof all);
    memset(&passing, 0, sizeof passing);
    for (t = 0; status == GCV_OK && t < m->heap->n_types; t++) {
        for (k = 0; k < m->n_combinations; k++) {
            const gcv_rule_sum *sum = &m->sums[(size_t)t * m->n_combinations + k];
            add_sum(&all, sum);
            if (m->passes[t] && gcv_rule_traits_pass(rule, m->traits_of[k])) {
                add_sum(&passing, sum);
            }
        }
    }
    out->value = figure(m, rule, &passing);
    out->whole = figure(m, rule, &all);
    return status;
}

/* ---- all of it ---------------------------------------------------------------------------- */

static gcv_status measure(gcv_measuring *m, gcv_rule_figure *out, gcv_error *err)
{
    gcv_status status = find_traits(m, err);
    size_t i;
    if (status == GCV_OK) {
        gcv_phase(m->report->ctx, "count");
        find_combinations(m);
        status = find_sums(m, err);
    }
    for (i = 0; status == GCV_OK && i < m->rules->list.n; i++) {
        if (gcv_rule_is_asked(m, &m->rules->list.data[i])) {
            status = find_figure(m, &m->rules->list.data[i], &out[i], err);
        }
    }
    return status == GCV_OK ? gcv_rules_find_retained(m, out, err) : status;
}

gcv_status gcv_rules_measure(gcv_report *report, const gcv_rules *rules, bool growth_only,
                             const uint8_t *sections, gcv_rule_figure *out, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_measuring m;
    gcv_status status;
    memset(&m, 0, sizeof m);
    memset(out, 0, rules->list.n * sizeof *out);
    m.report = report;
    m.heap = report->heap;
    m.rules = rules;
    m.growth_only = growth_only;
    m.sections = sections;
    status = gcv_root_set_find(ctx, m.heap, report->options->include_weak, &m.roots, err);
    if (status == GCV_OK) {
        status = measure(&m, out, err);
        gcv_root_set_release(ctx, &m.roots);
    }
    gcv_free(ctx, m.traits, m.heap->n_objects, 1);
    gcv_free(ctx, m.sums, (size_t)m.heap->n_types * m.n_combinations, sizeof *m.sums);
    gcv_free(ctx, m.passes, m.heap->n_types, 1);
    gcv_buffer_release(ctx, &m.pattern);
    return status;
}
