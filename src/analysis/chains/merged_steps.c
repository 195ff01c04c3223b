/* merged_steps.c - merges the chains of many objects into steps; see merged_steps.h. */
#include "analysis/chains/merged_steps.h"

#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_merged_chains = {"merged chains", GCV_COST_PARTS(12.125, 0, 1, 0, 0),
                                            GCV_COST_PARTS(146, 5, 1, 40, 0), 8000, NULL};

const gcv_cost gcv_cost_of_merged_states = {"merged chains over two states an object",
                                            GCV_COST_PARTS(16, 0, 1, 0, 0),
                                            GCV_COST_PARTS(162, 5, 1, 40, 0), 8000, NULL};

/* ---- merging ------------------------------------------------------------------------------ */

/* Adds an object to its step. If both layers of an object, deep in a chain, lead to the same step,
 * the object counts there once. */
static void count(gcv_merged_steps *merged, uint32_t state, uint32_t step)
{
    uint32_t object = gcv_constrained_paths_object(merged->paths, state);
    gcv_merged_step *s = &merged->steps.data[step];
    merged->step_of[state] = step;
    if (merged->paths->shift == 0 || merged->step_of[state ^ 1] != step) {
        s->objects++;
        s->bytes += gcv_heap_size(merged->heap, object);
        s->object = object;
    }
}

/* Finds the step of a state. The previous state on its chain must have a step already. */
static gcv_status place(gcv_merged_steps *merged, uint32_t state, gcv_error *err)
{
    static const gcv_merged_step empty = {0, GCV_NONE, 0, 0, 0, 0, 0};
    const gcv_heap *heap = merged->heap;
    uint32_t object = gcv_constrained_paths_object(merged->paths, state);
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]), step = 0, start;
    uint32_t parent = merged->paths->parent[state];
    gcv_status status;
    if (parent == GCV_ROOTED) {
        status = gcv_step_start(merged->ctx, &merged->starts, heap, merged->root_of[object], &start,
                                err);
        if (status == GCV_OK) {
            status = gcv_step_index_first(merged->ctx, &merged->index, start, type, &step, err);
        }
    } else {
        status = gcv_step_index_next(merged->ctx, &merged->index, merged->step_of[parent], type,
                                     GCV_MERGED_DEPTH, &step, err);
    }
    if (status == GCV_OK && step == merged->steps.n) {
        status = gcv_merged_step_column_push(merged->ctx, &merged->steps, empty, err);
    }
    if (status == GCV_OK) {
        count(merged, state, step);
    }
    return status;
}

static gcv_status add_chain(gcv_merged_steps *merged, uint32_t target, gcv_error *err)
{
    uint32_t end = gcv_constrained_paths_end(merged->paths, target), at = end;
    gcv_status status = GCV_OK;
    merged->pending.n = 0;
    while (status == GCV_OK && at < GCV_ROOTED && merged->step_of[at] == GCV_NONE) {
        status = gcv_u32_column_push(merged->ctx, &merged->pending, at, err);
        at = merged->paths->parent[at];
    }
    while (status == GCV_OK && merged->pending.n > 0) {
        status = place(merged, merged->pending.data[--merged->pending.n], err);
    }
    if (status == GCV_OK) {
        gcv_merged_step *step = &merged->steps.data[merged->step_of[end]];
        step->targets++;
        step->target_bytes += gcv_heap_size(merged->heap, target);
    }
    return status;
}

/* ---- the order of steps: by depth, then by the path from the root -------------------------- */

static int compare_first(const gcv_merged_steps *merged, const gcv_step_key *a,
                         const gcv_step_key *b)
{
    const gcv_root *roots = merged->heap->roots.data;
    const gcv_root *x = &roots[a->start], *y = &roots[b->start];
    gcv_slice owner_x = gcv_root_owner(merged->heap, x), owner_y = gcv_root_owner(merged->heap, y);
    if (x->kind != y->kind) {
        return gcv_root_kind_rank(x->kind) < gcv_root_kind_rank(y->kind) ? -1 : 1;
    }
    if ((owner_x.data == NULL) != (owner_y.data == NULL)) { /* roots without an owner come last */
        return owner_x.data != NULL ? -1 : 1;
    }
    if (!gcv_slice_equal(owner_x, owner_y)) {
        return gcv_slice_compare(owner_x, owner_y);
    }
    if (x->flags != y->flags) {
        return x->flags < y->flags ? -1 : 1;
    }
    return a->type < b->type ? -1 : a->type > b->type;
}

/* Orders steps of one depth. The ranks of the depth above must be known. */
static bool by_way(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_steps *merged = payload;
    const gcv_step_key *x = gcv_merged_key(merged, a), *y = gcv_merged_key(merged, b);
    if (x->previous == GCV_NONE) {
        return compare_first(merged, x, y) < 0;
    }
    if (x->previous != y->previous) {
        return merged->steps.data[x->previous].rank < merged->steps.data[y->previous].rank;
    }
    return x->type < y->type;
}

/* Ranks the steps depth by depth, because comparing whole chains would be quadratic for long
 * ones. */
static gcv_status rank_steps(gcv_merged_steps *merged, gcv_error *err)
{
    gcv_context *ctx = merged->ctx;
    size_t n = merged->steps.n, i;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err), rank = 0;
    uint32_t *first = gcv_alloc_zeroed(ctx, n + 2, sizeof *first, err); /* by depth, from 1 */
    gcv_status status = order == NULL || first == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        for (i = 0; i < n; i++) {
            first[merged->index.keys.data[i].depth + 1]++;
        }
        for (i = 1; i < n + 2; i++) {
            first[i] += first[i - 1];
        }
        for (i = 0; i < n; i++) {
            order[first[merged->index.keys.data[i].depth]++] = (uint32_t)i;
        }
    }
    /* Now first[d] is the end of depth d. */
    for (i = 1; status == GCV_OK && i <= n && rank < n; i++) {
        status = gcv_sort(ctx, order + first[i - 1], first[i] - first[i - 1], by_way, merged, err);
        for (; rank < first[i]; rank++) {
            merged->steps.data[order[rank]].rank = rank;
        }
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, first, n + 2, sizeof *first);
    return status;
}

