/* suspect_crowds.c - finds crowds; see crowd.h.
 *
 * Everything runs in the order of the chains (chain_order.h), where what is handed down the chains
 * takes one pass and no search: first the hash of each chain, then keepers and holders. Objects are
 * counted by the hash of their chain, in a hash table. Most chains are the only one of their kind:
 * two bits for each object tell nearly all of these before, which spares the table. O(objects).
 * While it runs, up to 68 bytes for each chain that comes twice, of a type that may be heavy
 * enough.
 */
#include "analysis/suspects/suspects.h"

#include "analysis/type_kinds.h"
#include "base/bitset.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/id_map.h"
#include "base/text.h"
#include "heap/root_label.h"

#include <string.h>

enum { LISTED = 0 }; /* of an object that may be in a crowd, until its alikes are known */

/* Objects with one chain: how many they are, and the crowd they make. */
typedef struct gcv_alike {
    uint32_t type, crowd;
    uint32_t n;     /* once they are in a crowd, the place for its next member instead */
    uint32_t until; /* position in the dominator tree after what the last top member dominates */
    uint64_t most;  /* bytes at or below them on the chains: they retain no more */
} gcv_alike;

GCV_COLUMN(gcv_alike_column, gcv_alike);

/* Objects are positions in the order of the chains, unless it says otherwise. */
typedef struct gcv_gatherer {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_chain_order *order;
    const uint32_t *type;    /* row of the type of each object */
    const uint64_t *of_type; /* bounds, per type row */
    gcv_suspects *out;
    bool *may;                 /* per type row: its objects may be a crowd that is a suspect */
    uint64_t *hash;            /* per object: of its chain */
    uint32_t *root;            /* per object: that its chain begins with */
    uint32_t *below;           /* per object: bytes at or below it; UINT32_MAX: so many or more */
    gcv_bitset met, met_again; /* keys of objects modulo their bits; those that came twice */
    size_t met_mask;
    gcv_id_map by_hash; /* of alikes */
    gcv_alike_column alikes;
    uint64_t last_key;   /* of the object that was counted last … */
    uint32_t last_alike; /* … and those with its chain; GCV_NONE: none was */
    uint32_t *crowd_of;  /* per object: first of the alikes, then the crowd; GCV_NONE: none */
    gcv_bitset crowded;  /* alikes that are a crowd */
    size_t n_crowds;     /* so many */
    uint32_t *by_tree;   /* per position in the dominator tree: an object in a crowd; GCV_NONE */
    /* How an object is kept. */
    uint32_t *holder; /* GCV_NONE: the root */
    uint32_t *around; /* the nearest object on the chain that is of another crowd; GCV_NONE */
    uint8_t *keepers;
} gcv_gatherer;

/* ---- which types --------------------------------------------------------------------------- */

static bool is_item(uint32_t kinds)
{
    if ((kinds & GCV_TYPE_STUFF) != 0) {
        return (kinds & GCV_TYPE_RECORD) != 0;
    }
    return (kinds & GCV_KEEPS_ANY) == 0 ||
           ((kinds & GCV_KEEPS_CAPTURE) != 0 && (kinds & GCV_TYPE_MINE) != 0);
}

static void find_candidates(gcv_gatherer *gatherer)
{
    const gcv_heap *heap = gatherer->input->heap;
    uint32_t t;
    for (t = 0; t < heap->n_types; t++) {
        gatherer->may[t] =
            gcv_heap_type_row(heap, t) == t && is_item(gatherer->out->kinds[t]) &&
            gatherer->of_type[t] >= gcv_least_of_crowd(gatherer->input, gatherer->out->kinds[t]);
    }
}

