/* type_stacks.c - puts every reachable object on a stack of frames; see type_stacks.h.
 *
 * One pass over the objects, in an order in which holders come first: the stack of an object is
 * that of its holder plus a frame for the object's type.
 */
#include "analysis/chains/type_stacks.h"

#include "analysis/chain_order.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/memory.h"
#include "heap/root_label.h"

#include <string.h>

const gcv_cost gcv_cost_of_dominator_stacks = {"stacks of dominators",
                                               GCV_COST_PARTS(4, 0, 4, 0, 0),
                                               GCV_COST_PARTS(80, 0, 110, 200, 3), 4000, NULL};

const gcv_cost gcv_cost_of_chain_stacks = {"stacks of chains", GCV_COST_PARTS(0, 0, 4, 0, 0),
                                           GCV_COST_PARTS(75, 0, 110, 200, 3), 4000, NULL};

/* The heap being added. */
typedef struct stack_side {
    gcv_type_stacks *stacks;
    const gcv_heap *heap;
    size_t at;
    gcv_root_set roots;
    uint32_t *type_of;  /* per type: number of its frame; GCV_NONE: none yet */
    uint32_t *stack_of; /* per object, indexed by preorder number or by position */
} stack_side;

/* ---- names of frames ---------------------------------------------------------------------- */

/* Length of the part that needs no replacement: printable ASCII without the separator. */
static size_t plain(gcv_slice text, char separator)
{
    size_t n = 0;
    while (n < text.size && text.data[n] >= ' ' && text.data[n] < 0x7f &&
           text.data[n] != separator) {
        n++;
    }
    return n;
}

static void append_shown(gcv_type_stacks *stacks, gcv_slice name, gcv_error *err)
{
    for (;;) {
        const size_t n = plain(name, stacks->separator);
        char bytes[4];
        uint32_t code;
        gcv_buffer_append(stacks->ctx, &stacks->text, gcv_slice_of(name.data, n), err);
        name = gcv_slice_of(name.data + n, name.size - n);
        if (name.size == 0) {
            return;
        }
        code = gcv_utf8_next(&name);
        code = gcv_is_unseen(code) ? GCV_REPLACEMENT : code < 0x80 ? ':' : code;
        gcv_buffer_append(stacks->ctx, &stacks->text,
                          gcv_slice_of(bytes, gcv_utf8_put(bytes, code)), err);
    }
}

static gcv_status number_name(gcv_type_stacks *stacks, gcv_distinct_texts *distinct, gcv_slice name,
                              uint32_t *number, gcv_error *err)
{
    gcv_buffer_clear(&stacks->text);
    append_shown(stacks, name, err);
    return stacks->text.status == GCV_OK
               ? gcv_distinct_texts_number(stacks->ctx, distinct, gcv_buffer_slice(&stacks->text),
                                           number, err)
               : stacks->text.status;
}

static gcv_status number_type(stack_side *side, uint32_t type, uint32_t *number, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (side->type_of[type] == GCV_NONE) {
        status = number_name(side->stacks, &side->stacks->types, side->heap->types.name[type],
                             &side->type_of[type], err);
    }
    *number = side->type_of[type];
    return status;
}

/* ---- stacks ------------------------------------------------------------------------------- */

/* Adds empty sums for new stacks. */
static gcv_status grow_sums(gcv_type_stacks *stacks, size_t at, gcv_error *err)
{
    static const gcv_stack_sum empty = {0, 0};
    gcv_status status = GCV_OK;
    while (status == GCV_OK && stacks->sums[at].n < stacks->index.keys.n) {
        status = gcv_stack_sum_column_push(stacks->ctx, &stacks->sums[at], empty, err);
    }
    return status;
}

/* The stack with this label as its only frame. */
static gcv_status begin_stack(gcv_type_stacks *stacks, gcv_slice label, uint32_t *stack,
                              gcv_error *err)
{
    uint32_t number;
    gcv_status status = number_name(stacks, &stacks->labels, label, &number, err);
    return status == GCV_OK
               ? gcv_step_index_first(stacks->ctx, &stacks->index, number, GCV_NONE, stack, err)
               : status;
}

