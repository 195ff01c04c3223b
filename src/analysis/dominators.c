/* dominators.c - immediate dominators and retained sizes.
 *
 * Semi-NCA (L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", Princeton,
 * 2005; after T. Lengauer and R. E. Tarjan, 1979): semidominators by path compression, then the
 * immediate dominator of w as the nearest common ancestor of its parent and its semidominator in
 * the dominator tree built so far. Walking up that tree step by step is quadratic on a heap with
 * one long list, so every vertex also has a jump pointer to an ancestor at a skew-binary distance
 * (E. W. Myers, "An applicative random-access stack", 1983), which makes the walk O(log n).
 *
 * Everything after the depth-first search (depth_first.c) runs in preorder numbers, where it is
 * nearly sequential:
 *   - an edge to a higher number needs no evaluation: its tail is a candidate itself;
 *   - only edges to lower numbers are grouped by head and evaluated;
 *   - edges into objects of the root set need nothing: their dominator is the virtual root.
 *
 * O(m log n) time. Bytes per object at the peak: 12 (object, parent, semidominator), 4 (index
 * of the first tail), 8 (links), and 4 per edge that is evaluated, which is one in two on ordinary
 * heaps; while edges are grouped, 9 to 10 per edge, but no links.
 */
#include "analysis/dominators.h"

#include "analysis/analyses.h"
#include "heap/memory.h"

#include <string.h>

static const gcv_cost dominators_stage = {"dominators: tree and retained bytes",
                                          GCV_COST_PARTS(4, 0, 1, 0, 0),
                                          GCV_COST_PARTS(25, 4, 1, 24, 0), 4000, NULL};

const gcv_cost gcv_cost_of_dominators = {
    "dominators: search and edges", GCV_COST_PARTS(8.125, 0, 1, 0, 0),
    GCV_COST_PARTS(16.125, 10, 1, 24, 0), 4000, &dominators_stage};

/* A vertex in the link forest; later its jump pointer and depth in the dominator tree. */
typedef struct gcv_link {
    uint32_t up;    /* ancestor that compression has reached; later the jump */
    uint32_t label; /* lowest semidominator on the path to it; later the depth */
} gcv_link;

typedef struct gcv_work {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_depth_first order; /* its parents become the immediate dominators */
    uint32_t *semi;        /* by number: lowest candidate so far; later the semidominator */
    uint32_t *first_tail;  /* by head h: its tails begin at tails[first_tail[h]]; n_reached + 3 */
    gcv_u32_column tails;
    gcv_link *links;
    gcv_u32_column path;
} gcv_work;

/* ---- edges -------------------------------------------------------------------------------- */

/* The first candidate of an object is its parent; of objects of the root set, the virtual root. */
static void init_candidates(gcv_work *work, const gcv_root_set *roots)
{
    size_t n = (size_t)work->order.n_reached + 1;
    work->semi = gcv_alloc(work->ctx, n, sizeof *work->semi);
    memcpy(work->semi, work->order.parent, n * sizeof *work->semi);
    for (uint32_t i = 0; i < roots->n; i++) {
        work->semi[work->order.number[roots->object[i]]] = 0;
    }
}

enum { BATCH = 512 };

/* Turns the tails of edges to higher numbers into candidates. Drops edges into the root set, edges
 * to closed objects (whose number is 0, like that of the virtual root) and self-references. Keeps
 * edges to lower numbers in the log, their heads replaced by numbers. Works in batches, so that
 * cache misses overlap. */
static void classify_edges(gcv_work *work)
{
    gcv_edge_log *edges = &work->order.edges;
    uint32_t *heads = edges->heads.data;
    uint32_t head[BATCH], known[BATCH];
    gcv_tail_cursor from = gcv_edge_log_tails(edges), to = from; /* `to` never overtakes `from` */
    size_t end = edges->heads.n, kept = 0;
    for (size_t at = 0; at < end; at += BATCH) {
        size_t n = end - at < BATCH ? end - at : BATCH;
        for (size_t i = 0; i < n; i++) {
            head[i] = work->order.number[heads[at + i]];
        }
        for (size_t i = 0; i < n; i++) {
            known[i] = work->semi[head[i]];
        }
        for (size_t i = 0; i < n; i++) {
            uint32_t tail = gcv_tail_next(&from);
            if (head[i] > tail) {
                if (known[i] > tail && work->semi[head[i]] > tail) {
                    work->semi[head[i]] = tail;
                }
            } else if (head[i] < tail && known[i] != 0) {
                gcv_tail_put(&to, tail);
                heads[kept++] = head[i];
            }
        }
    }
    edges->heads.n = kept;
    edges->tails.n = edges->tails.data != NULL ? (size_t)(to.at - edges->tails.data) : 0;
    gcv_u32_column_shrink(work->ctx, &edges->heads);
    gcv_u8_column_shrink(work->ctx, &edges->tails);
}

/* Groups the tails of the remaining edges by head, with a counting sort. */
static void group_edges(gcv_work *work)
{
    const gcv_u32_column *heads = &work->order.edges.heads;
    gcv_tail_cursor tails = gcv_edge_log_tails(&work->order.edges);
    size_t n = heads->n, reached = work->order.n_reached;
    uint32_t *first, sum = 0;
    first = gcv_alloc_zeroed(work->ctx, reached + 3, sizeof *first);
    work->first_tail = first;
    gcv_u32_column_reserve(work->ctx, &work->tails, n);
    for (size_t i = 0; i < n; i++) {
        first[heads->data[i] + 2]++;
    }
    for (size_t i = 2; i < reached + 3; i++) {
        sum += first[i];
        first[i] = sum; /* start of head i - 1; filling moves it to the start of head i */
    }
    for (size_t i = 0; i < n; i++) {
        work->tails.data[first[heads->data[i] + 1]++] = gcv_tail_next(&tails);
    }
    work->tails.n = n;
    gcv_edge_log_release(work->ctx, &work->order.edges);
}

