/* merged_steps.c - chains folded into steps; see merged_chains.h, and merged_chains.c for what a
 * step is. */
#include "report/chains/merged_chains.h"

#include "base/error.h"
#include "base/hash.h"

#include <string.h>

/* ---- steps -------------------------------------------------------------------------------- */

/* The root record that stands for all with the label of this one: the first that was met. A hash
 * that another label has already is counted up. */
static gcv_status find_start(gcv_merge *merge, uint32_t root, uint32_t *start, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    const gcv_root *r = gcv_merge_root(merge, root);
    uint64_t hash = gcv_hash_u64((uint64_t)r->kind << 32 | r->flags, ctx->seed);
    hash = gcv_hash_u64(r->container, hash);
    hash = r->label.data != NULL ? gcv_hash_bytes(r->label.data, r->label.size, hash) : hash;
    for (;; hash++) {
        *start = gcv_id_map_get(ctx, &merge->starts, hash);
        if (*start == GCV_NONE) {
            *start = root;
            return gcv_id_map_set(ctx, &merge->starts, hash, root, err);
        }
        if (gcv_same_root_label(gcv_merge_root(merge, *start), r)) {
            return GCV_OK;
        }
    }
}

static gcv_status find_step(gcv_merge *merge, const gcv_step_key *key, uint32_t *step,
                            gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    gcv_step fresh;
    gcv_status status;
    *step = gcv_step_index_get(ctx, &merge->index, key);
    if (*step != GCV_NONE) {
        return GCV_OK;
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.key = *key;
    fresh.shown = GCV_NONE;
    *step = (uint32_t)merge->steps.n;
    status = gcv_step_column_push(ctx, &merge->steps, fresh, err);
    return status == GCV_OK ? gcv_step_index_set(ctx, &merge->index, key, *step, err) : status;
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
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]), step, start;
    uint32_t parent = merge->routes->parent[state];
    gcv_step_key key;
    gcv_status status = GCV_OK;
    if (parent == GCV_ROOTED) {
        status = find_start(merge, merge->root_of[object], &start, err);
        if (status == GCV_OK) {
            key = gcv_step_first(start, type);
            status = find_step(merge, &key, &step, err);
        }
    } else {
        step = merge->step_of[parent];
        if (gcv_step_next(&merge->steps.data[step].key, step, type, &key)) {
            status = find_step(merge, &key, &step, err);
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
        for (step = rows->items.data[i]; step != GCV_NONE;
             step = merge->steps.data[step].key.before) {
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
