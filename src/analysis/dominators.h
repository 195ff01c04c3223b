/* dominators.h - dominators within a part of the heap; those of all that is reachable are public.
 */
#ifndef GCV_ANALYSIS_DOMINATORS_H
#define GCV_ANALYSIS_DOMINATORS_H

#include "base/bitset.h"
#include "heap/heap.h"

/* gcv_dominators_find() as if the closed objects were not there (NULL: none), nor references to
 * them. None of them is in the root set. */
GCV_CHECKED gcv_status gcv_dominators_within(gcv_context *ctx, const gcv_heap *heap,
                                             const gcv_root_set *roots, const gcv_bitset *closed,
                                             gcv_dominators *out, gcv_error *err);

#endif
