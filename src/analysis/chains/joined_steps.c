/* joined_steps.c - the chains of two heaps merged into one tree of steps; see joined_steps.h. */
#include "analysis/chains/joined_steps.h"

#include "base/error.h"
#include "heap/java_class.h"
#include "heap/memory.h"
#include "heap/root_label.h"

#include <string.h>

const gcv_cost gcv_cost_of_joined_chains = {
    "chains of two heaps joined", GCV_COST_PARTS(20, 0, 1, 0, 0),
    GCV_COST_PARTS(157, 5, GCV_COST_TYPE_ROW + 60, 200, 1.5), 10000, NULL};

/* ---- labels of roots ---------------------------------------------------------------------- */

static uint32_t label_of(gcv_joined_steps *joined, const gcv_heap *heap, const gcv_root *root)
{
    gcv_root_label(joined->ctx, heap, root, &joined->text);
    return gcv_distinct_texts_number(joined->ctx, &joined->labels, gcv_buffer_slice(&joined->text));
}

static void label_roots(gcv_joined_steps *joined, gcv_joined_side *side)
{
    const gcv_root *last = NULL;
    uint32_t label = 0;
    for (uint32_t i = 0; i < side->roots->n; i++) {
        const gcv_root *root = &side->heap->roots.data[side->roots->root[i]];
        if (last == NULL || !gcv_same_root_label(side->heap, last, root)) {
            label = label_of(joined, side->heap, root);
        }
        side->label_of[side->roots->object[i]] = label;
        last = root;
    }
}

/* ---- the two sides --------------------------------------------------------------------------- */

static void init_side(gcv_joined_steps *joined, gcv_joined_side *side, gcv_basis *basis, bool owned)
{
    gcv_context *ctx = joined->ctx;
    const gcv_heap *heap = basis->heap;
    size_t n = heap->n_objects;
    side->heap = owned ? gcv_basis_owned(basis) : heap;
    side->label_of = gcv_alloc(ctx, n, sizeof(uint32_t));
    side->step_of = gcv_alloc(ctx, n, sizeof(uint32_t));
    memset(side->step_of, 0xff, n * sizeof(uint32_t)); /* GCV_NONE */
    gcv_set_members_init(ctx, &side->members, heap);
    gcv_groups_across_dumps(ctx, &side->types, heap);
    side->roots = gcv_basis_roots(basis);
    side->paths = gcv_basis_paths(basis);
    label_roots(joined, side);
}

/* Replaces the type groups of a heap, which number that heap's names, by rows of the join. */
static void join_side(gcv_joined_steps *joined, size_t at)
{
    gcv_groups *types = &joined->side[at].types;
    uint32_t *row_of = gcv_alloc(joined->ctx, types->n, sizeof *row_of);
    for (uint32_t row = 0; row < joined->types.names.n; row++) {
        uint32_t index = gcv_joined_index(&joined->types, row, at);
        if (index != GCV_NONE) {
            row_of[index] = row;
        }
    }
    for (uint32_t t = 0; t < types->n_of; t++) {
        types->of[t] = row_of[types->of[t]];
    }
    gcv_free(joined->ctx, row_of);
}

void gcv_joined_steps_init(gcv_context *ctx, gcv_joined_steps *joined, gcv_basis *const basis[2],
                           bool owned)
{
    gcv_name_list lists[2];
    *joined = (gcv_joined_steps){.ctx = ctx};
    for (size_t at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        init_side(joined, side, basis[at], owned);
        lists[at].names = side->types.names;
        lists[at].n = side->types.n;
    }
    gcv_name_join_find(ctx, lists, 2, &joined->types);
    for (size_t at = 0; at < 2; at++) {
        join_side(joined, at);
    }
}

