/* rule_measuring.h - what the files that measure rules share; nobody else includes this. */
#ifndef GCV_REPORT_RULE_MEASURING_H
#define GCV_REPORT_RULE_MEASURING_H

#include "analysis/groups.h"
#include "heap/root_label.h"
#include "report/rule_measure.h"

/* Traits of an object in a byte. */
enum {
    GCV_TRAITS_ROOT_KIND = 7, /* group of gcv_groups_by_root_kind() */
    GCV_TRAIT_PINNED = 8,
    GCV_TRAIT_FINALIZABLE = 16,
    GCV_TRAITS = 32
};

typedef struct gcv_rule_sum {
    uint64_t count, bytes;
    double scaled_count, scaled_bytes; /* what a sample stands for */
} gcv_rule_sum;

typedef struct gcv_measuring {
    gcv_report *report;
    const gcv_heap *heap;
    const gcv_rules *rules;
    bool growth_only;
    const uint8_t *sections;
    gcv_root_set roots;
    uint8_t *traits;               /* per object; NULL: nobody asks */
    uint8_t class_of[GCV_TRAITS];  /* number of a combination that occurs */
    uint8_t traits_of[GCV_TRAITS]; /* the other way round */
    uint32_t n_combinations;
    gcv_rule_sum *sums; /* by type and combination */
    uint8_t *passes;    /* per type: matches the rule at hand */
    gcv_buffer pattern;
} gcv_measuring;

/* Whether the figure of this rule is wanted. */
static inline bool gcv_rule_is_asked(const gcv_measuring *m, const gcv_rule *rule)
{
    return rule->growth || !m->growth_only;
}

/* The number of an object's type and combination of traits. */
static inline size_t gcv_rule_class_at(const gcv_measuring *m, uint32_t object)
{
    uint8_t traits = m->traits != NULL ? m->traits[object] : 0;
    return (size_t)m->heap->type.data[object] * m->n_combinations + m->class_of[traits];
}

/* Fills m->passes; `*matched` as in gcv_rule_figure. */
GCV_CHECKED gcv_status gcv_rule_find_types(gcv_measuring *m, const gcv_rule *rule, bool *matched,
                                           gcv_error *err);
bool gcv_rule_traits_pass(const gcv_rule *rule, uint8_t traits);

/* Fills `out` for the rules about retained bytes. */
GCV_CHECKED gcv_status gcv_rules_find_retained(gcv_measuring *m, gcv_rule_figure *out,
                                               gcv_error *err);

#endif
