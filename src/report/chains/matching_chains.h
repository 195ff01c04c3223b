/* matching_chains.h - the chains of all matching objects: those that pass the filters and are
 * `among` the targets of the query. */
#ifndef GCV_REPORT_CHAINS_MATCHING_CHAINS_H
#define GCV_REPORT_CHAINS_MATCHING_CHAINS_H

#include "report/chains/chain_query.h"

/* Writes merged chains if several objects match, else single ones. Warns of objects without a
 * chain. */
GCV_CHECKED gcv_status gcv_matching_chains(const gcv_chain_query *query, gcv_error *err);

#endif
