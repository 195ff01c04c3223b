/* cause_chains.c - the chains of what grew, and which of them have the same holder; see
 * cause_search.h. */
#include "figures/cause_search.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/number.h"

#include <string.h>

/* After the first CHAINED items, and after as many causes, chains go on only as long as all of them
 * together have taken at most MOST_WORK steps for each object of both heaps. An object on a chain
 * is a step; a class of objects (set_members.h), which takes memory, is WORK_A_CLASS. Without
 * limits, the chains to the objects along a long list would have a number of objects quadratic in
 * its length. */
enum { CHAINED = 100, MOST_WORK = 32, WORK_A_CLASS = 16 };

/* Of each item, at most FURTHER places are looked at besides its chain. */
enum { FURTHER = 50 };

/* ---- the objects of the items ------------------------------------------------------------- */

static size_t list_at(const gcv_cause_search *search, size_t at)
{
    return at == 0 ? 0 : search->request->changes->request.n_heaps - 1;
}

/* Counts the objects of each item; with `sorted`, also stores them there, each at the position
 * `count` of its item. `item_of` has the item of each group. */
static void visit_targets(const gcv_cause_search *search, size_t at, const uint32_t *item_of,
                          uint32_t *count, uint32_t *sorted)
{
    const gcv_changes *changes = search->request->changes;
    const size_t list = list_at(search, at);
    const gcv_groups *groups = &changes->totals[list].groups;
    const gcv_heap *heap = changes->selections[list].heap;
    gcv_selected objects = gcv_selected_all(&changes->selections[list]);
    uint32_t object, item;
    while ((object = gcv_selected_next(&objects)) != GCV_NONE) {
        item = item_of[gcv_groups_of_object(groups, heap, gcv_selected_section(&objects), object)];
        if (item != GCV_NONE && sorted != NULL) {
            sorted[count[item]] = object;
        }
        if (item != GCV_NONE) {
            count[item]++;
        }
    }
}

/* Sorts the objects of one heap by the item they belong to. One pass for each item would be
 * quadratic where there are as many items as types. */
static void find_targets(gcv_cause_search *search, size_t at)
{
    const gcv_changes *changes = search->request->changes;
    const size_t list = list_at(search, at);
    const size_t n_groups = changes->totals[list].groups.n;
    gcv_cause_targets *targets = &search->targets[at];
    uint32_t *item_of = gcv_alloc_none(search->ctx, n_groups), begin = 0;
    for (uint32_t i = 0; i < search->request->items->n; i++) {
        uint32_t group = gcv_joined_index(&changes->join, search->request->items->data[i], list);
        if (group != GCV_NONE) {
            item_of[group] = i;
        }
    }
    targets->end = gcv_alloc_zeroed(search->ctx, search->request->items->n, sizeof(uint32_t));
    visit_targets(search, at, item_of, targets->end, NULL);
    for (uint32_t i = 0; i < search->request->items->n; i++) {
        const uint32_t n = targets->end[i];
        targets->end[i] = begin;
        begin += n;
    }
    targets->sorted = gcv_alloc(search->ctx, begin, sizeof(uint32_t));
    visit_targets(search, at, item_of, targets->end, targets->sorted);
    gcv_free(search->ctx, item_of);
}

/* Marks an object of an item, or counts it as unreachable. */
static void add_target(gcv_cause_search *search, size_t at, uint32_t object)
{
    gcv_joined_side *side = &search->out->joined.side[at];
    if (side->shown->parent[object] != GCV_NONE) {
        gcv_chain_steps_mark(&side->steps, object);
        return;
    }
    search->unreachable_objects[at]++;
    search->unreachable_bytes[at] =
        gcv_add_capped(search->unreachable_bytes[at], gcv_heap_size(side->heap, object));
}

void gcv_cause_begin(gcv_cause_search *search)
{
    for (size_t at = 0; at < 2; at++) {
        gcv_chain_steps_clear(&search->out->joined.side[at].steps);
    }
    gcv_step_index_clear(search->ctx, &search->index);
    search->shown.n = 0;
    gcv_id_map_release(search->ctx, &search->wanted);
    memset(search->firsts, 0, sizeof search->firsts);
    memset(search->unreachable_objects, 0, sizeof search->unreachable_objects);
    memset(search->unreachable_bytes, 0, sizeof search->unreachable_bytes);
}

