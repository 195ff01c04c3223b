/* heap_summary.h - totals of the sections of a heap, the figures of `summary`; root records by
 * kind, and the objects that they hold. */
#ifndef GCV_FIGURES_HEAP_SUMMARY_H
#define GCV_FIGURES_HEAP_SUMMARY_H

#include "analysis/selection.h"
#include "analysis/set_members.h"

typedef struct gcv_reach_totals {
    uint64_t objects, bytes;                     /* all objects */
    uint64_t reachable_objects, reachable_bytes; /* from the root set */
    uint64_t root_objects;                       /* objects of the root set */
} gcv_reach_totals;

typedef struct gcv_summary {
    gcv_counts counts;
    uint64_t started, ended, version;
    bool has_started, has_ended, has_version;
    gcv_reach_totals reach; /* filled in by the caller */
} gcv_summary;

/* Adds up the sections that are selected; leaves out `reach`. */
gcv_summary gcv_summary_of(const gcv_selection *selection);

/* Adds up how much of the sections is reachable. `sections`: one byte per section, not 0 if the
 * section counts; NULL: all count. `paths` must come from `roots`. O(objects). */
gcv_reach_totals gcv_reach_totals_of(const gcv_heap *heap, const uint8_t *sections,
                                     const gcv_root_set *roots, const gcv_paths *paths);

/* The same with a search of its own. O(objects + references). */
void gcv_reach_totals_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                           const uint8_t *sections, gcv_reach_totals *out);

typedef struct gcv_root_kind_row {
    uint32_t kind;
    uint64_t roots, objects, bytes;
    uint64_t retained; /* GCV_NOT_REACHABLE: no object of the kind is reachable */
} gcv_root_kind_row;

GCV_COLUMN(gcv_root_kind_column, gcv_root_kind_row);

/* Makes a row per kind, in canonical order, without the retained bytes. The objects that roots of a
 * kind hold are added to a set: an object that roots of several kinds hold is in the sets of all of
 * them. The kinds have the sets from `first_set` on. */
void gcv_root_kinds_collect(gcv_context *ctx, const gcv_selection *selection,
                            gcv_set_members *members, uint32_t first_set,
                            gcv_root_kind_column *out);

#endif
