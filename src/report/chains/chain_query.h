/* chain_query.h - the targets and constraints of the chains that a command asks for. */
#ifndef GCV_REPORT_CHAINS_CHAIN_QUERY_H
#define GCV_REPORT_CHAINS_CHAIN_QUERY_H

#include "analysis/chains/merged_steps.h"
#include "report/picture.h"

/* The command line's options for chains, besides types. Zeroed: any chain. */
typedef struct gcv_chain_options {
    gcv_words avoid, via;
    const char *to;       /* kind of root; NULL: any */
    gcv_slice between[2]; /* ids */
    bool tree;
} gcv_chain_options;

typedef struct gcv_chain_query {
    gcv_report *report;
    const gcv_chain_options *options;
    const uint8_t *among; /* per object: may be a target; NULL: all may; borrowed */
    gcv_selection selection;
    gcv_root_set roots;  /* all roots */
    gcv_root_set starts; /* the roots of the kind that --to names; all without --to */
    uint8_t *closed; /* per object: a chain may end at it, but not pass it (--avoid); NULL: none */
    uint8_t *via;    /* per object: a chain must hold one of these (--via); NULL: no constraint */
} gcv_chain_query;

/* Evaluates the options. GCV_ERR_USAGE if no section passes --domain. */
void gcv_chain_query_init(gcv_chain_query *query, gcv_report *report,
                          const gcv_chain_options *options, const uint8_t *among);

/* Finds the roots of the kind that --to names, without those of an object; GCV_NONE: of all. */
void gcv_chain_query_starts(const gcv_chain_query *query, uint32_t without, gcv_root_set *out);

/* Whether --avoid, --via or --to limits the chains. */
bool gcv_chain_query_is_constrained(const gcv_chain_query *query);

/* Finds a shortest chain from `starts` to a target that passes no `closed` object; length 0: there
 * is none. */
gcv_chain gcv_chain_query_find(const gcv_chain_query *query, const gcv_root_set *starts,
                               const uint8_t *closed, uint32_t target);
/* Finds a shortest chain from `starts` to each object, the same ones as gcv_chain_query_find(). */
gcv_constrained_paths gcv_chain_query_find_all(const gcv_chain_query *query,
                                               const gcv_root_set *starts);

/* ---- matching_chains.c: the chains of all matching objects ---------------------------------- */

/* A match passes the filters and is `among` the targets of the query. Writes merged chains if
 * several objects match, else single ones. Warns of objects without a chain. */
void gcv_matching_chains(const gcv_chain_query *query);

/* ---- single_chains.c: tables of chains whose rows are single objects ------------------------ */

/* Writes chains from roots to each target. */
void gcv_single_chains(const gcv_chain_query *query, const gcv_u32_column *targets);
/* Writes a chain from each object of `from` to each of `to`. */
void gcv_chains_between(const gcv_chain_query *query, const gcv_u32_column *from,
                        const gcv_u32_column *to);

/* ---- the table of chains: one row per object, or per step of a merged chain ---------------- */

/* Indices of cells. The last ones are for names (report/field_cell.h); some tables lack them. */
enum { GCV_CHAIN_OBJECT = 2, GCV_CHAIN_NAMES = 7, GCV_CHAIN_CELLS = 12 };

/* The value of --limit or --top, whichever is given, else `otherwise`; 0: all. For a picture --top
 * limits the nodes, not the chains. */
uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise);

void gcv_chain_table_begin(gcv_report *report, const gcv_field_cells *fields);
/* Writes a row. In formats that nest, a row of several objects has an absent object cell; the
 * member `objects` is their number. */
void gcv_chain_table_row(gcv_report *report, gcv_cell *cells, uint64_t objects);

#endif