/* The most points that `n` objects of a type can have. */
static uint32_t most_points(const gcv_gatherer *gatherer, uint32_t type, uint32_t n)
{
    uint32_t kinds = gatherer->out->kinds[type], points = GCV_POINTS_KEPT;
    points += gcv_points_of_size(gatherer->of_type[type], gatherer->input->whole);
    points += gcv_points_of_repeats(n);
    points += (kinds & GCV_TYPE_MINE) != 0 ? GCV_POINTS_YOURS : GCV_POINTS_HOLDER_YOURS;
    points += (kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
    return points;
}

/* ---- objects with one chain ---------------------------------------------------------------- */

/* Whether an object is kept by a keeper, by one of its own type (a list), or by nothing but a
 * handle or the queue of finalizers. */
static bool is_kept(const gcv_gatherer *gatherer, uint32_t object)
{
    uint32_t over = gatherer->order->over[object], kind;
    if (over == GCV_NONE) {
        kind = gatherer->input->heap->roots.data[gatherer->root[object]].kind;
        return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
    }
    return (gatherer->out->kinds[gatherer->type[over]] & GCV_KEEPS_ANY) != 0 ||
           gatherer->type[over] == gatherer->type[object];
}

static bool is_selected(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_suspects_select(gatherer->input, gatherer->out, gatherer->order->object[object]);
}

/* Finds those with the chain of an object; makes them if it is the first. */
static gcv_status find_alike(gcv_gatherer *gatherer, uint64_t key, uint32_t type, uint32_t *alike,
                             gcv_error *err)
{
    const gcv_alike fresh = {type, GCV_NONE, 0, 0, 0};
    gcv_status status;
    *alike = gcv_id_map_get(gatherer->ctx, &gatherer->by_hash, key);
    if (*alike != GCV_NONE) {
        return GCV_OK;
    }
    *alike = (uint32_t)gatherer->alikes.n;
    status = gcv_alike_column_push(gatherer->ctx, &gatherer->alikes, fresh, err);
    return status == GCV_OK ? gcv_id_map_set(gatherer->ctx, &gatherer->by_hash, key, *alike, err)
                            : status;
}

/* What objects with one chain have in common. Types whose names are alike have chains with equal
 * hashes; each is a crowd of its own. */
static uint64_t key_of(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_hash_u64(gatherer->hash[object], gatherer->type[object]);
}

/* Lists an object that may be in a crowd. Without a branch, which would wait for memory. */
static void meet(gcv_gatherer *gatherer, uint32_t object)
{
    size_t bit = (size_t)key_of(gatherer, object) & gatherer->met_mask;
    uint32_t again = !gcv_bitset_add(&gatherer->met, bit);
    gatherer->met_again.words[bit / 32] |= again << bit % 32;
    gatherer->crowd_of[object] = LISTED;
}

/* Lists the objects that may be in crowds. The first object of a list is one like the others. */
static gcv_status meet_all(gcv_gatherer *gatherer, gcv_error *err)
{
    const uint32_t *type = gatherer->type;
    gcv_status status;
    uint32_t i;
    gatherer->met_mask = 31;
    while (gatherer->met_mask < gatherer->order->n) {
        gatherer->met_mask = gatherer->met_mask * 2 + 1;
    }
    status = gcv_bitset_init(gatherer->ctx, &gatherer->met, gatherer->met_mask + 1, err);
    if (status == GCV_OK) {
        status = gcv_bitset_init(gatherer->ctx, &gatherer->met_again, gatherer->met_mask + 1, err);
    }
    for (i = 0; status == GCV_OK && i < gatherer->order->n; i++) {
        uint32_t over = gatherer->order->over[i];
        gatherer->crowd_of[i] = GCV_NONE;
        if (!gatherer->may[type[i]] || !is_kept(gatherer, i) || !is_selected(gatherer, i)) {
            continue;
        }
        meet(gatherer, i);
        if (over != GCV_NONE && type[over] == type[i] && gatherer->crowd_of[over] == GCV_NONE &&
            is_selected(gatherer, over)) {
            meet(gatherer, over);
        }
    }
    return status;
}

/* Adds what is at or below an object on the chains; in a list, what is below another one of it is
 * added already. */
static void add_below(const gcv_gatherer *gatherer, gcv_alike *alike, uint32_t object)
{
    uint32_t over = gatherer->order->over[object], below = gatherer->below[object];
    if (over != GCV_NONE && gatherer->crowd_of[over] == gatherer->last_alike) {
        return;
    }
    alike->most =
        below == UINT32_MAX || alike->most == UINT64_MAX ? UINT64_MAX : alike->most + below;
}

/* Counts an object to those with its chain. */
static gcv_status count_alike(gcv_gatherer *gatherer, uint32_t object, uint64_t key, gcv_error *err)
{
    uint32_t alike = gatherer->last_alike;
    gcv_status status = GCV_OK;
    if (alike == GCV_NONE || key != gatherer->last_key) {
        status = find_alike(gatherer, key, gatherer->type[object], &alike, err);
    }
    if (status == GCV_OK) {
        gatherer->last_key = key;
        gatherer->last_alike = gatherer->crowd_of[object] = alike;
        gatherer->alikes.data[alike].n++;
        add_below(gatherer, &gatherer->alikes.data[alike], object);
    }
    return status;
}

/* Counts the objects that are listed, unless their chain is the only one of its kind, as most are:
 * the table has a sixth of the entries. */
static gcv_status count_alikes(gcv_gatherer *gatherer, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < gatherer->order->n; i++) {
        uint64_t key;
        if (gatherer->crowd_of[i] == GCV_NONE) {
            continue;
        }
        key = key_of(gatherer, i);
        if (gcv_bitset_has(&gatherer->met_again, (size_t)key & gatherer->met_mask)) {
            status = count_alike(gatherer, i, key, err);
        } else {
            gatherer->crowd_of[i] = GCV_NONE;
        }
    }
    return status;
}