/* Adds the objects of an item; `other`: only those that are not in the cause of its chain. */
static void add_item(gcv_cause_search *search, uint32_t item, bool other)
{
    for (size_t at = 0; at < 2; at++) {
        const gcv_cause_targets *targets = &search->targets[at];
        for (uint32_t i = gcv_cause_targets_begin(targets, item); i < targets->end[item]; i++) {
            const uint32_t object = targets->sorted[i];
            if (!other ||
                gcv_cause_place(search, item, at, object) != search->chains.data[item].group) {
                add_target(search, at, object);
            }
        }
    }
}

void gcv_cause_add_told(gcv_cause_search *search, const gcv_cause_told *told)
{
    for (size_t at = 0; at < 2; at++) {
        for (uint32_t i = 0; i < told->objects[at]; i++) {
            add_target(search, at, search->targets[at].sorted[told->first[at] + i]);
        }
    }
}

/* Follows a chain in an index of steps, to which its steps are added if they are new. Returns the
 * step number `n` of the chain, from 1. */
static uint32_t follow(const gcv_cause_search *search, gcv_step_index *index,
                       const gcv_cause_chain *chain, uint32_t n)
{
    const gcv_step_key *keys = search->steps.data + chain->first;
    uint32_t step = gcv_step_index_first(search->ctx, index, keys->label, keys->type);
    for (uint32_t i = 1; i < n; i++) {
        step = gcv_step_index_next(search->ctx, index, step, keys[i].label, keys[i].type,
                                   GCV_MERGED_DEPTH);
    }
    return step;
}

static void add_members(gcv_cause_search *search, size_t heap_at)
{
    const gcv_joined_side *side = &search->out->joined.side[heap_at];
    gcv_step_member member;
    for (size_t at = 0; gcv_chain_steps_next(&side->steps, &search->wanted, &at, &member);) {
        gcv_cause_step *step = &search->shown.data[member.step];
        step->objects[heap_at]++;
        step->object[heap_at] = member.object;
        step->bytes[heap_at] += gcv_heap_size(side->heap, member.object);
    }
}

void gcv_cause_show_moved(gcv_cause_search *search, const gcv_cause_chain *chain)
{
    gcv_context *ctx = search->ctx;
    gcv_step_key_column *keys = &search->keys;
    uint64_t hash = 0;
    if (chain->moved == GCV_NONE) {
        return;
    }
    gcv_chain_steps_of(&search->out->joined.side[0].steps, chain->moved, keys);
    for (uint32_t i = 0; i < keys->n; i++) {
        const gcv_step_key *key = &keys->data[i];
        hash = gcv_chain_step_of(ctx, hash, key);
        if (i == 0) {
            gcv_first_steps_add(&search->firsts[0], key->label, key->type);
        }
        if (i + chain->n >= keys->n) {
            const uint32_t depth = i + 1 + chain->n - (uint32_t)keys->n;
            (void)gcv_id_map_enter(ctx, &search->wanted, hash,
                                   follow(search, &search->index, chain, depth));
        }
    }
}

void gcv_cause_show_chain(gcv_cause_search *search, const gcv_cause_chain *chain)
{
    gcv_context *ctx = search->ctx;
    (void)follow(search, &search->index, chain, chain->n);
    for (uint32_t i = (uint32_t)search->shown.n; i < search->index.keys.n; i++) {
        const gcv_step_key *key = &search->index.keys.data[i];
        const bool first = key->previous == GCV_NONE;
        const uint64_t above = first ? 0 : search->shown.data[key->previous].hash;
        const gcv_cause_step step = {.hash = gcv_chain_step_of(ctx, above, key)};
        for (size_t at = 0; first && at < 2; at++) {
            gcv_first_steps_add(&search->firsts[at], key->label, key->type);
        }
        gcv_cause_step_column_push(ctx, &search->shown, step);
        gcv_id_map_set(ctx, &search->wanted, step.hash, i);
    }
}

void gcv_cause_fill_steps(gcv_cause_search *search)
{
    for (size_t at = 0; at < 2; at++) {
        search->placed +=
            gcv_chain_steps_mark_chains(&search->out->joined.side[at].steps, &search->firsts[at]);
        add_members(search, at);
    }
}

