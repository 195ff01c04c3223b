/* growth.c - objects that retain more in a later dump; see dump_series.h. */
#include "analysis/track/dump_series.h"

#include "analysis/basis.h"
#include "heap/memory.h"

const gcv_cost gcv_cost_of_growth = {
    "growth of tracked objects", GCV_COST_PARTS(12.125, 0, 1, 0, 0),
    GCV_COST_PARTS(61, 12, GCV_COST_TYPE_ROW, 24, 1.5), 6000, NULL};

/* Retained bytes per object, or GCV_NOT_REACHABLE. */
static uint64_t *retained_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak)
{
    gcv_basis basis = gcv_basis_of(ctx, heap, include_weak);
    const gcv_dominators *d = gcv_basis_dominators(&basis);
    uint64_t *retained = gcv_alloc(ctx, heap->n_objects, sizeof *retained);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        retained[i] = d->number[i] != 0 ? d->retained[d->number[i]] : GCV_NOT_REACHABLE;
    }
    gcv_basis_release(&basis);
    return retained;
}

/* ---- references gained -------------------------------------------------------------------- */

/* The references of one object in both heaps, as object numbers of the second heap. */
typedef struct gcv_reference_lists {
    gcv_u32_column before, now;
} gcv_reference_lists;

static uint32_t count_gained(const gcv_u32_column *before, const gcv_u32_column *now)
{
    uint32_t gained = 0;
    size_t at = 0;
    for (size_t i = 0; i < now->n; i++) {
        while (at < before->n && before->data[at] < now->data[i]) {
            at++;
        }
        if (at < before->n && before->data[at] == now->data[i]) {
            at++;
        } else {
            gained++;
        }
    }
    return gained;
}

static void find_gained(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                        const gcv_track *track, gcv_reference_lists *lists, gcv_growing *row)
{
    uint32_t n_before, n_now;
    const uint32_t *before = gcv_heap_references(from, row->before, &n_before);
    const uint32_t *now = gcv_heap_references(to, row->object, &n_now);
    lists->before.n = lists->now.n = 0;
    gcv_u32_column_reserve(ctx, &lists->before, n_before);
    for (uint32_t i = 0; i < n_before; i++) {
        uint32_t image = track->to[before[i]];
        if (image < GCV_UNSEEN) { /* neither unseen nor dead */
            lists->before.data[lists->before.n++] = image;
        }
    }
    gcv_u32_column_append(ctx, &lists->now, now, n_now);
    gcv_sort_u32(lists->before.data, lists->before.n);
    gcv_sort_u32(lists->now.data, lists->now.n);
    row->gained = count_gained(&lists->before, &lists->now);
}

/* ---- all growing objects ------------------------------------------------------------------ */

void gcv_growing_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                      const gcv_track *track, bool include_weak, gcv_growing_column *out)
{
    gcv_reference_lists lists = {0};
    *out = (gcv_growing_column){0};
    uint64_t *before = retained_of(ctx, from, include_weak);
    uint64_t *now = retained_of(ctx, to, include_weak);
    for (uint32_t i = 0; i < track->n_to; i++) {
        gcv_growing row = {.object = i, .before = track->from[i]};
        if (row.before == GCV_NONE || now[i] == GCV_NOT_REACHABLE ||
            before[row.before] >= now[i]) { /* true if it was not reachable before */
            continue;
        }
        row.retained_before = before[row.before];
        row.retained = now[i];
        find_gained(ctx, from, to, track, &lists, &row);
        gcv_growing_column_push(ctx, out, row);
    }
    GCV_RELEASE(ctx, &lists.before, &lists.now);
    GCV_FREE(ctx, before, now);
}
