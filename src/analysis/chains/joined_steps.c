/* joined_steps.c - the chains of two heaps merged into one tree of steps; see joined_steps.h. */
#include "analysis/chains/joined_steps.h"

#include "base/error.h"
#include "heap/root_label.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_joined_chains = {
    "chains of two heaps joined", GCV_COST_PARTS(20, 0, 1, 0, 0),
    GCV_COST_PARTS(152, 5, GCV_COST_TYPE_ROW + 60, 200, 1.5), 10000, NULL};

/* ---- labels of roots ---------------------------------------------------------------------- */

static gcv_status label_roots(gcv_joined_steps *joined, gcv_joined_side *side, gcv_error *err)
{
    const gcv_root *last = NULL;
    gcv_status status = GCV_OK;
    uint32_t label = 0, i;
    for (i = 0; status == GCV_OK && i < side->roots.n; i++) {
        const gcv_root *root = &side->heap->roots.data[side->roots.root[i]];
        if (last == NULL || !gcv_same_root_label(side->heap, last, root)) {
            status = gcv_root_label(joined->ctx, side->heap, root, &joined->text, err);
            if (status == GCV_OK) {
                status = gcv_distinct_texts_number(joined->ctx, &joined->labels,
                                                   gcv_buffer_slice(&joined->text), &label, err);
            }
        }
        side->label_of[side->roots.object[i]] = label;
        last = root;
    }
    return status;
}

/* ---- the two sides --------------------------------------------------------------------------- */

static gcv_status init_side(gcv_joined_steps *joined, gcv_joined_side *side, const gcv_heap *heap,
                            bool include_weak, gcv_error *err)
{
    gcv_context *ctx = joined->ctx;
    size_t n = heap->n_objects;
    gcv_status status;
    side->heap = heap;
    side->label_of = gcv_alloc(ctx, n, sizeof(uint32_t), err);
    side->step_of = gcv_alloc(ctx, n, sizeof(uint32_t), err);
    if (side->label_of == NULL || side->step_of == NULL) {
        return gcv_failed(err);
    }
    memset(side->step_of, 0xff, n * sizeof(uint32_t)); /* GCV_NONE */
    status = gcv_set_members_init(ctx, &side->members, heap, err);
    if (status == GCV_OK) {
        status = gcv_groups_init(ctx, &side->types, heap, GCV_BY_TYPE, err);
    }
    if (status == GCV_OK) {
        status = gcv_root_set_find(ctx, heap, include_weak, &side->roots, err);
    }
    if (status == GCV_OK) {
        status = gcv_paths_find(ctx, heap, &side->roots, &side->paths, err);
    }
    return status == GCV_OK ? label_roots(joined, side, err) : status;
}

/* Replaces the type groups of a heap, which number that heap's names, by rows of the join. */
static gcv_status join_side(gcv_joined_steps *joined, size_t at, gcv_error *err)
{
    gcv_groups *types = &joined->side[at].types;
    uint32_t row, t, *row_of = gcv_alloc(joined->ctx, types->n, sizeof *row_of, err);
    if (row_of == NULL) {
        return gcv_failed(err);
    }
    for (row = 0; row < joined->types.names.n; row++) {
        uint32_t index = gcv_joined_index(&joined->types, row, at);
        if (index != GCV_NONE) {
            row_of[index] = row;
        }
    }
    for (t = 0; t < types->n_of; t++) {
        types->of[t] = row_of[types->of[t]];
    }
    gcv_free(joined->ctx, row_of, types->n, sizeof *row_of);
    return GCV_OK;
}

gcv_status gcv_joined_steps_init(gcv_context *ctx, gcv_joined_steps *joined, const gcv_heap *a,
                                 const gcv_heap *b, bool include_weak, gcv_error *err)
{
    gcv_name_list lists[2];
    gcv_status status = GCV_OK;
    size_t at;
    memset(joined, 0, sizeof *joined);
    joined->ctx = ctx;
    for (at = 0; status == GCV_OK && at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        status = init_side(joined, side, at == 0 ? a : b, include_weak, err);
        lists[at].names = side->types.names;
        lists[at].n = side->types.n;
    }
    if (status == GCV_OK) {
        status = gcv_name_join_find(ctx, lists, 2, &joined->types, err);
    }
    for (at = 0; status == GCV_OK && at < 2; at++) {
        status = join_side(joined, at, err);
    }
    return status;
}

static void release_side(gcv_context *ctx, gcv_joined_side *side)
{
    if (side->heap != NULL) {
        size_t n = side->heap->n_objects;
        gcv_free(ctx, side->label_of, n, sizeof(uint32_t));
        gcv_free(ctx, side->step_of, n, sizeof(uint32_t));
        gcv_groups_release(ctx, &side->types);
        gcv_paths_release(ctx, &side->paths);
        gcv_root_set_release(ctx, &side->roots);
    }
    gcv_u32_column_release(ctx, &side->placed);
    gcv_u32_column_release(ctx, &side->pending);
    gcv_set_members_release(ctx, &side->members);
}

