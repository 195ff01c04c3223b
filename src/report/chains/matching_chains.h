/* matching_chains.h - the chains of all objects that match: those that pass the filters, and that
 * the query has `among` its targets. */
#ifndef GCV_REPORT_CHAINS_MATCHING_CHAINS_H
#define GCV_REPORT_CHAINS_MATCHING_CHAINS_H

#include "report/chains/chain_query.h"

/* Merged chains if several objects match, else single ones. Warns of those without a chain. */
GCV_CHECKED gcv_status gcv_matching_chains(const gcv_chain_query *query, gcv_error *err);

#endif
