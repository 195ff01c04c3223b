/* changes.h - what changed from the first dump to the last one, by type or by other groups.
 *
 * Ids mean nothing across dumps, so rows are joined by name. Each dump is counted as `stats` counts
 * it: the deltas of all rows add up to the difference between the totals of two runs of `stats`. */
#ifndef GCV_FIGURES_CHANGES_H
#define GCV_FIGURES_CHANGES_H

#include "analysis/group_totals.h"
#include "analysis/groups.h"
#include "base/rows.h"

typedef struct gcv_change_request {
    const gcv_heap *const *heaps; /* those that are counted, the oldest first: two or more */
    size_t n_heaps;
    const gcv_filter *filter;
    gcv_totals_query totals; /* how each is counted */
    bool monotonic;          /* only rows that grew from each dump to the next are shown */
    bool unchanged;          /* rows that did not change are shown, too */
} gcv_change_request;

typedef struct gcv_change {
    uint64_t count_a, count_b, bytes_a, bytes_b;
    uint64_t retained_a, retained_b; /* 0: no object of the row is reachable */
    bool retains; /* an object of the row is reachable in the first or the last dump */
    bool grew;    /* it grew from each dump to the next */
} gcv_change;

typedef struct gcv_changes {
    gcv_context *ctx;
    gcv_change_request request;
    gcv_selection *selections; /* per dump */
    gcv_group_totals *totals;
    gcv_name_list *lists;
    bool any_section; /* a dump has the domain that the filter asks for */
    gcv_name_join join;
    gcv_change *rows; /* join.names.n rows */
    gcv_change total; /* of the rows that are shown; found by gcv_changes_add_up() */
} gcv_changes;

void gcv_changes_find(gcv_context *ctx, const gcv_change_request *request, gcv_changes *out);
/* Returns the row of a name; all zeros if there is none. O(log rows). */
gcv_change gcv_change_named(const gcv_changes *changes, gcv_slice name);

/* Whether a row is one that was asked for; `payload` is the gcv_changes. */
bool gcv_change_is_shown(const void *payload, uint32_t item);
/* The same for rows whose bytes grew. */
bool gcv_change_is_growth(const void *payload, uint32_t item);
/* Finds the total of the rows that are shown. What they retain together is not a sum. */
void gcv_changes_add_up(gcv_changes *changes);

/* Adds a row to a sum, but for what it retains. */
void gcv_change_add(gcv_change *sum, const gcv_change *row);

/* The absolute difference of the bytes of a row. */
uint64_t gcv_change_key_bytes(const void *payload, uint32_t item);

/* Sorts the rows that are shown (of growth: gcv_change_is_growth()), the largest change of bytes
 * first. */
void gcv_changes_largest(const gcv_changes *changes, bool growth, gcv_rows *out);

/* Returns the growth in bytes over all rows; `*objects` is the growth in objects. */
int64_t gcv_changes_growth(const gcv_changes *changes, int64_t *objects);

#endif
