/* cause_places.c - what grew in each cause; see cause_search.h.
 *
 * An object belongs to the cause of the nearest holder above it on its chain, so none counts twice.
 * A holder is an object, not all that are at its step: another field of its owner may have one of
 * its type. What the older heap has below a holder that is gone belongs to the cause whose chain is
 * compared with that one.
 *
 * A lookup for each object of both heaps; 4 bytes each. */
#include "figures/cause_search.h"

#include "analysis/type_kinds.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/sort.h"

#include <string.h>

typedef struct gcv_cause_places {
    gcv_cause_search *search;
    gcv_id_map holders[2];     /* by the hash of the step of a holder that is several objects, or of
                                  what stands for it, in each heap: its group */
    gcv_first_steps firsts[2]; /* those that chains to holders begin with */
    uint32_t unreachable;      /* the group of unreachable objects */
} gcv_cause_places;

/* ---- the holders -------------------------------------------------------------------------- */

/* Returns the hash of the step of the older heap that is compared with the holder of a chain. */
static uint64_t hash_of_gone(gcv_cause_places *places, const gcv_cause_chain *chain)
{
    gcv_cause_search *search = places->search;
    const gcv_step_key_column *keys = &search->keys;
    const size_t holder = chain->holder > 0 ? chain->holder : 1;
    gcv_chain_steps_of(&search->out->joined.side[0].steps, chain->moved, &search->keys);
    gcv_first_steps_add(&places->firsts[0], keys->data->label, keys->data->type);
    uint64_t hash = 0;
    for (size_t i = 0; i == 0 || i + chain->n < holder + keys->n; i++) {
        hash = gcv_chain_step_of(search->ctx, hash, &keys->data[i]);
    }
    return hash;
}

