/* chains.h - what the two kinds of chain tables share: single_chains.c shows chains of single
 * objects, merged_chains.c those of many objects merged by the types they pass. chains.c finds out
 * which of the two it is to be. */
#ifndef GCV_REPORT_CHAINS_CHAINS_H
#define GCV_REPORT_CHAINS_CHAINS_H

#include "analysis/constrained_paths.h"
#include "heap/root_label.h"
#include "report/option.h"
#include "report/report.h"

enum { GCV_CHAIN_CELLS = 7 };

extern const gcv_table_column gcv_chain_columns[GCV_CHAIN_CELLS];

/* --limit or --top, whichever is given, or `otherwise`; 0 means all. */
uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise);

/* What is asked for beside types. Zeroed: any chain. */
typedef struct gcv_chain_options {
    gcv_globs avoid, via;
    const char *to; /* kind of root */
    gcv_optional between[2];
    bool tree;
} gcv_chain_options;

/* What chains are looked for. */
typedef struct gcv_ways {
    const gcv_chain_options *asked;
    gcv_selection selection;
    gcv_root_set roots;   /* all */
    gcv_root_set starts;  /* where chains may begin: of the kind --to asks for */
    uint8_t *closed;      /* per object: not to be passed (--avoid); NULL */
    uint8_t *via;         /* per object: one must be on the chain (--via); NULL */
    const uint8_t *among; /* per object: can be a target; NULL: all can; borrowed */
} gcv_ways;

/* Whether chains are any but the shortest from any root. */
bool gcv_ways_are_special(const gcv_report *report, const gcv_ways *ways);
/* A chain, as gcv_chain_find(), around `closed` and via what must be on it. */
GCV_CHECKED gcv_status gcv_way_find(gcv_report *report, const gcv_ways *ways,
                                    const gcv_root_set *starts, const uint8_t *closed,
                                    uint32_t target, gcv_chain *out, gcv_error *err);

/* Chains of all objects that pass the filters and that `among` marks, a byte an object. */
GCV_CHECKED gcv_status gcv_chains_among(gcv_report *report, const gcv_chain_options *asked,
                                        const uint8_t *among, gcv_error *err);

/* Chains of each of some objects. */
GCV_CHECKED gcv_status gcv_single_chains(gcv_report *report, const gcv_ways *ways,
                                         const gcv_u32_column *targets, gcv_error *err);
/* Chains from each of some objects to each of others. */
GCV_CHECKED gcv_status gcv_chains_between(gcv_report *report, const gcv_ways *ways,
                                          const gcv_u32_column *from, const gcv_u32_column *to,
                                          gcv_error *err);
/* Chains of all objects in `targets`, merged. Each has one in `routes`. */
GCV_CHECKED gcv_status gcv_merged_chains(gcv_report *report, const gcv_ways *ways,
                                         const gcv_constrained_paths *routes,
                                         const gcv_u32_column *targets, gcv_error *err);

#endif
