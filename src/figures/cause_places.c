/* cause_places.c - what grew in each cause; see cause_search.h.
 *
 * An object belongs to the cause of the nearest holder above it on its chain, so none counts twice.
 * A holder is an object, not all that are at its step: another field of its owner may have one of
 * its type. What the older heap has below a holder that is gone belongs to the cause whose chain is
 * compared with that one.
 *
 * A lookup for each object of both heaps; 4 bytes each. */
#include "figures/cause_search.h"

#include "base/number.h"
#include "base/sort.h"

typedef struct gcv_cause_places {
    gcv_cause_search *search;
    gcv_id_map holders[2];     /* by the hash of the step of a holder that is several objects, or of
                                  what stands for it, in each heap: its group */
    gcv_first_steps firsts[2]; /* those that chains to holders begin with */
    uint32_t *group_of[2];     /* by object: its group */
    uint32_t nowhere;          /* that of objects below no holder, … */
    uint32_t unreachable;      /* … and of unreachable objects */
    gcv_cause_told *sums;      /* by group, of one item; 0: none is there */
    gcv_u32_column touched;    /* groups with a sum */
} gcv_cause_places;

/* ---- the holders -------------------------------------------------------------------------- */

/* Returns the hash of the step of the older heap that is compared with the holder of a chain. */
static uint64_t hash_of_gone(gcv_cause_places *places, const gcv_cause_chain *chain)
{
    gcv_cause_search *search = places->search;
    const gcv_step_key_column *keys = &search->keys;
    const size_t holder = chain->holder > 0 ? chain->holder : 1;
    gcv_chain_steps_of(&search->out->joined.side[0].steps, chain->moved, &search->keys);
    const gcv_step_key *key = keys->data;
    uint64_t hash = gcv_chain_step_first(search->ctx, key->start, key->type);
    gcv_first_steps_add(&places->firsts[0], hash);
    for (size_t i = 1; i + chain->n < holder + keys->n; i++) {
        hash = gcv_chain_step_next(search->ctx, hash, keys->data[i].type);
    }
    return hash;
}

/* Enters the hashes in `some` that are steps of the later heap into `present`. */
static void find_present(gcv_cause_places *places, const gcv_id_map *some, gcv_id_map *present)
{
    const gcv_joined_side *side = &places->search->out->joined.side[1];
    for (uint32_t i = 0; some->n > 0 && i < side->heap->n_objects; i++) {
        if (side->paths->parent[i] != GCV_NONE &&
            gcv_id_map_get(places->search->ctx, some, side->steps.step[i]) != GCV_NONE) {
            gcv_id_map_set(places->search->ctx, present, side->steps.step[i], 0);
        }
    }
}

/* Adds the holders that only the older heap has. */
static void add_gone(gcv_cause_places *places)
{
    gcv_cause_search *search = places->search;
    gcv_id_map group_of = {0}, present = {0};
    gcv_u64_column gone = {0}; /* hashes, in the order of the items */
    for (uint32_t i = 0; i < search->n_chained; i++) {
        const gcv_cause_chain *chain = &search->chains[i];
        if (chain->moved != GCV_NONE && chain->object[1] == GCV_NONE) {
            gcv_u64_column_push(search->ctx, &gone, hash_of_gone(places, chain));
            (void)gcv_id_map_enter(search->ctx, &group_of, gone.data[gone.n - 1], chain->group);
        }
    }
    find_present(places, &group_of, &present);
    for (size_t i = 0; i < gone.n; i++) {
        if (gcv_id_map_get(search->ctx, &present, gone.data[i]) == GCV_NONE) {
            (void)gcv_id_map_enter(search->ctx, &places->holders[0], gone.data[i],
                                   gcv_id_map_get(search->ctx, &group_of, gone.data[i]));
        }
    }
    GCV_RELEASE(search->ctx, &group_of, &present, &gone);
}

