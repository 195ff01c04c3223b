/* cause_tree.c - chains of two heaps in one tree; see cause_tree.h. */
#include "report/diff/cause_tree.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

#include <string.h>

/* ---- labels of roots ---------------------------------------------------------------------- */

/* The number of the label in tree->text. A hash that another label has already is counted up. */
static gcv_status find_label(gcv_cause_tree *tree, uint32_t *label, gcv_error *err)
{
    gcv_slice text = gcv_buffer_slice(&tree->text), fresh;
    uint64_t hash = gcv_hash_bytes(text.data, text.size, tree->ctx->seed);
    gcv_status status;
    for (;; hash++) {
        *label = gcv_id_map_get(tree->ctx, &tree->label_by_hash, hash);
        if (*label == GCV_NONE) {
            break;
        }
        if (gcv_slice_equal(tree->labels.data[*label], text)) {
            return GCV_OK;
        }
    }
    fresh.data = gcv_arena_copy(tree->ctx, &tree->arena, text.data, text.size, err);
    fresh.size = text.size;
    if (fresh.data == NULL) {
        return gcv_failed(err);
    }
    *label = (uint32_t)tree->labels.n;
    status = gcv_label_column_push(tree->ctx, &tree->labels, fresh, err);
    return status == GCV_OK ? gcv_id_map_set(tree->ctx, &tree->label_by_hash, hash, *label, err)
                            : status;
}

static gcv_status label_roots(gcv_cause_tree *tree, gcv_cause_side *side, gcv_error *err)
{
    const gcv_root *last = NULL;
    gcv_status status = GCV_OK;
    uint32_t label = 0, i;
    for (i = 0; status == GCV_OK && i < side->roots.n; i++) {
        const gcv_root *root = &side->heap->roots.data[side->roots.root[i]];
        if (last == NULL || !gcv_same_root_label(last, root)) {
            status = gcv_root_label(tree->ctx, side->heap, root, &tree->text, err);
            if (status == GCV_OK) {
                status = find_label(tree, &label, err);
            }
        }
        side->label_of[side->roots.object[i]] = label;
        last = root;
    }
    return status;
}

/* ---- making it ---------------------------------------------------------------------------- */

static gcv_status init_side(gcv_cause_tree *tree, gcv_cause_side *side, const gcv_heap *heap,
                            bool include_weak, gcv_error *err)
{
    gcv_context *ctx = tree->ctx;
    size_t n = heap->n_objects;
    gcv_status status;
    side->heap = heap;
    side->label_of = gcv_alloc(ctx, n, sizeof(uint32_t), err);
    side->step_of = gcv_alloc(ctx, n, sizeof(uint32_t), err);
    side->class_of = gcv_alloc(ctx, n, sizeof(uint32_t), err);
    if (side->label_of == NULL || side->step_of == NULL || side->class_of == NULL) {
        return gcv_failed(err);
    }
    memset(side->step_of, 0xff, n * sizeof(uint32_t));  /* GCV_NONE */
    memset(side->class_of, 0xff, n * sizeof(uint32_t)); /* GCV_NONE */
    status = gcv_groups_init(ctx, &side->types, heap, GCV_BY_TYPE, err);
    if (status == GCV_OK) {
        status = gcv_root_set_find(ctx, heap, include_weak, &side->roots, err);
    }
    if (status == GCV_OK) {
        status = gcv_paths_find(ctx, heap, &side->roots, &side->paths, err);
    }
    return status == GCV_OK ? label_roots(tree, side, err) : status;
}

gcv_status gcv_cause_tree_init(gcv_cause_tree *tree, gcv_report *report, const gcv_heap *a,
                               const gcv_heap *b, gcv_error *err)
{
    gcv_name_list lists[2];
    gcv_status status = GCV_OK;
    size_t i;
    memset(tree, 0, sizeof *tree);
    tree->ctx = report->ctx;
    for (i = 0; status == GCV_OK && i < 2; i++) {
        gcv_cause_side *side = &tree->side[i];
        status = init_side(tree, side, i == 0 ? a : b, report->options->include_weak, err);
        lists[i].names = side->types.names;
        lists[i].n = side->types.n;
    }
    if (status == GCV_OK) {
        status = gcv_name_join_find(tree->ctx, lists, 2, &tree->types, err);
    }
    /* From the number of a name in one heap to that in the join, in place. */
    for (i = 0; status == GCV_OK && i < 2; i++) {
        gcv_cause_side *side = &tree->side[i];
        uint32_t row, t, *joined = gcv_alloc(tree->ctx, side->types.n, sizeof *joined, err);
        if (joined == NULL) {
            return gcv_failed(err);
        }
        for (row = 0; row < tree->types.names.n; row++) {
            uint32_t place = gcv_joined_place(&tree->types, row, i);
            if (place != GCV_NONE) {
                joined[place] = row;
            }
        }
        for (t = 0; t < side->types.n_of; t++) {
            side->types.of[t] = joined[side->types.of[t]];
        }
        gcv_free(tree->ctx, joined, side->types.n, sizeof *joined);
    }
    return status;
}