/* Which objects with one chain may be a suspect. */
static gcv_status choose_crowds(gcv_gatherer *gatherer, gcv_error *err)
{
    gcv_status status = gcv_bitset_init(gatherer->ctx, &gatherer->crowded, gatherer->alikes.n, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < gatherer->alikes.n; i++) {
        const gcv_alike *alike = &gatherer->alikes.data[i];
        if (alike->n >= 2 && most_points(gatherer, alike->type, alike->n) >= GCV_POINTS_ENOUGH) {
            (void)gcv_bitset_add(&gatherer->crowded, i);
            gatherer->n_crowds++;
        }
    }
    return status;
}

/* Of some objects from `first` on, lists those in crowds, and returns how many they are; the others
 * are in none. Without a branch. */
static uint32_t list_crowded(gcv_gatherer *gatherer, uint32_t first, uint32_t end, uint32_t *listed)
{
    uint32_t *crowd_of = gatherer->crowd_of, n = 0, i;
    for (i = first; i < end; i++) {
        uint32_t may = crowd_of[i] != GCV_NONE, alike = may != 0 ? crowd_of[i] : 0;
        uint32_t is = may & (uint32_t)gcv_bitset_has(&gatherer->crowded, alike);
        crowd_of[i] = is != 0 ? alike : GCV_NONE;
        listed[n] = i;
        n += is;
    }
    return n;
}

/* Keeps the objects of crowds, by their positions in the dominator tree; returns how many. Places
 * of many objects are found at a time, so that cache misses overlap. */
static uint32_t keep_crowds(gcv_gatherer *gatherer)
{
    enum { BATCH = 256 };
    const gcv_dominators *d = gatherer->input->dominators;
    const gcv_dominator_tree *tree = &gatherer->out->tree;
    uint32_t listed[BATCH], first, n_listed, k, n = 0, end = gatherer->order->n;
    memset(gatherer->by_tree, 0xff, tree->n * sizeof *gatherer->by_tree); /* GCV_NONE */
    for (first = 0; first < end; first += BATCH) {
        n_listed = list_crowded(gatherer, first, end - first < BATCH ? end : first + BATCH, listed);
        for (k = 0; k < n_listed; k++) {
            uint32_t object = gatherer->order->object[listed[k]];
            gatherer->by_tree[tree->at[d->number[object]]] = listed[k];
        }
        n += n_listed;
    }
    return n;
}

/* Makes a crowd of objects with one chain; what is added up of them follows. */
static gcv_status open_crowd(gcv_gatherer *gatherer, gcv_alike *alike, uint32_t object,
                             gcv_error *err)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    gcv_crowd crowd;
    memset(&crowd, 0, sizeof crowd);
    crowd.hash = gatherer->hash[object];
    crowd.type = alike->type;
    crowd.kinds = gatherer->out->kinds[crowd.type];
    crowd.around = crowd.row = GCV_NONE;
    crowd.most = alike->most;
    crowd.n = alike->n;
    crowd.first = alike->n = (uint32_t)crowds->members.n;
    alike->crowd = (uint32_t)crowds->all.n;
    crowds->members.n += crowd.n; /* room was reserved for all */
    return gcv_crowd_column_push(gatherer->ctx, &crowds->all, crowd, err);
}

/* Adds the object at a position in the dominator tree to its crowd. */
static void place(gcv_gatherer *gatherer, gcv_alike *alike, uint32_t at)
{
    const gcv_dominator_tree *tree = &gatherer->out->tree;
    uint32_t object = gatherer->by_tree[at];
    gatherer->out->crowds.members.data[alike->n++] = object;
    gatherer->crowd_of[object] = alike->crowd;
    if (at >= alike->until) {
        uint32_t w = tree->order[at];
        gcv_crowd *crowd = &gatherer->out->crowds.all.data[alike->crowd];
        alike->until = at + tree->size[w];
        crowd->tops++;
        crowd->top_bytes += gatherer->input->dominators->retained[w];
    }
}

