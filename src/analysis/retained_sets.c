/* retained_sets.c - exact retained bytes of sets of objects, all sets at once.
 *
 * An object is retained by a set S if every way to it from the roots passes a member of S. For each
 * object x let D(x) be the sets that every way to x passes, those of x itself included. Then
 *     D(x) = own sets of x + (intersection of D(p) over all referrers p of x),
 * with the empty set instead of the intersection for objects of the root set, and the greatest
 * solution of these equations is what is wanted: a set that is on no way to a cycle but on the ways
 * into it must stay. So every object starts with "all sets", and objects pass what they have to
 * what they refer to until nothing changes. retained(S) is the sum of the bytes of the objects x
 * with S in D(x).
 *
 * D has few members and few different values on real heaps; element_sets.h keeps each value once,
 * and an intersection is mostly a comparison of two numbers. This replaces one marking pass per 64
 * sets.
 *
 * Objects are taken in reverse depth-first postorder first, which settles all but cycles, then
 * first in first out. O(references) intersections without cycles; with cycles an object may be
 * taken once for each set that its D loses. An intersection costs what the two sets differ in, so
 * heaps made of thousands of types that all meet in wide sets take quadratic time. Bytes per
 * object: 8 and a bit, 8 more for each object on the way of the search, and the sets.
 */
#include "analysis/element_sets.h"
#include "base/error.h"
#include "base/hash.h"
#include "heap/heap.h"

#include <string.h>

#define ALL_SETS UINT32_MAX /* not reached yet: nothing is known to miss */

/* An object on the stack of a depth-first search, and the reference it goes on with. */
typedef struct gcv_frame {
    uint32_t object;
    uint32_t next_ref;
} gcv_frame;

GCV_COLUMN(gcv_frame_column, gcv_frame);

typedef struct gcv_flow {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_set_classes *classes;
    gcv_element_sets sets;
    uint32_t *met;  /* per object: intersection over its referrers so far */
    uint32_t *ring; /* objects whose `met` has changed, first in first out */
    size_t ring_at, ring_n;
    uint32_t *queued; /* a bit per object: `met` has changed since it was passed on */
    bool sweeping;    /* objects are taken in a fixed order, not from the ring */
    gcv_frame_column stack;
    struct gcv_own_entry *own; /* what adding a class to a set gave; may forget */
} gcv_flow;

enum { OWN_ENTRIES = 1 << 14 };

struct gcv_own_entry {
    uint32_t before, class, after;
};

static size_t n_words(const gcv_heap *heap) { return (size_t)heap->n_objects / 32 + 1; }

static void enqueue(gcv_flow *flow, uint32_t object)
{
    uint32_t bit = (uint32_t)1 << (object & 31);
    size_t at;
    if ((flow->queued[object >> 5] & bit) != 0) {
        return;
    }
    flow->queued[object >> 5] |= bit;
    if (flow->sweeping) {
        return;
    }
    at = flow->ring_at + flow->ring_n++;
    flow->ring[at < flow->heap->n_objects ? at : at - flow->heap->n_objects] = object;
}

static uint32_t dequeue(gcv_flow *flow)
{
    uint32_t object = flow->ring[flow->ring_at];
    flow->queued[object >> 5] &= ~((uint32_t)1 << (object & 31));
    flow->ring_n--;
    if (++flow->ring_at == flow->heap->n_objects) {
        flow->ring_at = 0;
    }
    return object;
}

/* The sets of a class: [*first, *end) of classes->sets, or, if that is NULL, the class itself. */
static void own_sets(const gcv_set_classes *classes, uint32_t class, uint32_t *first, uint32_t *end)
{
    *first = classes->first != NULL ? classes->first[class] : class;
    *end = classes->first != NULL ? classes->first[class + 1] : class + 1;
}

static uint32_t own_set(const gcv_set_classes *classes, uint32_t at)
{
    return classes->first != NULL ? classes->sets[at] : at;
}

