/* merged_steps.c - chains folded into steps; see merged_chains.h, and merged_chains.c for what a
 * step is. */
#include "report/merged_chains.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

#include <string.h>

/* ---- steps -------------------------------------------------------------------------------- */

static uint64_t hash_step(const gcv_merge *merge, uint32_t before, uint32_t type, uint32_t root)
{
    uint64_t h = gcv_hash_u64((uint64_t)before << 32 | type, merge->report->ctx->seed);
    if (root != GCV_NONE) {
        const gcv_root *r = gcv_merge_root(merge, root);
        h = gcv_hash_u64((uint64_t)r->kind << 32 | r->flags, h);
        h = gcv_hash_u64(r->container, h);
        h = r->label.data != NULL ? gcv_hash_bytes(r->label.data, r->label.size, h) : h;
    }
    return h;
}

static bool same_root(const gcv_merge *merge, uint32_t a, uint32_t b)
{
    const gcv_root *x, *y;
    if (a == GCV_NONE || b == GCV_NONE) {
        return a == b;
    }
    x = gcv_merge_root(merge, a);
    y = gcv_merge_root(merge, b);
    return x->kind == y->kind && x->flags == y->flags && x->container == y->container &&
           gcv_slice_equal(x->label, y->label);
}

static void enter(gcv_merge *merge, uint32_t step)
{
    const gcv_step *s = &merge->steps.data[step];
    size_t mask = merge->n_index - 1;
    size_t at = hash_step(merge, s->before, s->type, s->root) & mask;
    while (merge->index[at] != 0) {
        at = (at + 1) & mask;
    }
    merge->index[at] = step + 1;
}

static gcv_status grow_index(gcv_merge *merge, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    size_t n = merge->n_index == 0 ? 64 : merge->n_index * 2;
    uint32_t *index = gcv_alloc_zeroed(ctx, n, sizeof *index, err);
    uint32_t step;
    if (index == NULL) {
        return gcv_failed(err);
    }
    gcv_free(ctx, merge->index, merge->n_index, sizeof *index);
    merge->index = index;
    merge->n_index = n;
    for (step = 0; step < merge->steps.n; step++) {
        enter(merge, step);
    }
    return GCV_OK;
}

