/* type_stacks.c - puts every reachable object on a stack of frames; see type_stacks.h.
 *
 * One pass over the objects, in an order in which the objects above an object come first: its stack
 * is that of the object directly above it plus a frame for its own type.
 */
#include "analysis/chains/type_stacks.h"

#include "analysis/analyses.h"
#include "analysis/chain_order.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/memory.h"
#include "heap/root_label.h"

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
    uint32_t *type_of; /* per type: number of its frame; GCV_NONE: none yet */
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

static void append_shown(gcv_type_stacks *stacks, gcv_slice name)
{
    for (;;) {
        const size_t n = plain(name, stacks->separator);
        char bytes[4];
        gcv_buffer_append(stacks->ctx, &stacks->text, gcv_slice_of(name.data, n));
        name = gcv_slice_from(name, n);
        if (name.size == 0) {
            return;
        }
        uint32_t code = gcv_utf8_next(&name);
        code = gcv_is_unseen(code) ? GCV_REPLACEMENT : code < 0x80 ? ':' : code;
        gcv_buffer_append(stacks->ctx, &stacks->text,
                          gcv_slice_of(bytes, gcv_utf8_put(bytes, code)));
    }
}

static uint32_t number_name(gcv_type_stacks *stacks, gcv_distinct_texts *distinct, gcv_slice name)
{
    gcv_buffer_clear(&stacks->text);
    append_shown(stacks, name);
    return gcv_distinct_texts_number(stacks->ctx, distinct, gcv_buffer_slice(&stacks->text));
}

/* ---- stacks ------------------------------------------------------------------------------- */

/* Adds empty sums for new stacks. */
static void grow_sums(gcv_type_stacks *stacks, size_t at)
{
    static const gcv_stack_sum empty = {0, 0};
    while (stacks->sums[at].n < stacks->index.keys.n) {
        gcv_stack_sum_column_push(stacks->ctx, &stacks->sums[at], empty);
    }
}

/* The stack with this label as its only frame. */
static uint32_t begin_stack(gcv_type_stacks *stacks, gcv_slice label)
{
    const uint32_t number = number_name(stacks, &stacks->labels, label);
    return gcv_step_index_first(stacks->ctx, &stacks->index, number, GCV_NONE);
}

