/* paths.c - reachability and shortest chains by breadth-first search.
 *
 * The queue holds objects in the order of their chains: by length, then by root, then by the ids on
 * the way. That holds because roots enter it in canonical order and what one object discovers
 * enters it sorted; so the first referrer to discover an object is the one on its best chain, and
 * neither the order of records nor that of references matters. O(objects + references), plus the
 * sorting of what each object discovers, which mostly is sorted already.
 */
#include "base/sort.h"
#include "base/error.h"
#include "heap/heap.h"

#include <string.h>

typedef struct gcv_search {
    const gcv_heap *heap;
    uint32_t *parent; /* per object; GCV_NONE: not discovered */
    uint32_t *queue;
    size_t n;
    const uint8_t *closed;
    uint32_t target; /* stop when it is discovered; GCV_NONE: never */
} gcv_search;

static bool is_open(const gcv_search *search, uint32_t object)
{
    return search->parent[object] == GCV_NONE &&
           (search->closed == NULL || !search->closed[object] || object == search->target);
}

static void run(gcv_search *search, const gcv_root_set *roots)
{
    const gcv_heap *heap = search->heap;
    size_t at;
    uint32_t i;
    for (i = 0; i < roots->n; i++) {
        if (is_open(search, roots->object[i])) {
            search->parent[roots->object[i]] = GCV_ROOTED;
            search->queue[search->n++] = roots->object[i];
        }
    }
    if (search->target != GCV_NONE && search->parent[search->target] != GCV_NONE) {
        return;
    }
    for (at = 0; at < search->n; at++) {
        uint32_t from = search->queue[at], end = heap->first_ref.data[from + 1];
        size_t before = search->n;
        for (i = heap->first_ref.data[from]; i < end; i++) {
            uint32_t to = heap->refs.data[i];
            if (is_open(search, to)) {
                search->parent[to] = from;
                search->queue[search->n++] = to;
                if (to == search->target) {
                    return;
                }
            }
        }
        gcv_sort_u32(search->queue + before, search->n - before);
    }
}

static gcv_status start(gcv_context *ctx, gcv_search *search, gcv_error *err)
{
    uint32_t n = search->heap->n_objects;
    search->parent = gcv_alloc(ctx, n, sizeof *search->parent, err);
    search->queue = gcv_alloc(ctx, n, sizeof *search->queue, err);
    if (search->parent == NULL || search->queue == NULL) {
        gcv_free(ctx, search->parent, n, sizeof *search->parent);
        gcv_free(ctx, search->queue, n, sizeof *search->queue);
        return gcv_failed(err);
    }
    memset(search->parent, 0xff, (size_t)n * sizeof *search->parent); /* all GCV_NONE */
    search->n = 0;
    return GCV_OK;
}

gcv_status gcv_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          gcv_paths *out, gcv_error *err)
{
    gcv_search search;
    gcv_status status;
    size_t i;
    memset(out, 0, sizeof *out);
    memset(&search, 0, sizeof search);
    search.heap = heap;
    search.target = GCV_NONE;
    gcv_phase(ctx, "paths");
    status = start(ctx, &search, err);
    if (status != GCV_OK) {
        return status;
    }
    run(&search, roots);
    out->n_objects = heap->n_objects;
    out->reached = (uint32_t)search.n;
    for (i = 0; i < search.n; i++) {
        out->reached_bytes += gcv_heap_size(heap, search.queue[i]);
    }
    out->parent = search.parent;
    gcv_free(ctx, search.queue, heap->n_objects, sizeof *search.queue);
    return GCV_OK;
}

void gcv_paths_release(gcv_context *ctx, gcv_paths *paths)
{
    gcv_free(ctx, paths->parent, paths->n_objects, sizeof *paths->parent);
    memset(paths, 0, sizeof *paths);
}

gcv_status gcv_chain_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          uint32_t target, const uint8_t *closed, gcv_chain *out, gcv_error *err)
{
    gcv_search search;
    gcv_status status;
    uint32_t at, length = 0;
    memset(out, 0, sizeof *out);
    memset(&search, 0, sizeof search);
    search.heap = heap;
    search.closed = closed;
    search.target = target;
    status = start(ctx, &search, err);
    if (status != GCV_OK) {
        return status;
    }
    run(&search, roots);
    for (at = target; at < GCV_ROOTED && search.parent[at] != GCV_NONE; at = search.parent[at]) {
        length++;
    }
    if (length > 0) {
        out->object = gcv_alloc(ctx, length, sizeof *out->object, err);
        if (out->object == NULL) {
            status = gcv_failed(err);
        } else {
            out->length = length;
            for (at = target; length > 0; at = search.parent[at]) {
                out->object[--length] = at;
            }
        }
    }
    gcv_free(ctx, search.parent, heap->n_objects, sizeof *search.parent);
    gcv_free(ctx, search.queue, heap->n_objects, sizeof *search.queue);
    return status;
}

void gcv_chain_release(gcv_context *ctx, gcv_chain *chain)
{
    gcv_free(ctx, chain->object, chain->length, sizeof *chain->object);
    memset(chain, 0, sizeof *chain);
}
