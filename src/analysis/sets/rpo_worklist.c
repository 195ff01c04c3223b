/* rpo_worklist.c - reverse depth-first postorder, then first in first out; see rpo_worklist.h. */
#include "analysis/sets/rpo_worklist.h"

#include "base/error.h"

#include <string.h>

/* An object on the way of the search, and how many objects had been left for later before. */
typedef struct gcv_frame {
    uint32_t object;
    uint32_t n_later;
} gcv_frame;

GCV_COLUMN(gcv_frame_column, gcv_frame);

typedef struct gcv_search {
    const uint32_t *first_ref, *refs;
    gcv_frame_column way;
    gcv_u32_column later; /* what the objects on the way lead to, if it was not reached then */
} gcv_search;

static bool leads_nowhere(const gcv_search *search, uint32_t object)
{
    return search->first_ref[object] == search->first_ref[object + 1];
}

/* Reads all references at once, so that one wait for memory does for all they lead to. */
static gcv_status enter(gcv_turns *turns, gcv_search *search, uint32_t object, gcv_error *err)
{
    uint32_t i = search->first_ref[object + 1], begin = search->first_ref[object];
    gcv_status status = GCV_OK;
    gcv_frame frame;
    frame.object = object;
    frame.n_later = (uint32_t)search->later.n;
    (void)gcv_bitset_add(&turns->reached, object);
    while (status == GCV_OK && i > begin) {
        uint32_t to = search->refs[--i];
        if (gcv_turns_reached(turns, to)) {
            continue;
        }
        if (leads_nowhere(search, to)) {
            (void)gcv_bitset_add(&turns->reached, to);
        } else {
            status = gcv_u32_column_push(turns->ctx, &search->later, to, err);
        }
    }
    return status == GCV_OK ? gcv_frame_column_push(turns->ctx, &search->way, frame, err) : status;
}

/* Appends what is reached from here to the ring, each object behind those it leads to. */
static gcv_status search_from(gcv_turns *turns, gcv_search *search, uint32_t top, gcv_error *err)
{
    gcv_status status = enter(turns, search, top, err);
    while (status == GCV_OK && search->way.n > 0) {
        const gcv_frame *last = &search->way.data[search->way.n - 1];
        if (search->later.n > last->n_later) {
            uint32_t to = search->later.data[--search->later.n];
            if (!gcv_turns_reached(turns, to)) {
                status = enter(turns, search, to, err);
            }
        } else {
            turns->ring[turns->n++] = last->object;
            search->way.n--;
        }
    }
    return status;
}

/* Fills the ring with the objects that have turns. */
static gcv_status find_postorder(gcv_turns *turns, const gcv_heap *heap, const gcv_root_set *roots,
                                 gcv_error *err)
{
    gcv_search search;
    gcv_status status = GCV_OK;
    uint32_t i;
    memset(&search, 0, sizeof search);
    search.first_ref = heap->first_ref.data;
    search.refs = heap->refs.data;
    for (i = 0; status == GCV_OK && i < roots->n; i++) {
        uint32_t object = roots->object[i];
        if (leads_nowhere(&search, object)) {
            (void)gcv_bitset_add(&turns->reached, object);
        } else if (!gcv_turns_reached(turns, object)) {
            status = search_from(turns, &search, object, err);
        }
    }
    gcv_frame_column_release(turns->ctx, &search.way);
    gcv_u32_column_release(turns->ctx, &search.later);
    return status;
}

static void begin(gcv_turns *turns)
{
    gcv_bitset_fill(&turns->waits);
    turns->at = 0;
    turns->left = turns->n;
    turns->sweeping = true;
}

gcv_status gcv_turns_init(gcv_turns *turns, gcv_context *ctx, const gcv_heap *heap,
                          const gcv_root_set *roots, gcv_error *err)
{
    gcv_status status;
    uint32_t i;
    memset(turns, 0, sizeof *turns);
    turns->ctx = ctx;
    turns->n_objects = heap->n_objects;
    turns->ring = gcv_alloc(ctx, turns->n_objects, sizeof *turns->ring, err);
    status = turns->ring != NULL ? gcv_bitset_init(ctx, &turns->reached, turns->n_objects, err)
                                 : gcv_failed(err);
    if (status == GCV_OK) {
        status = gcv_bitset_init(ctx, &turns->waits, turns->n_objects, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    status = find_postorder(turns, heap, roots, err);
    for (i = 0; i < turns->n / 2; i++) {
        uint32_t swap = turns->ring[i];
        turns->ring[i] = turns->ring[turns->n - 1 - i];
        turns->ring[turns->n - 1 - i] = swap;
    }
    begin(turns);
    return status;
}

void gcv_turns_release(gcv_turns *turns)
{
    gcv_free(turns->ctx, turns->ring, turns->n_objects, sizeof *turns->ring);
    gcv_bitset_release(turns->ctx, &turns->reached);
    gcv_bitset_release(turns->ctx, &turns->waits);
}

void gcv_turns_restart(gcv_turns *turns, const uint32_t *order)
{
    memcpy(turns->ring, order, turns->n * sizeof *order);
    begin(turns);
}

void gcv_turns_end_sweep(gcv_turns *turns)
{
    uint32_t i;
    turns->sweeping = false;
    turns->at = 0;
    for (i = 0; i < turns->n; i++) {
        uint32_t object = turns->ring[i];
        if (gcv_bitset_has(&turns->waits, object)) {
            turns->ring[turns->left++] = object;
        }
    }
}
