/* merged_chains.h - chains of many objects, merged by the root and the types that they pass. */
#ifndef GCV_REPORT_CHAINS_MERGED_CHAINS_H
#define GCV_REPORT_CHAINS_MERGED_CHAINS_H

#include "report/chains/chain_query.h"

/* Writes a table of the merged chains, or a tree of them if the query asks for it. Each target has
 * a chain in `paths`. */
GCV_CHECKED gcv_status gcv_merged_chains(const gcv_chain_query *query,
                                         const gcv_constrained_paths *paths,
                                         const gcv_u32_column *targets, gcv_error *err);

#endif
