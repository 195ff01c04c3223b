/* root_order.h - the order of a heap's root records, which is not that of the file. */
#ifndef GCV_HEAP_ROOT_ORDER_H
#define GCV_HEAP_ROOT_ORDER_H

#include "heap/heap.h"

/* Sorts by kind, then object, then all other fields, so that equal sets of records are equal
 * tables. O(n log n); 28 bytes a root, 8 where there are more roots than objects. */
GCV_CHECKED gcv_status gcv_roots_sort(gcv_context *ctx, gcv_root_column *roots, uint32_t n_objects,
                                      gcv_error *err);

#endif
