/* suspect_alikes.c - finds objects of one type with equal chains, of which crowds are made; see
 * suspects.h.
 *
 * Most chains are unique, and a bitmap with one bit per hash tells this of nearly all of them. Only
 * the others are counted; the rank of the bit is the index of the count. Objects are visited in the
 * order of the chains. O(objects). While the search runs, 60 to 120 bytes for each chain that
 * occurs twice or more and whose type may be heavy enough.
 */
#include "analysis/suspects/find/suspect_steps.h"

#include "base/error.h"
#include "base/hash.h"

enum { ALIKES_MIN = 64 };

enum { LISTED = 0 }; /* value of alike_of for an object that may be in a crowd, at first */

/* The bits of the keys that occurred. */
typedef struct gcv_met {
    gcv_bitset once, again; /* bits that occurred; bits that occurred again */
    size_t mask;            /* selects the bit of a key */
    uint32_t *rank;         /* per word of `again`: number of bits set before it */
} gcv_met;

/* Objects are positions in the order of the chains. */
typedef struct gcv_gatherer {
    const gcv_search *search;
    const gcv_chain_order *order;
    const gcv_chained *chained;
    const gcv_upper_bounds *upper;
    const uint32_t *type; /* row of the type of each object */
    bool *may;            /* per type row: its objects may form a crowd that is a suspect */
    gcv_met met;
    gcv_alike_column alikes; /* one per bit set in met.again, in that order, then collisions */
    uint64_t last_key;       /* key of the object counted last */
    uint32_t last_alike;     /* its alike; GCV_NONE: none was counted */
    uint32_t *alike_of;      /* per object: its alike; GCV_NONE: none */
} gcv_gatherer;

/* ---- types that crowds may have ------------------------------------------------------------ */

static bool is_item(uint32_t kinds)
{
    if ((kinds & GCV_TYPE_STUFF) != 0) {
        return (kinds & (GCV_TYPE_RECORD | GCV_TYPE_CLOSURE)) != 0;
    }
    return (kinds & GCV_KEEPS_ANY) == 0 ||
           ((kinds & GCV_KEEPS_CAPTURE) != 0 && (kinds & GCV_TYPE_MINE) != 0);
}

static void find_candidates(gcv_gatherer *gatherer)
{
    const gcv_search *search = gatherer->search;
    const gcv_heap *heap = search->input->heap;
    for (uint32_t t = 0; t < heap->n_types; t++) {
        gatherer->may[t] =
            gcv_heap_type_family(heap, t) == t && is_item(search->kinds[t]) &&
            gatherer->upper->of_type[t] >= gcv_least_of_crowd(search->input, search->kinds[t]);
    }
}

/* ---- objects with equal chains ------------------------------------------------------------- */

/* Whether an object is kept by a keeper, by an object of its own type (a list), or only by a handle
 * or the finalizer queue. Objects at which chains begin are next to each other in the order, so the
 * branch for them is predicted. */
static bool is_kept(const gcv_gatherer *gatherer, uint32_t object)
{
    uint32_t referrer = gatherer->order->referrer_at[object], kind;
    if (referrer == GCV_NONE) {
        const uint32_t root = gcv_chained_origin(gatherer->chained, object).root;
        kind = gatherer->search->input->heap->roots.data[root].kind;
        return kind == GCV_ROOT_KIND_HANDLE || kind == GCV_ROOT_KIND_FINALIZER;
    }
    return ((gatherer->search->kinds[gatherer->type[referrer]] & GCV_KEEPS_ANY) != 0) |
           (gatherer->type[referrer] == gatherer->type[object]);
}

static bool is_selected(const gcv_gatherer *gatherer, uint32_t object)
{
    return gcv_search_selects(gatherer->search, gatherer->order->object[object]);
}

/* Returns the alike of a key; makes it if the key is new. */
static uint32_t find_alike(gcv_gatherer *gatherer, uint64_t key, uint32_t type)
{
    const gcv_alike fresh = {.key = key, .type = type, .next = GCV_NONE};
    gcv_alike *all = gatherer->alikes.data;
    const size_t bit = (size_t)key & gatherer->met.mask;
    const uint32_t before = ((uint32_t)1 << bit % 32) - 1;
    uint32_t at =
        gatherer->met.rank[bit / 32] + gcv_popcount(gatherer->met.again.words[bit / 32] & before);
    if (all[at].n == 0) {
        all[at] = fresh;
    }
    for (; all[at].key != key; at = all[at].next) {
        if (all[at].next == GCV_NONE) {
            at = all[at].next = (uint32_t)gatherer->alikes.n;
            gcv_alike_column_push(gatherer->search->ctx, &gatherer->alikes, fresh);
            return at;
        }
    }
    return at;
}

/* Returns the key of an object: its chain, type and slot. Types with equal normalised names can
 * have equal chain hashes, but each makes crowds of its own. Seeded, so that no file can make keys
 * share a bit. */
static uint64_t key_of(const gcv_gatherer *gatherer, uint32_t object)
{
    const uint64_t slot = gcv_chained_origin(gatherer->chained, object).slot;
    return gcv_hash_u64(gatherer->chained->hash[object] ^ slot << 32 ^ gatherer->type[object],
                        gatherer->search->ctx->seed);
}

/* Records the key of an object that may be in a crowd. Without a branch, which would wait for
 * memory. */
