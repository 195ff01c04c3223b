/* rpo_worklist.c - reverse depth-first postorder, then first in, first out; see rpo_worklist.h. */
#include "analysis/sets/rpo_worklist.h"

#include "base/error.h"

#include <string.h>

/* An object on the current path of the search, and how many deferred objects there were before. */
typedef struct gcv_frame {
    uint32_t object;
    uint32_t n_deferred;
} gcv_frame;

GCV_COLUMN(gcv_frame_column, gcv_frame);

typedef struct gcv_search {
    const uint32_t *first_ref, *refs;
    gcv_frame_column path;
    gcv_u32_column deferred; /* referents of objects on the path, not reached when they were read */
} gcv_search;

static bool is_leaf(const gcv_search *search, uint32_t object)
{
    return search->first_ref[object] == search->first_ref[object + 1];
}

/* Puts an object on the path. All its references are read at once, so that their cache misses
 * overlap. */
static gcv_status enter(gcv_rpo_worklist *worklist, gcv_search *search, uint32_t object,
                        gcv_error *err)
{
    uint32_t i = search->first_ref[object + 1], begin = search->first_ref[object];
    gcv_status status = GCV_OK;
    gcv_frame frame;
    frame.object = object;
    frame.n_deferred = (uint32_t)search->deferred.n;
    (void)gcv_bitset_add(&worklist->reached, object);
    while (status == GCV_OK && i > begin) {
        uint32_t to = search->refs[--i];
        if (gcv_rpo_worklist_reaches(worklist, to)) {
            continue;
        }
        if (is_leaf(search, to)) {
            (void)gcv_bitset_add(&worklist->reached, to);
        } else {
            status = gcv_u32_column_push(worklist->ctx, &search->deferred, to, err);
        }
    }
    return status == GCV_OK ? gcv_frame_column_push(worklist->ctx, &search->path, frame, err)
                            : status;
}

/* Appends what is reached from `start` to the ring in postorder. */
static gcv_status search_from(gcv_rpo_worklist *worklist, gcv_search *search, uint32_t start,
                              gcv_error *err)
{
    gcv_status status = enter(worklist, search, start, err);
    while (status == GCV_OK && search->path.n > 0) {
        const gcv_frame *last = &search->path.data[search->path.n - 1];
        if (search->deferred.n > last->n_deferred) {
            uint32_t to = search->deferred.data[--search->deferred.n];
            if (!gcv_rpo_worklist_reaches(worklist, to)) {
                status = enter(worklist, search, to, err);
            }
        } else {
            worklist->ring[worklist->n++] = last->object;
            search->path.n--;
        }
    }
    return status;
}

/* Fills the ring with the reachable objects that have references, in postorder. */
static gcv_status find_postorder(gcv_rpo_worklist *worklist, const gcv_heap *heap,
                                 const gcv_root_set *roots, gcv_error *err)
{
    gcv_search search;
    gcv_status status = GCV_OK;
    uint32_t i;
    memset(&search, 0, sizeof search);
    search.first_ref = heap->first_ref.data;
    search.refs = heap->refs.data;
    for (i = 0; status == GCV_OK && i < roots->n; i++) {
        uint32_t object = roots->object[i];
        if (is_leaf(&search, object)) {
            (void)gcv_bitset_add(&worklist->reached, object);
        } else if (!gcv_rpo_worklist_reaches(worklist, object)) {
            status = search_from(worklist, &search, object, err);
        }
    }
    gcv_frame_column_release(worklist->ctx, &search.path);
    gcv_u32_column_release(worklist->ctx, &search.deferred);
    return status;
}

static void begin_sweep(gcv_rpo_worklist *worklist)
{
    gcv_bitset_fill(&worklist->listed);
    worklist->head = 0;
    worklist->length = worklist->n;
    worklist->sweeping = true;
}

static gcv_status allocate(gcv_context *ctx, gcv_rpo_worklist *worklist, const gcv_heap *heap,
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

gcv_status gcv_rpo_worklist_init_empty(gcv_context *ctx, gcv_rpo_worklist *worklist,
                                       const gcv_heap *heap, gcv_error *err)
{
    gcv_status status = allocate(ctx, worklist, heap, err);
    uint32_t i;
    for (i = 0; status == GCV_OK && i < heap->n_objects; i++) {
        uint32_t leaf = heap->first_ref.data[i] == heap->first_ref.data[i + 1]; /* without branch */
        worklist->listed.words[i / 32] |= leaf << i % 32;
    }
    return status;
}

gcv_status gcv_rpo_worklist_init(gcv_context *ctx, gcv_rpo_worklist *worklist, const gcv_heap *heap,
                                 const gcv_root_set *roots, gcv_error *err)
{
    gcv_status status = allocate(ctx, worklist, heap, err);
    uint32_t i;
    if (status == GCV_OK) {
        status = gcv_bitset_init(ctx, &worklist->reached, worklist->n_objects, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    status = find_postorder(worklist, heap, roots, err);
    for (i = 0; i < worklist->n / 2; i++) {
        uint32_t swap = worklist->ring[i];
        worklist->ring[i] = worklist->ring[worklist->n - 1 - i];
        worklist->ring[worklist->n - 1 - i] = swap;
    }
    begin_sweep(worklist);
    return status;
}

void gcv_rpo_worklist_release(gcv_rpo_worklist *worklist)
{
    gcv_free(worklist->ctx, worklist->ring, worklist->n_objects, sizeof *worklist->ring);
    gcv_bitset_release(worklist->ctx, &worklist->reached);
    gcv_bitset_release(worklist->ctx, &worklist->listed);
}

void gcv_rpo_worklist_restart(gcv_rpo_worklist *worklist, const uint32_t *order)
{
    memcpy(worklist->ring, order, worklist->n * sizeof *order);
    begin_sweep(worklist);
}

void gcv_rpo_worklist_end_sweep(gcv_rpo_worklist *worklist)
{
    uint32_t i;
    worklist->sweeping = false;
    worklist->head = 0;
    for (i = 0; i < worklist->n; i++) {
        uint32_t object = worklist->ring[i];
        if (gcv_bitset_has(&worklist->listed, object)) {
            worklist->ring[worklist->length++] = object;
        }
    }
}
