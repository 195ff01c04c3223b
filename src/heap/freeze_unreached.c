/* freeze_unreached.c - roots for objects that nothing reaches, where the dump is known to hold
 * nothing but live objects.
 *
 * The runtime dumps what has survived a collection, so an object without a way from a root has a
 * root that was not told of: objects in frozen memory (string literals, type objects) have none at
 * all. Without this they would look like garbage.
 * The facts count the roots of the dump, so not these.
 *
 * O(objects + references); 4 bytes an object for the queue and one bit for the mark.
 */
#include "heap/freeze.h"

#include "base/error.h"
#include "base/text.h"

typedef struct marker {
    const gcv_heap *heap;
    uint32_t *bits;
    uint32_t *queue; /* marked objects, in order of discovery: the processor can look ahead */
    size_t n_queue;
} marker;

static bool is_marked(const marker *m, uint32_t object)
{
    return (m->bits[object >> 5] >> (object & 31) & 1) != 0;
}

/* An object enters the queue once; the entry is written in any case, which saves a branch that
 * nobody could predict. */
static void mark(marker *m, uint32_t object)
{
    uint32_t bits = m->bits[object >> 5], bit = (uint32_t)1 << (object & 31);
    m->queue[m->n_queue] = object;
    m->n_queue += (bits & bit) == 0;
    m->bits[object >> 5] = bits | bit;
}

static void mark_reached(marker *m, const gcv_root_column *roots)
{
    const uint32_t *first = m->heap->first_ref.data, *targets = m->heap->refs.data;
    size_t i, at;
    for (i = 0; i < roots->n; i++) {
        if (roots->data[i].object != GCV_NONE && !(roots->data[i].flags & GCV_ROOT_WEAK)) {
            mark(m, roots->data[i].object);
        }
    }
    for (at = 0; at < m->n_queue; at++) {
        uint32_t k = first[m->queue[at]], end = first[m->queue[at] + 1];
        for (; k < end; k++) {
            mark(m, targets[k]);
        }
    }
}

static gcv_status add_roots(gcv_freeze *freeze, const marker *m, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; i < heap->n_objects && status == GCV_OK; i++) {
        gcv_root root;
        if (is_marked(m, i)) {
            continue;
        }
        root.kind = 5;
        root.flags = 0;
        root.object = i;
        root.container = GCV_NONE;
        root.section = gcv_heap_object_section(heap, i);
        root.id = gcv_heap_object_id(heap, i);
        /* Frozen memory belongs to no generation. */
        root.label = heap->ranges.n > 0 && gcv_ranges_find(&heap->ranges, root.id) == GCV_NONE
                         ? gcv_slice_str("frozen")
                         : gcv_slice_str("not reported");
        status = gcv_root_column_push(builder->ctx, &builder->roots, root, err);
    }
    return status;
}

gcv_status gcv_freeze_unreached(gcv_freeze *freeze, gcv_error *err)
{
    gcv_context *ctx = freeze->builder->ctx;
    gcv_heap *heap = freeze->heap;
    size_t n_words = (size_t)heap->n_objects / 32 + 1;
    marker m;
    gcv_status status = gcv_ranges_settle(ctx, &heap->ranges, err);
    if (status != GCV_OK) {
        return status;
    }
    m.heap = heap;
    m.n_queue = 0;
    m.bits = gcv_alloc_zeroed(ctx, n_words, sizeof *m.bits, err);
    m.queue =
        m.bits != NULL ? gcv_alloc(ctx, (size_t)heap->n_objects + 1, sizeof *m.queue, err) : NULL;
    if (m.queue == NULL) {
        status = gcv_failed(err);
    } else {
        mark_reached(&m, &freeze->builder->roots);
        status = add_roots(freeze, &m, err);
    }
    gcv_free(ctx, m.queue, (size_t)heap->n_objects + 1, sizeof *m.queue);
    gcv_free(ctx, m.bits, n_words, sizeof *m.bits);
    return status;
}
