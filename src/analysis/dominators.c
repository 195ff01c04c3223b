/* dominators.c - immediate dominators and retained sizes.
 *
 * Semi-NCA (L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", Princeton,
 * 2005; after T. Lengauer and R. E. Tarjan, 1979): semidominators by path compression, then the
 * immediate dominator of w as the nearest common ancestor of its parent and its semidominator in
 * the dominator tree built so far. Walking up that tree step by step is quadratic on a heap with
 * one long list, so every vertex also has a jump pointer to an ancestor at a skew-binary distance
 * (E. W. Myers, "An applicative random-access stack", 1983), which makes the walk O(log n).
 *
 * Everything after the depth-first search runs in preorder numbers, where it is nearly sequential:
 *   - an edge to a descendant settles during the search: its tail is a candidate as it is;
 *   - only edges to lower numbers are logged, and grouped by head afterwards;
 *   - edges into objects of the root set need nothing: their dominator is the virtual root;
 *   - a frame is not pushed when its last reference has been taken: a list needs no stack.
 *
 * O(m log n) time. Bytes per object at the peak: 8 (nodes) + 12 (object, parent, semidominator) and
 * 8 per logged edge, one in six on ordinary heaps; then 4 + 12 + 8 (links) and 4 per logged edge.
 */
#include "heap/heap.h"
#include "base/error.h"

#include <string.h>

/* What the search must know when it meets an object, side by side: one cache miss. */
typedef struct gcv_node {
    uint32_t first_ref;
    uint32_t number; /* 0: not met; UNMET_ROOT: not met and in the root set */
} gcv_node;

#define UNMET_ROOT UINT32_MAX

typedef struct gcv_frame {
    uint32_t number;
    uint32_t next_ref;
} gcv_frame;

/* A vertex in the link forest; later its jump pointer and depth in the dominator tree. */
typedef struct gcv_link {
    uint32_t up;    /* ancestor that compression has come to; jump */
    uint32_t label; /* lowest semidominator on the way there; depth */
} gcv_link;

GCV_COLUMN(gcv_frame_column, gcv_frame);

typedef struct gcv_work {
    gcv_context *ctx;
    const gcv_heap *heap;
    uint32_t n, reached;
    gcv_node *nodes;  /* n + 1 */
    uint32_t *object; /* by number, as all below; n + 1 */
    uint32_t *parent; /* in the search; later the immediate dominator */
    uint32_t *semi;   /* lowest candidate so far; later the semidominator */
    gcv_frame_column stack;
    gcv_u32_column tails, heads; /* the log of edges to lower numbers */
    uint32_t *first_tail;        /* by head: its tails are tails[first_tail[h]] …; reached + 2 */
    gcv_link *links;
    gcv_u32_column path;
} gcv_work;

static void release(gcv_work *work)
{
    gcv_context *ctx = work->ctx;
    gcv_free(ctx, work->nodes, (size_t)work->n + 1, sizeof *work->nodes);
    gcv_free(ctx, work->object, (size_t)work->n + 1, sizeof *work->object);
    gcv_free(ctx, work->parent, (size_t)work->n + 1, sizeof *work->parent);
    gcv_free(ctx, work->semi, (size_t)work->n + 1, sizeof *work->semi);
    gcv_free(ctx, work->first_tail, (size_t)work->reached + 2, sizeof *work->first_tail);
    gcv_free(ctx, work->links, (size_t)work->reached + 1, sizeof *work->links);
    gcv_frame_column_release(ctx, &work->stack);
    gcv_u32_column_release(ctx, &work->tails);
    gcv_u32_column_release(ctx, &work->heads);
    gcv_u32_column_release(ctx, &work->path);
}

/* ---- depth-first search ------------------------------------------------------------------- */

static gcv_status prepare(gcv_work *work, const gcv_root_set *roots, gcv_error *err)
{
    size_t slots = (size_t)work->n + 1;
    uint32_t i;
    work->nodes = gcv_alloc(work->ctx, slots, sizeof *work->nodes, err);
    work->object = gcv_alloc(work->ctx, slots, sizeof *work->object, err);
    work->parent = gcv_alloc(work->ctx, slots, sizeof *work->parent, err);
    work->semi = gcv_alloc(work->ctx, slots, sizeof *work->semi, err);
    if (work->nodes == NULL || work->object == NULL || work->parent == NULL || work->semi == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i <= work->n; i++) {
        work->nodes[i].first_ref = work->heap->first_ref.data[i];
        work->nodes[i].number = 0;
    }
    for (i = 0; i < roots->n; i++) {
        work->nodes[roots->object[i]].number = UNMET_ROOT;
    }
    work->object[0] = GCV_NONE;
    work->parent[0] = 0;
    work->semi[0] = 0;
    return GCV_OK;
}

static gcv_status log_edge(gcv_work *work, uint32_t tail, uint32_t head, gcv_error *err)
{
    gcv_status status = gcv_u32_column_push(work->ctx, &work->tails, tail, err);
    return status == GCV_OK ? gcv_u32_column_push(work->ctx, &work->heads, head, err) : status;
}

