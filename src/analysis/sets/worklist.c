/* worklist.c - referrers first, then first in, first out; see worklist.h. */
#include "analysis/sets/worklist.h"

#include "base/error.h"

#include <string.h>

/* Number of waiting objects that the sweep lists at a time: enough for reading ahead, and few
 * enough that objects which wait for them come first. */
enum { TURNS = 16 };

static gcv_status allocate(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap,
                           gcv_error *err)
{
    memset(worklist, 0, sizeof *worklist);
    worklist->ctx = ctx;
    worklist->n_objects = heap->n_objects;
    worklist->ring = gcv_alloc(ctx, worklist->n_objects, sizeof *worklist->ring, err);
    return worklist->ring == NULL
               ? gcv_failed(err)
               : gcv_bitset_init(ctx, &worklist->listed, worklist->n_objects, err);
}

gcv_status gcv_worklist_init_empty(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap,
                                   gcv_error *err)
{
    gcv_status status = allocate(ctx, worklist, heap, err);
    uint32_t i;
    for (i = 0; status == GCV_OK && i < heap->n_objects; i++) {
        uint32_t leaf = heap->first_ref.data[i] == heap->first_ref.data[i + 1]; /* without branch */
        worklist->listed.words[i / 32] |= leaf << i % 32;
    }
    return status;
}

/* Counts the references to each object that has references itself. */
static void count_pending(gcv_worklist *worklist, const gcv_heap *heap)
{
    const uint32_t *first_ref = heap->first_ref.data, *refs = heap->refs.data;
    uint8_t *pending = worklist->pending;
    size_t k, n_refs = heap->refs.n;
    uint32_t i;
    for (k = 0; k < n_refs; k++) {
        uint8_t many = pending[refs[k]] == GCV_MANY_PENDING;
        pending[refs[k]] = (uint8_t)(pending[refs[k]] + 1 - many);
    }
    for (i = 0; i < heap->n_objects; i++) {
        pending[i] = first_ref[i] == first_ref[i + 1] ? 0 : pending[i];
    }
}

gcv_status gcv_worklist_init(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap,
                             const gcv_root_set *roots, gcv_error *err)
{
    gcv_status status = allocate(ctx, worklist, heap, err);
    uint32_t i;
    if (status != GCV_OK) {
        return status;
    }
    worklist->pending = gcv_alloc_zeroed(ctx, worklist->n_objects, sizeof *worklist->pending, err);
    if (worklist->pending == NULL) {
        return gcv_failed(err);
    }
    worklist->sweeping = true;
    gcv_bitset_fill(&worklist->listed); /* nothing is added before its turn */
    count_pending(worklist, heap);
    for (i = 0; i < roots->n; i++) {
        uint32_t object = roots->object[i];
        if (heap->first_ref.data[object] != heap->first_ref.data[object + 1]) {
            gcv_worklist_ready(worklist, object);
        }
        worklist->pending[object] = GCV_SETTLED;
    }
    return GCV_OK;
}

static void end_sweep(gcv_worklist *worklist)
{
    uint32_t i;
    worklist->sweeping = false;
    gcv_u32_column_release(worklist->ctx, &worklist->reached);
    worklist->head = 0;
    for (i = 0; i < worklist->n_swept; i++) {
        uint32_t object = worklist->ring[i];
        if (gcv_bitset_has(&worklist->listed, object)) {
            worklist->ring[worklist->length++] = object;
        }
    }
}

void gcv_worklist_turn(gcv_worklist *worklist)
{
    while (worklist->n_tried < worklist->reached.n && worklist->length < TURNS) {
        uint32_t object = worklist->reached.data[worklist->n_tried++];
        if (gcv_worklist_is_waiting(worklist, object)) {
            gcv_worklist_ready(worklist, object);
        }
    }
    if (worklist->length == 0) {
        end_sweep(worklist);
    }
}

void gcv_worklist_release(gcv_worklist *worklist)
{
    gcv_free(worklist->ctx, worklist->ring, worklist->n_objects, sizeof *worklist->ring);
    gcv_free(worklist->ctx, worklist->pending, worklist->n_objects, sizeof *worklist->pending);
    gcv_u32_column_release(worklist->ctx, &worklist->reached);
    gcv_bitset_release(worklist->ctx, &worklist->listed);
}
