/* group_totals.h - objects, bytes and retained bytes of a selection by group: the numbers of
 * `stats`, and what `diff` compares.
 *
 * O(types) for a heap that is a tally, else O(objects); on top of that come the searches that a
 * query asks for. Bytes: 16 a group, 8 more with retained bytes; 4 an object while it runs, and
 * what paths and retained sets take.
 */
#ifndef GCV_ANALYSIS_GROUP_TOTALS_H
#define GCV_ANALYSIS_GROUP_TOTALS_H

#include "analysis/groups.h"
#include "analysis/selection.h"

typedef struct gcv_totals_query {
    gcv_group_by by;
    bool include_weak;      /* weak roots hold objects, too */
    bool unreachable;       /* only objects that no root reaches count */
    bool retained;          /* find retained bytes, too */
    const gcv_paths *paths; /* from the roots, if the caller has found them; or NULL */
} gcv_totals_query;

typedef struct gcv_group_totals {
    gcv_context *ctx;
    const gcv_selection *selection; /* borrowed, as is its heap */
    gcv_totals_query query;
    gcv_groups groups;
    uint64_t *counts, *bytes; /* per group */
    uint64_t *retained;       /* per group, or GCV_NOT_REACHABLE; NULL: not asked for */
} gcv_group_totals;

/* To be released, even if it fails. GCV_ERR_USAGE if the heap does not know what to group by. */
GCV_CHECKED gcv_status gcv_group_totals_find(gcv_context *ctx, const gcv_selection *selection,
                                             const gcv_totals_query *query, gcv_group_totals *out,
                                             gcv_error *err);
/* Places each object in the set of its group; GCV_NONE for those that do not count. `set_of`: per
 * group the number of its set, or GCV_NONE. Not for a query of what is unreachable. */
void gcv_group_totals_place(const gcv_group_totals *totals, const uint32_t *set_of,
                            uint32_t *placed);
/* What sets of groups retain, of which only the selected objects count. `set_of`: per group the
 * number of its set, or GCV_NONE; `retained` is as for gcv_retained_of_sets(). The heap must have a
 * graph. */
GCV_CHECKED gcv_status gcv_group_totals_retained(const gcv_group_totals *totals,
                                                 const uint32_t *set_of, uint32_t n_sets,
                                                 uint64_t *retained, gcv_error *err);
/* Bytes of all objects of the selected sections, whatever their types. */
uint64_t gcv_group_totals_whole(const gcv_group_totals *totals);
void gcv_group_totals_release(gcv_group_totals *totals); /* fine with zeroed ones */

/* Without retained bytes: of a query whose groups are found by paths, and of any other. */
extern const gcv_cost gcv_cost_of_path_totals, gcv_cost_of_totals;

#endif