/* Adds an object to the stack that extends `below`, the stack of the object above it. */
static uint32_t add_object(stack_side *side, uint32_t object, uint32_t below)
{
    gcv_type_stacks *stacks = side->stacks;
    const uint32_t type = side->heap->type.data[object];
    if (side->type_of[type] == GCV_NONE) {
        side->type_of[type] = number_name(stacks, &stacks->types, side->heap->types.name[type]);
    }
    const uint32_t stack = gcv_step_index_next(stacks->ctx, &stacks->index, below, GCV_NONE,
                                               side->type_of[type], GCV_STACK_DEPTH + 1);
    grow_sums(stacks, side->at);
    gcv_stack_sum *sum = &stacks->sums[side->at].data[stack];
    sum->objects++;
    sum->bytes += gcv_heap_size(side->heap, object);
    stacks->bytes[side->at] += gcv_heap_size(side->heap, object);
    return stack;
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Finds the stack of each root in the root set. Equal labels are mostly adjacent. */
static void begin_stacks(stack_side *side, uint32_t *stack_of_root)
{
    gcv_type_stacks *stacks = side->stacks;
    const gcv_root *last = NULL;
    gcv_buffer label = {{NULL, 0, 0}};
    for (uint32_t i = 0; i < side->roots.n; i++) {
        const gcv_root *root = &side->heap->roots.data[side->roots.root[i]];
        if (last != NULL && gcv_same_root_label(side->heap, last, root)) {
            stack_of_root[i] = stack_of_root[i - 1];
            continue;
        }
        (stacks->compares ? gcv_root_label_across_dumps : gcv_root_label)(stacks->ctx, side->heap,
                                                                          root, &label);
        stack_of_root[i] = begin_stack(stacks, gcv_buffer_slice(&label));
        last = root;
    }
    gcv_buffer_release(stacks->ctx, &label);
}

/* ---- the order of dominators -------------------------------------------------------------- */

/* The virtual root alone dominates the objects of the root set, and those shared by several
 * roots. */
static void add_by_dominators(stack_side *side, const uint32_t *stack_of_root)
{
    gcv_context *ctx = side->stacks->ctx;
    gcv_dominators d;
    gcv_dominators_compute(ctx, side->heap, &side->roots, &d);
    gcv_phase(ctx, "stacks");
    gcv_free(ctx, d.retained); /* makes room for stacks */
    d.retained = NULL;
    uint32_t *stack_of = gcv_alloc_none(ctx, (size_t)d.n_reached + 1), shared = GCV_NONE;
    for (uint32_t i = 0; i < side->roots.n; i++) {
        stack_of[d.number[side->roots.object[i]]] = stack_of_root[i];
    }
    for (uint32_t w = 1; w <= d.n_reached; w++) {
        const uint32_t below = d.dominator[w] != 0 ? stack_of[d.dominator[w]] : stack_of[w];
        if (below == GCV_NONE && shared == GCV_NONE) {
            shared = begin_stack(side->stacks, gcv_slice_str("shared by several roots"));
        }
        stack_of[w] = add_object(side, d.object[w], below != GCV_NONE ? below : shared);
    }
    gcv_free(ctx, stack_of);
    gcv_dominators_release(ctx, &d);
}

/* ---- the order of chains ------------------------------------------------------------------ */

/* Objects with a chain of one are in root set order. */
static void add_by_chains(stack_side *side, const uint32_t *stack_of_root)
{
    gcv_context *ctx = side->stacks->ctx;
    gcv_paths paths;
    gcv_chain_order order;
    gcv_paths_find_in_order(ctx, side->heap, &side->roots, &paths, &order);
    gcv_paths_release(ctx, &paths);
    gcv_phase(ctx, "stacks");
    uint32_t *stack_of = gcv_alloc(ctx, order.n, sizeof *stack_of), root = 0;
    for (uint32_t at = 0; at < order.n; at++) {
        uint32_t below;
        if (order.referrer_at[at] != GCV_NONE) {
            below = stack_of[order.referrer_at[at]];
        } else {
            while (side->roots.object[root] != order.object[at]) {
                root++;
            }
            below = stack_of_root[root];
        }
        stack_of[at] = add_object(side, order.object[at], below);
    }
    gcv_free(ctx, stack_of);
    gcv_chain_order_release(ctx, &order);
}

/* ---- a heap ------------------------------------------------------------------------------- */

void gcv_type_stacks_init(gcv_context *ctx, gcv_type_stacks *stacks, gcv_stack_kind kind,
                          char separator, bool compares)
{
    *stacks = (gcv_type_stacks){
        .ctx = ctx, .kind = kind, .separator = separator, .compares = compares, .first = GCV_NONE};
}

void gcv_type_stacks_add(gcv_type_stacks *stacks, const gcv_heap *heap, size_t side,
                         bool include_weak)
{
    gcv_context *ctx = stacks->ctx;
    stack_side added = {.stacks = stacks, .heap = heap, .at = side};
    added.roots = gcv_root_set_of(ctx, heap, include_weak, NULL);
    added.type_of = gcv_alloc_none(ctx, heap->n_types);
    uint32_t *stack_of_root = gcv_alloc(ctx, added.roots.n, sizeof *stack_of_root);
    begin_stacks(&added, stack_of_root);
    if (stacks->kind == GCV_STACKS_OF_DOMINATORS) {
        add_by_dominators(&added, stack_of_root);
    } else {
        add_by_chains(&added, stack_of_root);
    }
    GCV_FREE(ctx, added.type_of, stack_of_root);
    gcv_root_set_release(ctx, &added.roots);
}

/* ---- the order of names ------------------------------------------------------------------- */

static gcv_slice name_of(const gcv_type_stacks *stacks, uint32_t frame)
{
    const size_t n_labels = stacks->labels.texts.n;
    return frame < n_labels ? stacks->labels.texts.data[frame]
                            : stacks->types.texts.data[frame - n_labels];
}

GCV_BEFORE(by_name, gcv_type_stacks, gcv_slice_compare(name_of(of, a), name_of(of, b)) < 0);

/* Gives a frame name to the stacks of everything deeper than the limit. */
static void name_deeper(gcv_type_stacks *stacks)
{
    for (size_t i = 0; i < stacks->index.keys.n; i++) {
        gcv_step_key *key = &stacks->index.keys.data[i];
        if (key->previous != GCV_NONE && key->type == GCV_NONE) {
            key->type =
                gcv_distinct_texts_number(stacks->ctx, &stacks->types, gcv_slice_str("(deeper)"));
        }
    }
}

/* Sorts frames, which are labels and then types, by their names. */
static void find_frames(gcv_type_stacks *stacks)
{
    gcv_context *ctx = stacks->ctx;
    const size_t n = stacks->labels.texts.n + stacks->types.texts.n;
    uint32_t *order = gcv_numbers_sorted(ctx, n, by_name, stacks);
    uint32_t *rank = gcv_alloc(ctx, n, sizeof *rank);
    stacks->n_frames = (uint32_t)n;
    stacks->frame_names = gcv_alloc(ctx, n, sizeof *stacks->frame_names);
    stacks->frame = gcv_alloc(ctx, stacks->index.keys.n, sizeof *stacks->frame);
    for (uint32_t i = 0; i < n; i++) {
        stacks->frame_names[i] = name_of(stacks, order[i]);
        rank[order[i]] = i;
    }
    for (uint32_t i = 0; i < stacks->index.keys.n; i++) {
        const gcv_step_key *key = &stacks->index.keys.data[i];
        stacks->frame[i] =
            rank[key->previous == GCV_NONE ? key->label : stacks->labels.texts.n + key->type];
    }
    GCV_FREE(ctx, order, rank);
}

GCV_KEY(frame_key, ((const gcv_type_stacks *)payload)->frame[row]);

void gcv_type_stacks_order(gcv_type_stacks *stacks)
{
    gcv_context *ctx = stacks->ctx;
    const size_t n = stacks->index.keys.n;
    gcv_step_index_close(ctx, &stacks->index);
    name_deeper(stacks);
    find_frames(stacks);
    for (size_t i = 0; i < 2; i++) {
        grow_sums(stacks, i);
    }
    stacks->longer = gcv_alloc_none(ctx, n);
    stacks->next = gcv_alloc(ctx, n, sizeof *stacks->next);
    uint32_t *order = gcv_numbers_new(ctx, n);
    gcv_sort_by_key(ctx, order, n, frame_key, stacks, true);
    /* Links each stack to the stack that it extends. Frames come in descending order, and each
     * stack is linked in front of the others, so the lists ascend. */
    for (size_t i = 0; i < n; i++) {
        const uint32_t previous = stacks->index.keys.data[order[i]].previous;
        uint32_t *front = previous != GCV_NONE ? &stacks->longer[previous] : &stacks->first;
        stacks->next[order[i]] = *front;
        *front = order[i];
    }
    gcv_free(ctx, order);
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
    for (size_t at = n; at-- > 0; stack = stacks->index.keys.data[stack].previous) {
        frames[at] = stacks->frame[stack];
    }
    return n;
}