static void release_side(gcv_context *ctx, gcv_cause_side *side)
{
    if (side->heap != NULL) {
        size_t n = side->heap->n_objects;
        gcv_free(ctx, side->label_of, n, sizeof(uint32_t));
        gcv_free(ctx, side->step_of, n, sizeof(uint32_t));
        gcv_free(ctx, side->class_of, n, sizeof(uint32_t));
        gcv_groups_release(ctx, &side->types);
        gcv_paths_release(ctx, &side->paths);
        gcv_root_set_release(ctx, &side->roots);
    }
    gcv_u32_column_release(ctx, &side->touched);
    gcv_u32_column_release(ctx, &side->way);
    gcv_u32_column_release(ctx, &side->class_before);
    gcv_u32_column_release(ctx, &side->class_set);
    gcv_id_map_release(ctx, &side->classes);
}

void gcv_cause_tree_release(gcv_cause_tree *tree)
{
    gcv_context *ctx = tree->ctx;
    release_side(ctx, &tree->side[0]);
    release_side(ctx, &tree->side[1]);
    gcv_name_join_release(ctx, &tree->types);
    gcv_arena_release(ctx, &tree->arena);
    gcv_label_column_release(ctx, &tree->labels);
    gcv_id_map_release(ctx, &tree->label_by_hash);
    gcv_buffer_release(ctx, &tree->text);
    gcv_cause_step_column_release(ctx, &tree->steps);
    gcv_step_index_release(ctx, &tree->index);
}

/* ---- steps -------------------------------------------------------------------------------- */