/* ---- the chain of an item ----------------------------------------------------------------- */

static uint64_t size_of(const void *heap, uint32_t object) { return gcv_heap_size(heap, object); }

static void find_ends(gcv_cause_search *search)
{
    for (size_t at = 0; at < 2; at++) {
        const gcv_joined_side *side = &search->out->joined.side[at];
        gcv_chain_steps_ends(&side->steps, size_of, side->heap, &search->ends[at]);
    }
}

/* Returns the end at a step; NULL: no chain ends there. `*from` ascends with the steps. */
static const gcv_chain_end *end_at(const gcv_chain_end_column *ends, uint64_t step, size_t *from)
{
    while (*from < ends->n && ends->data[*from].step < step) {
        ++*from;
    }
    return *from < ends->n && ends->data[*from].step == step ? &ends->data[*from] : NULL;
}

/* Whether the steps of the chain to an object come before the best ones. Makes them the best if
 * they do, or if `better`. */
static bool take_steps(gcv_cause_search *search, size_t at, uint32_t object, bool better)
{
    const gcv_joined_steps *joined = &search->out->joined;
    gcv_chain_steps_of(&joined->side[at].steps, object, &search->keys);
    if (!better && !gcv_joined_step_before(joined, &search->keys, &search->best)) {
        return false;
    }
    const gcv_step_key_column best = search->best;
    search->best = search->keys;
    search->keys = best;
    return true;
}

/* Returns the end that grew most, but for one (NULL: none), with its steps in `best`, and its
 * counterpart in the older heap. NULL: none grew by at least `*grown` bytes, which becomes by how
 * many it grew. */
static const gcv_chain_end *find_most_grown(gcv_cause_search *search, const gcv_chain_end *but,
                                            uint64_t *grown, const gcv_chain_end **past)
{
    const gcv_chain_end_column *ends = search->ends;
    const gcv_chain_end *found = NULL;
    for (size_t i = 0, j = 0; i < ends[1].n; i++) {
        const gcv_chain_end *end = &ends[1].data[i], *old = end_at(&ends[0], end->step, &j);
        const uint64_t grew = gcv_excess(end->bytes, old != NULL ? old->bytes : 0);
        if (end != but && grew >= *grown && grew > 0 &&
            take_steps(search, 1, end->first, grew > *grown || found == NULL)) {
            *grown = grew;
            *past = old;
            found = end;
        }
    }
    return found;
}

/* Returns the largest of the ends that only the older heap has and that are not dropped, with its
 * steps in `best`; NULL: there is none. */
static const gcv_chain_end *find_gone(gcv_cause_search *search)
{
    const gcv_chain_end_column *ends = search->ends;
    const gcv_chain_end *found = NULL;
    for (size_t i = 0, j = 0; i < ends[0].n; i++) {
        const gcv_chain_end *end = &ends[0].data[i];
        if (end_at(&ends[1], end->step, &j) == NULL && end->first != GCV_NONE &&
            (found == NULL || end->bytes >= found->bytes) &&
            take_steps(search, 0, end->first, found == NULL || end->bytes > found->bytes)) {
            found = end;
        }
    }
    return found;
}

/* Whether one of two chains is the end of the other, but for its root, and more than one step. */
static bool is_tail(const gcv_step_key_column *a, const gcv_step_key_column *b)
{
    const size_t n = a->n < b->n ? a->n : b->n;
    bool same = n > 1;
    for (size_t i = 1; same && i <= n; i++) {
        same = a->data[a->n - i].type == b->data[b->n - i].type;
    }
    return same;
}

/* An object that both heaps have may be held by another root in each, or by way of another object:
 * then all that it holds has a new chain. So the growth at a new end is what is there beyond the
 * largest end that is gone, if one of the two chains is the end of the other. Returns the end that
 * has grown most by that measure, as find_most_grown(). */