static gcv_status find_step(gcv_merge *merge, uint32_t before, uint32_t type, uint32_t root,
                            uint32_t *step, gcv_error *err)
{
    gcv_step fresh;
    gcv_status status = GCV_OK;
    size_t at, mask;
    if (merge->steps.n >= merge->n_index / 2) {
        status = grow_index(merge, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    mask = merge->n_index - 1;
    for (at = hash_step(merge, before, type, root) & mask; merge->index[at] != 0;
         at = (at + 1) & mask) {
        const gcv_step *known = &merge->steps.data[merge->index[at] - 1];
        if (known->before == before && known->type == type && same_root(merge, known->root, root)) {
            *step = merge->index[at] - 1;
            return GCV_OK;
        }
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.before = before;
    fresh.type = type;
    fresh.root = root;
    fresh.shown = GCV_NONE;
    fresh.depth = before == GCV_NONE ? 1 : merge->steps.data[before].depth + 1;
    status = gcv_step_column_push(merge->report->ctx, &merge->steps, fresh, err);
    *step = (uint32_t)(merge->steps.n - 1);
    if (status == GCV_OK) {
        enter(merge, *step);
    }
    return status;
}

/* Counts an object to its step. An object in both layers of the routes can come to one step twice,
 * far down, and counts there once. */
static void count(gcv_merge *merge, uint32_t state, uint32_t step)
{
    uint32_t object = gcv_route_object(merge->routes, state);
    gcv_step *s = &merge->steps.data[step];
    merge->step_of[state] = step;
    if (merge->routes->shift == 0 || merge->step_of[state ^ 1] != step) {
        s->objects++;
        s->bytes += gcv_heap_size(merge->report->heap, object);
        s->object = object;
    }
}

/* The step of a state whose predecessor on the chain has one already. */
static gcv_status place(gcv_merge *merge, uint32_t state, gcv_error *err)
{
    const gcv_heap *heap = merge->report->heap;
    uint32_t object = gcv_route_object(merge->routes, state);
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]), step;
    uint32_t parent = merge->routes->parent[state];
    gcv_status status = GCV_OK;
    if (parent == GCV_ROOTED) {
        status = find_step(merge, GCV_NONE, type, merge->root_of[object], &step, err);
    } else {
        step = merge->step_of[parent];
        if (merge->steps.data[step].type != type &&
            merge->steps.data[step].depth <= GCV_MERGED_DEPTH) {
            bool deeper = merge->steps.data[step].depth == GCV_MERGED_DEPTH;
            status = find_step(merge, step, deeper ? GCV_NONE : type, GCV_NONE, &step, err);
        }
    }
    if (status == GCV_OK) {
        count(merge, state, step);
    }
    return status;
}

gcv_status gcv_merge_add(gcv_merge *merge, uint32_t target, gcv_error *err)
{
    uint32_t end = gcv_route_end(merge->routes, target), at = end;
    gcv_status status = GCV_OK;
    gcv_step *step;
    merge->way.n = 0;
    while (status == GCV_OK && at < GCV_ROOTED && merge->step_of[at] == GCV_NONE) {
        status = gcv_u32_column_push(merge->report->ctx, &merge->way, at, err);
        at = merge->routes->parent[at];
    }
    while (status == GCV_OK && merge->way.n > 0) {
        status = place(merge, merge->way.data[--merge->way.n], err);
    }
    if (status == GCV_OK) {
        step = &merge->steps.data[merge->step_of[end]];
        step->targets++;
        step->target_bytes += gcv_heap_size(merge->report->heap, target);
    }
    return status;
}

/* ---- retained ----------------------------------------------------------------------------- */

/* Numbers the steps of the chains to be shown as sets; returns how many that are. */
static uint32_t mark_shown(gcv_merge *merge, const gcv_rows *rows)
{
    uint32_t n = 0, step;
    size_t i;
    for (i = 0; i < rows->items.n; i++) {
        for (step = rows->items.data[i]; step != GCV_NONE; step = merge->steps.data[step].before) {
            if (merge->steps.data[step].shown == GCV_NONE) {
                merge->steps.data[step].shown = n++;
            }
        }
    }
    return n;
}

/* The shown step of a state, GCV_NONE if there is none. */
static uint32_t shown_of(const gcv_merge *merge, uint32_t state)
{
    uint32_t step = merge->step_of[state];
    return step != GCV_NONE ? merge->steps.data[step].shown : GCV_NONE;
}

/* Objects in one layer: a class is a set. Turns step_of into classes, object by object. The classes
 * of objects of both layers come behind, each with its two sets. */
static gcv_status classify(gcv_merge *merge, gcv_set_classes *classes, gcv_u32_column *first,
                           gcv_u32_column *sets, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    uint32_t shift = merge->routes->shift, i;
    gcv_status status = GCV_OK;
    for (i = 0; shift == 1 && status == GCV_OK && i < classes->n_sets; i++) {
        status = gcv_u32_column_push(ctx, first, i, err);
        status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, i, err) : status;
    }
    for (i = 0; status == GCV_OK && i < merge->report->heap->n_objects; i++) {
        uint32_t a = shown_of(merge, i << shift), b = shown_of(merge, (i << shift) + shift);
        uint32_t class = a != GCV_NONE ? a : b;
        if (a != b && a != GCV_NONE && b != GCV_NONE) {
            class = (uint32_t)first->n;
            status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
            status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, a < b ? a : b, err) : status;
            status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, a < b ? b : a, err) : status;
        }
        merge->step_of[i] = class;
    }
    if (status == GCV_OK && shift == 1) {
        classes->n_classes = (uint32_t)first->n;
        status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
        classes->first = first->data;
        classes->sets = sets->data;
    }
    classes->class_of = merge->step_of;
    return status;
}

gcv_status gcv_merge_retained(gcv_merge *merge, const gcv_root_set *roots, const gcv_rows *rows,
                              gcv_error *err)
{
    gcv_report *report = merge->report;
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    gcv_set_classes classes;
    gcv_status status;
    memset(&classes, 0, sizeof classes);
    classes.n_classes = classes.n_sets = mark_shown(merge, rows);
    merge->n_retained = classes.n_sets;
    merge->retained = gcv_alloc(report->ctx, classes.n_sets, sizeof *merge->retained, err);
    if (merge->retained == NULL) {
        return gcv_failed(err);
    }
    status = classify(merge, &classes, &first, &sets, err);
    if (status == GCV_OK) {
        status =
            gcv_retained_of_sets(report->ctx, report->heap, roots, &classes, merge->retained, err);
    }
    gcv_u32_column_release(report->ctx, &first);
    gcv_u32_column_release(report->ctx, &sets);
    return status;
}