static gcv_status find_step(gcv_cause_tree *tree, const gcv_step_key *key, uint32_t *step,
                            gcv_error *err)
{
    gcv_cause_step fresh;
    gcv_status status;
    *step = gcv_step_index_get(tree->ctx, &tree->index, key);
    if (*step != GCV_NONE) {
        return GCV_OK;
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.key = *key;
    *step = (uint32_t)tree->steps.n;
    status = gcv_cause_step_column_push(tree->ctx, &tree->steps, fresh, err);
    return status == GCV_OK ? gcv_step_index_set(tree->ctx, &tree->index, key, *step, err) : status;
}

/* Gives an object its step, whose referrer on the chain has one already. */
static gcv_status place(gcv_cause_tree *tree, size_t at, uint32_t object, gcv_error *err)
{
    gcv_cause_side *side = &tree->side[at];
    uint32_t type = side->types.of[side->heap->type.data[object]], step;
    uint32_t parent = side->paths.parent[object];
    gcv_step_key key;
    gcv_status status = GCV_OK;
    if (parent == GCV_ROOTED) {
        key = gcv_step_first(side->label_of[object], type);
        status = find_step(tree, &key, &step, err);
    } else {
        step = side->step_of[parent];
        if (gcv_step_next(&tree->steps.data[step].key, step, type, &key)) {
            status = find_step(tree, &key, &step, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_u32_column_push(tree->ctx, &side->touched, object, err);
    }
    if (status == GCV_OK) {
        side->step_of[object] = step;
        tree->steps.data[step].objects[at]++;
        tree->steps.data[step].bytes[at] += gcv_heap_size(side->heap, object);
    }
    return status;
}

gcv_status gcv_cause_tree_add(gcv_cause_tree *tree, size_t at, uint32_t target, gcv_error *err)
{
    gcv_cause_side *side = &tree->side[at];
    gcv_status status = GCV_OK;
    uint32_t object = target;
    side->way.n = 0;
    while (status == GCV_OK && object < GCV_ROOTED && side->step_of[object] == GCV_NONE) {
        status = gcv_u32_column_push(tree->ctx, &side->way, object, err);
        object = side->paths.parent[object];
    }
    while (status == GCV_OK && side->way.n > 0) {
        status = place(tree, at, side->way.data[--side->way.n], err);
    }
    if (status == GCV_OK) {
        tree->steps.data[side->step_of[target]].target_bytes[at] +=
            gcv_heap_size(side->heap, target);
    }
    return status;
}

void gcv_cause_tree_clear(gcv_cause_tree *tree)
{
    size_t i, at;
    for (at = 0; at < 2; at++) {
        gcv_cause_side *side = &tree->side[at];
        for (i = 0; i < side->touched.n; i++) {
            side->step_of[side->touched.data[i]] = GCV_NONE;
        }
        side->touched.n = 0;
    }
    tree->steps.n = 0;
    gcv_step_index_release(tree->ctx, &tree->index);
}

bool gcv_cause_step_before(const gcv_cause_tree *tree, uint32_t a, uint32_t b)
{
    const gcv_cause_step *steps = tree->steps.data;
    bool result = false;
    if (steps[a].key.depth != steps[b].key.depth) {
        return steps[a].key.depth < steps[b].key.depth;
    }
    while (a != b && a != GCV_NONE) { /* the difference nearest to the root decides */
        const gcv_step_key *x = &steps[a].key, *y = &steps[b].key;
        if (x->type != y->type) {
            result = x->type < y->type;
        }
        if (x->before == GCV_NONE && x->start != y->start) {
            result =
                gcv_slice_compare(tree->labels.data[x->start], tree->labels.data[y->start]) < 0;
        }
        a = x->before;
        b = y->before;
    }
    return result;
}

/* ---- retained ----------------------------------------------------------------------------- */

/* The class of the objects of `class` that belong to `set`, too. */
static gcv_status find_class(gcv_context *ctx, gcv_cause_side *side, uint32_t *class, uint32_t set,
                             gcv_error *err)
{
    uint64_t key = (uint64_t) * class << 32 | set;
    uint32_t found = gcv_id_map_get(ctx, &side->classes, key);
    gcv_status status = GCV_OK;
    if (found == GCV_NONE) {
        found = (uint32_t)side->class_set.n;
        status = gcv_u32_column_push(ctx, &side->class_before, *class, err);
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, &side->class_set, set, err);
        }
        if (status == GCV_OK) {
            status = gcv_id_map_set(ctx, &side->classes, key, found, err);
        }
    }
    *class = found;
    return status;
}

gcv_status gcv_cause_tree_take_sets(gcv_cause_tree *tree, const uint32_t *set_of, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t at, i;
    for (at = 0; at < 2; at++) {
        gcv_cause_side *side = &tree->side[at];
        for (i = 0; status == GCV_OK && i < side->touched.n; i++) {
            uint32_t object = side->touched.data[i], set = set_of[side->step_of[object]];
            if (set != GCV_NONE) {
                status = find_class(tree->ctx, side, &side->class_of[object], set, err);
            }
        }
    }
    return status;
}

/* The sets of all classes, ascending: numbers grow as sets are taken. */
static gcv_status list_sets(gcv_context *ctx, const gcv_cause_side *side, gcv_u32_column *first,
                            gcv_u32_column *sets, gcv_error *err)
{
    gcv_status status = gcv_u32_column_push(ctx, first, 0, err);
    uint32_t class, at;
    size_t i, j;
    for (class = 0; status == GCV_OK && class < side->class_set.n; class ++) {
        size_t begin = sets->n;
        for (at = class; status == GCV_OK && at != GCV_NONE; at = side->class_before.data[at]) {
            status = gcv_u32_column_push(ctx, sets, side->class_set.data[at], err);
        }
        for (i = begin, j = sets->n; status == GCV_OK && i + 1 < j; i++) {
            uint32_t set = sets->data[i];
            sets->data[i] = sets->data[--j];
            sets->data[j] = set;
        }
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
        }
    }
    return status;
}

gcv_status gcv_cause_tree_retained(gcv_cause_tree *tree, size_t at, uint32_t n, uint64_t *retained,
                                   gcv_error *err)
{
    gcv_context *ctx = tree->ctx;
    gcv_cause_side *side = &tree->side[at];
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    gcv_set_classes classes;
    gcv_status status = list_sets(ctx, side, &first, &sets, err);
    if (status == GCV_OK) {
        classes.class_of = side->class_of;
        classes.n_classes = (uint32_t)side->class_set.n;
        classes.n_sets = n;
        classes.first = first.data;
        classes.sets = sets.data;
        status = gcv_retained_of_sets(ctx, side->heap, &side->roots, &classes, retained, err);
    }
    gcv_u32_column_release(ctx, &first);
    gcv_u32_column_release(ctx, &sets);
    return status;
}
