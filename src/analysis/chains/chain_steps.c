/* chain_steps.c - the steps of merged chains as hashes; see chain_steps.h. */
#include "analysis/chains/chain_steps.h"

#include "base/number.h"
#include "base/sort.h"
#include "heap/java_class.h"

#include <string.h>

/* The seeds differ, so that no type has the hash of a start. */
uint64_t gcv_chain_step_next(const gcv_context *ctx, uint64_t previous, uint32_t label,
                             uint32_t type)
{
    return gcv_hash_u64(previous, gcv_hash_u64((uint64_t)label << 32 | type, ~ctx->seed));
}

uint64_t gcv_chain_step_first(const gcv_context *ctx, uint32_t start, uint32_t type)
{
    return gcv_chain_step_next(ctx, gcv_hash_u64(start, ctx->seed), GCV_NONE, type);
}

/* ---- all objects -------------------------------------------------------------------------- */

/* What is needed to hand hashes down. */
typedef struct gcv_hand_down {
    gcv_chain_steps *out;
    uint8_t *depth;      /* by object: depth of its step; 0: it has none yet */
    uint32_t class_type; /* of class objects of Java; GCV_NONE */
    gcv_u32_column pending;
} gcv_hand_down;

/* Whether a chain that passes through an object of Java begins there. */
static bool begins_at(const gcv_hand_down *down, uint32_t object, uint32_t over)
{
    const gcv_chain_step_query *query = &down->out->query;
    const gcv_heap *heap = query->heap;
    return heap->type.data[query->at_statics ? over : object] == down->class_type &&
           object < GCV_NONE - (uint32_t)heap->roots.n &&
           (query->at_statics ? gcv_java_is_static(heap, over, object)
                              : !gcv_java_is_repeated(heap, object));
}

static void begin_chain(gcv_hand_down *down, uint32_t object, uint32_t start)
{
    gcv_chain_steps *out = down->out;
    const uint32_t type = out->query.type_of[out->query.heap->type.data[object]];
    const gcv_chain_start begins = {object, out->query.start_of(out->query.payload, start)};
    gcv_chain_start_column_push(out->ctx, &out->starts, begins);
    out->step[object] = gcv_chain_step_first(out->ctx, begins.number, type);
    out->up[object] = object;
    out->first[object] = gcv_first_bits(begins.number, type);
    down->depth[object] = 1;
}

static void hand_down(gcv_hand_down *down, uint32_t object, uint32_t over)
{
    gcv_chain_steps *out = down->out;
    const uint32_t *types = out->query.heap->type.data, *run_of = out->query.run_of;
    const uint32_t type = out->query.type_of[types[object]];
    if (begins_at(down, object, over)) {
        begin_chain(down, object, gcv_java_static_start(out->query.heap, object));
        return;
    }
    out->first[object] = out->first[over];
    const uint32_t label = down->depth[over] < out->query.deepest && out->query.fields != NULL
                               ? gcv_step_field(out->query.fields, out->query.side, over, object)
                               : (uint32_t)GCV_NONE;
    if (down->depth[over] > out->query.deepest ||
        (run_of[types[object]] == run_of[types[over]] && label == GCV_NONE)) {
        out->step[object] = out->step[over];
        out->up[object] = out->up[over];
        down->depth[object] = down->depth[over];
    } else {
        const bool deepest = down->depth[over] == out->query.deepest;
        out->step[object] =
            gcv_chain_step_next(out->ctx, out->step[over], label, deepest ? GCV_NONE : type);
        if (label != GCV_NONE) {
            (void)gcv_id_map_enter(out->ctx, &out->label_of, out->step[object], label);
        }
        out->up[object] = over;
        down->depth[object] = (uint8_t)(down->depth[over] + 1);
    }
}

/* Hands hashes down the chain to an object, from the nearest object that has one. */
static void reach(gcv_hand_down *down, uint32_t object)
{
    const uint32_t *parent = down->out->query.paths->parent;
    down->pending.n = 0;
    for (; down->depth[object] == 0; object = parent[object]) {
        gcv_u32_column_push(down->out->ctx, &down->pending, object);
    }
    while (down->pending.n > 0) {
        const uint32_t next = down->pending.data[--down->pending.n];
        hand_down(down, next, parent[next]);
    }
}

/* Chains begin at roots in the order of the root set, in which roots of one label are neighbours.
 */