/* Adds an object to the stack that extends `below`, the stack of its holder. */
static gcv_status add_object(stack_side *side, uint32_t object, uint32_t below, uint32_t *stack,
                             gcv_error *err)
{
    gcv_type_stacks *stacks = side->stacks;
    gcv_stack_sum *sum;
    uint32_t type;
    gcv_status status = number_type(side, side->heap->type.data[object], &type, err);
    if (status == GCV_OK) {
        status = gcv_step_index_next(stacks->ctx, &stacks->index, below, type, GCV_STACK_DEPTH + 1,
                                     stack, err);
    }
    if (status == GCV_OK) {
        status = grow_sums(stacks, side->at, err);
    }
    if (status == GCV_OK) {
        sum = &stacks->sums[side->at].data[*stack];
        sum->objects++;
        sum->bytes += gcv_heap_size(side->heap, object);
        stacks->bytes[side->at] += gcv_heap_size(side->heap, object);
    }
    return status;
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Finds the stack of each root in the root set. Equal labels are mostly adjacent. */
static gcv_status begin_stacks(stack_side *side, uint32_t *stack_of_root, gcv_error *err)
{
    gcv_type_stacks *stacks = side->stacks;
    const gcv_root *last = NULL;
    gcv_buffer label = {{NULL, 0, 0}, GCV_OK};
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < side->roots.n; i++) {
        const gcv_root *root = &side->heap->roots.data[side->roots.root[i]];
        if (last != NULL && gcv_same_root_label(side->heap, last, root)) {
            stack_of_root[i] = stack_of_root[i - 1];
            continue;
        }
        status = gcv_root_label(stacks->ctx, side->heap, root, &label, err);
        if (status == GCV_OK) {
            status = begin_stack(stacks, gcv_buffer_slice(&label), &stack_of_root[i], err);
        }
        last = root;
    }
    gcv_buffer_release(stacks->ctx, &label);
    return status;
}

/* ---- the order of dominators -------------------------------------------------------------- */

/* The virtual root alone dominates the objects of the root set, and those shared by several
 * roots. */
static gcv_status add_dominated(stack_side *side, const gcv_dominators *d,
                                const uint32_t *stack_of_root, gcv_error *err)
{
    uint32_t *stack_of = side->stack_of, shared = GCV_NONE, i, w;
    gcv_status status = GCV_OK;
    memset(stack_of, 0xff, ((size_t)d->n_reached + 1) * sizeof *stack_of); /* GCV_NONE */
    for (i = 0; i < side->roots.n; i++) {
        stack_of[d->number[side->roots.object[i]]] = stack_of_root[i];
    }
    for (w = 1; status == GCV_OK && w <= d->n_reached; w++) {
        uint32_t below = d->dominator[w] != 0 ? stack_of[d->dominator[w]] : stack_of[w];
        if (below == GCV_NONE && shared == GCV_NONE) {
            status =
                begin_stack(side->stacks, gcv_slice_str("shared by several roots"), &shared, err);
        }
        if (status == GCV_OK) {
            status = add_object(side, d->object[w], below != GCV_NONE ? below : shared,
                                &stack_of[w], err);
        }
    }
    return status;
}

static gcv_status add_by_dominators(stack_side *side, const uint32_t *stack_of_root, gcv_error *err)
{
    gcv_context *ctx = side->stacks->ctx;
    gcv_dominators dominators;
    gcv_status status = gcv_dominators_find(ctx, side->heap, &side->roots, &dominators, err);
    size_t n;
    if (status != GCV_OK) {
        return status;
    }
    gcv_phase(ctx, "stacks");
    n = (size_t)dominators.n_reached + 1;
    gcv_free(ctx, dominators.retained, n, sizeof *dominators.retained); /* makes room for stacks */
    dominators.retained = NULL;
    side->stack_of = gcv_alloc(ctx, n, sizeof *side->stack_of, err);
    status = side->stack_of == NULL ? gcv_failed(err)
                                    : add_dominated(side, &dominators, stack_of_root, err);
    gcv_free(ctx, side->stack_of, n, sizeof *side->stack_of);
    gcv_dominators_release(ctx, &dominators);
    return status;
}

/* ---- the order of chains ------------------------------------------------------------------ */

/* Objects with a chain of one are in root set order. */
static gcv_status add_chained(stack_side *side, const gcv_chain_order *order,
                              const uint32_t *stack_of_root, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t at, root = 0;
    for (at = 0; status == GCV_OK && at < order->n; at++) {
        uint32_t below;
        if (order->referrer_at[at] != GCV_NONE) {
            below = side->stack_of[order->referrer_at[at]];
        } else {
            while (side->roots.object[root] != order->object[at]) {
                root++;
            }
            below = stack_of_root[root];
        }
        status = add_object(side, order->object[at], below, &side->stack_of[at], err);
    }
    return status;
}

