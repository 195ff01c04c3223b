/* merged_steps.c - merges the chains of many objects into steps; see merged_steps.h. */
#include "analysis/chains/merged_steps.h"

#include "analysis/analyses.h"
#include "analysis/set_members.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/java_class.h"
#include "heap/memory.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"

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

/* The state before another one on a chain; GCV_ROOTED: the chain begins there. */
static uint32_t above(const gcv_merged_steps *merged, uint32_t state)
{
    const gcv_constrained_paths *paths = merged->paths;
    const uint32_t parent = paths->parent[state];
    return merged->begins_at_statics && parent < GCV_ROOTED &&
                   gcv_java_is_static(merged->heap, gcv_constrained_paths_object(paths, parent),
                                      gcv_constrained_paths_object(paths, state))
               ? GCV_ROOTED
               : parent;
}

/* Finds the step of a state. The previous state on its chain must have a step already. */
static void place(gcv_merged_steps *merged, uint32_t state)
{
    static const gcv_merged_step empty = {0, GCV_NONE, 0, 0, 0, 0, 0};
    const gcv_heap *heap = merged->heap;
    uint32_t object = gcv_constrained_paths_object(merged->paths, state);
    uint32_t type = gcv_heap_object_row(heap, object), step = 0;
    uint32_t parent = above(merged, state);
    if (parent == GCV_ROOTED) {
        const uint32_t start =
            merged->paths->parent[state] == GCV_ROOTED
                ? gcv_step_start(merged->ctx, &merged->starts, heap, merged->root_of[object])
                : gcv_java_static_start(heap, object);
        step = gcv_step_index_first(merged->ctx, &merged->index, start, type);
    } else {
        step = gcv_step_index_next(merged->ctx, &merged->index, merged->step_of[parent], GCV_NONE,
                                   type, GCV_MERGED_DEPTH);
    }
    if (step == merged->steps.n) {
        gcv_merged_step_column_push(merged->ctx, &merged->steps, empty);
    }
    count(merged, state, step);
}

static void add_chain(gcv_merged_steps *merged, uint32_t target)
{
    uint32_t end = gcv_constrained_paths_end(merged->paths, target), at = end;
    merged->pending.n = 0;
    while (at < GCV_ROOTED && merged->step_of[at] == GCV_NONE) {
        gcv_u32_column_push(merged->ctx, &merged->pending, at);
        at = above(merged, at);
    }
    while (merged->pending.n > 0) {
        place(merged, merged->pending.data[--merged->pending.n]);
    }
    gcv_merged_step *step = &merged->steps.data[merged->step_of[end]];
    step->targets++;
    step->target_bytes += gcv_heap_size(merged->heap, target);
}

/* ---- the order of steps: by depth, then by the path from the root -------------------------- */

static int compare_first(const gcv_merged_steps *merged, uint32_t a, uint32_t b)
{
    const gcv_root x = gcv_merged_root(merged, a), y = gcv_merged_root(merged, b);
    const uint32_t type_a = gcv_merged_key(merged, a)->type;
    const uint32_t type_b = gcv_merged_key(merged, b)->type;
    gcv_slice owner_x = gcv_root_owner(merged->heap, &x);
    gcv_slice owner_y = gcv_root_owner(merged->heap, &y);
    if (x.kind != y.kind) {
        return gcv_root_kind_rank(x.kind) < gcv_root_kind_rank(y.kind) ? -1 : 1;
    }
    if ((owner_x.data == NULL) != (owner_y.data == NULL)) { /* roots without an owner come last */
        return owner_x.data != NULL ? -1 : 1;
    }
    if (!gcv_slice_equal(owner_x, owner_y)) {
        return gcv_slice_compare(owner_x, owner_y);
    }
    if (x.flags != y.flags) {
        return x.flags < y.flags ? -1 : 1;
    }
    return type_a < type_b ? -1 : type_a > type_b;
}

/* Orders steps of one depth. The ranks of the depth above must be known. */
static bool by_way(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_steps *merged = payload;
    const gcv_step_key *x = gcv_merged_key(merged, a), *y = gcv_merged_key(merged, b);
    if (x->previous == GCV_NONE) {
        return compare_first(merged, a, b) < 0;
    }
    return x->previous != y->previous
               ? merged->steps.data[x->previous].rank < merged->steps.data[y->previous].rank
               : x->type < y->type;
}

GCV_KEY(key_depth, gcv_merged_key(payload, row)->depth);

