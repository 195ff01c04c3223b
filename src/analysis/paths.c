/* paths.c - reachability and shortest chains by breadth-first search.
 *
 * The queue holds objects in the order of their chains: by length, then by root, then by the ids on
 * the chain. Roots enter it in canonical order, and the discoveries of each object enter it sorted,
 * so the first referrer to discover an object is the one on its best chain, and the order of
 * records and references does not matter. If some roots come first, the search from the other roots
 * follows when theirs is complete. O(objects + references), plus sorting the discoveries of each
 * object, which mostly are sorted already. 8 bytes and a bit per object; 4 more with the order.
 */
#include "analysis/analyses.h"
#include "analysis/path_queue.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_paths = {"paths", GCV_COST_PARTS(8.125, 0, 0, 0, 0),
                                    GCV_COST_PARTS(8.125, 0, 0, 10, 0), 1600, NULL};

const gcv_cost gcv_cost_of_chain = {"one chain", GCV_COST_PARTS(4, 0, 0, 0, 0),
                                    GCV_COST_PARTS(42, 0, 30, 40, 0), 4000, NULL};

typedef struct path_search {
    gcv_path_queue queue;
    uint32_t target; /* the search stops when it is discovered; GCV_NONE: never */
    uint64_t steps;
} path_search;

/* The search takes objects from the queue in batches, and does one kind of memory access at a time
 * for a whole batch, so that cache misses overlap. It finds discoveries without a branch, because a
 * mispredicted one would wait for the miss that decides it, and from a bitmap, because parents take
 * too much of the cache: 0.58 seconds for 10 M objects, 0.70 when it read parents, also in batches.
 * Recording which object of a batch makes which discoveries, so that one loop fills the parents and
 * sorted discoveries are not sorted again, gained nothing. */
enum { BATCH = 128 };

/* Discovers the referents of these objects; `end`: per object, end of its discoveries in the
 * queue. */
static void discover_batch(path_search *search, const uint32_t *from, size_t n, size_t *end)
{
    gcv_path_queue *queue = &search->queue;
    const uint32_t *refs = queue->heap->refs.data, *first_ref = queue->heap->first_ref.data;
    uint32_t first[BATCH], stop[BATCH], head[BATCH];
    for (size_t i = 0; i < n; i++) {
        first[i] = first_ref[from[i]];
        stop[i] = first_ref[from[i] + 1];
    }
    for (size_t i = 0; i < n; i++) {
        head[i] = first[i] < stop[i] ? refs[first[i]] : from[i]; /* an object that is settled */
    }
    for (size_t i = 0; i < n; i++) {
        gcv_path_discover(queue, head[i]);
        for (uint32_t r = first[i] + 1; r < stop[i]; r++) {
            gcv_path_discover(queue, refs[r]);
        }
        search->steps += stop[i] - first[i];
        end[i] = queue->n;
    }
}

static bool is_found(const path_search *search)
{
    return search->target != GCV_NONE && search->queue.parent[search->target] != GCV_NONE;
}

/* Discovers what the `n` objects at a position and after it refer to. */
static void run_batch(path_search *search, size_t at, size_t n)
{
    gcv_path_queue *queue = &search->queue;
    size_t end[BATCH], begin = queue->n;
    discover_batch(search, queue->object + at, n, end);
    for (size_t i = 0; i < n; begin = end[i++]) {
        gcv_path_hang(queue, begin, end[i], queue->object[at + i], (uint32_t)(at + i));
        gcv_sort_u32(queue->object + begin, end[i] - begin);
    }
}

/* Searches from the roots [first, end). */
static void run_from(path_search *search, const gcv_root_set *roots, uint32_t first, uint32_t end)
{
    gcv_path_queue *queue = &search->queue;
    size_t at = queue->n, n;
    for (uint32_t i = first; i < end; i++) {
        gcv_path_discover(queue, roots->object[i]);
    }
    gcv_path_hang(queue, at, queue->n, GCV_ROOTED, GCV_NONE);
    for (; at < queue->n && !is_found(search); at += n) {
        n = queue->n - at < BATCH ? queue->n - at : BATCH;
        search->steps += n;
        run_batch(search, at, n);
    }
}

static void run(gcv_context *ctx, path_search *search, const gcv_root_set *roots)
{
    for (uint32_t first, end = 0; !is_found(search) && gcv_root_set_level(roots, &first, &end);) {
        run_from(search, roots, first, end);
    }
    ctx->steps += search->steps;
}

/* ---- the queue ---------------------------------------------------------------------------- */