static void find_holders(gcv_cause_places *places)
{
    gcv_cause_search *search = places->search;
    for (uint32_t i = 0; i < search->n_chained; i++) {
        const gcv_cause_chain *chain = &search->chains[i];
        for (size_t at = 0; chain->n > 0 && at < 2; at++) {
            const uint64_t first = search->steps.data[chain->first];
            if (chain->object[1] == GCV_NONE) {
                gcv_id_map_set(search->ctx, &places->holders[at], chain->held, chain->group);
            }
            gcv_first_steps_add(
                &places->firsts[at],
                gcv_chain_step_first(search->ctx, (uint32_t)(first >> 32), (uint32_t)first));
        }
    }
    add_gone(places);
}

/* ---- the group of an object --------------------------------------------------------------- */

/* Finds the group of an object by those of the objects above it. */
static void place(gcv_cause_places *places, size_t at, uint32_t object)
{
    const gcv_chain_steps *steps = &places->search->out->joined.side[at].steps;
    const uint32_t *up = steps->up;
    uint32_t *group_of = places->group_of[at], top = object, group;
    while ((group = group_of[top]) == GCV_NONE &&
           (group = gcv_id_map_get(places->search->ctx, &places->holders[at], steps->step[top])) ==
               GCV_NONE &&
           steps->step[up[top]] != steps->step[top]) {
        top = up[top];
    }
    group = group != GCV_NONE ? group : places->nowhere;
    for (group_of[top] = group; object != top; object = up[object]) {
        group_of[object] = group;
    }
}

/* Finds the groups of all objects in their order, in which those above are near. */
static void place_all(gcv_cause_places *places, size_t at)
{
    const gcv_joined_side *side = &places->search->out->joined.side[at];
    places->group_of[at] = gcv_alloc_none(places->search->ctx, side->heap->n_objects);
    for (uint32_t i = places->search->n_chained; i-- > 0;) {
        const gcv_cause_chain *chain = &places->search->chains[i];
        if (chain->object[at] != GCV_NONE) {
            places->group_of[at][chain->object[at]] = chain->group;
            places->firsts[at].has[side->steps.first[chain->object[at]]] = true;
        }
    }
    for (uint32_t i = 0; i < side->heap->n_objects; i++) {
        if (side->paths->parent[i] == GCV_NONE) {
            places->group_of[at][i] = places->unreachable;
        } else if (!places->firsts[at].has[side->steps.first[i]]) {
            places->group_of[at][i] = places->nowhere;
        } else if (places->group_of[at][i] == GCV_NONE) {
            place(places, at, i);
        }
    }
}

/* ---- what is told ------------------------------------------------------------------------- */

static uint32_t own_group(const gcv_cause_search *search, uint32_t item)
{
    return item < search->n_chained ? search->chains[item].group : GCV_NONE;
}

/* Whether an object of the older heap is at the end of a chain that is gone. */
static bool is_gone(const gcv_cause_search *search, uint32_t item, uint32_t object)
{
    const gcv_joined_side *side = &search->out->joined.side[0];
    const uint32_t moved = item < search->n_chained ? search->chains[item].moved : GCV_NONE;
    return moved != GCV_NONE && side->paths->parent[object] != GCV_NONE &&
           side->steps.step[object] == side->steps.step[moved];
}

static uint32_t group_of(const gcv_cause_places *places, uint32_t item, size_t at, uint32_t object)
{
    const gcv_cause_search *search = places->search;
    const uint32_t own = own_group(search, item);
    return own != GCV_NONE && (search->groups.data[own].ownerless ||
                               (at == 0 && is_gone(search, item, object)))
               ? own
               : places->group_of[at][object];
}

static void add_object(gcv_cause_places *places, uint32_t item, size_t at, uint32_t object)
{
    const uint32_t group = group_of(places, item, at, object);
    gcv_cause_told *sum = &places->sums[group];
    if (sum->objects[0] + sum->objects[1] == 0) {
        gcv_u32_column_push(places->search->ctx, &places->touched, group);
    }
    sum->objects[at]++;
    sum->bytes[at] = gcv_add_capped(
        sum->bytes[at], gcv_heap_size(places->search->out->joined.side[at].heap, object));
}

