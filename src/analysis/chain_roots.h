/* chain_roots.h - the root at which the chain of each object begins. */
#ifndef GCV_ANALYSIS_CHAIN_ROOTS_H
#define GCV_ANALYSIS_CHAIN_ROOTS_H

#include "heap/heap.h"

/* Gives each object that has a chain the value of the object at which the chain begins: `value`, by
 * object, has those, and GCV_NONE for all other objects that have a chain. O(objects). */
void gcv_chain_values_spread(const gcv_paths *paths, uint32_t *value);

/* Returns the root record per object, GCV_NONE if it has no chain; NULL on failure. The cost is
 * that of gcv_paths_find(), and 4 bytes per object. */
uint32_t *gcv_chain_roots_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak);

#endif
