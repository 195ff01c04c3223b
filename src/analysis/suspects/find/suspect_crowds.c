/* suspect_crowds.c - finds crowds; see crowd.h.
 *
 * Objects are visited in the order of the chains (chain_order.h), in which values that are handed
 * down the chains take one pass and no lookups: first the hash of each chain, then keepers and
 * holders (suspect_holders.c). Most chains are unique, and a bitmap with one bit per hash tells
 * this of nearly all of them. Only the others are counted; the rank of the bit is the index of the
 * count. O(objects). While the search runs, 60 to 120 bytes for each chain that occurs twice or
 * more and whose type may be heavy enough.
 */
#include "analysis/suspects/find/suspects.h"

#include "analysis/type_kinds.h"
#include "base/bitset.h"
#include "base/error.h"
#include "base/hash.h"

#include <string.h>

/* Passes first list the objects that concern them, a batch at a time and without a branch, and then
 * process them: a branch would often be mispredicted. */
enum { BATCH = 256 };

enum { ALIKES_MIN = 64 };

enum { LISTED = 0 }; /* value of crowd_of for an object that may be in a crowd, at first */

/* Objects with equal keys: their number, and the crowd they make. */
typedef struct gcv_alike {
    uint64_t key;  /* their key_of() */
    uint64_t most; /* bytes at or below them on the chains: they retain no more */
    uint32_t type, crowd;
    uint32_t n;     /* number of objects; once they have a crowd: index of its next member */
    uint32_t until; /* position in the tree after the last object below its last top member */
    uint32_t next;  /* next alike whose key has the same bit; GCV_NONE */
} gcv_alike;

GCV_COLUMN(gcv_alike_column, gcv_alike);

/* Objects are positions in the order of the chains, unless stated otherwise. */
typedef struct gcv_gatherer {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_chain_order *order;
    const uint32_t *type;    /* row of the type of each object */
    const uint64_t *of_type; /* bounds, per type row */
    gcv_suspects *out;
    bool *may;                 /* per type row: its objects may form a crowd that is a suspect */
    uint64_t *hash;            /* per object: hash of its chain */
    uint32_t *root;            /* per object: root record at which its chain begins */
    uint32_t *below;           /* per object: bytes at or below it; UINT32_MAX: that many or more */
    gcv_bitset met, met_again; /* bits of keys that occurred; bits that occurred again */
    size_t met_mask;           /* selects the bit of a key */
    uint32_t *rank;            /* per word of met_again: number of bits set before it */
    gcv_alike_column alikes;   /* one per bit set in met_again, in that order, then collisions */
    uint64_t last_key;         /* key of the object counted last */
    uint32_t last_alike;       /* its alike; GCV_NONE: none was counted */
    uint32_t *crowd_of;        /* per object: its alike, later its crowd; GCV_NONE: none */
    gcv_bitset crowded;        /* alikes that become crowds */
    size_t n_crowds;           /* number of these */
    uint32_t *by_tree;         /* per position in the dominator tree: object in a crowd; GCV_NONE */
} gcv_gatherer;

/* ---- types that crowds may have ------------------------------------------------------------ */

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
    for (uint32_t t = 0; t < heap->n_types; t++) {
        gatherer->may[t] =
            gcv_heap_type_row(heap, t) == t && is_item(gatherer->out->kinds[t]) &&
            gatherer->of_type[t] >= gcv_least_of_crowd(gatherer->input, gatherer->out->kinds[t]);
    }
}

