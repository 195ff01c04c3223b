/* retained_sets.h - the ways to the retained bytes of sets; see retained_sets.c. */
#ifndef GCV_ANALYSIS_SETS_RETAINED_SETS_H
#define GCV_ANALYSIS_SETS_RETAINED_SETS_H

#include "heap/heap.h"

/* So many sets are found by one marking pass. */
enum { GCV_SETS_A_PASS = 256 };

/* The sets of a class: gcv_own_set() of [*first, *end). */
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

/* What tries may take before passes take over. */
typedef struct gcv_set_budget {
    uint64_t steps, nodes;
} gcv_set_budget;

/* gcv_retained_of_sets() with this budget; one of zeros is for passes alone. */
GCV_CHECKED gcv_status gcv_retained_within(gcv_context *ctx, const gcv_heap *heap,
                                           const gcv_root_set *roots,
                                           const gcv_set_classes *classes,
                                           const gcv_set_budget *budget, uint64_t *retained,
                                           gcv_error *err);

/* What passes alone would take. */
gcv_set_budget gcv_price_of_passes(const gcv_heap *heap, const gcv_set_classes *classes);

/* The same by dominators where one member of a set dominates the others, and at that price for the
 * other sets. Each class must be a set. */
GCV_CHECKED gcv_status gcv_retained_by_tops(gcv_context *ctx, const gcv_heap *heap,
                                            const gcv_root_set *roots,
                                            const gcv_set_classes *classes, uint64_t *retained,
                                            gcv_error *err);

/* The same by marking passes alone. */
GCV_CHECKED gcv_status gcv_retained_by_passes(gcv_context *ctx, const gcv_heap *heap,
                                              const gcv_root_set *roots,
                                              const gcv_set_classes *classes, uint64_t *retained,
                                              gcv_error *err);

#endif