/* Ranks the steps depth by depth, because comparing whole chains would be quadratic for long
 * ones. */
static void rank_steps(gcv_merged_steps *merged)
{
    gcv_context *ctx = merged->ctx;
    const uint32_t n = (uint32_t)merged->steps.n;
    uint32_t *order = gcv_numbers_new(ctx, n), end = 0;
    gcv_sort_by_key(ctx, order, n, key_depth, merged, false);
    for (uint32_t rank = 0; rank < n;) {
        const uint64_t depth = key_depth(merged, order[rank]);
        while (end < n && key_depth(merged, order[end]) == depth) {
            end++;
        }
        gcv_sort(ctx, order + rank, end - rank, by_way, merged);
        for (; rank < end; rank++) {
            merged->steps.data[order[rank]].rank = rank;
        }
    }
    gcv_free(ctx, order);
}

/* ---- all chains --------------------------------------------------------------------------- */

void gcv_merged_steps_find(gcv_context *ctx, const gcv_heap *heap,
                           const gcv_constrained_paths *paths, const gcv_root_set *starts,
                           const gcv_u32_column *targets, gcv_merged_steps *out)
{
    out->ctx = ctx;
    out->heap = heap;
    out->paths = paths;
    out->root_of = gcv_alloc(ctx, heap->n_objects, sizeof *out->root_of);
    out->step_of = gcv_alloc_none(ctx, paths->n_states);
    gcv_phase(ctx, "merge");
    for (size_t i = 0; i < starts->n; i++) {
        out->root_of[starts->object[i]] = starts->root[i];
    }
    for (size_t i = 0; i < targets->n; i++) {
        add_chain(out, targets->data[i]);
    }
    rank_steps(out);
}

/* ---- names and retained bytes ------------------------------------------------------------- */

/* Gives a set to each step on the chains that end at `ends`; returns the number of sets. */
static uint32_t number_sets(gcv_merged_steps *merged, const uint32_t *ends, size_t n_ends)
{
    uint32_t n = 0;
    for (size_t i = 0; i < n_ends; i++) {
        for (uint32_t step = ends[i]; step != GCV_NONE;
             step = gcv_merged_key(merged, step)->previous) {
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

/* Turns `step_of` from steps by state into classes by object: an object is in the set of its step
 * or, with layers at two steps, in both. */
static void classify(gcv_merged_steps *merged, gcv_set_members *members)
{
    const uint32_t shift = merged->paths->shift;
    members->heap = merged->heap;
    members->class_of = merged->step_of;
    gcv_set_members_begin(merged->ctx, members, merged->n_retained);
    for (uint32_t i = 0; i < merged->heap->n_objects; i++) {
        const uint32_t a = set_of(merged, i << shift), b = set_of(merged, (i << shift) + shift);
        const uint32_t low = a < b ? a : b, high = a < b ? b : a;
        members->class_of[i] = low;
        if (low != high && high != GCV_NONE) {
            gcv_set_members_add(merged->ctx, members, i, high);
        }
    }
    merged->step_of = NULL;
}

/* Finds the names of the steps that have sets. */
static void name_steps(gcv_merged_steps *merged)
{
    gcv_field_finder finder = {.ctx = merged->ctx, .heap = merged->heap};
    merged->names = gcv_alloc_zeroed(merged->ctx, merged->n_retained, sizeof *merged->names);
    for (uint32_t state = 0; state < merged->paths->n_states; state++) {
        const uint32_t set = set_of(merged, state), parent = merged->paths->parent[state];
        if (set == GCV_NONE) {
            continue;
        }
        const bool rooted = parent >= GCV_ROOTED;
        gcv_step_name_add(&finder, &merged->names[set],
                          gcv_constrained_paths_object(merged->paths, state),
                          rooted ? GCV_NONE : gcv_constrained_paths_object(merged->paths, parent),
                          !rooted && set_of(merged, parent) == set);
    }
    gcv_field_finder_release(&finder);
}

void gcv_merged_steps_retained(gcv_merged_steps *merged, const gcv_root_set *roots,
                               const uint32_t *ends, size_t n_ends)
{
    gcv_context *ctx = merged->ctx;
    gcv_set_members members = {0};
    merged->n_retained = number_sets(merged, ends, n_ends);
    if (gcv_heap_has_fields(merged->heap)) {
        name_steps(merged);
    }
    classify(merged, &members);
    merged->retained = gcv_set_members_retained(ctx, &members, roots, NULL, merged->n_retained);
}