static void meet(gcv_gatherer *gatherer, uint32_t object)
{
    size_t bit = (size_t)key_of(gatherer, object) & gatherer->met.mask;
    uint32_t again = !gcv_bitset_add(&gatherer->met.once, bit);
    gatherer->met.again.words[bit / 32] |= again << bit % 32;
    gatherer->alike_of[object] = LISTED;
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
            gatherer->alike_of[referrer] == GCV_NONE && is_selected(gatherer, referrer)) {
            meet(gatherer, referrer);
        }
    }
}

static void meet_all(gcv_gatherer *gatherer)
{
    const uint32_t end = gatherer->order->n;
    uint32_t listed[GCV_BATCH], stop, n, i;
    gatherer->met.mask = 31;
    while (gatherer->met.mask < end) {
        gatherer->met.mask = gatherer->met.mask * 2 + 1;
    }
    gcv_bitset_init(gatherer->search->ctx, &gatherer->met.once, gatherer->met.mask + 1);
    gcv_bitset_init(gatherer->search->ctx, &gatherer->met.again, gatherer->met.mask + 1);
    for (uint32_t first = 0; first < end; first = stop) {
        stop = gcv_end_of_batch(first, end);
        for (i = first, n = 0; i < stop; i++) {
            gatherer->alike_of[i] = GCV_NONE;
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
    uint32_t referrer = gatherer->order->referrer_at[object],
             below = gatherer->upper->below[object];
    if (referrer != GCV_NONE && gatherer->alike_of[referrer] == gatherer->last_alike) {
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
        alike = find_alike(gatherer, key, gatherer->type[object]);
    }
    gatherer->last_key = key;
    gatherer->last_alike = gatherer->alike_of[object] = alike;
    gatherer->alikes.data[alike].n++;
    add_below(gatherer, &gatherer->alikes.data[alike], object);
}

/* Finds the rank of each bit set in met.again, and makes an alike of no objects for it. */
static void rank_bits(gcv_gatherer *gatherer)
{
    const gcv_bitset *set = &gatherer->met.again;
    size_t expected = ALIKES_MIN;
    uint32_t n = 0;
    gatherer->met.rank = gcv_alloc(gatherer->search->ctx, set->n_words, sizeof *gatherer->met.rank);
    for (size_t i = 0; i < set->n_words; i++) {
        gatherer->met.rank[i] = n;
        n += gcv_popcount(set->words[i]);
    }
    while (expected < (size_t)n + n / 2) { /* in powers of two: the seed hardly ever changes it */
        expected *= 2;
    }
    gcv_alike_column_reserve(gatherer->search->ctx, &gatherer->alikes, expected);
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
        uint32_t is = gatherer->alike_of[i] != GCV_NONE;
        is &= (uint32_t)gcv_bitset_has(&gatherer->met.again, (size_t)key & gatherer->met.mask);
        gatherer->alike_of[i] = is != 0 ? LISTED : GCV_NONE;
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
    uint32_t listed[GCV_BATCH], stop, n;
    uint64_t keys[GCV_BATCH];
    for (uint32_t first = 0; first < end; first = stop) {
        stop = gcv_end_of_batch(first, end);
        n = list_repeated(gatherer, first, stop, listed, keys);
        for (uint32_t k = 0; k < n; k++) {
            count_alike(gatherer, listed[k], keys[k]);
        }
    }
}

/* ---- crowds -------------------------------------------------------------------------------- */

/* Returns the most points that a crowd of these objects can have. */
static uint32_t most_points(const gcv_gatherer *gatherer, const gcv_alike *alike)
{
    const gcv_search *search = gatherer->search;
    uint32_t kinds = search->kinds[alike->type], points = GCV_POINTS_KEPT;
    points += gcv_points_of_size(gatherer->upper->of_type[alike->type], search->input->whole);
    points += gcv_points_of_repeats(alike->n);
    points += (kinds & GCV_TYPE_MINE) != 0 ? GCV_POINTS_YOURS : GCV_POINTS_HOLDER_YOURS;
    points += (kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
    return points;
}

gcv_alikes gcv_suspect_alikes(gcv_search *search, const gcv_chained *chained,
                              const gcv_upper_bounds *upper)
{
    gcv_context *ctx = search->ctx;
    gcv_gatherer gatherer = {.search = search,
                             .order = search->input->order,
                             .chained = chained,
                             .type = chained->type,
                             .upper = upper,
                             .last_alike = GCV_NONE};
    gatherer.may = gcv_alloc(ctx, search->input->heap->n_types, sizeof *gatherer.may);
    gatherer.alike_of = gcv_suspect_memory_take(&search->memory, sizeof *gatherer.alike_of);
    find_candidates(&gatherer);
    meet_all(&gatherer);
    gcv_bitset_release(ctx, &gatherer.met.once);
    rank_bits(&gatherer);
    count_alikes(&gatherer);
    gcv_free(ctx, gatherer.met.rank);
    gcv_bitset_release(ctx, &gatherer.met.again);
    gcv_free(ctx, gatherer.may);
    gcv_alikes out = {.all = gatherer.alikes, .of = gatherer.alike_of};
    gcv_bitset_init(ctx, &out.crowded, out.all.n); /* not earlier: the bitmaps are freed by now */
    for (size_t i = 0; i < out.all.n; i++) {
        const gcv_alike *alike = &out.all.data[i];
        if (alike->n >= 2 && most_points(&gatherer, alike) >= GCV_POINTS_ENOUGH) {
            (void)gcv_bitset_add(&out.crowded, i);
            out.n_crowded++;
        }
    }
    return out;
}