/* Returns the most points that a crowd of `n` objects of a type can have. */
static uint32_t most_points(const gcv_gatherer *gatherer, uint32_t type, uint32_t n)
{
    uint32_t kinds = gatherer->out->kinds[type], points = GCV_POINTS_KEPT;
    points += gcv_points_of_size(gatherer->of_type[type], gatherer->input->whole);
    points += gcv_points_of_repeats(n);
    points += (kinds & GCV_TYPE_MINE) != 0 ? GCV_POINTS_YOURS : GCV_POINTS_HOLDER_YOURS;
    points += (kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
    return points;
}

/* ---- objects with equal chains ------------------------------------------------------------- */

/* Whether an object is kept by a keeper, by an object of its own type (a list), or only by a handle
 * or the finalizer queue. Objects at which chains begin are next to each other in the order, so the
 * branch for them is predicted. */
static bool is_kept(const gcv_gatherer *gatherer, uint32_t object)
{
    uint32_t referrer = gatherer->order->referrer_at[object], kind;
    if (referrer == GCV_NONE) {
        kind = gatherer->input->heap->roots.data[gatherer->root[object]].kind;
        return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
    }
    return ((gatherer->out->kinds[gatherer->type[referrer]] & GCV_KEEPS_ANY) != 0) |
           (gatherer->type[referrer] == gatherer->type[object]);
}

static uint32_t end_of_batch(uint32_t first, uint32_t end)
{
    return end - first < BATCH ? end : first + BATCH;
}

static bool is_selected(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_suspects_select(gatherer->input, gatherer->out, gatherer->order->object[object]);
}

/* Returns the first alike of the bit that a key selects. */
static uint32_t place_of(const gcv_gatherer *gatherer, uint64_t key)
{
    const size_t bit = (size_t)key & gatherer->met_mask;
    const uint32_t before = ((uint32_t)1 << bit % 32) - 1;
    return gatherer->rank[bit / 32] + gcv_popcount(gatherer->met_again.words[bit / 32] & before);
}

/* Finds the alike of a key; makes it if the key is new. */
static void find_alike(gcv_gatherer *gatherer, uint64_t key, uint32_t type, uint32_t *alike)
{
    const gcv_alike fresh = {.key = key, .type = type, .crowd = GCV_NONE, .next = GCV_NONE};
    gcv_alike *all = gatherer->alikes.data;
    uint32_t at = place_of(gatherer, key);
    if (all[at].n == 0) {
        all[at] = fresh;
    }
    for (; all[at].key != key; at = all[at].next) {
        if (all[at].next == GCV_NONE) {
            *alike = all[at].next = (uint32_t)gatherer->alikes.n;
            gcv_alike_column_push(gatherer->ctx, &gatherer->alikes, fresh);
            return;
        }
    }
    *alike = at;
}

/* Returns the key of an object: its chain and its type. Types with equal normalised names can have
 * equal chain hashes, but each makes crowds of its own. Seeded, so that no file can make keys share
 * a bit. */
static uint64_t key_of(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_hash_u64(gatherer->hash[object] ^ gatherer->type[object], gatherer->ctx->seed);
}

/* Records the key of an object that may be in a crowd. Without a branch, which would wait for
 * memory. */
static void meet(gcv_gatherer *gatherer, uint32_t object)
{
    size_t bit = (size_t)key_of(gatherer, object) & gatherer->met_mask;
    uint32_t again = !gcv_bitset_add(&gatherer->met, bit);
    gatherer->met_again.words[bit / 32] |= again << bit % 32;
    gatherer->crowd_of[object] = LISTED;
}

/* Records the keys of listed objects that are selected. The first object of a list of one type is
 * not listed itself, but is in the crowd of the others, so its key is recorded with that of the
 * second. */
static void meet_listed(gcv_gatherer *gatherer, const uint32_t *listed, uint32_t n)
{
    const uint32_t *type = gatherer->type;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = listed[k], referrer = gatherer->order->referrer_at[i];
        if (!is_selected(gatherer, i)) {
            continue;
        }
        meet(gatherer, i);
        if (referrer != GCV_NONE && type[referrer] == type[i] &&
            gatherer->crowd_of[referrer] == GCV_NONE && is_selected(gatherer, referrer)) {
            meet(gatherer, referrer);
        }
    }
}

static void meet_all(gcv_gatherer *gatherer)
{
    const uint32_t end = gatherer->order->n;
    uint32_t listed[BATCH], stop, n, i;
    gatherer->met_mask = 31;
    while (gatherer->met_mask < end) {
        gatherer->met_mask = gatherer->met_mask * 2 + 1;
    }
    gcv_bitset_init(gatherer->ctx, &gatherer->met, gatherer->met_mask + 1);
    gcv_bitset_init(gatherer->ctx, &gatherer->met_again, gatherer->met_mask + 1);
    for (uint32_t first = 0; first < end; first = stop) {
        stop = end_of_batch(first, end);
        for (i = first, n = 0; i < stop; i++) {
            gatherer->crowd_of[i] = GCV_NONE;
            listed[n] = i;
            n += (uint32_t)gatherer->may[gatherer->type[i]] & (uint32_t)is_kept(gatherer, i);
        }
        meet_listed(gatherer, listed, n);
    }
}

/* Adds the bytes at or below an object on the chains. Those of an object whose referrer has the
 * same chain (in a list) were added with that referrer. */
static void add_below(const gcv_gatherer *gatherer, gcv_alike *alike, uint32_t object)
{
    uint32_t referrer = gatherer->order->referrer_at[object], below = gatherer->below[object];
    if (referrer != GCV_NONE && gatherer->crowd_of[referrer] == gatherer->last_alike) {
        return;
    }
    alike->most =
        below == UINT32_MAX || alike->most == UINT64_MAX ? UINT64_MAX : alike->most + below;
}