static inline uint32_t meet(gcv_work *work, uint32_t object, uint32_t parent)
{
    uint32_t number = ++work->reached;
    work->object[number] = object;
    work->parent[number] = parent;
    work->semi[number] = work->nodes[object].number == UNMET_ROOT ? 0 : parent;
    work->nodes[object].number = number;
    return number;
}

/* Searches what `top`, an object of the root set that is not met yet, leads to. */
static gcv_status search_from(gcv_work *work, uint32_t top, gcv_error *err)
{
    const uint32_t *refs = work->heap->refs.data;
    gcv_node *nodes = work->nodes;
    uint32_t number = meet(work, top, 0);
    uint32_t next = nodes[top].first_ref, end = nodes[top + 1].first_ref;
    gcv_status status = GCV_OK;
    for (;;) {
        uint32_t to, known;
        if (next == end) {
            gcv_frame frame;
            if (work->stack.n == 0) {
                return GCV_OK;
            }
            frame = work->stack.data[--work->stack.n];
            number = frame.number;
            next = frame.next_ref;
            end = nodes[work->object[number] + 1].first_ref;
        }
        to = refs[next++];
        known = nodes[to].number;
        if (known == 0 || known == UNMET_ROOT) {
            uint32_t met = meet(work, to, number);
            uint32_t to_first = nodes[to].first_ref, to_end = nodes[to + 1].first_ref;
            if (to_first == to_end) {
                continue;
            }
            if (next != end) {
                gcv_frame frame;
                frame.number = number;
                frame.next_ref = next;
                status = gcv_frame_column_push(work->ctx, &work->stack, frame, err);
            }
            number = met;
            next = to_first;
            end = to_end;
        } else if (known > number) {
            if (work->semi[known] > number) {
                work->semi[known] = number;
            }
        } else if (known != number && work->semi[known] != 0) {
            status = log_edge(work, number, known, err);
        }
        if (status != GCV_OK) {
            return status;
        }
    }
}

static gcv_status search(gcv_work *work, const gcv_root_set *roots, gcv_error *err)
{
    uint32_t i;
    gcv_phase(work->ctx, "depth-first search");
    for (i = 0; i < roots->n; i++) {
        if (work->nodes[roots->object[i]].number == UNMET_ROOT) {
            gcv_status status = search_from(work, roots->object[i], err);
            if (status != GCV_OK) {
                return status;
            }
        }
    }
    return GCV_OK;
}

/* Numbers by object, out of the nodes, which go. */
static uint32_t *take_numbers(gcv_work *work, gcv_error *err)
{
    uint32_t *numbers = gcv_alloc(work->ctx, work->n, sizeof *numbers, err);
    uint32_t i;
    if (numbers == NULL) {
        return NULL;
    }
    for (i = 0; i < work->n; i++) {
        numbers[i] = work->nodes[i].number;
    }
    gcv_free(work->ctx, work->nodes, (size_t)work->n + 1, sizeof *work->nodes);
    work->nodes = NULL;
    return numbers;
}

/* ---- semidominators ----------------------------------------------------------------------- */

/* Groups the logged tails by head: counting sort. */
static gcv_status group_edges(gcv_work *work, gcv_error *err)
{
    size_t n = work->tails.n, i;
    uint32_t *first, sum = 0, h;
    gcv_u32_column grouped = {NULL, 0, 0};
    gcv_status status;
    gcv_phase(work->ctx, "group edges");
    first = gcv_alloc_zeroed(work->ctx, (size_t)work->reached + 2, sizeof *first, err);
    if (first == NULL) {
        return gcv_failed(err);
    }
    work->first_tail = first;
    status = gcv_u32_column_reserve(work->ctx, &grouped, n, err);
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        first[work->heads.data[i]]++;
    }
    for (h = 0; h <= work->reached + 1; h++) {
        sum += first[h];
        first[h] = sum; /* end of the group; filling moves it to its start */
    }
    for (i = n; i-- > 0;) {
        grouped.data[--first[work->heads.data[i]]] = work->tails.data[i];
    }
    grouped.n = n;
    gcv_u32_column_release(work->ctx, &work->tails);
    gcv_u32_column_release(work->ctx, &work->heads);
    work->tails = grouped;
    return GCV_OK;
}

/* Lowest label among the vertices above `floor` on the way up from v, v included; shortens the way.
 */
