/* removal.h - what would be freed if roots, references and objects were removed. */
#ifndef GCV_ANALYSIS_REMOVAL_H
#define GCV_ANALYSIS_REMOVAL_H

#include "heap/heap.h"

/* What is removed, all at once. Each cut is a bit: the reference from a to b is cut if cut_from[a]
 * & cut_to[b] is not 0. */
typedef struct gcv_removal {
    const gcv_root_set *remaining_roots;
    const uint8_t *objects;            /* per object: 1 if it is removed; NULL: none is */
    const uint32_t *cut_from, *cut_to; /* per object; NULL: no reference is cut */
} gcv_removal;

/* Marks the objects that are reachable, but would not be after the removal, including the removed
 * ones: freed[object] is 1 for them, 0 for all others. Exact, by marking before and after the
 * removal. O(objects + references), 5 bytes per object while it runs. */
void gcv_removal_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                      const gcv_removal *removal, uint8_t *freed);

/* Returns one bit for each cut that cuts at least one reference. O(objects + references). */
uint32_t gcv_removal_effective_cuts(const gcv_heap *heap, const uint32_t *cut_from,
                                    const uint32_t *cut_to);

/* Includes one mark for each object and each root record. */
extern const gcv_cost gcv_cost_of_removal;

#endif