static const gcv_chain_end *without_moved(gcv_cause_search *search, const gcv_chain_end *end,
                                          uint64_t least, gcv_cause_chain *chain)
{
    uint64_t grown = least;
    const gcv_chain_end *gone = find_gone(search), *past = NULL;
    gcv_step_key_column *keys = &search->keys;
    if (gone == NULL) {
        return end;
    }
    gcv_chain_steps_of(&search->out->joined.side[1].steps, end->first, keys);
    if (!is_tail(keys, &search->best)) {
        return end;
    }
    const uint64_t left = gcv_excess(end->bytes, gone->bytes);
    const gcv_chain_end *other = find_most_grown(search, end, &grown, &past);
    if (left == 0 || left < grown) {
        return other;
    }
    chain->moved = gone->first;
    return end;
}

static gcv_cause_chain without_steps(const gcv_cause_search *search, uint32_t item)
{
    return (gcv_cause_chain){.first = (uint32_t)search->steps.n,
                             .item = item,
                             .next = GCV_NONE,
                             .object = {GCV_NONE, GCV_NONE},
                             .moved = GCV_NONE};
}

/* Begins a chain of an item. Returns the end at which the item grew most; NULL: none grew by
 * `least` bytes. */
static const gcv_chain_end *choose_end(gcv_cause_search *search, uint32_t item, uint64_t least,
                                       gcv_cause_chain *chain)
{
    uint64_t grown = least;
    const gcv_chain_end *past = NULL, *end = find_most_grown(search, NULL, &grown, &past);
    *chain = without_steps(search, item);
    return end != NULL && past == NULL ? without_moved(search, end, least, chain) : end;
}

uint32_t gcv_cause_kinds(const gcv_cause_search *search, gcv_slice type)
{
    const gcv_heap *heap = search->out->joined.side[1].heap;
    const uint32_t t = search->kinds != NULL ? gcv_heap_type_named(heap, type) : GCV_NONE;
    return t != GCV_NONE ? search->kinds[t] : gcv_kinds_of_name(heap, type, gcv_slice_of(NULL, 0));
}

static bool is_owned(const gcv_cause_search *search)
{
    return search->request->changes->request.totals.owned;
}

/* Whether an item is the parts that have no owner. Many things hold them, so it has no chain. */
static bool is_ownerless(const gcv_cause_search *search, uint32_t item)
{
    const gcv_slice *names = search->request->changes->join.names.data;
    return is_owned(search) &&
           gcv_slice_is(names[search->request->items->data[item]], GCV_INTERNALS);
}

bool gcv_cause_is_payload(const gcv_cause_search *search, gcv_slice type)
{
    return gcv_is_payload(type, gcv_cause_kinds(search, type));
}

/* Whether a step of a chain tells where to look: objects that grew, or of the program. */
static bool speaks(const gcv_cause_search *search, uint32_t type, const uint64_t *objects)
{
    if (type == GCV_NONE) {
        return false;
    }
    const gcv_slice name = search->out->joined.types.names.data[type];
    return !gcv_cause_is_payload(search, name) &&
           (objects[1] > objects[0] || (gcv_cause_kinds(search, name) & GCV_TYPE_MINE) != 0);
}

/* Whether a step is one object, or one of each object that the chain begins with in both heaps: one
 * of each thread of a pool. */
static bool is_one(const gcv_cause_search *search, uint32_t step)
{
    const gcv_cause_step *all = search->shown.data;
    const uint64_t *objects = all[step].objects, *first = all[0].objects;
    return objects[1] == 1
               ? objects[0] <= 1
               : first[0] == first[1] && objects[0] == first[0] && objects[1] == first[1];
}

/* Whether a step is an array in which the collection, delegate or the like before it has its
 * contents: what grows in two arrays of one dictionary has one cause. */
static bool is_store(const gcv_cause_search *search, const gcv_step_key *key)
{
    const gcv_slice *names = search->out->joined.types.names.data;
    const uint32_t over =
        key->previous != GCV_NONE ? search->index.keys.data[key->previous].type : GCV_NONE;
    return key->type != GCV_NONE && over != GCV_NONE && gcv_slice_ends(names[key->type], "]") &&
           !gcv_slice_ends(names[over], "]") && is_one(search, key->previous) &&
           (gcv_cause_kinds(search, names[over]) & GCV_KEEPS_ANY) != 0;
}

