/* chain_order.h - the reachable objects in the order of their chains.
 *
 * By length, then by root, then by the ids on the chain: the order in which the search for paths
 * meets them; what the roots that come first (gcv_root_set) reach stands before all else. A
 * referrer on a chain comes before what it leads to, and what one object leads to stands in one
 * run, so what is handed down the chains takes one pass without cache misses.
 */
#ifndef GCV_ANALYSIS_CHAIN_ORDER_H
#define GCV_ANALYSIS_CHAIN_ORDER_H

#include "heap/heap.h"

typedef struct gcv_chain_order {
    uint32_t n;       /* reachable objects; those with a chain of one come as in the root set */
    uint32_t *object; /* by position */
    uint32_t *over;   /* by position: that of the referrer on the chain; GCV_NONE: the chain begins
                         with the object */
} gcv_chain_order;

/* gcv_paths_find(), with the order. 12 bytes an object, 4 of them in `out`. */
GCV_CHECKED gcv_status gcv_paths_find_in_order(gcv_context *ctx, const gcv_heap *heap,
                                               const gcv_root_set *roots, gcv_paths *out,
                                               gcv_chain_order *order, gcv_error *err);
void gcv_chain_order_release(gcv_context *ctx, gcv_chain_order *order);

#endif
