/* chain_order.h - the reachable objects in the order of their chains.
 *
 * The order is that in which the search discovers objects: by length of the chain, then by root,
 * then by the ids on the chain; of chains of the fewest steps, as step_paths.c says. Objects
 * reached from the roots that come first (gcv_root_set) precede all others. A referrer on a chain
 * precedes the objects it leads to, and most of these are contiguous, so a pass that hands values
 * down the chains has no cache misses.
 */
#ifndef GCV_ANALYSIS_CHAIN_ORDER_H
#define GCV_ANALYSIS_CHAIN_ORDER_H

#include "heap/heap.h"

typedef struct gcv_chain_order {
    uint32_t n; /* number of reachable objects; those with a chain of one are in root set order */
    uint32_t *object;      /* by position */
    uint32_t *referrer_at; /* by position: position of the referrer on the chain; GCV_NONE: the
                              chain begins here */
} gcv_chain_order;

/* gcv_paths_find() that also returns the order, unless it is NULL. 12 bytes per object, 4 of them
 * in `out`. */
void gcv_paths_find_in_order(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                             gcv_paths *out, gcv_chain_order *order);
/* Chains of the fewest steps instead of the fewest objects (step_paths.c): those of suspects and of
 * causes. */
void gcv_step_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                         gcv_paths *out, gcv_chain_order *order);
/* The same as the chains of a page are shown, by way of its nodes, each of which hangs on its
 * parent: elements.c. */
void gcv_shown_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          gcv_paths *out);
void gcv_chain_order_release(gcv_context *ctx, gcv_chain_order *order);

/* Lists the objects of a chain of states by their parents, from its last state on (GCV_NONE: there
 * is no chain). A state is an object shifted left by `shift`, and a layer. */
gcv_chain gcv_chain_list(gcv_context *ctx, const uint32_t *parent, uint32_t shift, uint32_t end);

/* ---- elements.c: nodes of a page in Chromium ----------------------------------------------- */

/* Returns the parent of a node, which stands behind the document; GCV_NONE: not known. */
uint32_t gcv_element_around(const gcv_heap *heap, uint32_t node);
bool gcv_has_elements(const gcv_heap *heap);
/* Makes nodes whose chains come from other nodes hang on their parents, if these were discovered
 * before: then there may be no reference from an object's parent to it. O(objects); one bit each.
 */
void gcv_hang_elements(gcv_context *ctx, const gcv_heap *heap, const gcv_chain_order *order,
                       uint32_t *parent);

/* ---- sets/retained_sets.c ------------------------------------------------------------------- */

enum { GCV_SETS_PER_MASK = 31 }; /* sets handled in one pass */

/* Sets whose retained bytes are asked for. */
typedef struct gcv_set_query {
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const gcv_set_classes *classes;
    const gcv_paths *paths;       /* NULL: the chains are not known */
    const gcv_chain_order *order; /* of these chains; NULL: it is not known */
} gcv_set_query;

/* gcv_retained_of_sets(), using the chains for few sets. */
void gcv_retained_on_chains(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained);

#endif