static gcv_status add_by_chains(stack_side *side, const uint32_t *stack_of_root, gcv_error *err)
{
    gcv_context *ctx = side->stacks->ctx;
    gcv_paths paths;
    gcv_chain_order order;
    gcv_status status = gcv_paths_find_in_order(ctx, side->heap, &side->roots, &paths, &order, err);
    size_t n;
    if (status != GCV_OK) {
        return status;
    }
    gcv_paths_release(ctx, &paths);
    gcv_phase(ctx, "stacks");
    n = order.n;
    side->stack_of = gcv_alloc(ctx, n, sizeof *side->stack_of, err);
    status =
        side->stack_of == NULL ? gcv_failed(err) : add_chained(side, &order, stack_of_root, err);
    gcv_free(ctx, side->stack_of, n, sizeof *side->stack_of);
    gcv_chain_order_release(ctx, &order);
    return status;
}

/* ---- a heap ------------------------------------------------------------------------------- */

static gcv_status add_objects(stack_side *side, gcv_error *err)
{
    gcv_type_stacks *stacks = side->stacks;
    gcv_context *ctx = stacks->ctx;
    const size_t n_types = side->heap->n_types, n_roots = side->roots.n;
    uint32_t *stack_of_root = gcv_alloc(ctx, n_roots, sizeof *stack_of_root, err);
    gcv_status status = GCV_OK;
    side->type_of = gcv_alloc(ctx, n_types, sizeof *side->type_of, err);
    if (stack_of_root == NULL || side->type_of == NULL) {
        status = gcv_failed(err);
    } else {
        memset(side->type_of, 0xff, n_types * sizeof *side->type_of); /* GCV_NONE */
        status = begin_stacks(side, stack_of_root, err);
    }
    if (status == GCV_OK) {
        status = stacks->holders == GCV_HELD_BY_DOMINATORS
                     ? add_by_dominators(side, stack_of_root, err)
                     : add_by_chains(side, stack_of_root, err);
    }
    gcv_free(ctx, side->type_of, n_types, sizeof *side->type_of);
    gcv_free(ctx, stack_of_root, n_roots, sizeof *stack_of_root);
    return status;
}

void gcv_type_stacks_init(gcv_context *ctx, gcv_type_stacks *stacks, gcv_stack_holders holders,
                          char separator)
{
    memset(stacks, 0, sizeof *stacks);
    stacks->ctx = ctx;
    stacks->holders = holders;
    stacks->separator = separator;
    stacks->first = GCV_NONE;
}

gcv_status gcv_type_stacks_add(gcv_type_stacks *stacks, const gcv_heap *heap, size_t side,
                               bool include_weak, gcv_error *err)
{
    stack_side added;
    gcv_status status;
    memset(&added, 0, sizeof added);
    added.stacks = stacks;
    added.heap = heap;
    added.at = side;
    status = gcv_root_set_find(stacks->ctx, heap, include_weak, &added.roots, err);
    if (status == GCV_OK) {
        status = add_objects(&added, err);
        gcv_root_set_release(stacks->ctx, &added.roots);
    }
    return status;
}

/* ---- the order of names ------------------------------------------------------------------- */

static gcv_slice name_of(const gcv_type_stacks *stacks, uint32_t frame)
{
    const size_t n_labels = stacks->labels.texts.n;
    return frame < n_labels ? stacks->labels.texts.data[frame]
                            : stacks->types.texts.data[frame - n_labels];
}

static bool by_name(const void *payload, uint32_t a, uint32_t b)
{
    return gcv_slice_compare(name_of(payload, a), name_of(payload, b)) < 0;
}

/* Gives a frame name to the stacks of everything deeper than the limit. */
static gcv_status name_deeper(gcv_type_stacks *stacks, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < stacks->index.keys.n; i++) {
        gcv_step_key *key = &stacks->index.keys.data[i];
        if (key->previous != GCV_NONE && key->type == GCV_NONE) {
            status = gcv_distinct_texts_number(stacks->ctx, &stacks->types,
                                               gcv_slice_str("(deeper)"), &key->type, err);
        }
    }
    return status;
}

/* Sorts frames, which are labels and then types, by their names. */
static void order_frames(gcv_type_stacks *stacks, const uint32_t *order, uint32_t *rank)
{
    uint32_t i;
    for (i = 0; i < stacks->n_frames; i++) {
        stacks->frame_names[i] = name_of(stacks, order[i]);
        rank[order[i]] = i;
    }
    for (i = 0; i < stacks->index.keys.n; i++) {
        const gcv_step_key *key = &stacks->index.keys.data[i];
        stacks->frame[i] =
            rank[key->previous == GCV_NONE ? key->start : stacks->labels.texts.n + key->type];
    }
}

