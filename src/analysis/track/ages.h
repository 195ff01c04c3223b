/* ages.h - in how many earlier dumps the objects of the last dump already existed. */
#ifndef GCV_ANALYSIS_TRACK_AGES_H
#define GCV_ANALYSIS_TRACK_AGES_H

#include "heap/heap.h"

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
GCV_CHECKED gcv_status gcv_ages_find(gcv_context *ctx, const gcv_dump_series *series, gcv_ages *out,
                                     gcv_error *err);
void gcv_ages_release(gcv_context *ctx, gcv_ages *ages);

#endif