void gcv_path_queue_init(gcv_context *ctx, gcv_path_queue *queue, const gcv_heap *heap,
                         bool ordered)
{
    const size_t n = heap->n_objects;
    *queue = (gcv_path_queue){.heap = heap, .parent = gcv_alloc_none(ctx, n)};
    gcv_bitset_init(ctx, &queue->settled, n);
    queue->object = gcv_alloc(ctx, n + 1, sizeof *queue->object);
    if (ordered) {
        queue->referrer_at = gcv_alloc(ctx, n + 1, sizeof *queue->referrer_at);
    }
}

void gcv_path_queue_clear(gcv_path_queue *queue)
{
    memset(queue->parent, 0xff, queue->heap->n_objects * sizeof *queue->parent); /* GCV_NONE */
    memset(queue->settled.words, 0, queue->settled.n_words * sizeof *queue->settled.words);
    queue->n = 0;
}

/* Releases all but `parent`. */
static void release(gcv_context *ctx, gcv_path_queue *queue)
{
    gcv_bitset_release(ctx, &queue->settled);
    GCV_FREE(ctx, queue->object, queue->referrer_at);
}

/* Adds up sizes in the order of objects, because each would miss the cache in that of the queue. */
static uint64_t reached_bytes(const gcv_path_queue *queue)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < queue->heap->n_objects; i++) {
        bytes += gcv_bitset_has(&queue->settled, i) ? gcv_heap_size(queue->heap, i) : 0;
    }
    return bytes;
}

void gcv_path_queue_finish(gcv_context *ctx, gcv_path_queue *queue, gcv_paths *out,
                           gcv_chain_order *order)
{
    *out = (gcv_paths){.n_objects = queue->heap->n_objects,
                       .reached = (uint32_t)queue->n,
                       .reached_bytes = reached_bytes(queue),
                       .parent = queue->parent};
    if (order != NULL) {
        order->n = out->reached;
        order->object = gcv_shrink(ctx, queue->object, order->n, sizeof *order->object);
        order->referrer_at =
            gcv_shrink(ctx, queue->referrer_at, order->n, sizeof *order->referrer_at);
        queue->object = queue->referrer_at = NULL;
    }
    release(ctx, queue);
}

/* ---- all chains, and one ------------------------------------------------------------------ */

void gcv_paths_find_in_order(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                             gcv_paths *out, gcv_chain_order *order)
{
    path_search search = {.target = GCV_NONE};
    gcv_phase(ctx, "paths");
    gcv_path_queue_init(ctx, &search.queue, heap, order != NULL);
    run(ctx, &search, roots);
    gcv_path_queue_finish(ctx, &search.queue, out, order);
}

void gcv_paths_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                       gcv_paths *out)
{
    gcv_paths_find_in_order(ctx, heap, roots, out, NULL);
}

void gcv_chain_order_release(gcv_context *ctx, gcv_chain_order *order)
{
    GCV_FREE(ctx, order->object, order->referrer_at);
    memset(order, 0, sizeof *order);
}

void gcv_paths_release(gcv_context *ctx, gcv_paths *paths)
{
    gcv_free(ctx, paths->parent);
    memset(paths, 0, sizeof *paths);
}

gcv_chain gcv_chain_list(gcv_context *ctx, const uint32_t *parent, uint32_t shift, uint32_t end)
{
    gcv_chain out = {0};
    for (uint32_t at = end; at < GCV_ROOTED; at = parent[at]) {
        out.length++;
    }
    if (out.length > 0) {
        out.object = gcv_alloc(ctx, out.length, sizeof *out.object);
    }
    uint32_t length = out.length;
    for (uint32_t at = end; length > 0; at = parent[at]) {
        out.object[--length] = at >> shift;
    }
    return out;
}

gcv_chain gcv_chain_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                            uint32_t target, const uint8_t *closed)
{
    path_search search = {.target = target};
    gcv_path_queue *queue = &search.queue;
    gcv_path_queue_init(ctx, queue, heap, false);
    for (uint32_t i = 0; closed != NULL && i < heap->n_objects; i++) {
        if (closed[i] && i != target) {
            (void)gcv_bitset_add(&queue->settled, i);
        }
    }
    run(ctx, &search, roots);
    const gcv_chain chain =
        gcv_chain_list(ctx, queue->parent, 0, is_found(&search) ? target : GCV_NONE);
    gcv_free(ctx, queue->parent);
    release(ctx, queue);
    return chain;
}

void gcv_chain_release(gcv_context *ctx, gcv_chain *chain)
{
    gcv_free(ctx, chain->object);
    memset(chain, 0, sizeof *chain);
}
