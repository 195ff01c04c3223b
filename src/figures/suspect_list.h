/* suspect_list.h - the suspects of a dump, selected and ranked. */
#ifndef GCV_FIGURES_SUSPECT_LIST_H
#define GCV_FIGURES_SUSPECT_LIST_H

#include "analysis/suspects/explain/suspect_chains.h"
#include "analysis/suspects/explain/reason_words.h"
#include "analysis/type_kinds.h"
#include "base/rows.h"
#include "figures/suppressions.h"

#define GCV_SUSPECT_PERCENT 10 /* default of --min-share */

/* What is asked for. Suspects are about the rest of each basis (analysis/basis.h). */
typedef struct gcv_suspect_request {
    gcv_basis *now;
    gcv_basis *past; /* of the baseline: only what has grown since is a suspect; NULL: none */
    gcv_optional min_share; /* thousandths of a percent */
    bool mine, by_bytes;
    const gcv_suppressions *known; /* suspects to leave out; NULL: none */
    uint64_t top;                  /* maximum number of rows; 0: all */
    bool chains;                   /* the chains of the rows will be asked for */
} gcv_suspect_request;

typedef struct gcv_suspect_list {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_suspect_request request;
    gcv_suspect_input input;
    gcv_suspects found;
    gcv_suspect_past past;                /* of the rows found */
    uint32_t *points;                     /* per row found: sum of its evidence */
    uint64_t reachable, reachable_before; /* bytes of each dump; 0: no baseline */
    uint64_t grown; /* reachable bytes beyond those of the baseline, without what is left out */
    gcv_rows rows;  /* items are rows of `found`, the one with the most evidence first */
    gcv_reasons reasons;
    uint64_t n_suppressed;
} gcv_suspect_list;

/* Finds the suspects. Costs gcv_cost_of_dominators and gcv_cost_of_suspects. What the request
 * borrows must outlive the list, except for the basis of the baseline. */
void gcv_suspect_list_find(gcv_context *ctx, const gcv_suspect_request *request,
                           gcv_suspect_list *out);

static inline bool gcv_suspect_list_has_baseline(const gcv_suspect_list *list)
{
    return list->input.growing;
}

static inline const gcv_suspect *gcv_suspect_list_row(const gcv_suspect_list *list, size_t rank)
{
    return &list->found.rows.data[list->rows.items.data[rank]];
}

/* The bytes that the row at a rank (from 0) retains in the baseline; GCV_NOT_REACHABLE: it has no
 * counterpart, or there is no baseline. */
static inline uint64_t gcv_suspect_list_retained_before(const gcv_suspect_list *list, size_t rank)
{
    return list->past.retained != NULL ? list->past.retained[list->rows.items.data[rank]]
                                       : GCV_NOT_REACHABLE;
}

/* Bytes by which a row found is measured: what it retains or, with a baseline, by how much that
 * grew; and those of the row at a rank. */
static inline uint64_t gcv_suspect_list_bytes(const gcv_suspect_list *list, uint32_t item)
{
    const bool has = list->past.retained != NULL && list->past.retained[item] != GCV_NOT_REACHABLE;
    return gcv_excess(list->found.rows.data[item].retained, has ? list->past.retained[item] : 0);
}

static inline uint64_t gcv_suspect_list_growth(const gcv_suspect_list *list, size_t rank)
{
    return gcv_suspect_list_bytes(list, list->rows.items.data[rank]);
}

/* The objects that the row at a rank is about, `*n` in number; 0: it is a group, of all objects of
 * its types. */
static inline const uint32_t *gcv_suspect_list_members(const gcv_suspect_list *list, size_t rank,
                                                       uint32_t *n)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const gcv_crowd *crowd = gcv_crowd_of(&list->found, row);
    *n = crowd != NULL ? crowd->n : row->object != GCV_NONE;
    return crowd != NULL ? gcv_crowd_members(&list->found.crowds, crowd) : &row->object;
}

/* The object the chain of which says why a row is alive: its own, or the first of closures, whose
 * type is that of all functions. GCV_NONE: the chains of its type do. */
static inline uint32_t gcv_suspect_list_example(const gcv_suspect_list *list, size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const gcv_crowd *crowd = gcv_crowd_of(&list->found, row);
    uint32_t n;
    return crowd != NULL && (crowd->kinds & GCV_TYPE_CLOSURE) != 0
               ? gcv_suspect_list_members(list, rank, &n)[0]
               : row->object;
}

static inline uint32_t gcv_suspect_list_objects(const gcv_suspect_list *list, size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    return row->object != GCV_NONE ? 1 : row->objects;
}

/* Writes the sentence about the row at a rank, without its fingerprint, into list->reasons.text. */
void gcv_suspect_list_describe(gcv_suspect_list *list, size_t rank);
gcv_points gcv_suspect_list_points(const gcv_suspect_list *list, size_t rank);
/* Finds the chains of all rows, in the order of the rows. */
void gcv_suspect_list_chains(gcv_suspect_list *list, gcv_suspect_chains *out);
/* The same without the retained bytes of the sets, which the caller finds; see suspect_chains.h. */
void gcv_suspect_list_collect(gcv_suspect_list *list, gcv_set_members *members, uint32_t first_set,
                              gcv_suspect_chains *out);

#endif