/* ---- semidominators ----------------------------------------------------------------------- */

/* Finds the lowest label on the path from v up, v included, as far as numbers exceed `floor`, and
 * compresses that path. */
static uint32_t evaluate(gcv_work *work, uint32_t v, uint32_t floor)
{
    gcv_link *links = work->links;
    uint32_t at = v;
    work->path.n = 0;
    while (links[at].up > floor) {
        gcv_u32_column_push(work->ctx, &work->path, at);
        at = links[at].up;
    }
    work->ctx->steps += work->path.n;
    while (work->path.n > 0) {
        uint32_t below = work->path.data[--work->path.n];
        if (links[at].label < links[below].label) {
            links[below].label = links[at].label;
        }
        links[below].up = links[at].up;
        at = below;
    }
    return links[v].label;
}

static void find_semidominators(gcv_work *work)
{
    uint32_t reached = work->order.n_reached;
    gcv_phase(work->ctx, "semidominators");
    work->links = gcv_alloc(work->ctx, (size_t)reached + 1, sizeof *work->links);
    for (uint32_t w = 0; w <= reached; w++) {
        work->links[w].up = work->order.parent[w];
        work->links[w].label = work->semi[w];
    }
    for (uint32_t w = reached; w > 0; w--) {
        uint32_t lowest = work->semi[w];
        for (uint32_t i = work->first_tail[w]; i < work->first_tail[w + 1] && lowest > 0; i++) {
            uint32_t candidate = evaluate(work, work->tails.data[i], w);
            if (candidate < lowest) {
                lowest = candidate;
            }
        }
        work->semi[w] = lowest;
        work->links[w].label = lowest; /* compression will lower it further */
    }
}

/* ---- dominators and retained sizes -------------------------------------------------------- */

/* Turns parents into dominators in place, and links into jump pointers and depths. */
static void find_dominators(gcv_work *work)
{
    gcv_link *links = work->links;
    uint32_t *dominator = work->order.parent;
    uint64_t steps = 0;
    gcv_phase(work->ctx, "dominators");
    links[0].up = links[0].label = 0;
    for (uint32_t w = 1; w <= work->order.n_reached; w++) {
        uint32_t semi = work->semi[w], d = dominator[w];
        while (d > semi) {
            steps++;
            d = links[d].up > semi ? links[d].up : dominator[d];
        }
        dominator[w] = d;
        uint32_t jump = links[d].up;
        links[w].label = links[d].label + 1;
        links[w].up =
            links[d].label - links[jump].label == links[jump].label - links[links[jump].up].label
                ? links[jump].up
                : d;
    }
    work->ctx->steps += steps;
}

void gcv_retained_without(const gcv_heap *rest, const gcv_dominators *all, uint64_t *retained)
{
    retained[0] = 0;
    for (uint32_t w = 1; w <= all->n_reached; w++) {
        retained[w] = gcv_heap_size(rest, all->object[w]);
    }
    for (uint32_t w = all->n_reached; w > 0; w--) {
        retained[all->dominator[w]] += retained[w];
    }
}

GCV_STATIC_ASSERT(link_holds_bytes, sizeof(gcv_link) == sizeof(uint64_t));

void gcv_dominators_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                            gcv_dominators *out)
{
    gcv_dominators_within(ctx, heap, roots, NULL, out);
}

void gcv_dominators_within(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                           const gcv_bitset *closed, gcv_dominators *out)
{
    gcv_work work = {.ctx = ctx, .heap = heap};
    gcv_depth_first *order = &work.order;
    *out = (gcv_dominators){.n_objects = heap->n_objects};
    gcv_depth_first_find(ctx, heap, roots, closed, order);
    gcv_phase(ctx, "group edges");
    gcv_depth_first_shrink(ctx, order);
    gcv_depth_first_fill_numbers(ctx, order);
    init_candidates(&work, roots);
    classify_edges(&work);
    gcv_depth_first_free_numbers(ctx, order);
    group_edges(&work);
    find_semidominators(&work);
    gcv_free(ctx, work.first_tail);
    GCV_RELEASE(ctx, &work.tails, &work.path);
    find_dominators(&work);
    gcv_free(ctx, work.semi);
    out->n_reached = order->n_reached;
    out->object = order->object;
    out->dominator = order->parent;
    gcv_phase(ctx, "retained sizes");
    /* In the memory of the links, which are no longer needed: a block from the allocator takes the
     * type of what is stored in it. */
    out->retained = (uint64_t *)(void *)work.links;
    gcv_retained_without(heap, out, out->retained);
    gcv_depth_first_fill_numbers(ctx, order);
    out->number = order->number;
}

void gcv_dominators_release(gcv_context *ctx, gcv_dominators *dominators)
{
    GCV_FREE(ctx, dominators->number, dominators->object, dominators->dominator,
             dominators->retained);
    memset(dominators, 0, sizeof *dominators);
}
