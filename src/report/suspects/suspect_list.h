/* suspect_list.h - the suspects of a dump, selected and ranked: all of them for `suspects`, the
 * first ones for `overview`. */
#ifndef GCV_REPORT_SUSPECTS_SUSPECT_LIST_H
#define GCV_REPORT_SUSPECTS_SUSPECT_LIST_H

#include "analysis/suspects/suspect_chains.h"
#include "analysis/suspects/suspect_match.h"
#include "analysis/suspects/suspect_reason.h"
#include "report/rows.h"
#include "report/suspects/suppressions.h"

#define GCV_SUSPECT_PERCENT 10 /* default of --min-share */

/* What is asked for, besides the options of the report. Zeroed: all suspects, ranked by
 * evidence. */
typedef struct gcv_suspect_wish {
    gcv_optional min_share; /* thousandths of a percent */
    bool mine, by_bytes;
    const gcv_suppressions *known; /* suspects to leave out; NULL: none */
    uint64_t top;                  /* maximum number of rows; 0: all */
} gcv_suspect_wish;

typedef struct gcv_suspect_list {
    gcv_report *report;
    gcv_suspect_wish wish;
    gcv_selection selection;
    gcv_retention retention;
    gcv_paths paths;
    gcv_chain_order order; /* of these paths; used by the search */
    gcv_suspect_past past; /* only with a baseline */
    gcv_selection past_selection;
    gcv_suspect_input input;
    gcv_suspects found;
    uint64_t *retained_before; /* per row found: bytes of its counterpart; NULL: no baseline */
    uint32_t *points;          /* per row found: sum of its evidence */
    uint64_t heavy; /* bytes retained, or grown by, from which no other evidence is needed */
    gcv_rows rows;  /* items are rows of `found`, the one with the most evidence first */
    gcv_reasons reasons;
    uint64_t n_suppressed;
} gcv_suspect_list;

/* Finds the suspects in report->heap; with report->baseline only those that have grown. Costs
 * gcv_cost_of_dominators and gcv_cost_of_suspects. */
void gcv_suspect_list_find(gcv_report *report, const gcv_suspect_wish *wish, gcv_suspect_list *out);
void gcv_suspect_list_release(gcv_suspect_list *list);

static inline const gcv_suspect *gcv_suspect_list_row(const gcv_suspect_list *list, size_t rank)
{
    return &list->found.rows.data[list->rows.items.data[rank]];
}

/* The bytes that the row at a rank (from 0) retains in the baseline; GCV_NOT_REACHABLE: it has no
 * counterpart, or there is no baseline. */
static inline uint64_t gcv_suspect_list_retained_before(const gcv_suspect_list *list, size_t rank)
{
    return list->retained_before != NULL ? list->retained_before[list->rows.items.data[rank]]
                                         : GCV_NOT_REACHABLE;
}

/* Writes the sentence about the row at a rank, without its fingerprint, into list->reasons.text. */
void gcv_suspect_list_describe(gcv_suspect_list *list, size_t rank);
gcv_points gcv_suspect_list_points(const gcv_suspect_list *list, size_t rank);
/* Finds the chains of all rows, in the order of the rows. */
void gcv_suspect_list_chains(const gcv_suspect_list *list, gcv_suspect_chains *out);
/* The same without the retained bytes of the sets, which the caller finds; see suspect_chains.h. */
void gcv_suspect_list_collect(const gcv_suspect_list *list, gcv_set_members *members,
                              uint32_t first_set, gcv_suspect_chains *out);

#endif
