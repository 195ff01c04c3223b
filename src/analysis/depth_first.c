/* depth_first.c - depth-first search; see depth_first.h.
 *
 * The search waits for memory most of the time, and cannot do accesses in bulk, so it does as few
 * as it can: whether an object was met is a bit (1.25 MB for 10 M objects, which stay near), and
 * what else is to be known of an edge to an object met before is left to bulk passes over the log
 * afterwards. Of an object that is met for the first time the search reads where its references
 * are, and the first of them, and waits for nothing else. A frame is not pushed when its last
 * reference has been taken: a list needs no stack.
 *
 * O(objects + references). Bytes: 12 and a bit an object, 8 an edge that is no tree edge, 8 for
 * each object on the longest way, no recursion.
 */
#include "analysis/depth_first.h"

#include "base/bitset.h"
#include "base/error.h"

#include <string.h>

typedef struct gcv_frame {
    uint32_t number;
    uint32_t next_ref;
} gcv_frame;

GCV_COLUMN(gcv_frame_column, gcv_frame);

typedef struct gcv_search {
    gcv_context *ctx;
    const uint32_t *first_ref, *refs;
    gcv_bitset met; /* objects */
    gcv_depth_first *out;
    gcv_frame_column stack;
} gcv_search;

static inline uint32_t meet(gcv_search *search, uint32_t object, uint32_t parent)
{
    uint32_t number = ++search->out->n_reached;
    (void)gcv_bitset_add(&search->met, object);
    search->out->object[number] = object;
    search->out->parent[number] = parent;
    return number;
}

static gcv_status log_edge(gcv_search *search, uint32_t tail, uint32_t head, gcv_error *err)
{
    gcv_depth_first *out = search->out;
    gcv_status status = gcv_u32_column_push(search->ctx, &out->tails, tail, err);
    return status == GCV_OK ? gcv_u32_column_push(search->ctx, &out->heads, head, err) : status;
}

/* Searches what `top`, an object of the root set that is not met yet, leads to. */
static gcv_status search_from(gcv_search *search, uint32_t top, gcv_error *err)
{
    const uint32_t *first_ref = search->first_ref, *refs = search->refs;
    uint32_t number = meet(search, top, 0);
    uint32_t next = first_ref[top], end = first_ref[top + 1];
    gcv_status status = GCV_OK;
    while (status == GCV_OK) {
        uint32_t to, met;
        if (next == end) {
            gcv_frame frame;
            if (search->stack.n == 0) {
                break;
            }
            frame = search->stack.data[--search->stack.n];
            number = frame.number;
            next = frame.next_ref;
            end = first_ref[search->out->object[number] + 1];
        }
        to = refs[next++];
        if (gcv_bitset_has(&search->met, to)) {
            status = log_edge(search, number, to, err);
            continue;
        }
        met = meet(search, to, number);
        if (first_ref[to] == first_ref[to + 1]) {
            continue;
        }
        if (next != end) {
            gcv_frame frame;
            frame.number = number;
            frame.next_ref = next;
            status = gcv_frame_column_push(search->ctx, &search->stack, frame, err);
        }
        number = met;
        next = first_ref[to];
        end = first_ref[to + 1];
    }
    return status;
}

/* Not during the search, where every store that misses the cache would be waited for. */
static void number_objects(gcv_depth_first *out)
{
    uint32_t i;
    for (i = 1; i <= out->n_reached; i++) {
        out->number[out->object[i]] = i;
    }
}

static gcv_status run(gcv_search *search, const gcv_root_set *roots, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < roots->n; i++) {
        if (!gcv_bitset_has(&search->met, roots->object[i])) {
            status = search_from(search, roots->object[i], err);
        }
    }
    return status;
}

gcv_status gcv_depth_first_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                                gcv_depth_first *out, gcv_error *err)
{
    gcv_search search;
    gcv_status status;
    gcv_phase(ctx, "depth-first search");
    memset(out, 0, sizeof *out);
    memset(&search, 0, sizeof search);
    search.ctx = ctx;
    search.first_ref = heap->first_ref.data;
    search.refs = heap->refs.data;
    search.out = out;
    out->n_objects = heap->n_objects;
    out->n_slots = (size_t)heap->n_objects + 1;
    out->number = gcv_alloc_zeroed(ctx, out->n_objects, sizeof *out->number, err);
    out->object = gcv_alloc(ctx, out->n_slots, sizeof *out->object, err);
    out->parent = gcv_alloc(ctx, out->n_slots, sizeof *out->parent, err);
    status = out->number == NULL || out->object == NULL || out->parent == NULL
                 ? gcv_failed(err)
                 : gcv_bitset_init(ctx, &search.met, out->n_objects, err);
    if (status == GCV_OK) {
        out->object[0] = GCV_NONE;
        out->parent[0] = 0;
        status = run(&search, roots, err);
        number_objects(out);
    }
    gcv_frame_column_release(ctx, &search.stack);
    gcv_bitset_release(ctx, &search.met);
    if (status != GCV_OK) {
        gcv_depth_first_release(ctx, out);
    }
    return status;
}

static uint32_t *fitted(gcv_context *ctx, uint32_t *array, size_t from, size_t to)
{
    return gcv_resize(ctx, array, from * sizeof *array, to * sizeof *array, NULL);
}

void gcv_depth_first_fit(gcv_context *ctx, gcv_depth_first *preorder)
{
    size_t n = (size_t)preorder->n_reached + 1;
    preorder->object = fitted(ctx, preorder->object, preorder->n_slots, n);
    preorder->parent = fitted(ctx, preorder->parent, preorder->n_slots, n);
    preorder->n_slots = n;
}

void gcv_depth_first_release(gcv_context *ctx, gcv_depth_first *preorder)
{
    gcv_free(ctx, preorder->number, preorder->n_objects, sizeof *preorder->number);
    gcv_free(ctx, preorder->object, preorder->n_slots, sizeof *preorder->object);
    gcv_free(ctx, preorder->parent, preorder->n_slots, sizeof *preorder->parent);
    gcv_u32_column_release(ctx, &preorder->tails);
    gcv_u32_column_release(ctx, &preorder->heads);
    memset(preorder, 0, sizeof *preorder);
}
