/* reach_totals.h - how much of the chosen sections is reachable. */
#ifndef GCV_ANALYSIS_REACH_TOTALS_H
#define GCV_ANALYSIS_REACH_TOTALS_H

#include "heap/heap.h"

typedef struct gcv_reach_totals {
    uint64_t objects, bytes;                     /* all objects */
    uint64_t reachable_objects, reachable_bytes; /* from the root set */
    uint64_t root_objects;                       /* objects of the root set */
} gcv_reach_totals;

/* Adds up the sections. `sections`: one byte per section, not 0 if the section counts; NULL: all
 * count. `paths` must come from `roots`. O(objects). */
gcv_reach_totals gcv_reach_totals_of(const gcv_heap *heap, const uint8_t *sections,
                                     const gcv_root_set *roots, const gcv_paths *paths);

/* The same with a search of its own. O(objects + references). */
void gcv_reach_totals_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                           const uint8_t *sections, gcv_reach_totals *out);

#endif