/* ---- all chains --------------------------------------------------------------------------- */

gcv_status gcv_merged_steps_find(gcv_context *ctx, const gcv_heap *heap,
                                 const gcv_constrained_paths *paths, const gcv_root_set *starts,
                                 const gcv_u32_column *targets, gcv_merged_steps *out,
                                 gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    memset(out, 0, sizeof *out);
    out->ctx = ctx;
    out->heap = heap;
    out->paths = paths;
    out->root_of = gcv_alloc(ctx, heap->n_objects, sizeof *out->root_of, err);
    out->step_of = gcv_alloc(ctx, paths->n_states, sizeof *out->step_of, err);
    if (out->root_of == NULL || out->step_of == NULL) {
        return gcv_failed(err);
    }
    gcv_phase(ctx, "merge");
    for (i = 0; i < starts->n; i++) {
        out->root_of[starts->object[i]] = starts->root[i];
    }
    memset(out->step_of, 0xff, (size_t)paths->n_states * sizeof *out->step_of); /* GCV_NONE */
    for (i = 0; status == GCV_OK && i < targets->n; i++) {
        status = add_chain(out, targets->data[i], err);
    }
    return status == GCV_OK ? rank_steps(out, err) : status;
}

void gcv_merged_steps_release(gcv_merged_steps *merged)
{
    gcv_context *ctx = merged->ctx;
    gcv_free(ctx, merged->root_of, merged->heap->n_objects, sizeof *merged->root_of);
    gcv_free(ctx, merged->step_of, merged->paths->n_states, sizeof *merged->step_of);
    gcv_free(ctx, merged->retained, merged->n_retained, sizeof *merged->retained);
    gcv_step_index_release(ctx, &merged->index);
    gcv_merged_step_column_release(ctx, &merged->steps);
    gcv_id_map_release(ctx, &merged->starts);
    gcv_u32_column_release(ctx, &merged->pending);
}

/* ---- retained bytes ----------------------------------------------------------------------- */

/* Gives a set to each step on the chains that end at `ends`; returns the number of sets. */
static uint32_t number_sets(gcv_merged_steps *merged, const uint32_t *ends, size_t n_ends)
{
    uint32_t n = 0, step;
    size_t i;
    for (i = 0; i < n_ends; i++) {
        for (step = ends[i]; step != GCV_NONE; step = gcv_merged_key(merged, step)->previous) {
            if (merged->steps.data[step].set == GCV_NONE) {
                merged->steps.data[step].set = n++;
            }
        }
    }
    return n;
}

/* The set of a state; GCV_NONE: in no set. */
static uint32_t set_of(const gcv_merged_steps *merged, uint32_t state)
{
    uint32_t step = merged->step_of[state];
    return step != GCV_NONE ? merged->steps.data[step].set : GCV_NONE;
}

/* Turns `step_of` from steps by state into classes by object. An object in one set has that set as
 * its class. Further classes contain two sets, for objects with layers in different sets. */
static gcv_status classify(gcv_merged_steps *merged, gcv_set_classes *classes,
                           gcv_u32_column *first, gcv_u32_column *sets, gcv_error *err)
{
    gcv_context *ctx = merged->ctx;
    uint32_t shift = merged->paths->shift, i;
    gcv_status status = GCV_OK;
    for (i = 0; shift == 1 && status == GCV_OK && i < classes->n_sets; i++) {
        status = gcv_u32_column_push(ctx, first, i, err);
        status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, i, err) : status;
    }
    for (i = 0; status == GCV_OK && i < merged->heap->n_objects; i++) {
        uint32_t a = set_of(merged, i << shift), b = set_of(merged, (i << shift) + shift);
        uint32_t class = a != GCV_NONE ? a : b;
        if (a != b && a != GCV_NONE && b != GCV_NONE) {
            class = (uint32_t)first->n;
            status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
            status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, a < b ? a : b, err) : status;
            status = status == GCV_OK ? gcv_u32_column_push(ctx, sets, a < b ? b : a, err) : status;
        }
        merged->step_of[i] = class;
    }
    if (status == GCV_OK && shift == 1) {
        classes->n_classes = (uint32_t)first->n;
        status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
        classes->first = first->data;
        classes->sets = sets->data;
    }
    classes->class_of = merged->step_of;
    return status;
}

gcv_status gcv_merged_steps_retained(gcv_merged_steps *merged, const gcv_root_set *roots,
                                     const uint32_t *ends, size_t n_ends, gcv_error *err)
{
    gcv_context *ctx = merged->ctx;
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    gcv_set_classes classes;
    gcv_status status;
    memset(&classes, 0, sizeof classes);
    classes.n_classes = classes.n_sets = merged->n_retained = number_sets(merged, ends, n_ends);
    merged->retained = gcv_alloc(ctx, classes.n_sets, sizeof *merged->retained, err);
    if (merged->retained == NULL) {
        return gcv_failed(err);
    }
    status = classify(merged, &classes, &first, &sets, err);
    if (status == GCV_OK) {
        status = gcv_retained_of_sets(ctx, merged->heap, roots, &classes, merged->retained, err);
    }
    gcv_u32_column_release(ctx, &first);
    gcv_u32_column_release(ctx, &sets);
    return status;
}
