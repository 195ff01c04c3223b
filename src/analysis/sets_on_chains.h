/* sets_on_chains.h - retained bytes of sets when the shortest chains are already known. */
#ifndef GCV_ANALYSIS_SETS_ON_CHAINS_H
#define GCV_ANALYSIS_SETS_ON_CHAINS_H

#include "analysis/chain_order.h"

enum { GCV_SETS_PER_MASK = 31 }; /* sets handled in one pass */

/* gcv_retained_of_sets() using the chains: twice as fast if most chains pass few of the sets,
 * slower if they pass many. */
GCV_CHECKED gcv_status gcv_retained_on_chains(gcv_context *ctx, const gcv_heap *heap,
                                              const gcv_root_set *roots,
                                              const gcv_chain_order *order,
                                              const gcv_set_classes *classes, uint64_t *retained,
                                              gcv_error *err);

#endif
