/* worklist.c - referrers first, then first in, first out; see worklist.h. */
#include "analysis/sets/worklist.h"

/* Number of waiting objects that the sweep lists at a time: enough for reading ahead, and few
 * enough that objects which wait for them come first. */
enum { TURNS = 16 };

static void allocate(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap)
{
    *worklist = (gcv_worklist){.ctx = ctx, .n_objects = heap->n_objects};
    worklist->ring = gcv_alloc(ctx, worklist->n_objects, sizeof *worklist->ring);
    gcv_bitset_init(ctx, &worklist->listed, worklist->n_objects);
}

void gcv_worklist_init_empty(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap)
{
    allocate(ctx, worklist, heap);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        uint32_t leaf = heap->first_ref.data[i] == heap->first_ref.data[i + 1]; /* without branch */
        worklist->listed.words[i / 32] |= leaf << i % 32;
    }
}

/* Counts the references to each object that has references itself. */
static void count_pending(gcv_worklist *worklist, const gcv_heap *heap)
{
    const uint32_t *first_ref = heap->first_ref.data, *refs = heap->refs.data;
    uint8_t *pending = worklist->pending;
    size_t n_refs = heap->refs.n;
    for (size_t k = 0; k < n_refs; k++) {
        uint8_t many = pending[refs[k]] == GCV_MANY_PENDING;
        pending[refs[k]] = (uint8_t)(pending[refs[k]] + 1 - many);
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        pending[i] = first_ref[i] == first_ref[i + 1] ? 0 : pending[i];
    }
}

void gcv_worklist_init(gcv_context *ctx, gcv_worklist *worklist, const gcv_heap *heap,
                       const gcv_root_set *roots)
{
    allocate(ctx, worklist, heap);
    worklist->pending = gcv_alloc_zeroed(ctx, worklist->n_objects, sizeof *worklist->pending);
    worklist->sweeping = true;
    gcv_bitset_fill(&worklist->listed); /* nothing is added before its turn */
    count_pending(worklist, heap);
    for (uint32_t i = 0; i < roots->n; i++) {
        uint32_t object = roots->object[i];
        if (heap->first_ref.data[object] != heap->first_ref.data[object + 1]) {
            gcv_worklist_ready(worklist, object);
        }
        worklist->pending[object] = GCV_SETTLED;
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
    if (worklist->length > 0) {
        return;
    }
    worklist->sweeping = false;
    gcv_u32_column_release(worklist->ctx, &worklist->reached);
    worklist->head = 0;
    for (uint32_t i = 0; i < worklist->n_swept; i++) {
        uint32_t object = worklist->ring[i];
        if (gcv_bitset_has(&worklist->listed, object)) {
            worklist->ring[worklist->length++] = object;
        }
    }
}

void gcv_worklist_release(gcv_worklist *worklist)
{
    GCV_FREE(worklist->ctx, worklist->ring, worklist->pending);
    gcv_u32_column_release(worklist->ctx, &worklist->reached);
    gcv_bitset_release(worklist->ctx, &worklist->listed);
}