/* Whether a chain begins at a static field of a class of the program: `static Acme.Cache.items`. */
static bool begins_in_program(const gcv_cause_search *search, uint32_t label)
{
    static const char root[] = "static ";
    const gcv_slice text = search->out->joined.labels.texts.data[label];
    size_t n = text.size;
    while (n > 0 && text.data[n - 1] != '.') {
        n--;
    }
    return gcv_slice_begins(text, root) && n > sizeof root &&
           (gcv_cause_kinds(search, gcv_slice_of(text.data + sizeof root - 1, n - sizeof root)) &
            GCV_TYPE_MINE) != 0;
}

/* Stores the steps to an object of the later heap. */
static void keep_steps(gcv_cause_search *search, uint32_t object, gcv_cause_chain *chain)
{
    (void)take_steps(search, 1, object, true);
    gcv_step_key_column_append(search->ctx, &search->steps, search->best.data, search->best.n);
    chain->n = (uint32_t)search->best.n;
}

/* Finds the holder of a chain among what is at its steps. */
static void find_holder(gcv_cause_search *search, gcv_cause_chain *chain)
{
    gcv_cause_show_chain(search, chain);
    gcv_cause_show_moved(search, chain);
    gcv_cause_fill_steps(search);
    chain->speaks = begins_in_program(search, search->index.keys.data[0].label);
    for (uint32_t step = chain->n; step-- > 0;) {
        const gcv_step_key *key = &search->index.keys.data[step];
        const bool is_part = is_owned(search) && key->type != GCV_NONE &&
                             gcv_is_part_v8(search->out->joined.types.names.data[key->type]);
        if (chain->holder == 0 && is_one(search, step) && !is_part && !is_store(search, key)) {
            chain->holder = key->depth;
        }
        chain->speaks =
            chain->speaks || speaks(search, key->type, search->shown.data[step].objects);
    }
    const gcv_cause_step *held = &search->shown.data[chain->holder > 0 ? chain->holder - 1 : 0];
    chain->held = held->hash;
    for (size_t at = 0; at < 2 && chain->holder > 0 && held->objects[1] == 1; at++) {
        chain->object[at] = held->objects[at] == 1 ? held->object[at] : GCV_NONE;
    }
}

static void find_ends_of(gcv_cause_search *search, uint32_t item, bool other)
{
    gcv_cause_begin(search);
    add_item(search, item, other);
    find_ends(search);
}

void gcv_cause_find_told(gcv_cause_search *search, const gcv_cause_told *told,
                         gcv_cause_chain *chain)
{
    gcv_cause_begin(search);
    gcv_cause_add_told(search, told);
    find_ends(search);
    const gcv_chain_end *end = choose_end(search, told->nth, 0, chain);
    if (end != NULL) {
        keep_steps(search, end->first, chain);
    }
}

/* ---- groups ------------------------------------------------------------------------------- */

/* Adds a chain to the group of those that have the same holder. */
static void add_to_group(gcv_cause_search *search, gcv_cause_chain chain)
{
    const gcv_changes *changes = search->request->changes;
    const uint32_t row = search->request->items->data[chain.item];
    const uint32_t n = chain.holder > 0 ? chain.holder : 1;
    const bool ownerless = is_ownerless(search, chain.item);
    /* Several objects may be at one step, each of which is the only one on the chains of an item.
     */
    const uint64_t key = ownerless ? 1
                         : chain.n == 0
                             ? 0
                             : 2 + (uint64_t)follow(search, &search->holders, &chain, n) +
                                   ((uint64_t)(chain.object[1] + 1) << 32);
    chain.group = gcv_id_map_enter(search->ctx, &search->group_of, key, search->groups.n);
    if (chain.group == search->groups.n) {
        const gcv_cause_group empty = {
            .chain = (uint32_t)search->chains.n, .payload = true, .ownerless = ownerless};
        gcv_cause_group_column_push(search->ctx, &search->groups, empty);
    }
    gcv_cause_group *group = &search->groups.data[chain.group];
    group->payload = group->payload && !is_owned(search) && !chain.speaks &&
                     gcv_cause_is_payload(search, changes->join.names.data[row]);
    gcv_cause_chain_column_push(search->ctx, &search->chains, chain);
}

/* ---- all chains ---------------------------------------------------------------------------- */

