/* group_totals.h - objects, bytes and retained bytes of a selection by group: the numbers of
 * `stats`, and those that `diff` compares.
 *
 * O(types) for a heap that is a tally, else O(objects), plus the searches that the query needs.
 * Bytes: 16 per group, 8 more with retained bytes; while it runs, 4 per object, and those of paths
 * and retained sets.
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
    const gcv_paths *paths; /* from the roots; NULL: the caller has not found them */
    bool across_dumps;      /* for comparison: by type, as gcv_groups_across_dumps() … */
    bool owned;             /* … or of owners, by type, as it does `by_owner` */
    gcv_slice folder;       /* by site: what scripts are shortened by; data NULL: they are whole */
    const gcv_heap *latest; /* by site: whose crowded lines count; NULL: the heap's own */
} gcv_totals_query;

typedef struct gcv_group_totals {
    gcv_context *ctx;
    const gcv_selection *selection; /* borrowed, as is its heap */
    gcv_totals_query query;
    gcv_groups groups;
    uint64_t *counts, *bytes; /* per group */
    uint64_t *retained;       /* per group, or GCV_NOT_REACHABLE; NULL: not asked for */
} gcv_group_totals;

/* GCV_ERR_USAGE: the heap lacks the information to group by. */
void gcv_group_totals_find(gcv_context *ctx, const gcv_selection *selection,
                           const gcv_totals_query *query, gcv_group_totals *out);
/* Stores the set of each object's group in `set_of_object`; GCV_NONE: the object does not count.
 * `set_of_group`: per group, its set or GCV_NONE. Not for a query of unreachable objects. */
void gcv_group_totals_assign_sets(const gcv_group_totals *totals, const uint32_t *set_of_group,
                                  uint32_t *set_of_object);
/* Returns what some groups retain together, as gcv_retained_of_sets() does; only the selected
 * objects are members. `set_of_group`: 0 for each of these groups, GCV_NONE for others. The heap
 * must have a graph. */
uint64_t gcv_group_totals_retained(const gcv_group_totals *totals, const uint32_t *set_of_group);
/* Bytes of all objects of the selected sections, whatever their types. */
uint64_t gcv_group_totals_whole_bytes(const gcv_group_totals *totals);
void gcv_group_totals_release(gcv_group_totals *totals); /* zeroed totals are fine */

/* Costs without retained bytes: of queries of unreachable objects or by kind of root, and of all
 * others. */
extern const gcv_cost gcv_cost_of_path_totals, gcv_cost_of_totals;

/* ---- by type name, for the types that occur among some objects ---------------------------- */

typedef struct gcv_histogram_row {
    uint32_t type; /* type row, shared by types of one name */
    uint64_t objects, bytes;
} gcv_histogram_row;

GCV_COLUMN(gcv_histogram_row_column, gcv_histogram_row);

/* 4 bytes per type and 24 for each type that occurs; adding an object is O(1). */
typedef struct gcv_histogram {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_histogram_row_column rows; /* in order of first occurrence */
    uint32_t *row_of;              /* per type: row + 1; 0: no row yet */
} gcv_histogram;

void gcv_histogram_init(gcv_context *ctx, gcv_histogram *histogram, const gcv_heap *heap);
/* Adds an object. `again`: it was counted before, so its bytes are not added. */
void gcv_histogram_add(gcv_histogram *histogram, uint32_t object, bool again);
/* O(rows). */
void gcv_histogram_clear(gcv_histogram *histogram);

#endif