void gcv_joined_steps_release(gcv_joined_steps *joined)
{
    gcv_context *ctx = joined->ctx;
    release_side(ctx, &joined->side[0]);
    release_side(ctx, &joined->side[1]);
    gcv_name_join_release(ctx, &joined->types);
    gcv_distinct_texts_release(ctx, &joined->labels);
    gcv_buffer_release(ctx, &joined->text);
    gcv_joined_step_column_release(ctx, &joined->steps);
    gcv_step_index_release(ctx, &joined->index);
}

/* ---- steps -------------------------------------------------------------------------------- */

/* Finds the step of an object. Its referrer on the chain must have a step already. */
static gcv_status place(gcv_joined_steps *joined, size_t at, uint32_t object, gcv_error *err)
{
    static const gcv_joined_step empty = {{0, 0}, {0, 0}, {0, 0}};
    gcv_context *ctx = joined->ctx;
    gcv_joined_side *side = &joined->side[at];
    uint32_t type = side->types.of[side->heap->type.data[object]], step = 0;
    uint32_t parent = side->paths.parent[object];
    gcv_status status =
        parent == GCV_ROOTED
            ? gcv_step_index_first(ctx, &joined->index, side->label_of[object], type, &step, err)
            : gcv_step_index_next(ctx, &joined->index, side->step_of[parent], type,
                                  GCV_MERGED_DEPTH, &step, err);
    if (status == GCV_OK && step == joined->steps.n) {
        status = gcv_joined_step_column_push(ctx, &joined->steps, empty, err);
    }
    if (status == GCV_OK) {
        status = gcv_u32_column_push(ctx, &side->placed, object, err);
    }
    if (status == GCV_OK) {
        side->step_of[object] = step;
        joined->steps.data[step].objects[at]++;
        joined->steps.data[step].bytes[at] += gcv_heap_size(side->heap, object);
    }
    return status;
}

gcv_status gcv_joined_steps_add(gcv_joined_steps *joined, size_t at, uint32_t target,
                                gcv_error *err)
{
    gcv_joined_side *side = &joined->side[at];
    gcv_status status = GCV_OK;
    uint32_t object = target;
    side->pending.n = 0;
    while (status == GCV_OK && object < GCV_ROOTED && side->step_of[object] == GCV_NONE) {
        status = gcv_u32_column_push(joined->ctx, &side->pending, object, err);
        object = side->paths.parent[object];
    }
    while (status == GCV_OK && side->pending.n > 0) {
        status = place(joined, at, side->pending.data[--side->pending.n], err);
    }
    if (status == GCV_OK) {
        joined->steps.data[side->step_of[target]].target_bytes[at] +=
            gcv_heap_size(side->heap, target);
    }
    return status;
}

void gcv_joined_steps_clear(gcv_joined_steps *joined)
{
    size_t i, at;
    for (at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        for (i = 0; i < side->placed.n; i++) {
            side->step_of[side->placed.data[i]] = GCV_NONE;
        }
        side->placed.n = 0;
    }
    joined->steps.n = 0;
    gcv_step_index_clear(joined->ctx, &joined->index);
}

bool gcv_joined_step_before(const gcv_joined_steps *joined, uint32_t a, uint32_t b)
{
    const gcv_step_key *x = gcv_joined_key(joined, a), *y = gcv_joined_key(joined, b);
    const gcv_slice *labels = joined->labels.texts.data;
    bool result = false;
    if (x->depth != y->depth) {
        return x->depth < y->depth;
    }
    while (a != b && a != GCV_NONE) { /* the difference closest to the root decides */
        x = gcv_joined_key(joined, a);
        y = gcv_joined_key(joined, b);
        if (x->type != y->type) {
            result = x->type < y->type;
        }
        if (x->previous == GCV_NONE && x->start != y->start) {
            result = gcv_slice_compare(labels[x->start], labels[y->start]) < 0;
        }
        a = x->previous;
        b = y->previous;
    }
    return result;
}

/* ---- retained bytes ----------------------------------------------------------------------- */

gcv_status gcv_joined_steps_collect(gcv_joined_steps *joined, const uint32_t *set_of,
                                    gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t at, i;
    for (at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        for (i = 0; status == GCV_OK && i < side->placed.n; i++) {
            uint32_t object = side->placed.data[i], set = set_of[side->step_of[object]];
            if (set != GCV_NONE) {
                status = gcv_set_members_add(joined->ctx, &side->members, object, set, err);
            }
        }
    }
    return status;
}

gcv_status gcv_joined_steps_retained(gcv_joined_steps *joined, size_t at, uint32_t n,
                                     uint64_t *retained, gcv_error *err)
{
    gcv_joined_side *side = &joined->side[at];
    return gcv_set_members_retained(joined->ctx, &side->members, &side->roots, n, retained, err);
}