static void add_sums(gcv_cause_places *places, uint32_t item)
{
    for (size_t at = 0; at < 2; at++) {
        const gcv_cause_targets *targets = &places->search->targets[at];
        for (uint32_t i = item > 0 ? targets->end[item - 1] : 0; i < targets->end[item]; i++) {
            add_object(places, item, at, targets->sorted[i]);
        }
    }
}

/* Tells what an item grew or shrank by in each group. */
static void tell_item(gcv_cause_places *places, uint32_t item)
{
    gcv_cause_search *search = places->search;
    const uint32_t row = search->request->items->data[item];
    const bool payload =
        gcv_cause_is_payload(search, search->request->changes->join.names.data[row]);
    add_sums(places, item);
    for (size_t i = 0; i < places->touched.n; i++) {
        const uint32_t group = places->touched.data[i];
        gcv_cause_told told = places->sums[group];
        if (group != places->nowhere &&
            (group == own_group(search, item) || told.bytes[1] != told.bytes[0])) {
            told.item = row;
            told.group = group;
            told.payload = payload;
            gcv_cause_told_column_push(search->ctx, &search->out->told, told);
        }
        places->sums[group] = (gcv_cause_told){0};
    }
    places->touched.n = 0;
}

static int64_t growth(const gcv_cause_told *told)
{
    return gcv_delta(told->bytes[0], told->bytes[1]);
}

/* What is less than one part in a hundred of the growth of its cause comes last. */
static bool is_small(const gcv_cause_search *search, const gcv_cause_told *told)
{
    return growth(told) < search->groups.data[told->group].grown / 100;
}

/* By group: what says something before strings, arrays and internals, then by growth. */
static bool told_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_cause_search *search = payload;
    const gcv_cause_told *x = &search->out->told.data[a], *y = &search->out->told.data[b];
    if (x->group != y->group) {
        return x->group < y->group;
    }
    if (is_small(search, x) != is_small(search, y)) {
        return is_small(search, y);
    }
    if (x->payload != y->payload) {
        return y->payload;
    }
    return growth(x) != growth(y) ? growth(x) > growth(y) : x->item < y->item;
}

/* Gives each group its own. */
static void hand_out(gcv_cause_search *search)
{
    gcv_cause_told_column *told = &search->out->told;
    for (size_t i = 0; i < told->n; i++) {
        gcv_cause_group *group = &search->groups.data[told->data[i].group];
        group->n_told++;
        group->grown = gcv_sum_capped(group->grown, growth(&told->data[i]));
    }
    uint32_t *order = gcv_numbers_sorted(search->ctx, told->n, told_before, search);
    gcv_cause_told_column_arrange(told, order);
    gcv_free(search->ctx, order);
    for (uint32_t i = 0; i < told->n; i += search->groups.data[told->data[i].group].n_told) {
        search->groups.data[told->data[i].group].told = i;
    }
}

void gcv_cause_find_places(gcv_cause_search *search)
{
    gcv_context *ctx = search->ctx;
    gcv_cause_places places = {.search = search, .nowhere = (uint32_t)search->groups.n};
    const uint32_t unreachable = gcv_id_map_get(ctx, &search->group_of, 0);
    places.unreachable = unreachable != GCV_NONE ? unreachable : places.nowhere;
    places.sums = gcv_alloc_zeroed(ctx, search->groups.n + 1, sizeof *places.sums);
    find_holders(&places);
    place_all(&places, 0);
    place_all(&places, 1);
    for (uint32_t i = 0; i < search->request->items->n; i++) {
        tell_item(&places, i);
    }
    hand_out(search);
    for (size_t at = 0; at < 2; at++) {
        gcv_free(ctx, places.group_of[at]);
        gcv_id_map_release(ctx, &places.holders[at]);
    }
    gcv_free(ctx, places.sums);
    gcv_u32_column_release(ctx, &places.touched);
}