static void find_all(gcv_hand_down *down)
{
    const gcv_chain_step_query *query = &down->out->query;
    const gcv_root_set *roots = query->roots;
    for (uint32_t i = 0; i < roots->n; i++) {
        if (query->paths->parent[roots->object[i]] == GCV_ROOTED &&
            down->depth[roots->object[i]] == 0) {
            begin_chain(down, roots->object[i], roots->root[i]);
        }
    }
    for (uint32_t i = 0; i < query->heap->n_objects; i++) {
        if (query->paths->parent[i] != GCV_NONE) {
            reach(down, i);
        }
    }
}

GCV_KEY(key_start, ((const gcv_chain_start_column *)payload)->data[row].object);

void gcv_chain_steps_init(gcv_context *ctx, const gcv_chain_step_query *query, gcv_chain_steps *out)
{
    const size_t n = query->heap->n_objects;
    *out = (gcv_chain_steps){.ctx = ctx, .query = *query};
    out->query.run_of = query->run_of != NULL ? query->run_of : query->type_of;
    out->step = gcv_alloc(ctx, n, sizeof *out->step);
    out->up = gcv_alloc(ctx, n, sizeof *out->up);
    out->first = gcv_alloc(ctx, n, sizeof *out->first);
    gcv_hand_down down = {.out = out,
                          .depth = gcv_alloc_zeroed(ctx, n, 1),
                          .class_type = gcv_java_class_type(query->heap)};
    find_all(&down);
    gcv_free(ctx, down.depth);
    gcv_u32_column_release(ctx, &down.pending);
    uint32_t *order = gcv_numbers_new(ctx, out->starts.n);
    gcv_sort_by_key(ctx, order, out->starts.n, key_start, &out->starts, false);
    gcv_chain_start_column_arrange(ctx, &out->starts, order);
    gcv_bitset_init(ctx, &out->is_on, n);
}

void gcv_chain_steps_release(gcv_chain_steps *steps)
{
    gcv_context *ctx = steps->ctx;
    if (ctx != NULL) {
        GCV_FREE(ctx, steps->step, steps->up, steps->first);
        GCV_RELEASE(ctx, &steps->starts, &steps->targets, &steps->on);
        gcv_bitset_release(ctx, &steps->is_on);
        gcv_id_map_release(ctx, &steps->label_of);
    }
    memset(steps, 0, sizeof *steps);
}

/* ---- marked chains ------------------------------------------------------------------------ */

uint64_t gcv_chain_steps_mark_chains(gcv_chain_steps *steps, const gcv_first_steps *firsts)
{
    const uint32_t *parent = steps->query.paths->parent;
    for (size_t i = 0; i < steps->targets.n; i++) {
        uint32_t at = steps->targets.data[i];
        while (firsts->has[steps->first[at]] && gcv_bitset_add(&steps->is_on, at)) {
            gcv_u32_column_push(steps->ctx, &steps->on, at);
            at = steps->up[at] == at ? at : parent[at];
        }
    }
    return steps->on.n;
}

/* The step of an object that is below the deepest one; no other object has it. */
static uint64_t deeper_step(const gcv_chain_steps *steps, uint32_t object)
{
    return gcv_chain_step_next(steps->ctx, steps->step[steps->up[object]], GCV_NONE, GCV_NONE);
}

/* The step of its own for an object that is marked and below the deepest step. */
static uint64_t end_step(const gcv_chain_steps *steps, uint32_t object)
{
    return gcv_chain_step_next(steps->ctx, deeper_step(steps, object), GCV_NONE,
                               steps->query.type_of[steps->query.heap->type.data[object]]);
}

void gcv_chain_steps_part_ends(gcv_chain_steps *steps)
{
    for (size_t i = 0; i < steps->targets.n; i++) {
        const uint32_t object = steps->targets.data[i];
        if (steps->step[object] == deeper_step(steps, object)) {
            steps->step[object] = end_step(steps, object);
        }
    }
    steps->parts_ends = true;
}

void gcv_chain_steps_clear(gcv_chain_steps *steps)
{
    for (size_t i = 0; steps->parts_ends && i < steps->targets.n; i++) {
        const uint32_t object = steps->targets.data[i];
        if (steps->step[object] == end_step(steps, object)) {
            steps->step[object] = deeper_step(steps, object);
        }
    }
    for (size_t i = 0; i < steps->on.n; i++) {
        gcv_bitset_remove(&steps->is_on, steps->on.data[i]);
    }
    steps->targets.n = steps->on.n = 0;
    steps->parts_ends = false;
}

