/* chain_query.h - which chains are looked for: their targets, and the constraints that they meet.
 */
#ifndef GCV_REPORT_CHAINS_CHAIN_QUERY_H
#define GCV_REPORT_CHAINS_CHAIN_QUERY_H

#include "analysis/constrained_paths.h"
#include "report/report.h"

/* What the command line asks for beside types. Zeroed: any chain. */
typedef struct gcv_chain_options {
    gcv_words avoid, via;
    const char *to;       /* kind of root */
    gcv_slice between[2]; /* ids */
    bool tree;
} gcv_chain_options;

typedef struct gcv_chain_query {
    gcv_report *report;
    const gcv_chain_options *options;
    const uint8_t *among; /* per object: may be a target; NULL: all may; borrowed */
    gcv_selection selection;
    gcv_root_set roots;  /* all */
    gcv_root_set starts; /* those of the kind that --to names */
    uint8_t *closed;     /* per object: a chain may end there but not go on (--avoid); NULL */
    uint8_t *via;        /* per object: a chain must hold one of these (--via); NULL */
} gcv_chain_query;

/* GCV_ERR_USAGE if no section passes --domain. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_chain_query_init(gcv_chain_query *query, gcv_report *report,
                                            const gcv_chain_options *options, const uint8_t *among,
                                            gcv_error *err);
void gcv_chain_query_release(gcv_chain_query *query);

/* Whether a constraint, or a kind of root, limits the chains. */
bool gcv_chain_query_is_constrained(const gcv_chain_query *query);

/* One chain from `starts` to a target, around the `closed` objects; length 0 if there is none. */
GCV_CHECKED gcv_status gcv_chain_query_find(const gcv_chain_query *query,
                                            const gcv_root_set *starts, const uint8_t *closed,
                                            uint32_t target, gcv_chain *out, gcv_error *err);
/* A shortest chain from `starts` to each object: those that gcv_chain_query_find() gives. */
GCV_CHECKED gcv_status gcv_chain_query_find_all(const gcv_chain_query *query,
                                                const gcv_root_set *starts,
                                                gcv_constrained_paths *out, gcv_error *err);

#endif