/* Puts objects into crowds, in the order of the dominator tree. */
static gcv_status place_all(gcv_gatherer *gatherer, uint32_t n, gcv_error *err)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    gcv_status status = gcv_u32_column_reserve(gatherer->ctx, &crowds->members, n, err);
    uint32_t at;
    if (status == GCV_OK) {
        status = gcv_crowd_column_reserve(gatherer->ctx, &crowds->all, gatherer->n_crowds, err);
    }
    for (at = 0; status == GCV_OK && at < gatherer->out->tree.n; at++) {
        uint32_t object = gatherer->by_tree[at];
        gcv_alike *alike;
        if (object == GCV_NONE) {
            continue;
        }
        alike = &gatherer->alikes.data[gatherer->crowd_of[object]];
        if (alike->crowd == GCV_NONE) {
            status = open_crowd(gatherer, alike, object, err);
        }
        if (status == GCV_OK) {
            place(gatherer, alike, at);
        }
    }
    return status;
}

static gcv_status gather(gcv_gatherer *gatherer, gcv_error *err)
{
    gcv_context *ctx = gatherer->ctx;
    gcv_status status = meet_all(gatherer, err);
    if (status == GCV_OK) {
        status = count_alikes(gatherer, err);
    }
    gcv_bitset_release(ctx, &gatherer->met);
    gcv_bitset_release(ctx, &gatherer->met_again);
    gcv_id_map_release(ctx, &gatherer->by_hash);
    if (status == GCV_OK) {
        status = choose_crowds(gatherer, err);
    }
    if (status == GCV_OK) { /* not before: the table of chains is gone */
        status = gcv_dominator_tree_init(ctx, &gatherer->out->tree, gatherer->input->dominators,
                                         true, err);
    }
    if (status == GCV_OK) {
        status = place_all(gatherer, keep_crowds(gatherer), err);
    }
    gcv_bitset_release(ctx, &gatherer->crowded);
    gcv_alike_column_release(ctx, &gatherer->alikes);
    return status;
}

/* ---- how they are kept --------------------------------------------------------------------- */

/* An array at a pinned handle is where the runtime keeps static fields: no collection. */
static bool is_array_of_statics(const gcv_gatherer *gatherer, uint32_t object)
{
    const gcv_heap *heap = gatherer->input->heap;
    return gatherer->order->over[object] == GCV_NONE &&
           (heap->roots.data[gatherer->root[object]].flags & GCV_ROOT_PINNED) != 0 &&
           gcv_slice_is(heap->types.name[gatherer->type[object]], "System.Object[]");
}

/* Variables keep what a function has captured; a collection in a variable is held by it. */
static bool is_variable(const gcv_gatherer *gatherer, uint32_t object, uint32_t over)
{
    return (gatherer->out->kinds[gatherer->type[over]] & GCV_TYPE_SCOPE) != 0 &&
           (gatherer->out->kinds[gatherer->type[object]] & GCV_KEEPS_ANY) != 0;
}

/* Whether the referrer of an object on the chain is its holder, though it is of a type that keeps
 * others, or of the same type. */
static bool is_odd_holder(const gcv_gatherer *gatherer, uint32_t object, uint32_t over)
{
    return is_array_of_statics(gatherer, over) || is_variable(gatherer, object, over);
}

/* Finds how an object is kept, from how its referrer on the chain is, which is known. With few
 * branches, as guesses would be bad. */
static void visit(gcv_gatherer *gatherer, uint32_t object)
{
    const uint32_t over = gatherer->order->over[object], type = gatherer->type[object];
    uint32_t kinds, crowd, same, keeps;
    if (over == GCV_NONE) {
        gatherer->holder[object] = gatherer->around[object] = GCV_NONE;
        gatherer->keepers[object] = 0;
        return;
    }
    kinds = gatherer->out->kinds[gatherer->type[over]];
    crowd = gatherer->crowd_of[over];
    same = gatherer->type[over] == type;
    keeps = (kinds & GCV_KEEPS_ANY) | (same != 0 ? GCV_KEEPS_COLLECTION : 0);
    if ((((kinds & GCV_TYPE_SCOPE) != 0) | (gatherer->order->over[over] == GCV_NONE)) != 0 &&
        is_odd_holder(gatherer, object, over)) {
        keeps = 0;
    }
    gatherer->around[object] =
        crowd != GCV_NONE && crowd != gatherer->crowd_of[object] ? over : gatherer->around[over];
    gatherer->holder[object] = keeps == 0 ? over : gatherer->holder[over];
    gatherer->keepers[object] = (uint8_t)(keeps == 0 ? 0 : gatherer->keepers[over] | keeps);
}

static bool is_table_of_literals(const gcv_gatherer *gatherer, const gcv_crowd *crowd)
{
    return crowd->holder == GCV_NONE && crowd->root_kind == GCV_ROOT_KIND_HANDLE &&
           (crowd->keepers & ~(uint32_t)GCV_KEEPS_COLLECTION) == 0 &&
           gcv_slice_is(gatherer->input->heap->types.name[crowd->type], "System.String");
}