/* The start at an object at which a chain begins, as a number. */
static uint32_t number_of_start(const gcv_chain_steps *steps, uint32_t object)
{
    const gcv_chain_start *starts = steps->starts.data;
    return starts[gcv_find_u32(starts, sizeof *starts, steps->starts.n, object)].number;
}

void gcv_chain_steps_of(const gcv_chain_steps *steps, uint32_t object, gcv_step_key_column *out)
{
    const gcv_chain_step_query *query = &steps->query;
    uint32_t depth = 1, at = object;
    for (uint32_t i = at; steps->step[steps->up[i]] != steps->step[i]; i = steps->up[i]) {
        depth++;
    }
    out->n = 0;
    gcv_step_key_column_reserve(steps->ctx, out, depth);
    out->n = depth;
    for (uint32_t i = depth; i-- > 0; at = steps->up[at]) {
        gcv_step_key *key = &out->data[i];
        *key = (gcv_step_key){.previous = i > 0 ? i - 1 : GCV_NONE,
                              .label = GCV_NONE,
                              .type = GCV_NONE,
                              .depth = i + 1};
        if (i < query->deepest) {
            key->type = query->type_of[query->heap->type.data[at]];
            key->label = i > 0 ? gcv_id_map_get(steps->ctx, &steps->label_of, steps->step[at])
                               : number_of_start(steps, steps->up[at]);
        }
    }
    if (steps->parts_ends && steps->step[object] == end_step(steps, object)) {
        const uint32_t type = query->type_of[query->heap->type.data[object]];
        const gcv_step_key key = {depth - 1, GCV_NONE, type, depth + 1};
        gcv_step_key_column_push(steps->ctx, out, key);
    }
}

/* Objects that were allocated together are neighbours, and most are held in one way. */
static void add_end(gcv_chain_end_column *ends, gcv_context *ctx, gcv_chain_end end)
{
    gcv_chain_end *last = ends->n > 0 ? &ends->data[ends->n - 1] : NULL;
    if (last == NULL || last->step != end.step) {
        gcv_chain_end_column_push(ctx, ends, end);
        return;
    }
    last->bytes = gcv_add_capped(last->bytes, end.bytes);
    last->first = end.first < last->first ? end.first : last->first;
}

/* Makes one of the ends at each step. */
static void join_ends(gcv_context *ctx, gcv_chain_end_column *ends)
{
    const size_t n = ends->n;
    gcv_chain_end_column joined = {0};
    uint32_t *order = gcv_numbers_new(ctx, n);
    uint64_t *steps = gcv_alloc(ctx, n, sizeof *steps);
    for (size_t i = 0; i < n; i++) {
        steps[i] = ends->data[i].step;
    }
    gcv_sort_u64(ctx, steps, order, n);
    size_t n_steps = n > 0;
    for (size_t i = 1; i < n; i++) {
        n_steps += steps[i] != steps[i - 1];
    }
    gcv_free(ctx, steps);
    gcv_chain_end_column_reserve(ctx, &joined, n_steps);
    /* Not in place: then each read would wait for the one before. */
    for (size_t i = 0; i < n; i++) {
        add_end(&joined, ctx, ends->data[order[i]]);
    }
    GCV_FREE(ctx, order, ends->data);
    *ends = joined;
}

void gcv_chain_steps_ends(const gcv_chain_steps *steps, gcv_chain_bytes_fn bytes_of,
                          const void *payload, gcv_chain_end_column *out)
{
    size_t limit = 4096;
    out->n = 0;
    for (size_t i = 0; i < steps->targets.n; i++) {
        const uint32_t object = steps->targets.data[i];
        if (out->n == limit) {
            join_ends(steps->ctx, out);
            limit = out->n < limit / 2 ? limit : limit * 2;
        }
        add_end(out, steps->ctx,
                (gcv_chain_end){steps->step[object], bytes_of(payload, object), object});
    }
    join_ends(steps->ctx, out);
}

bool gcv_chain_steps_next(const gcv_chain_steps *steps, const gcv_id_map *wanted, size_t *at,
                          gcv_step_member *out)
{
    while (*at < steps->on.n) {
        out->object = steps->on.data[(*at)++];
        out->step = gcv_id_map_get(steps->ctx, wanted, steps->step[out->object]);
        if (out->step != GCV_NONE) {
            return true;
        }
    }
    return false;
}
