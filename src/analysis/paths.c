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
#include "analysis/chain_order.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_paths = {"paths", GCV_COST_PARTS(8.125, 0, 0, 0, 0),
                                    GCV_COST_PARTS(8.125, 0, 0, 10, 0), 1600, NULL};

const gcv_cost gcv_cost_of_chain = {"one chain", GCV_COST_PARTS(4, 0, 0, 0, 0),
                                    GCV_COST_PARTS(42, 0, 30, 40, 0), 4000, NULL};

typedef struct path_search {
    const gcv_heap *heap;
    uint32_t *parent;   /* per object; GCV_NONE: not discovered */
    gcv_bitset settled; /* discovered objects and closed ones */
    uint32_t *queue;
    uint32_t *referrer_at; /* per position in the queue: that of the referrer; NULL: not wanted */
    size_t n;
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

/* Appends an object to the queue, unless it is settled. */
static void discover(path_search *search, uint32_t object)
{
    search->queue[search->n] = object;
    search->n += gcv_bitset_add(&search->settled, object);
}

/* Discovers the referents of these objects; `end`: per object, end of its discoveries in the
 * queue. */
static void discover_batch(path_search *search, const uint32_t *from, size_t n, size_t *end)
{
    const uint32_t *refs = search->heap->refs.data, *first_ref = search->heap->first_ref.data;
    uint32_t first[BATCH], stop[BATCH], head[BATCH];
    for (size_t i = 0; i < n; i++) {
        first[i] = first_ref[from[i]];
        stop[i] = first_ref[from[i] + 1];
    }
    for (size_t i = 0; i < n; i++) {
        head[i] = first[i] < stop[i] ? refs[first[i]] : from[i]; /* an object that is settled */
    }
    for (size_t i = 0; i < n; i++) {
        discover(search, head[i]);
        for (uint32_t r = first[i] + 1; r < stop[i]; r++) {
            discover(search, refs[r]);
        }
        search->steps += stop[i] - first[i];
        end[i] = search->n;
    }
}

static void note_referrer(path_search *search, size_t at, size_t end, uint32_t referrer_at)
{
    for (; search->referrer_at != NULL && at < end; at++) {
        search->referrer_at[at] = referrer_at;
    }
}

/* True once the target is discovered. */
static bool run_batch(path_search *search, const uint32_t *from, size_t n)
{
    size_t end[BATCH], at = search->n;
    discover_batch(search, from, n, end);
    for (size_t i = 0; i < n; i++) {
        size_t begin = at;
        for (; at < end[i]; at++) {
            search->parent[search->queue[at]] = from[i];
        }
        note_referrer(search, begin, at, (uint32_t)(&from[i] - search->queue));
        gcv_sort_u32(search->queue + begin, at - begin);
    }
    return search->target != GCV_NONE && search->parent[search->target] != GCV_NONE;
}

/* Searches from the roots [first, end). True once the target is discovered. */
static bool run_from(path_search *search, const gcv_root_set *roots, uint32_t first, uint32_t end)
{
    size_t at = search->n, n;
    for (uint32_t i = first; i < end; i++) {
        discover(search, roots->object[i]);
    }
    for (size_t k = at; k < search->n; k++) {
        search->parent[search->queue[k]] = GCV_ROOTED;
    }
    note_referrer(search, at, search->n, GCV_NONE);
    if (search->target != GCV_NONE && search->parent[search->target] != GCV_NONE) {
        return true;
    }
    for (; at < search->n; at += n) {
        n = search->n - at < BATCH ? search->n - at : BATCH;
        search->steps += n;
        if (run_batch(search, search->queue + at, n)) {
            return true;
        }
    }
    return false;
}

static void run(path_search *search, const gcv_root_set *roots)
{
    bool found = false;
    for (uint32_t first, end = 0; !found && gcv_root_set_level(roots, &first, &end);) {
        found = run_from(search, roots, first, end);
    }
}

static void stop(gcv_context *ctx, path_search *search)
{
    gcv_bitset_release(ctx, &search->settled);
    GCV_FREE(ctx, search->queue, search->referrer_at);
}

/* `closed` NULL: no object is closed. */
static void start(gcv_context *ctx, path_search *search, const uint8_t *closed, bool with_referrers)
{
    uint32_t n = search->heap->n_objects;
    gcv_bitset_init(ctx, &search->settled, n);
    search->parent = gcv_alloc_none(ctx, n);
    search->queue = gcv_alloc(ctx, (size_t)n + 1, sizeof *search->queue);
    if (with_referrers) {
        search->referrer_at = gcv_alloc(ctx, (size_t)n + 1, sizeof *search->referrer_at);
    }
    for (uint32_t i = 0; closed != NULL && i < n; i++) {
        if (closed[i] && i != search->target) {
            (void)gcv_bitset_add(&search->settled, i);
        }
    }
}

/* Adds up sizes in the order of objects, because each would miss the cache in that of the queue. */
static uint64_t reached_bytes(const path_search *search)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < search->heap->n_objects; i++) {
        bytes += gcv_bitset_has(&search->settled, i) ? gcv_heap_size(search->heap, i) : 0;
    }
    return bytes;
}

static void find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots, gcv_paths *out,
                 gcv_chain_order *order)
{
    memset(out, 0, sizeof *out);
    path_search search = {.heap = heap, .target = GCV_NONE};
    gcv_phase(ctx, "paths");
    start(ctx, &search, NULL, order != NULL);
    run(&search, roots);
    ctx->steps += search.steps;
    out->n_objects = heap->n_objects;
    out->reached = (uint32_t)search.n;
    out->reached_bytes = reached_bytes(&search);
    out->parent = search.parent;
    if (order != NULL) {
        order->n = out->reached;
        order->object = gcv_shrink(ctx, search.queue, order->n, sizeof *order->object);
        order->referrer_at =
            gcv_shrink(ctx, search.referrer_at, order->n, sizeof *order->referrer_at);
        search.queue = search.referrer_at = NULL;
    }
    stop(ctx, &search);
}

void gcv_paths_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                       gcv_paths *out)
{
    find(ctx, heap, roots, out, NULL);
}

void gcv_paths_find_in_order(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                             gcv_paths *out, gcv_chain_order *order)
{
    memset(order, 0, sizeof *order);
    find(ctx, heap, roots, out, order);
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
    path_search search = {.heap = heap, .target = target};
    start(ctx, &search, closed, false);
    run(&search, roots);
    ctx->steps += search.steps;
    const gcv_chain chain = gcv_chain_list(ctx, search.parent, 0,
                                           search.parent[target] != GCV_NONE ? target : GCV_NONE);
    gcv_free(ctx, search.parent);
    stop(ctx, &search);
    return chain;
}

void gcv_chain_release(gcv_context *ctx, gcv_chain *chain)
{
    gcv_free(ctx, chain->object);
    memset(chain, 0, sizeof *chain);
}