static gcv_status evaluate(gcv_work *work, uint32_t v, uint32_t floor, uint32_t *lowest,
                           gcv_error *err)
{
    gcv_link *links = work->links;
    uint32_t at = v;
    work->path.n = 0;
    while (links[at].up > floor) {
        gcv_status status = gcv_u32_column_push(work->ctx, &work->path, at, err);
        if (status != GCV_OK) {
            return status;
        }
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
    *lowest = links[v].label;
    return GCV_OK;
}

static gcv_status find_semidominators(gcv_work *work, gcv_error *err)
{
    uint32_t w;
    gcv_phase(work->ctx, "semidominators");
    work->links = gcv_alloc(work->ctx, (size_t)work->reached + 1, sizeof *work->links, err);
    if (work->links == NULL) {
        return gcv_failed(err);
    }
    for (w = 0; w <= work->reached; w++) {
        work->links[w].up = work->parent[w];
        work->links[w].label = work->semi[w];
    }
    for (w = work->reached; w > 0; w--) {
        uint32_t lowest = work->semi[w], i;
        for (i = work->first_tail[w]; i < work->first_tail[w + 1] && lowest > 0; i++) {
            uint32_t candidate;
            gcv_status status = evaluate(work, work->tails.data[i], w, &candidate, err);
            if (status != GCV_OK) {
                return status;
            }
            if (candidate < lowest) {
                lowest = candidate;
            }
        }
        work->semi[w] = lowest;
        work->links[w].label = lowest; /* compression will lower it further */
    }
    return GCV_OK;
}

/* ---- dominators and retained sizes -------------------------------------------------------- */

/* Turns parents into dominators in place; links become jump pointers and depths as it passes. */
static void find_dominators(gcv_work *work)
{
    gcv_link *links = work->links;
    uint32_t *dominator = work->parent, w;
    uint64_t steps = 0;
    gcv_phase(work->ctx, "dominators");
    links[0].up = 0;
    links[0].label = 0;
    for (w = 1; w <= work->reached; w++) {
        uint32_t semi = work->semi[w], d = dominator[w], jump;
        while (d > semi) {
            steps++;
            d = links[d].up > semi ? links[d].up : dominator[d];
        }
        dominator[w] = d;
        jump = links[d].up;
        links[w].label = links[d].label + 1;
        links[w].up =
            links[d].label - links[jump].label == links[jump].label - links[links[jump].up].label
                ? links[jump].up
                : d;
    }
    work->ctx->steps += steps;
}

/* Adds sizes up the dominator tree, in the memory of the links: they have done their work, and a
 * block from the allocator takes the type that is stored to it. */
static uint64_t *sum_retained(gcv_work *work)
{
    uint64_t *retained = (uint64_t *)(void *)work->links;
    uint32_t w;
    gcv_phase(work->ctx, "retained sizes");
    work->links = NULL;
    retained[0] = 0;
    for (w = 1; w <= work->reached; w++) {
        retained[w] = gcv_heap_size(work->heap, work->object[w]);
    }
    for (w = work->reached; w > 0; w--) {
        retained[work->parent[w]] += retained[w];
    }
    return retained;
}

GCV_STATIC_ASSERT(link_holds_bytes, sizeof(gcv_link) == sizeof(uint64_t));

static uint32_t *fitted(gcv_work *work, uint32_t *array)
{
    return gcv_resize(work->ctx, array, ((size_t)work->n + 1) * sizeof *array,
                      ((size_t)work->reached + 1) * sizeof *array, NULL);
}

static gcv_status find(gcv_work *work, const gcv_root_set *roots, gcv_dominators *out,
                       gcv_error *err)
{
    gcv_status status = prepare(work, roots, err);
    if (status == GCV_OK) {
        status = search(work, roots, err);
    }
    if (status == GCV_OK) {
        gcv_frame_column_release(work->ctx, &work->stack);
        out->number = take_numbers(work, err);
        status = out->number != NULL ? group_edges(work, err) : gcv_failed(err);
    }
    if (status == GCV_OK) {
        status = find_semidominators(work, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    gcv_free(work->ctx, work->first_tail, (size_t)work->reached + 2, sizeof *work->first_tail);
    work->first_tail = NULL;
    gcv_u32_column_release(work->ctx, &work->tails);
    find_dominators(work);
    gcv_free(work->ctx, work->semi, (size_t)work->n + 1, sizeof *work->semi);
    work->semi = NULL;
    out->retained = sum_retained(work);
    out->n_reached = work->reached;
    out->object = fitted(work, work->object);
    out->dominator = fitted(work, work->parent);
    work->object = NULL;
    work->parent = NULL;
    return GCV_OK;
}

gcv_status gcv_dominators_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                               gcv_dominators *out, gcv_error *err)
{
    gcv_work work;
    gcv_status status;
    memset(out, 0, sizeof *out);
    memset(&work, 0, sizeof work);
    work.ctx = ctx;
    work.heap = heap;
    work.n = heap->n_objects;
    out->n_objects = work.n;
    status = find(&work, roots, out, err);
    release(&work);
    if (status != GCV_OK) {
        gcv_dominators_release(ctx, out);
    }
    return status;
}

void gcv_dominators_release(gcv_context *ctx, gcv_dominators *dominators)
{
    size_t numbers = (size_t)dominators->n_reached + 1;
    gcv_free(ctx, dominators->number, dominators->n_objects, sizeof *dominators->number);
    gcv_free(ctx, dominators->object, numbers, sizeof *dominators->object);
    gcv_free(ctx, dominators->dominator, numbers, sizeof *dominators->dominator);
    gcv_free(ctx, dominators->retained, numbers, sizeof *dominators->retained);
    memset(dominators, 0, sizeof *dominators);
}
