/* ages.c - ages of objects in dumps; see dump_series.h. */
#include "analysis/track/dump_series.h"

#include "analysis/analyses.h"

/* Computes the ages of the objects in the next dump from those in this one. */
static void step(gcv_context *ctx, const gcv_dump_series *series, size_t at, gcv_ages *ages)
{
    const gcv_heap *from = series->heaps[at], *to = series->heaps[at + 1];
    gcv_track track = series->moves == NULL
                          ? gcv_track_compute_by_ids(ctx, from, to)
                          : gcv_track_compute(ctx, from, to, series->moves, series->numbers[at],
                                              series->numbers[at + 1], true);
    uint32_t *age = gcv_alloc(ctx, track.n_to, sizeof *age);
    for (uint32_t i = 0; i < track.n_to; i++) {
        age[i] = track.from[i] == GCV_NONE ? 0 : ages->age[track.from[i]] + 1;
    }
    gcv_free(ctx, ages->age);
    ages->age = age;
    ages->n_objects = track.n_to;
    ages->unseen += track.unseen;
    ages->background = track.background != 0 ? track.background : ages->background;
    gcv_track_release(ctx, &track);
}

/* Verifies the evidence of the whole series at once, which takes no longer than for two of its
 * dumps. Missing dumps, or dumps in the wrong order, are reported later. */
static void verify(const gcv_dump_series *series)
{
    const gcv_dump_mark *first = gcv_moves_dump(series->moves, series->numbers[0]);
    const gcv_dump_mark *last = gcv_moves_dump(series->moves, series->numbers[series->n - 1]);
    if (first != NULL && last != NULL && first->n_collections <= last->n_collections) {
        gcv_moves_verify(series->moves, first, last);
    }
}

void gcv_ages_find(gcv_context *ctx, const gcv_dump_series *series, gcv_ages *out)
{
    *out = (gcv_ages){.n_objects = gcv_heap_n_objects(series->heaps[0])};
    out->age = gcv_alloc_zeroed(ctx, out->n_objects, sizeof *out->age);
    if (series->moves != NULL) {
        verify(series);
    }
    for (size_t i = 0; i + 1 < series->n; i++) {
        step(ctx, series, i, out);
    }
}
