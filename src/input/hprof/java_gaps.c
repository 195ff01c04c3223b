/* java_gaps.c - the distance of each object from the next one; see java_sizes.h. */
#include "input/hprof/java_sizes.h"

enum { GROUPS_OF_ARRAYS = GCV_HPROF_TYPES };

GCV_KEY(id_at, gcv_id_column_get(payload, row));

static void find_order(gcv_hprof *hprof)
{
    gcv_hprof_heap *heap = hprof->heap;
    const size_t n = heap->rows.size.n;
    if (!heap->is_ascending) {
        heap->order = gcv_numbers_new(hprof->ctx, n);
        gcv_sort_by_key(hprof->ctx, heap->order, n, id_at, &heap->rows.ids, false);
    }
}

/* The group of a shape; GCV_NONE: class objects have none. */
static uint32_t group_of(const gcv_hprof_gaps *gaps, uint32_t shape)
{
    const uint32_t form = gcv_hprof_form_of(shape);
    return gcv_hprof_is_primitive(shape) ? gaps->n_classes + shape
           : form == GCV_HPROF_INSTANCE  ? gcv_hprof_class_of(shape)
           : form == GCV_HPROF_ARRAY     ? gaps->n_classes + GCV_HPROF_OBJECT
                                         : GCV_NONE;
}

/* Counts the objects of each group, so that `start` says where each group ends. */
static void count_groups(const gcv_hprof_heap *heap, gcv_hprof_gaps *gaps)
{
    const uint32_t n_groups = gaps->n_classes + GROUPS_OF_ARRAYS;
    for (size_t i = 0; i < heap->rows.slot.n; i++) {
        const uint32_t group = group_of(gaps, heap->rows.slot.data[i]);
        if (group != GCV_NONE) {
            gaps->start[group]++;
        }
    }
    for (uint32_t i = 1; i <= n_groups; i++) {
        gaps->start[i] += gaps->start[i - 1];
    }
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void note_distance(gcv_hprof_gaps *gaps, uint64_t distance)
{
    gaps->has_repeats = gaps->has_repeats || distance == 0;
    if (gaps->divisor == 0 || distance % gaps->divisor != 0) {
        gaps->divisor = common_divisor(distance, gaps->divisor);
    }
}

/* Fills a group from its end, so that at last `start` says where each group begins. */
static void put(const gcv_hprof_heap *heap, gcv_hprof_gaps *gaps, uint32_t object, uint32_t gap)
{
    const uint32_t shape = heap->rows.slot.data[object], group = group_of(gaps, shape);
    if (group == GCV_NONE) {
        gaps->mirror[gcv_hprof_class_of(shape)] = gap;
        return;
    }
    const uint32_t at = --gaps->start[group];
    gaps->gap[at] = gap;
    if (group >= gaps->n_classes) {
        gaps->length[at - gaps->start[gaps->n_classes]] = heap->rows.size.data[object];
    }
}

static uint32_t object_at(const gcv_hprof_heap *heap, size_t at)
{
    return heap->order != NULL ? heap->order[at] : (uint32_t)at;
}

static void fill(const gcv_hprof_heap *heap, gcv_hprof_gaps *gaps)
{
    const gcv_id_column *ids = &heap->rows.ids;
    for (size_t i = 0; i < heap->rows.size.n; i++) {
        const uint32_t object = object_at(heap, i);
        uint64_t distance = UINT32_MAX;
        if (i + 1 < heap->rows.size.n) {
            distance =
                gcv_id_column_get(ids, object_at(heap, i + 1)) - gcv_id_column_get(ids, object);
            note_distance(gaps, distance);
        }
        put(heap, gaps, object, distance < UINT32_MAX ? (uint32_t)distance : UINT32_MAX);
    }
}

void gcv_hprof_gaps_find(gcv_hprof *hprof, gcv_hprof_gaps *out)
{
    gcv_context *ctx = hprof->ctx;
    const gcv_hprof_heap *heap = hprof->heap;
    *out = (gcv_hprof_gaps){0};
    find_order(hprof);
    out->n_classes = (uint32_t)heap->classes.n;
    out->start =
        gcv_alloc_zeroed(ctx, out->n_classes + (size_t)GROUPS_OF_ARRAYS + 1, sizeof *out->start);
    out->mirror = gcv_alloc_zeroed(ctx, out->n_classes, sizeof *out->mirror);
    count_groups(heap, out);
    const uint32_t n = out->start[out->n_classes + GROUPS_OF_ARRAYS];
    const uint32_t n_instances = out->n_classes > 0 ? out->start[out->n_classes - 1] : 0;
    out->gap = gcv_alloc(ctx, n, sizeof *out->gap);
    out->length = gcv_alloc(ctx, n - n_instances, sizeof *out->length);
    fill(heap, out);
}

gcv_hprof_fit gcv_hprof_fit_of(const gcv_hprof_gaps *gaps, uint32_t group, uint64_t size)
{
    gcv_hprof_fit fit = {0, 0};
    for (uint32_t i = gaps->start[group]; i < gaps->start[group + 1]; i++) {
        fit.tight += gaps->gap[i] == size;
        fit.over += gaps->gap[i] < size;
    }
    return fit;
}

uint32_t gcv_hprof_least_gap(const gcv_hprof_gaps *gaps, uint32_t group, uint32_t *count)
{
    uint32_t least = UINT32_MAX;
    *count = 0;
    for (uint32_t i = gaps->start[group]; i < gaps->start[group + 1]; i++) {
        if (gaps->gap[i] < least) {
            least = gaps->gap[i];
            *count = 0;
        }
        *count += gaps->gap[i] == least;
    }
    return least;
}