/* Takes over how the first object is kept. */
static void begin_crowd(const gcv_gatherer *gatherer, gcv_crowd *crowd, uint32_t object)
{
    uint32_t holder = gatherer->holder[object];
    crowd->holder = holder != GCV_NONE ? gatherer->order->object[holder] : GCV_NONE;
    crowd->one_holder = crowd->behind_one = true;
    crowd->root = gatherer->root[object];
    crowd->root_kind = gatherer->input->heap->roots.data[crowd->root].kind;
}

static void compare_roots(const gcv_heap *heap, gcv_crowd *crowd, uint32_t root)
{
    if (crowd->root != GCV_NONE && crowd->root != root &&
        !gcv_same_root_label(heap, &heap->roots.data[crowd->root], &heap->roots.data[root])) {
        crowd->root = GCV_NONE;
    }
}

/* Sums up how the objects of a crowd are kept; they become objects of the heap. */
static void look_at_members(const gcv_gatherer *gatherer, gcv_crowd *crowd)
{
    uint32_t *members = gatherer->out->crowds.members.data + crowd->first;
    uint32_t first = members[0], i;
    begin_crowd(gatherer, crowd, first);
    for (i = 0; i < crowd->n; i++) {
        uint32_t object = members[i];
        compare_roots(gatherer->input->heap, crowd, gatherer->root[object]);
        crowd->keepers |= gatherer->keepers[object];
        crowd->one_holder =
            crowd->one_holder && gatherer->holder[object] == gatherer->holder[first];
        crowd->behind_one =
            crowd->behind_one && gatherer->around[object] == gatherer->around[first];
        members[i] = gatherer->order->object[object];
    }
    crowd->literals = is_table_of_literals(gatherer, crowd);
    crowd->around = gatherer->around[first] != GCV_NONE
                        ? gatherer->crowd_of[gatherer->around[first]]
                        : GCV_NONE;
}

/* In the memory of what is known by now: hashes, and places in the dominator tree. */
static void look(gcv_gatherer *gatherer)
{
    uint32_t n = gatherer->order->n, i;
    if (gatherer->out->crowds.all.n == 0) {
        return;
    }
    gatherer->holder = gatherer->by_tree;
    gatherer->around = gatherer->out->room.wide;
    gatherer->keepers = (uint8_t *)(gatherer->around + n);
    for (i = 0; i < n; i++) {
        visit(gatherer, i);
    }
    for (i = 0; i < gatherer->out->crowds.all.n; i++) {
        look_at_members(gatherer, &gatherer->out->crowds.all.data[i]);
    }
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* In four bytes each, as hashes take the place of the bytes. */
static void keep_below(const gcv_gatherer *gatherer, const uint64_t *bytes)
{
    uint32_t i;
    for (i = 0; i < gatherer->order->n; i++) {
        gatherer->below[i] = bytes[i] < UINT32_MAX ? (uint32_t)bytes[i] : UINT32_MAX;
    }
}

gcv_status gcv_suspect_crowds(gcv_context *ctx, const gcv_suspect_input *input,
                              const uint64_t *of_type, gcv_suspects *out, gcv_error *err)
{
    gcv_gatherer gatherer;
    gcv_status status;
    memset(&gatherer, 0, sizeof gatherer);
    gcv_phase(ctx, "crowds");
    gatherer.ctx = ctx;
    gatherer.input = input;
    gatherer.order = input->order;
    gatherer.type = out->room.type;
    gatherer.of_type = of_type;
    gatherer.out = out;
    gatherer.hash = out->room.wide;
    gatherer.root = out->room.root;
    gatherer.crowd_of = out->room.column[0];
    gatherer.by_tree = gatherer.below = out->room.column[1];
    gatherer.last_alike = GCV_NONE;
    gatherer.may = gcv_alloc(ctx, input->heap->n_types, sizeof *gatherer.may, err);
    keep_below(&gatherer, out->room.wide);
    status = gatherer.may == NULL
                 ? gcv_failed(err)
                 : gcv_fingerprints_of_all(ctx, input->heap, input->roots, input->order,
                                           out->room.type, gatherer.hash, gatherer.root, err);
    if (status == GCV_OK) {
        find_candidates(&gatherer);
        status = gather(&gatherer, err);
    }
    if (status == GCV_OK) {
        look(&gatherer);
    }
    gcv_free(ctx, gatherer.may, input->heap->n_types, sizeof *gatherer.may);
    return status;
}