/* Counts an object in the alike of its key. */
static void count_alike(gcv_gatherer *gatherer, uint32_t object, uint64_t key)
{
    uint32_t alike = gatherer->last_alike;
    if (alike == GCV_NONE || key != gatherer->last_key) {
        find_alike(gatherer, key, gatherer->type[object], &alike);
    }
    gatherer->last_key = key;
    gatherer->last_alike = gatherer->crowd_of[object] = alike;
    gatherer->alikes.data[alike].n++;
    add_below(gatherer, &gatherer->alikes.data[alike], object);
}

/* Finds the rank of each bit set in met_again, and makes an alike of no objects for it. */
static void rank_bits(gcv_gatherer *gatherer)
{
    const gcv_bitset *set = &gatherer->met_again;
    size_t room = ALIKES_MIN;
    uint32_t n = 0;
    gatherer->rank = gcv_alloc(gatherer->ctx, set->n_words, sizeof *gatherer->rank);
    for (size_t i = 0; i < set->n_words; i++) {
        gatherer->rank[i] = n;
        n += gcv_popcount(set->words[i]);
    }
    while (room < (size_t)n + n / 2) { /* in powers of two: the seed hardly ever changes it */
        room *= 2;
    }
    gcv_alike_column_reserve(gatherer->ctx, &gatherer->alikes, room);
    for (size_t i = 0; i < n; i++) {
        gatherer->alikes.data[i].n = 0;
    }
    gatherer->alikes.n = n;
}

/* Lists the objects of a batch whose chain may have occurred twice, with their keys, and returns
 * their number. The others are in no crowd from now on. */
static uint32_t list_repeated(gcv_gatherer *gatherer, uint32_t first, uint32_t end,
                              uint32_t *listed, uint64_t *keys)
{
    uint32_t n = 0;
    for (uint32_t i = first; i < end; i++) {
        uint64_t key = key_of(gatherer, i);
        uint32_t is = gatherer->crowd_of[i] != GCV_NONE;
        is &= (uint32_t)gcv_bitset_has(&gatherer->met_again, (size_t)key & gatherer->met_mask);
        gatherer->crowd_of[i] = is != 0 ? LISTED : GCV_NONE;
        listed[n] = i;
        keys[n] = key;
        n += is;
    }
    return n;
}

/* Counts the objects whose chain may have occurred twice; most chains are unique. */
static void count_alikes(gcv_gatherer *gatherer)
{
    const uint32_t end = gatherer->order->n;
    uint32_t listed[BATCH], stop, n;
    uint64_t keys[BATCH];
    for (uint32_t first = 0; first < end; first = stop) {
        stop = end_of_batch(first, end);
        n = list_repeated(gatherer, first, stop, listed, keys);
        for (uint32_t k = 0; k < n; k++) {
            count_alike(gatherer, listed[k], keys[k]);
        }
    }
}

/* Chooses the alikes that may be suspects. */
static void choose_crowds(gcv_gatherer *gatherer)
{
    gcv_bitset_init(gatherer->ctx, &gatherer->crowded, gatherer->alikes.n);
    for (size_t i = 0; i < gatherer->alikes.n; i++) {
        const gcv_alike *alike = &gatherer->alikes.data[i];
        if (alike->n >= 2 && most_points(gatherer, alike->type, alike->n) >= GCV_POINTS_ENOUGH) {
            (void)gcv_bitset_add(&gatherer->crowded, i);
            gatherer->n_crowds++;
        }
    }
}

/* Lists the objects of a batch that are in crowds, and returns their number. The others are in no
 * crowd from now on. */
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

/* Stores the objects of crowds by their positions in the dominator tree; returns their number. The
 * positions of many objects are looked up at a time, so that cache misses overlap. */
static uint32_t keep_crowds(gcv_gatherer *gatherer)
{
    const gcv_dominators *d = gatherer->input->dominators;
    const gcv_dominator_tree *tree = &gatherer->out->tree;
    uint32_t listed[BATCH], stop, n_listed, n = 0, end = gatherer->order->n;
    memset(gatherer->by_tree, 0xff, tree->n * sizeof *gatherer->by_tree); /* GCV_NONE */
    for (uint32_t first = 0; first < end; first = stop) {
        stop = end_of_batch(first, end);
        n_listed = list_crowded(gatherer, first, stop, listed);
        for (uint32_t k = 0; k < n_listed; k++) {
            uint32_t object = gatherer->order->object[listed[k]];
            gatherer->by_tree[tree->at[d->number[object]]] = listed[k];
        }
        n += n_listed;
    }
    return n;
}