static void release_side(gcv_context *ctx, gcv_joined_side *side)
{
    if (side->heap != NULL) {
        gcv_free(ctx, side->label_of);
        gcv_free(ctx, side->step_of);
        gcv_groups_release(ctx, &side->types);
    }
    gcv_u32_column_release(ctx, &side->placed);
    gcv_u32_column_release(ctx, &side->pending);
    gcv_set_members_release(ctx, &side->members);
    memset(side, 0, sizeof *side);
}

void gcv_joined_steps_close(gcv_joined_steps *joined)
{
    gcv_context *ctx = joined->ctx;
    release_side(ctx, &joined->side[0]);
    release_side(ctx, &joined->side[1]);
    gcv_buffer_release(ctx, &joined->text);
    gcv_joined_step_column_release(ctx, &joined->steps);
    gcv_step_index_release(ctx, &joined->index);
}

/* ---- steps -------------------------------------------------------------------------------- */

/* The label of what holds the first object of a chain. */
static uint32_t start_of(gcv_joined_steps *joined, const gcv_joined_side *side, uint32_t object)
{
    if (side->paths->parent[object] == GCV_ROOTED) {
        return side->label_of[object];
    }
    const gcv_root root = gcv_start_root(side->heap, gcv_java_static_start(side->heap, object));
    return label_of(joined, side->heap, &root);
}

/* Finds the step of an object. Its referrer on the chain must have a step already. */
static void place(gcv_joined_steps *joined, size_t at, uint32_t object)
{
    static const gcv_joined_step empty = {{0, 0}, {0, 0}, {0, 0}};
    gcv_context *ctx = joined->ctx;
    gcv_joined_side *side = &joined->side[at];
    uint32_t type = side->types.of[side->heap->type.data[object]], step = 0;
    uint32_t parent = gcv_java_above(side->heap, side->paths, object);
    if (parent == GCV_ROOTED) {
        step = gcv_step_index_first(ctx, &joined->index, start_of(joined, side, object), type);
    } else {
        step =
            gcv_step_index_next(ctx, &joined->index, side->step_of[parent], type, GCV_MERGED_DEPTH);
    }
    if (step == joined->steps.n) {
        gcv_joined_step_column_push(ctx, &joined->steps, empty);
    }
    gcv_u32_column_push(ctx, &side->placed, object);
    side->step_of[object] = step;
    joined->steps.data[step].objects[at]++;
    joined->steps.data[step].bytes[at] += gcv_heap_size(side->heap, object);
}

void gcv_joined_steps_add(gcv_joined_steps *joined, size_t at, uint32_t target)
{
    gcv_joined_side *side = &joined->side[at];
    uint32_t object = target;
    side->pending.n = 0;
    while (object < GCV_ROOTED && side->step_of[object] == GCV_NONE) {
        gcv_u32_column_push(joined->ctx, &side->pending, object);
        object = gcv_java_above(side->heap, side->paths, object);
    }
    while (side->pending.n > 0) {
        place(joined, at, side->pending.data[--side->pending.n]);
    }
    joined->steps.data[side->step_of[target]].target_bytes[at] += gcv_heap_size(side->heap, target);
}

void gcv_joined_steps_clear(gcv_joined_steps *joined)
{
    for (size_t at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        for (size_t i = 0; i < side->placed.n; i++) {
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

void gcv_joined_steps_collect(gcv_joined_steps *joined, const uint32_t *set_of)
{
    for (size_t at = 0; at < 2; at++) {
        gcv_joined_side *side = &joined->side[at];
        for (size_t i = 0; i < side->placed.n; i++) {
            uint32_t object = side->placed.data[i], set = set_of[side->step_of[object]];
            if (set != GCV_NONE) {
                gcv_set_members_add(joined->ctx, &side->members, object, set);
            }
        }
    }
}

void gcv_joined_steps_retained(gcv_joined_steps *joined, size_t at, uint32_t n, uint64_t *retained)
{
    gcv_joined_side *side = &joined->side[at];
    gcv_set_members_retained(joined->ctx, &side->members, side->roots, NULL, n, retained);
}
