/* chains.h - what the two kinds of chain tables share: chains.c shows chains of single objects,
 * merged_chains.c those of many objects merged by the types they pass. */
#ifndef GCV_REPORT_CHAINS_H
#define GCV_REPORT_CHAINS_H

#include "report/label.h"
#include "report/report.h"

enum { GCV_CHAIN_CELLS = 7 };

extern const gcv_table_column gcv_chain_columns[GCV_CHAIN_CELLS];

/* Chains to print unless told otherwise: of one object, of many. */
enum { GCV_CHAINS_OF_ONE = 1, GCV_CHAINS_MERGED = 20 };

/* --limit or --top, whichever is given, or `otherwise`; 0 means all. */
uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise);

/* Chains of all reachable objects in `targets`, merged. */
GCV_CHECKED gcv_status gcv_merged_chains(gcv_report *report, const gcv_root_set *roots,
                                         const gcv_paths *paths, const gcv_u32_column *targets,
                                         gcv_error *err);

#endif