/* Makes a crowd of an alike; sums over its members follow. */
static void open_crowd(gcv_gatherer *gatherer, gcv_alike *alike, uint32_t object)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    gcv_crowd crowd = {0};
    crowd.hash = gatherer->hash[object];
    crowd.type = alike->type;
    crowd.kinds = gatherer->out->kinds[crowd.type];
    crowd.around = crowd.row = GCV_NONE;
    crowd.most = alike->most;
    crowd.n = alike->n;
    crowd.first = alike->n = (uint32_t)crowds->members.n;
    alike->crowd = (uint32_t)crowds->all.n;
    crowds->members.n += crowd.n; /* room was reserved for all */
    gcv_crowd_column_push(gatherer->ctx, &crowds->all, crowd);
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

/* Lists the positions of a batch, in the dominator tree, that have objects in crowds, with the
 * alikes of these objects; returns their number. */
static uint32_t list_placed(const gcv_gatherer *gatherer, uint32_t first, uint32_t end,
                            uint32_t *listed, uint32_t *alike)
{
    uint32_t n = 0;
    for (uint32_t at = first; at < end; at++) {
        listed[n] = at;
        n += gatherer->by_tree[at] != GCV_NONE;
    }
    for (uint32_t k = 0; k < n; k++) {
        alike[k] = gatherer->crowd_of[gatherer->by_tree[listed[k]]];
    }
    return n;
}

/* Puts objects into crowds, in the order of the dominator tree. */
static void place_all(gcv_gatherer *gatherer, uint32_t n)
{
    gcv_crowds *crowds = &gatherer->out->crowds;
    gcv_u32_column_reserve(gatherer->ctx, &crowds->members, n);
    const uint32_t end = gatherer->out->tree.n;
    uint32_t listed[BATCH], alikes[BATCH], stop;
    gcv_crowd_column_reserve(gatherer->ctx, &crowds->all, gatherer->n_crowds);
    for (uint32_t first = 0; first < end; first = stop) {
        stop = end_of_batch(first, end);
        n = list_placed(gatherer, first, stop, listed, alikes);
        for (uint32_t k = 0; k < n; k++) {
            gcv_alike *alike = &gatherer->alikes.data[alikes[k]];
            if (alike->crowd == GCV_NONE) {
                open_crowd(gatherer, alike, gatherer->by_tree[listed[k]]);
            }
            place(gatherer, alike, listed[k]);
        }
    }
}

static void gather(gcv_gatherer *gatherer)
{
    gcv_context *ctx = gatherer->ctx;
    meet_all(gatherer);
    gcv_bitset_release(ctx, &gatherer->met);
    rank_bits(gatherer);
    count_alikes(gatherer);
    gcv_free(ctx, gatherer->rank);
    gcv_bitset_release(ctx, &gatherer->met_again);
    choose_crowds(gatherer); /* not earlier: the bitmaps are freed by now */
    gcv_dominator_tree_init(ctx, &gatherer->out->tree, gatherer->input->dominators, true);
    place_all(gatherer, keep_crowds(gatherer));
    gcv_bitset_release(ctx, &gatherer->crowded);
    gcv_alike_column_release(ctx, &gatherer->alikes);
}

/* ---- all steps ----------------------------------------------------------------------------- */

/* Keeps the bytes at or below each object in four bytes, as hashes overwrite `bytes`. */
static void keep_below(const gcv_gatherer *gatherer, const uint64_t *bytes)
{
    for (uint32_t i = 0; i < gatherer->order->n; i++) {
        gatherer->below[i] = bytes[i] < UINT32_MAX ? (uint32_t)bytes[i] : UINT32_MAX;
    }
}

void gcv_suspect_crowds(gcv_context *ctx, const gcv_suspect_input *input, const uint64_t *of_type,
                        gcv_suspects *out)
{
    gcv_gatherer gatherer = {0};
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
    gatherer.may = gcv_alloc(ctx, input->heap->n_types, sizeof *gatherer.may);
    keep_below(&gatherer, out->room.wide);
    gcv_fingerprints_of_all(ctx, input->heap, input->roots, input->order, out->room.type,
                            gatherer.hash, gatherer.root);
    find_candidates(&gatherer);
    gather(&gatherer);
    gcv_suspect_holders(input, out);
    gcv_free(ctx, gatherer.may);
}
