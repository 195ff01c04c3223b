/* removal.h - what a heap with roots, references and objects taken away would lose. */
#ifndef GCV_ANALYSIS_REMOVAL_H
#define GCV_ANALYSIS_REMOVAL_H

#include "heap/heap.h"

/* What is taken away, together. A reference from a to b is gone if from[a] & to[b] is not 0: a bit
 * for each cut. */
typedef struct gcv_removal {
    const gcv_root_set *roots; /* what is left of them */
    const uint8_t *out;        /* per object: it is taken out; NULL: none is */
    const uint32_t *from, *to; /* per object; NULL: no reference is cut */
} gcv_removal;

/* Marks the objects that would be reachable no more, among them those taken out that are reachable:
 * freed[object] is 1, and 0 for all others. Exact, by marking with and without; O(objects +
 * references), 5 bytes an object while it runs. */
GCV_CHECKED gcv_status gcv_removal_find(gcv_context *ctx, const gcv_heap *heap,
                                        const gcv_root_set *before, const gcv_removal *changes,
                                        uint8_t *freed, gcv_error *err);

/* The cuts that cut a reference at all: a bit for each. O(objects + references). */
uint32_t gcv_removal_effective_cuts(const gcv_heap *heap, const uint32_t *from, const uint32_t *to);

/* With a mark for each object and each root record. */
extern const gcv_cost gcv_cost_of_removal;

#endif
