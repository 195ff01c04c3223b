/* root_set.h - root sets made from chosen root records. */
#ifndef GCV_ANALYSIS_ROOT_SET_H
#define GCV_ANALYSIS_ROOT_SET_H

#include "heap/heap.h"

/* gcv_root_set_find() over the root records whose byte in `keep` is set (NULL: over all). An object
 * held by several records is in the set if one of them is kept. */
void gcv_root_set_keep(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                       const uint8_t *keep, gcv_root_set *out);

/* The record because of which an object is in the set. The object must be in the set. O(roots). */
const gcv_root *gcv_root_set_record(const gcv_heap *heap, const gcv_root_set *roots,
                                    uint32_t object);

#endif