/* D of an object: its `met` and its own sets. */
static gcv_status with_own(gcv_flow *flow, uint32_t object, uint32_t *set, gcv_error *err)
{
    uint32_t class = flow->classes->class_of[object], i, end;
    struct gcv_own_entry *own;
    gcv_status status = GCV_OK;
    *set = flow->met[object];
    if (class == GCV_NONE) {
        return GCV_OK;
    }
    own = &flow->own[gcv_hash_u64((uint64_t)*set << 32 | class, 0) & (OWN_ENTRIES - 1)];
    if (own->before == *set && own->class == class) {
        *set = own->after;
        return GCV_OK;
    }
    own->before = *set;
    own->class = class;
    own_sets(flow->classes, class, &i, &end);
    for (; status == GCV_OK && i < end; i++) {
        status = gcv_element_sets_add(&flow->sets, set, own_set(flow->classes, i), err);
    }
    own->after = *set;
    return status;
}

static gcv_status pass_on(gcv_flow *flow, uint32_t object, gcv_error *err)
{
    const gcv_heap *heap = flow->heap;
    uint32_t i = heap->first_ref.data[object], end = heap->first_ref.data[object + 1], set;
    gcv_status status;
    if (i == end) {
        return GCV_OK;
    }
    flow->ctx->steps += end - i;
    status = with_own(flow, object, &set, err);
    for (; status == GCV_OK && i < end; i++) {
        uint32_t to = heap->refs.data[i], met = flow->met[to];
        if (met == set || met == GCV_EMPTY_SET) {
            continue;
        }
        if (met == ALL_SETS) {
            met = set;
        } else {
            status = gcv_element_sets_meet(&flow->sets, &met, set, err);
        }
        if (met != flow->met[to]) {
            flow->met[to] = met;
            enqueue(flow, to);
        }
    }
    return status;
}

/* Puts an object on the stack of the search, unless it has been there. */
static gcv_status visit(gcv_flow *flow, uint32_t object, gcv_error *err)
{
    uint32_t bit = (uint32_t)1 << (object & 31);
    gcv_frame frame;
    if ((flow->queued[object >> 5] & bit) != 0) {
        return GCV_OK;
    }
    flow->queued[object >> 5] |= bit;
    frame.object = object;
    frame.next_ref = flow->heap->first_ref.data[object];
    return gcv_frame_column_push(flow->ctx, &flow->stack, frame, err);
}

/* Fills the ring with all reachable objects, each behind those it leads to: depth-first postorder.
 * Leaves all of them marked as queued. */
static gcv_status find_postorder(gcv_flow *flow, const gcv_root_set *roots, gcv_error *err)
{
    const gcv_heap *heap = flow->heap;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < roots->n; i++) {
        status = visit(flow, roots->object[i], err);
        while (status == GCV_OK && flow->stack.n > 0) {
            gcv_frame *top = &flow->stack.data[flow->stack.n - 1];
            if (top->next_ref < heap->first_ref.data[top->object + 1]) {
                status = visit(flow, heap->refs.data[top->next_ref++], err);
            } else {
                flow->ring[flow->ring_n++] = top->object;
                flow->stack.n--;
            }
        }
    }
    gcv_frame_column_release(flow->ctx, &flow->stack);
    return status;
}

/* Takes every object once, in reverse postorder: all its referrers but those on a cycle come before
 * it, so without cycles this is all there is to do. The ring keeps those that changed after their
 * turn. */
static gcv_status sweep(gcv_flow *flow, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i, kept = 0, n = flow->ring_n;
    for (i = 0; i < n / 2; i++) {
        uint32_t swap = flow->ring[i];
        flow->ring[i] = flow->ring[n - 1 - i];
        flow->ring[n - 1 - i] = swap;
    }
    flow->sweeping = true;
    for (i = 0; status == GCV_OK && i < n; i++) {
        uint32_t object = flow->ring[i];
        flow->queued[object >> 5] &= ~((uint32_t)1 << (object & 31));
        status = pass_on(flow, object, err);
    }
    flow->sweeping = false;
    for (i = 0; i < n; i++) {
        uint32_t object = flow->ring[i];
        if ((flow->queued[object >> 5] >> (object & 31) & 1) != 0) {
            flow->ring[kept++] = object;
        }
    }
    flow->ring_n = kept;
    return status;
}