/* Enters the hashes in `some` that are steps of the later heap into `present`. */
static void find_present(gcv_cause_places *places, const gcv_id_map *some, gcv_id_map *present)
{
    const gcv_joined_side *side = &places->search->out->joined.side[1];
    for (uint32_t i = 0; some->n > 0 && i < side->heap->n_objects; i++) {
        if (side->shown->parent[i] != GCV_NONE &&
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
    for (uint32_t i = 0; i < search->chains.n; i++) {
        const gcv_cause_chain *chain = &search->chains.data[i];
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
    for (uint32_t i = 0; i < search->chains.n; i++) {
        const gcv_cause_chain *chain = &search->chains.data[i];
        for (size_t at = 0; chain->n > 0 && at < 2; at++) {
            const gcv_step_key *first = &search->steps.data[chain->first];
            if (chain->object[1] == GCV_NONE) {
                gcv_id_map_set(search->ctx, &places->holders[at], chain->held, chain->group);
            }
            gcv_first_steps_add(&places->firsts[at], first->label, first->type);
        }
    }
    add_gone(places);
}

/* Whether a chain has one holder, below which no object of its item was in the older heap. */
static bool lacks_past(const gcv_cause_chain *chain)
{
    return chain->object[1] != GCV_NONE && chain->object[0] == GCV_NONE && chain->moved == GCV_NONE;
}

/* Finds such holders in the older heap: the only object at the step. */
static void find_past_holders(gcv_cause_search *search)
{
    const gcv_joined_side *side = &search->out->joined.side[0];
    gcv_id_map number = {0}; /* by the hash of the step */
    gcv_u32_column only = {0}, n = {0};
    for (size_t i = 0; i < search->chains.n; i++) {
        const gcv_cause_chain *chain = &search->chains.data[i];
        if (lacks_past(chain) &&
            gcv_id_map_enter(search->ctx, &number, chain->held, (uint32_t)n.n) == n.n) {
            gcv_u32_column_push(search->ctx, &only, GCV_NONE);
            gcv_u32_column_push(search->ctx, &n, 0);
        }
    }
    for (uint32_t i = 0; n.n > 0 && i < side->heap->n_objects; i++) {
        const uint32_t at = side->shown->parent[i] != GCV_NONE
                                ? gcv_id_map_get(search->ctx, &number, side->steps.step[i])
                                : (uint32_t)GCV_NONE;
        if (at != GCV_NONE) {
            only.data[at] = i;
            n.data[at]++;
        }
    }
    for (size_t i = 0; i < search->chains.n; i++) {
        gcv_cause_chain *chain = &search->chains.data[i];
        if (lacks_past(chain)) {
            const uint32_t at = gcv_id_map_get(search->ctx, &number, chain->held);
            chain->object[0] = n.data[at] == 1 ? only.data[at] : (uint32_t)GCV_NONE;
        }
    }
    GCV_RELEASE(search->ctx, &number, &only, &n);
}

/* ---- the group of an object --------------------------------------------------------------- */

/* Finds the group of an object by those of the objects above it. */
static void place(gcv_cause_places *places, size_t at, uint32_t object)
{
    const gcv_chain_steps *steps = &places->search->out->joined.side[at].steps;
    const uint32_t *up = steps->up;
    uint32_t *group_of = places->search->place[at], top = object, group;
    while ((group = group_of[top]) == GCV_NONE &&
           (group = gcv_id_map_get(places->search->ctx, &places->holders[at], steps->step[top])) ==
               GCV_NONE &&
           steps->step[up[top]] != steps->step[top]) {
        top = up[top];
    }
    group = group != GCV_NONE ? group : GCV_CAUSE_NOWHERE;
    for (group_of[top] = group; object != top; object = up[object]) {
        group_of[object] = group;
    }
}

/* Finds the groups of all objects in their order, in which those above are near. */
static void place_side(gcv_cause_places *places, size_t at)
{
    const gcv_cause_search *search = places->search;
    const gcv_joined_side *side = &search->out->joined.side[at];
    uint32_t *group_of = search->place[at];
    for (uint32_t i = 0; i < side->heap->n_objects; i++) {
        group_of[i] = GCV_NONE;
    }
    for (size_t i = search->chains.n; i-- > 0;) {
        const gcv_cause_chain *chain = &search->chains.data[i];
        if (chain->object[at] != GCV_NONE) {
            group_of[chain->object[at]] = chain->group;
            places->firsts[at].has[side->steps.first[chain->object[at]]] = true;
        }
    }
    for (uint32_t i = 0; i < side->heap->n_objects; i++) {
        if (side->shown->parent[i] == GCV_NONE) {
            group_of[i] = places->unreachable;
        } else if (!places->firsts[at].has[side->steps.first[i]]) {
            group_of[i] = GCV_CAUSE_NOWHERE;
        } else if (group_of[i] == GCV_NONE) {
            place(places, at, i);
        }
    }
}

/* Finds the groups of all objects. */
static void place_all(gcv_cause_search *search)
{
    const uint32_t unreachable = gcv_id_map_get(search->ctx, &search->group_of, 0);
    gcv_cause_places places = {.search = search, .unreachable = GCV_CAUSE_NOWHERE};
    places.unreachable = unreachable != GCV_NONE ? unreachable : places.unreachable;
    find_past_holders(search);
    find_holders(&places);
    for (size_t at = 0; at < 2; at++) {
        place_side(&places, at);
        gcv_id_map_release(search->ctx, &places.holders[at]);
    }
}

/* Returns the group whose chain is compared with one that is gone, at whose end an object of the
 * older heap is; GCV_NONE: it is at no such end. */
static uint32_t group_of_moved(const gcv_cause_search *search, uint32_t item, uint32_t object)
{
    const gcv_joined_side *side = &search->out->joined.side[0];
    uint32_t group = GCV_NONE;
    for (uint32_t i = item; i != GCV_NONE && side->shown->parent[object] != GCV_NONE;
         i = search->chains.data[i].next) {
        const gcv_cause_chain *chain = &search->chains.data[i];
        if (chain->moved != GCV_NONE &&
            side->steps.step[object] == side->steps.step[chain->moved]) {
            group = chain->group;
        }
    }
    return group;
}

uint32_t gcv_cause_place(const gcv_cause_search *search, uint32_t item, size_t at, uint32_t object)
{
    uint32_t group = GCV_NONE;
    if (item < search->n_chained) {
        const uint32_t own = search->chains.data[item].group;
        group = search->groups.data[own].ownerless ? own
                : at == 0                          ? group_of_moved(search, item, object)
                                                   : group;
    }
    return group != GCV_NONE ? group : search->place[at][object];
}

/* Finds where else the items grew by at least a hundredth of the whole growth. */
static void find_further(gcv_cause_search *search)
{
    const gcv_cause_request *request = search->request;
    uint64_t whole = 0;
    for (size_t i = 0; i < request->items->n; i++) {
        const gcv_change *row = &request->changes->rows[request->items->data[i]];
        whole = gcv_add_capped(whole, row->bytes_b - row->bytes_a);
    }
    gcv_cause_find_further(search, whole > 100 ? whole / 100 : 1);
    for (uint32_t i = search->n_chained; i < search->chains.n; i++) {
        gcv_cause_chain *first = &search->chains.data[search->chains.data[i].item];
        search->chains.data[i].next = first->next;
        first->next = i;
    }
}

/* ---- what is told ------------------------------------------------------------------------- */

/* What the objects of one item add up to in each group. */
typedef struct gcv_cause_sums {
    gcv_cause_search *search;
    gcv_cause_told *of_group; /* by group, the last is that of no holder; all 0: none is there */
    gcv_u32_column touched;   /* groups with a sum */
    gcv_u32_column sorted;    /* objects by group */
} gcv_cause_sums;

static gcv_cause_told *sum_of(gcv_cause_sums *sums, uint32_t item, size_t at, uint32_t object)
{
    const uint32_t group = gcv_cause_place(sums->search, item, at, object);
    return &sums->of_group[group != GCV_CAUSE_NOWHERE ? group : sums->search->groups.n];
}

static void add_object(gcv_cause_sums *sums, uint32_t item, size_t at, uint32_t object)
{
    const gcv_cause_search *search = sums->search;
    gcv_cause_told *sum = sum_of(sums, item, at, object);
    if (sum->objects[0] + sum->objects[1] == 0) {
        gcv_u32_column_push(search->ctx, &sums->touched, (uint32_t)(sum - sums->of_group));
    }
    sum->objects[at]++;
    sum->bytes[at] =
        gcv_add_capped(sum->bytes[at], gcv_heap_size(search->out->joined.side[at].heap, object));
}

/* Sorts the objects of an item by group. */
static void sort_objects(gcv_cause_sums *sums, uint32_t item, size_t at)
{
    const gcv_cause_targets *targets = &sums->search->targets[at];
    const uint32_t begin = gcv_cause_targets_begin(targets, item), n = targets->end[item] - begin;
    uint32_t first = begin;
    for (size_t i = 0; i < sums->touched.n; i++) {
        gcv_cause_told *sum = &sums->of_group[sums->touched.data[i]];
        sum->first[at] = first;
        first += (uint32_t)sum->objects[at];
    }
    if (sums->touched.n > 1 && n > 0) {
        gcv_u32_column_reserve(sums->search->ctx, &sums->sorted, n);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t object = targets->sorted[begin + i];
            sums->sorted.data[sum_of(sums, item, at, object)->first[at]++ - begin] = object;
        }
        memcpy(targets->sorted + begin, sums->sorted.data, n * sizeof *targets->sorted);
        for (size_t i = 0; i < sums->touched.n; i++) {
            gcv_cause_told *sum = &sums->of_group[sums->touched.data[i]];
            sum->first[at] -= (uint32_t)sum->objects[at];
        }
    }
}

/* Tells what an item grew or shrank by in each group. */
static void tell_item(gcv_cause_sums *sums, uint32_t item)
{
    gcv_cause_search *search = sums->search;
    const uint32_t row = search->request->items->data[item];
    const bool payload =
        gcv_cause_is_payload(search, search->request->changes->join.names.data[row]);
    for (size_t at = 0; at < 2; at++) {
        const gcv_cause_targets *targets = &search->targets[at];
        for (uint32_t i = gcv_cause_targets_begin(targets, item); i < targets->end[item]; i++) {
            add_object(sums, item, at, targets->sorted[i]);
        }
    }
    sort_objects(sums, item, 0);
    sort_objects(sums, item, 1);
    for (size_t i = 0; i < sums->touched.n; i++) {
        const uint32_t group = sums->touched.data[i];
        gcv_cause_told told = sums->of_group[group];
        if (group < search->groups.n && told.bytes[1] != told.bytes[0]) {
            told.nth = item;
            told.item = row;
            told.group = group;
            told.payload = payload;
            gcv_cause_told_column_push(search->ctx, &search->out->told, told);
        }
        sums->of_group[group] = (gcv_cause_told){0};
    }
    sums->touched.n = 0;
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

/* By group: what says something before strings, arrays and internals, then by growth. The first of
 * a group that grew has grown, too. */
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
    if (x->payload != y->payload && !is_small(search, x)) {
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
    gcv_cause_told_column_arrange(search->ctx, told,
                                  gcv_numbers_sorted(search->ctx, told->n, told_before, search));
    for (uint32_t i = 0; i < told->n; i += search->groups.data[told->data[i].group].n_told) {
        search->groups.data[told->data[i].group].told = i;
    }
}

/* Tells what all items grew or shrank by in each group; also anew. */
static void tell_all(gcv_cause_search *search)
{
    search->out->told.n = 0;
    for (size_t i = 0; i < search->groups.n; i++) {
        gcv_cause_group *group = &search->groups.data[i];
        group->told = group->n_told = 0;
        group->grown = 0;
    }
    gcv_cause_sums sums = {
        .search = search,
        .of_group = gcv_alloc_zeroed(search->ctx, search->groups.n + 1, sizeof *sums.of_group)};
    for (uint32_t i = 0; i < search->request->items->n; i++) {
        tell_item(&sums, i);
    }
    gcv_free(search->ctx, sums.of_group);
    GCV_RELEASE(search->ctx, &sums.touched, &sums.sorted);
    hand_out(search);
}

/* ---- entries of one object ---------------------------------------------------------------- */

/* Returns the plain object of V8 that holds the holder of a group by a name; GCV_NONE: none does.
 */
static uint32_t owner_of(const gcv_cause_search *search, const gcv_cause_group *group)
{
    const gcv_joined_side *side = &search->out->joined.side[1];
    const gcv_cause_chain *chain = &search->chains.data[group->chain];
    if (group->grown <= 0 || chain->holder < 2 || chain->object[1] == GCV_NONE ||
        !gcv_heap_is_v8(side->heap)) {
        return GCV_NONE;
    }
    const gcv_step_key *step = search->steps.data + chain->first;
    const uint32_t owner = side->shown->parent[chain->object[1]];
    if (owner >= GCV_ROOTED || step[chain->holder - 1].label == GCV_NONE ||
        !gcv_is_plain_object(side->heap->types.name[side->heap->type.data[owner]])) {
        return GCV_NONE;
    }
    uint64_t hash = 0;
    for (uint32_t i = 0; i + 1 < chain->holder; i++) {
        hash = gcv_chain_step_of(search->ctx, hash, &step[i]);
    }
    return hash == side->steps.step[owner] ? owner : GCV_NONE;
}

/* What groups have in common that differ in nothing but the name of a field: the owner of their
 * holders, the types of these, and what grew most. */
static uint64_t entry_key(const gcv_cause_search *search, const gcv_cause_group *group,
                          uint32_t owner)
{
    const gcv_cause_chain *chain = &search->chains.data[group->chain];
    const uint32_t type = search->steps.data[chain->first + chain->holder - 1].type;
    return gcv_hash_u64(owner, (uint64_t)type << 32 | search->out->told.data[group->told].item);
}

/* Makes the owner of a chain's holder its holder. */
static void lift(const gcv_cause_search *search, gcv_cause_chain *chain, uint32_t owner,
                 uint32_t group)
{
    const gcv_joined_side *side = search->out->joined.side;
    const uint32_t past =
        chain->object[0] != GCV_NONE ? side[0].shown->parent[chain->object[0]] : (uint32_t)GCV_NONE;
    chain->object[0] = past < GCV_ROOTED ? past : (uint32_t)GCV_NONE;
    chain->object[1] = owner;
    chain->holder--;
    chain->held = side[1].steps.step[owner];
    chain->group = group;
}

/* Makes one group of three or more that are entries of one plain object: names that a program makes
 * at run time say little, and each would be a cause of its own. Whether there are any. */
static bool fold_entries(gcv_cause_search *search)
{
    enum { LEAST = 3 };
    gcv_context *ctx = search->ctx;
    gcv_id_map number = {0}, held = {0}; /* groups by key, groups by their holders */
    const size_t n = search->groups.n;
    uint32_t *count = gcv_alloc_zeroed(ctx, n, sizeof *count), *owner = gcv_alloc_none(ctx, n),
             *into = gcv_alloc_none(ctx, n); /* by group; `count` of the first one with a key */
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        const gcv_cause_group *group = &search->groups.data[i];
        owner[i] = owner_of(search, group);
        gcv_id_map_set(ctx, &held, search->chains.data[group->chain].object[1], i);
        if (owner[i] != GCV_NONE) {
            into[i] = gcv_id_map_enter(ctx, &number, entry_key(search, group, owner[i]), i);
            any = ++count[into[i]] >= LEAST || any;
        }
    }
    for (size_t i = 0; any && i < search->chains.n; i++) {
        gcv_cause_chain *chain = &search->chains.data[i];
        const uint32_t group = chain->group;
        if (owner[group] != GCV_NONE && count[into[group]] >= LEAST &&
            chain->object[1] != GCV_NONE) {
            const uint32_t of_owner = gcv_id_map_get(ctx, &held, owner[group]);
            lift(search, chain, owner[group], of_owner != GCV_NONE ? of_owner : into[group]);
        }
    }
    GCV_RELEASE(ctx, &number, &held);
    GCV_FREE(ctx, count, owner, into);
    return any;
}

void gcv_cause_find_places(gcv_cause_search *search)
{
    for (size_t at = 0; at < 2; at++) {
        search->place[at] = gcv_alloc(search->ctx, search->out->joined.side[at].heap->n_objects,
                                      sizeof *search->place[at]);
    }
    place_all(search);
    find_further(search);
    if (search->chains.n > search->n_chained) {
        place_all(search);
    }
    tell_all(search);
    if (fold_entries(search)) {
        place_all(search);
        tell_all(search);
    }
    for (size_t at = 0; at < 2; at++) {
        gcv_free(search->ctx, search->place[at]);
    }
}
