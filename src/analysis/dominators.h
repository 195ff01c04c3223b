/* dominators.h - dominators within a part of the heap; gcv_dominators_find() for all of it is
 * public. */
#ifndef GCV_ANALYSIS_DOMINATORS_H
#define GCV_ANALYSIS_DOMINATORS_H

#include "base/bitset.h"
#include "heap/heap.h"

/* gcv_dominators_find() as if the closed objects (NULL: none) and the references to them did not
 * exist. No closed object is in the root set. */
GCV_CHECKED gcv_status gcv_dominators_within(gcv_context *ctx, const gcv_heap *heap,
                                             const gcv_root_set *roots, const gcv_bitset *closed,
                                             gcv_dominators *out, gcv_error *err);

#endif
