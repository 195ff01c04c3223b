/* retained_sets.h - ways to find the retained bytes of sets; gcv_retained_of_sets() chooses one.
 *
 * retained_sets.c: tries of sets, fast on ordinary heaps. retained_passes.c: marking passes, never
 * slow, and the fallback. sole_dominators.c: dominators, for many small sets. chain_masks.c: a bit
 * per set, for few sets when chains are known. All are exact.
 *
 * circle: retained_sets.c chooses among the ways, and tries fall back to passes; dominators leave
 * the sets that they cannot resolve to the other two.
 */
#ifndef GCV_ANALYSIS_SETS_RETAINED_SETS_H
#define GCV_ANALYSIS_SETS_RETAINED_SETS_H

#include "analysis/chain_order.h"

enum { GCV_SETS_A_PASS = 256 }; /* sets per marking pass */

/* The sets of a class: gcv_own_set() of each index in [*first, *end). */
static inline void gcv_own_sets(const gcv_set_classes *classes, uint32_t class, uint32_t *first,
                                uint32_t *end)
{
    *first = classes->first != NULL ? classes->first[class] : class;
    *end = classes->first != NULL ? classes->first[class + 1] : class + 1;
}

static inline uint32_t gcv_own_set(const gcv_set_classes *classes, uint32_t at)
{
    return classes->first != NULL ? classes->sets[at] : at;
}

/* Limits of the tries, beyond which passes replace them; zeros: passes only. */
typedef struct gcv_set_budget {
    uint64_t steps, nodes;
} gcv_set_budget;

/* gcv_retained_of_sets() by tries or, if these exceed the budget, by passes. */
void gcv_retained_within_budget(gcv_context *ctx, const gcv_set_query *query,
                                const gcv_set_budget *budget, uint64_t *retained);
/* The same with the budget that is worth spending on tries: about the cost of passes. */
void gcv_retained_by_tries(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained);

/* gcv_retained_of_sets() by dominators for sets in which one member dominates all others, and by
 * gcv_retained_by_tries() for the other sets. */
void gcv_retained_by_dominators(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained);

/* gcv_retained_on_chains() by masks, for few sets. */
void gcv_retained_by_masks(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained);

/* gcv_retained_of_sets() by marking passes alone. */
void gcv_retained_by_passes(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained);

#endif