static gcv_status solve(gcv_flow *flow, const gcv_root_set *roots, gcv_error *err)
{
    gcv_status status = find_postorder(flow, roots, err);
    uint32_t i;
    for (i = 0; i < roots->n; i++) {
        flow->met[roots->object[i]] = GCV_EMPTY_SET;
    }
    if (status == GCV_OK) {
        status = sweep(flow, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    while (flow->ring_n > 0) {
        status = pass_on(flow, dequeue(flow), err);
        if (status != GCV_OK) {
            return status;
        }
    }
    return GCV_OK;
}

/* The bytes of one object: to all that it met by way of `weights`, to its own sets directly. */
static void add_object(gcv_flow *flow, uint32_t object, uint64_t *weights, uint64_t *retained)
{
    uint32_t class = flow->classes->class_of[object], met = flow->met[object], i, end;
    uint64_t bytes = gcv_heap_size(flow->heap, object);
    weights[met] += bytes;
    if (class == GCV_NONE) {
        return;
    }
    own_sets(flow->classes, class, &i, &end);
    for (; i < end; i++) {
        uint32_t set = own_set(flow->classes, i);
        if (retained[set] == GCV_NOT_REACHABLE) {
            retained[set] = 0;
        }
        if (!gcv_element_sets_contain(&flow->sets, met, set)) {
            retained[set] += bytes;
        }
    }
}

static gcv_status add_up(gcv_flow *flow, uint64_t *retained, gcv_error *err)
{
    const gcv_heap *heap = flow->heap;
    size_t n = flow->sets.nodes.n;
    uint64_t *weights = gcv_alloc_zeroed(flow->ctx, n, sizeof *weights, err);
    uint32_t i;
    if (weights == NULL) {
        return gcv_failed(err);
    }
    memset(retained, 0xff, flow->classes->n_sets * sizeof *retained); /* GCV_NOT_REACHABLE */
    for (i = 0; i < heap->n_objects; i++) {
        if (flow->met[i] != ALL_SETS) {
            add_object(flow, i, weights, retained);
        }
    }
    gcv_element_sets_spread(&flow->sets, weights, retained);
    gcv_free(flow->ctx, weights, n, sizeof *weights);
    return GCV_OK;
}

static gcv_status prepare(gcv_flow *flow, gcv_error *err)
{
    uint32_t n = flow->heap->n_objects;
    gcv_status status = gcv_element_sets_init(flow->ctx, &flow->sets, err);
    if (status != GCV_OK) {
        return status;
    }
    flow->met = gcv_alloc(flow->ctx, n, sizeof *flow->met, err);
    flow->ring = gcv_alloc(flow->ctx, n, sizeof *flow->ring, err);
    flow->queued = gcv_alloc_zeroed(flow->ctx, n_words(flow->heap), sizeof *flow->queued, err);
    flow->own = gcv_alloc(flow->ctx, OWN_ENTRIES, sizeof *flow->own, err);
    if (flow->met == NULL || flow->ring == NULL || flow->queued == NULL || flow->own == NULL) {
        return gcv_failed(err);
    }
    memset(flow->met, 0xff, (size_t)n * sizeof *flow->met);
    memset(flow->own, 0xff, OWN_ENTRIES * sizeof *flow->own); /* no class is GCV_NONE */
    return GCV_OK;
}

gcv_status gcv_retained_of_sets(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                                const gcv_set_classes *classes, uint64_t *retained, gcv_error *err)
{
    gcv_flow flow;
    gcv_status status;
    memset(&flow, 0, sizeof flow);
    flow.ctx = ctx;
    flow.heap = heap;
    flow.classes = classes;
    gcv_phase(ctx, "retained sets");
    status = prepare(&flow, err);
    if (status == GCV_OK) {
        status = solve(&flow, roots, err);
    }
    if (status == GCV_OK) {
        status = add_up(&flow, retained, err);
    }
    gcv_free(ctx, flow.met, heap->n_objects, sizeof *flow.met);
    gcv_free(ctx, flow.ring, heap->n_objects, sizeof *flow.ring);
    gcv_free(ctx, flow.queued, n_words(heap), sizeof *flow.queued);
    gcv_free(ctx, flow.own, OWN_ENTRIES, sizeof *flow.own);
    gcv_frame_column_release(ctx, &flow.stack);
    gcv_element_sets_release(&flow.sets);
    return status;
}
