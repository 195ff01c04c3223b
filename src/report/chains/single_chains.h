/* single_chains.h - tables of chains whose rows are single objects. */
#ifndef GCV_REPORT_CHAINS_SINGLE_CHAINS_H
#define GCV_REPORT_CHAINS_SINGLE_CHAINS_H

#include "report/chains/chain_query.h"

/* Writes chains from roots to each target. */
GCV_CHECKED gcv_status gcv_single_chains(const gcv_chain_query *query,
                                         const gcv_u32_column *targets, gcv_error *err);
/* Writes a chain from each object of `from` to each of `to`. */
GCV_CHECKED gcv_status gcv_chains_between(const gcv_chain_query *query, const gcv_u32_column *from,
                                          const gcv_u32_column *to, gcv_error *err);

#endif