bool gcv_cause_may_go_on(gcv_cause_search *search, size_t n)
{
    const gcv_joined_side *side = search->out->joined.side;
    const uint64_t objects = (uint64_t)side[0].heap->n_objects + side[1].heap->n_objects;
    const uint64_t classes = (uint64_t)side[0].members.set.n + side[1].members.set.n;
    const bool may = n < CHAINED || search->placed + WORK_A_CLASS * classes <= MOST_WORK * objects;
    search->out->cut = search->out->cut || !may;
    return may;
}

static void find_chain(gcv_cause_search *search, uint32_t item)
{
    gcv_cause_chain chain = without_steps(search, item);
    if (!is_ownerless(search, item)) {
        find_ends_of(search, item, false);
        const gcv_chain_end *end = choose_end(
            search, item, gcv_excess(search->unreachable_bytes[1], search->unreachable_bytes[0]),
            &chain);
        if (end != NULL) {
            keep_steps(search, end->first, &chain);
            find_holder(search, &chain);
        }
    }
    add_to_group(search, chain);
}

void gcv_cause_find_chains(gcv_cause_search *search)
{
    /* How many of the largest rows of changes to look at; 0: all. */
    const uint64_t top = search->request->top, most = top <= UINT32_MAX / 4 ? top * 4 : 0;
    find_targets(search, 0);
    find_targets(search, 1);
    for (uint32_t i = 0;
         i < search->request->items->n && (most == 0 || i < most) && gcv_cause_may_go_on(search, i);
         i++) {
        find_chain(search, i);
        search->n_chained++;
    }
}

/* Whether a chain passes one of the steps in `held`. */
static bool passes(const gcv_cause_search *search, uint32_t object, const gcv_id_map *held)
{
    const gcv_chain_steps *steps = &search->out->joined.side[1].steps;
    while (gcv_id_map_get(search->ctx, held, steps->step[object]) == GCV_NONE &&
           steps->step[steps->up[object]] != steps->step[object]) {
        object = steps->up[object];
    }
    return gcv_id_map_get(search->ctx, held, steps->step[object]) != GCV_NONE;
}

/* Takes an end, and the one that is gone and compared with it, from those at which an item grew. */
static void drop_end(gcv_cause_search *search, uint64_t step, uint32_t moved)
{
    for (size_t i = 0; i < search->ends[1].n; i++) {
        gcv_chain_end *end = &search->ends[1].data[i];
        end->bytes = end->step == step ? 0 : end->bytes;
    }
    for (size_t i = 0; moved != GCV_NONE && i < search->ends[0].n; i++) {
        gcv_chain_end *end = &search->ends[0].data[i];
        end->first = end->first == moved ? (uint32_t)GCV_NONE : end->first;
    }
}

/* Finds further chains of an item that lead to a place of their own: to several objects or, where
 * they are in no cause, to any. What one object grew by is told where it is, unless it is a store
 * that others belong to. */
static void find_further_of(gcv_cause_search *search, uint32_t item, uint64_t least)
{
    const gcv_chain_end *end;
    gcv_cause_chain chain;
    gcv_id_map held = {0}; /* the holders of the chains that are found here */
    find_ends_of(search, item, true);
    const bool unreachable =
        gcv_excess(search->unreachable_bytes[1], search->unreachable_bytes[0]) >= least;
    for (uint32_t i = 0; i < FURTHER && gcv_cause_may_go_on(search, search->chains.n) &&
                         (end = choose_end(search, item, least, &chain)) != NULL;
         i++) {
        const uint64_t step = end->step;
        const uint32_t first = end->first;
        if (!passes(search, first, &held)) {
            gcv_cause_begin(search);
            add_item(search, item, true);
            keep_steps(search, first, &chain);
            find_holder(search, &chain);
            if (search->shown.data[chain.n - 1].objects[1] > 1 || is_owned(search) ||
                gcv_cause_place(search, item, 1, first) == GCV_CAUSE_NOWHERE) {
                add_to_group(search, chain);
                gcv_id_map_set(search->ctx, &held, chain.held, 0);
            }
        }
        drop_end(search, step, chain.moved);
    }
    if (unreachable) {
        add_to_group(search, without_steps(search, item));
    }
    gcv_id_map_release(search->ctx, &held);
}

void gcv_cause_find_further(gcv_cause_search *search, uint64_t least)
{
    for (uint32_t i = 0; i < search->n_chained; i++) {
        if (!is_ownerless(search, i)) {
            find_further_of(search, i, least);
        }
    }
}