static gcv_status find_frames(gcv_type_stacks *stacks, gcv_error *err)
{
    gcv_context *ctx = stacks->ctx;
    const size_t n = stacks->labels.texts.n + stacks->types.texts.n;
    uint32_t *order = gcv_numbers_sorted(ctx, n, by_name, stacks, err);
    uint32_t *rank = gcv_alloc(ctx, n, sizeof *rank, err);
    gcv_status status = GCV_OK;
    stacks->n_frames = (uint32_t)n;
    stacks->frame_names = gcv_alloc(ctx, n, sizeof *stacks->frame_names, err);
    stacks->frame = gcv_alloc(ctx, stacks->index.keys.n, sizeof *stacks->frame, err);
    if (order == NULL || rank == NULL || stacks->frame_names == NULL || stacks->frame == NULL) {
        status = gcv_failed(err);
    } else {
        order_frames(stacks, order, rank);
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, rank, n, sizeof *rank);
    return status;
}

static uint64_t frame_key(const void *payload, uint32_t stack)
{
    return ((const gcv_type_stacks *)payload)->frame[stack];
}

/* Links each stack to the stack that it extends. Frames come in descending order, and each stack is
 * linked in front of the others, so the lists ascend.
 */
static void link_stacks(gcv_type_stacks *stacks, const uint32_t *order)
{
    const size_t n = stacks->index.keys.n;
    size_t i;
    memset(stacks->longer, 0xff, n * sizeof *stacks->longer); /* GCV_NONE */
    for (i = 0; i < n; i++) {
        const uint32_t previous = stacks->index.keys.data[order[i]].previous;
        uint32_t *front = previous != GCV_NONE ? &stacks->longer[previous] : &stacks->first;
        stacks->next[order[i]] = *front;
        *front = order[i];
    }
}

gcv_status gcv_type_stacks_order(gcv_type_stacks *stacks, gcv_error *err)
{
    gcv_context *ctx = stacks->ctx;
    const size_t n = stacks->index.keys.n;
    uint32_t *order = NULL;
    gcv_status status;
    size_t i;
    gcv_step_index_close(ctx, &stacks->index);
    status = name_deeper(stacks, err);
    if (status == GCV_OK) {
        status = find_frames(stacks, err);
    }
    for (i = 0; status == GCV_OK && i < 2; i++) {
        status = grow_sums(stacks, i, err);
    }
    if (status == GCV_OK) {
        stacks->longer = gcv_alloc(ctx, n, sizeof *stacks->longer, err);
        stacks->next = gcv_alloc(ctx, n, sizeof *stacks->next, err);
        order = gcv_numbers_new(ctx, n, err);
        status = stacks->longer == NULL || stacks->next == NULL || order == NULL ? gcv_failed(err)
                                                                                 : GCV_OK;
    }
    if (status == GCV_OK) {
        status = gcv_sort_by_key(ctx, order, n, frame_key, stacks, true, err);
    }
    if (status == GCV_OK) {
        link_stacks(stacks, order);
    }
    gcv_free(ctx, order, n, sizeof *order);
    return status;
}

void gcv_type_stacks_release(gcv_type_stacks *stacks)
{
    gcv_context *ctx = stacks->ctx;
    const size_t n = stacks->index.keys.n;
    gcv_free(ctx, stacks->frame_names, stacks->n_frames, sizeof *stacks->frame_names);
    gcv_free(ctx, stacks->frame, n, sizeof *stacks->frame);
    gcv_free(ctx, stacks->longer, n, sizeof *stacks->longer);
    gcv_free(ctx, stacks->next, n, sizeof *stacks->next);
    gcv_step_index_release(ctx, &stacks->index);
    gcv_distinct_texts_release(ctx, &stacks->labels);
    gcv_distinct_texts_release(ctx, &stacks->types);
    gcv_stack_sum_column_release(ctx, &stacks->sums[0]);
    gcv_stack_sum_column_release(ctx, &stacks->sums[1]);
    gcv_buffer_release(ctx, &stacks->text);
}

/* ---- the walk ----------------------------------------------------------------------------- */

uint32_t gcv_type_stacks_next(const gcv_type_stacks *stacks, uint32_t stack)
{
    if (stacks->longer[stack] != GCV_NONE) {
        return stacks->longer[stack];
    }
    while (stack != GCV_NONE && stacks->next[stack] == GCV_NONE) {
        stack = stacks->index.keys.data[stack].previous;
    }
    return stack != GCV_NONE ? stacks->next[stack] : GCV_NONE;
}

size_t gcv_type_stacks_frames(const gcv_type_stacks *stacks, uint32_t stack,
                              uint32_t frames[GCV_STACK_FRAMES])
{
    const size_t n = gcv_type_stacks_depth(stacks, stack);
    size_t at;
    for (at = n; at-- > 0; stack = stacks->index.keys.data[stack].previous) {
        frames[at] = stacks->frame[stack];
    }
    return n;
}
