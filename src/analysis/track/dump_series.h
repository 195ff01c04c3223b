/* dump_series.h - what several dumps of one process say together: ages and growth of objects.
 * gcv_track_find(), for two dumps, is public. */
#ifndef GCV_ANALYSIS_TRACK_DUMP_SERIES_H
#define GCV_ANALYSIS_TRACK_DUMP_SERIES_H

#include "heap/heap.h"

/* ---- ages.c: in how many earlier dumps the objects of the last dump already existed --------- */

/* Several dumps in chronological order, and what happened between them. */
typedef struct gcv_dump_series {
    const gcv_heap *const *heaps;
    const uint32_t *numbers; /* dump numbers */
    size_t n;                /* at least 2 */
    gcv_moves *moves;
} gcv_dump_series;

typedef struct gcv_ages {
    uint32_t n_objects;  /* in the last heap */
    uint32_t *age;       /* per object: how many of the earlier dumps contain it */
    uint64_t unseen;     /* live objects missing from an incomplete dump */
    uint64_t background; /* as in gcv_track */
} gcv_ages;

/* Follows all objects from each dump to the next. An object missing from an incomplete dump in
 * between cannot be followed past it: its age is counted from the next dump. 8 bytes per object,
 * besides what gcv_track_find() takes. GCV_ERR_INPUT as in gcv_track_find(). */
void gcv_ages_find(gcv_context *ctx, const gcv_dump_series *series, gcv_ages *out);

/* ---- growth.c: objects that exist in two dumps and retain more in the later one ------------- */

typedef struct gcv_growing {
    uint32_t before, object; /* object numbers in the first and in the second heap */
    uint64_t retained_before, retained;
    uint32_t gained; /* references to objects that it did not refer to before */
} gcv_growing;

GCV_COLUMN(gcv_growing_column, gcv_growing);

/* Finds all objects that are reachable in both heaps and retain more in the second, in ascending
 * order of their numbers there.
 *
 * References gained are counted one by one: each reference in the first heap cancels one reference
 * to the same object in the second heap. Sorts the references of each such object once; takes 8
 * bytes per object of both heaps, and the dominators of one heap at a time. */
void gcv_growing_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                      const gcv_track *track, bool include_weak, gcv_growing_column *out);

/* For each heap; includes dominators. */
extern const gcv_cost gcv_cost_of_growth;

#endif
