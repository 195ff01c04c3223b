/* suspect_list.h - the suspects of a dump, chosen and ranked, as `suspects` shows them and
 * `overview` the first of them. */
#ifndef GCV_REPORT_SUSPECTS_SUSPECT_LIST_H
#define GCV_REPORT_SUSPECTS_SUSPECT_LIST_H

#include "analysis/suspects/suspect_chains.h"
#include "analysis/suspects/suspect_match.h"
#include "analysis/suspects/suspect_reason.h"
#include "report/rows.h"
#include "report/suspects/suppressions.h"

#define GCV_SUSPECT_PERCENT 10 /* --min-share, unless it is given */

/* What is asked for, besides the options of the report. Zeroed: all suspects by evidence. */
typedef struct gcv_suspect_wish {
    gcv_optional min_share; /* thousandths of a percent */
    bool mine, by_bytes;
    const gcv_suppressions *known; /* to be left out; NULL: nothing */
    uint64_t top;                  /* rows at most; 0: all */
} gcv_suspect_wish;

typedef struct gcv_suspect_list {
    gcv_report *report;
    gcv_suspect_wish wish;
    gcv_selection selection;
    gcv_retention retention;
    gcv_paths paths;
    gcv_chain_order order; /* of these paths; while the search runs */
    gcv_suspect_past past; /* with a baseline */
    gcv_selection past_selection;
    gcv_suspect_input input;
    gcv_suspects found;
    uint64_t *old;    /* per row found: bytes that its counterpart retains; NULL: no baseline */
    uint32_t *points; /* per row found */
    uint64_t heavy;   /* bytes that a row retains, or has grown by, to need no other evidence */
    gcv_rows rows;    /* items are rows of `found`, first the one with the most evidence */
    gcv_reasons reasons;
    uint64_t n_suppressed;
} gcv_suspect_list;

/* Finds them in report->heap; with report->baseline only what has grown. To be released even if it
 * fails. Costs gcv_cost_of_dominators and gcv_cost_of_suspects. */
GCV_CHECKED gcv_status gcv_suspect_list_find(gcv_report *report, const gcv_suspect_wish *wish,
                                             gcv_suspect_list *out, gcv_error *err);
void gcv_suspect_list_release(gcv_suspect_list *list);

static inline const gcv_suspect *gcv_suspect_list_row(const gcv_suspect_list *list, size_t rank)
{
    return &list->found.rows.data[list->rows.items.data[rank]];
}

/* The bytes that the row at a rank (from 0) retains in the baseline; GCV_NOT_REACHABLE if it has no
 * counterpart, or there is no baseline. */
static inline uint64_t gcv_suspect_list_old(const gcv_suspect_list *list, size_t rank)
{
    return list->old != NULL ? list->old[list->rows.items.data[rank]] : GCV_NOT_REACHABLE;
}

/* The sentence about the row at a rank, without its fingerprint, in list->reasons.text. */
GCV_CHECKED gcv_status gcv_suspect_list_describe(gcv_suspect_list *list, size_t rank,
                                                 gcv_error *err);
gcv_points gcv_suspect_list_points(const gcv_suspect_list *list, size_t rank);
/* The chains of all rows, in their order. */
GCV_CHECKED gcv_status gcv_suspect_list_chains(const gcv_suspect_list *list,
                                               gcv_suspect_chains *out, gcv_error *err);
/* The same, but for the retained bytes of its sets; see suspect_chains.h. */
GCV_CHECKED gcv_status gcv_suspect_list_collect(const gcv_suspect_list *list,
                                                gcv_set_members *members, uint32_t first_set,
                                                gcv_suspect_chains *out, gcv_error *err);

#endif
