/* chain_masks.c - retained bytes of few sets, where chains are known; see retained_sets.h.
 *
 * Each object has a bit for each set that, as far as is known, every path to it passes: at first
 * the sets that its chain passes. An object loses the bits that a referrer neither has nor
 * is a member of. One pass over the objects in memory order settles nearly all; only the bits of
 * referents miss the cache. A worklist does the rest.
 *
 * O(objects + references) for each 31 sets; on cycles, an object may be taken once for each set.
 * Bytes per object: 4 for the bits, and 4 and a bit for the worklist.
 */
#include "analysis/sets/retained_sets.h"
#include "analysis/sets/worklist.h"

#include <string.h>

#define UNREACHABLE UINT32_MAX /* all bits: the object takes none from any referent */

enum { PARTS = 4, VALUES = 256, SWEPT_REFS = 256, BATCH = 64 };

typedef struct gcv_masks {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_set_classes *classes;
    uint32_t base, n; /* the sets of this round: base … base + n - 1 */
    uint32_t *own;    /* per class: the bits of its sets */
    uint32_t *passed; /* per object: the bits of the sets that every path passes before it, as far
                         as known */
    gcv_worklist worklist;
    uint64_t steps;
} gcv_masks;

static void choose_sets(gcv_masks *masks, uint32_t base)
{
    const gcv_set_classes *classes = masks->classes;
    uint32_t left = classes->n_sets - base, k, end;
    masks->base = base;
    masks->n = left < GCV_SETS_PER_MASK ? left : GCV_SETS_PER_MASK;
    for (uint32_t i = 0; i < classes->n_classes; i++) {
        masks->own[i] = 0;
        gcv_own_sets(classes, i, &k, &end);
        for (; k < end; k++) {
            uint32_t set = gcv_own_set(classes, k);
            if (set >= base && set - base < masks->n) {
                masks->own[i] |= (uint32_t)1 << (set - base);
            }
        }
    }
}

static inline uint32_t own_bits(const gcv_masks *masks, uint32_t object)
{
    uint32_t class = masks->classes->class_of[object];
    return class != GCV_NONE ? masks->own[class] : 0;
}

/* What an object passes on to those that it leads to on their chains; `object` GCV_ROOTED: what
 * roots do. */
static uint32_t bits_below(const gcv_masks *masks, uint32_t object)
{
    return object == GCV_ROOTED ? 0 : masks->passed[object] | own_bits(masks, object);
}

static void begin_in_order(gcv_masks *masks, const gcv_chain_order *order)
{
    uint32_t last = GCV_NONE, bits = 0;
    for (uint32_t i = 0; i < order->n; i++) {
        if (order->referrer_at[i] != last) {
            last = order->referrer_at[i];
            bits = bits_below(masks, last == GCV_NONE ? GCV_ROOTED : order->object[last]);
        }
        masks->passed[order->object[i]] = bits;
    }
}

/* The same without the order: twice the time, but 8 bytes per object less. */
static void begin_by_parents(gcv_masks *masks, const uint32_t *parent)
{
    gcv_u32_column above = {NULL, 0, 0};
    for (uint32_t i = 0; i < masks->heap->n_objects; i++) {
        for (uint32_t at = i;
             at < GCV_ROOTED && parent[at] != GCV_NONE && masks->passed[at] == UNREACHABLE;
             at = parent[at]) {
            gcv_u32_column_push(masks->ctx, &above, at);
        }
        while (above.n > 0) {
            const uint32_t object = above.data[--above.n];
            masks->passed[object] = bits_below(masks, parent[object]);
        }
    }
    gcv_u32_column_release(masks->ctx, &above);
}

static void begin_with_chains(gcv_masks *masks, const gcv_set_query *query)
{
    memset(masks->passed, 0xff, (size_t)masks->heap->n_objects * sizeof *masks->passed);
    if (query->order != NULL) {
        begin_in_order(masks, query->order);
    } else {
        begin_by_parents(masks, query->paths->parent);
    }
    for (uint32_t i = 0; i < query->roots->n;
         i++) { /* some may be on the chains of roots that come first */
        masks->passed[query->roots->object[i]] = 0;
    }
}

/* Clears in each referent the bits that the object does not pass on. Adds referents that lose bits
 * to the worklist if they are below `until` and so have had their turn. */
static void pass_on(gcv_masks *masks, uint32_t object, uint32_t until)
{
    const uint32_t *refs = masks->heap->refs.data;
    uint32_t k = masks->heap->first_ref.data[object];
    uint32_t end = masks->heap->first_ref.data[object + 1];
    uint32_t bits = masks->passed[object] | own_bits(masks, object);
    for (; k < end; k++) {
        uint32_t to = refs[k], passed = masks->passed[to];
        if ((passed & ~bits) != 0) {
            masks->passed[to] = passed & bits;
            if (to < until) {
                gcv_worklist_add(&masks->worklist, to);
            }
        }
    }
}

/* Returns the bits that any referent of [k, end) has. This reads them ahead, so that cache misses
 * overlap; most often some are left to clear. */
static uint32_t read_ahead(const gcv_masks *masks, uint32_t k, uint32_t end)
{
    const uint32_t *refs = masks->heap->refs.data;
    uint32_t any = 0;
    for (; k < end; k++) {
        any |= masks->passed[refs[k]];
    }
    return any;
}

/* Passes on the bits of the objects [object, stop), which have fewer than SWEPT_REFS references.
 * Finds the referents that lose bits without a branch: every third reference clears some, so a
 * branch would be mispredicted often. */
static void sweep_batch(gcv_masks *masks, uint32_t object, uint32_t stop)
{
    const uint32_t *first_ref = masks->heap->first_ref.data, *refs = masks->heap->refs.data;
    uint32_t again[SWEPT_REFS], n = 0, k = first_ref[object];
    uint32_t *all = masks->passed;
    if (read_ahead(masks, k, first_ref[stop]) == 0) {
        return;
    }
    for (; object < stop; object++) {
        uint32_t end = first_ref[object + 1], bits = all[object] | own_bits(masks, object);
        for (; k < end; k++) {
            uint32_t to = refs[k], passed = all[to];
            all[to] = passed & bits;
            again[n] = to;
            n += (uint32_t)((passed & ~bits) != 0) & (uint32_t)(to < object);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        gcv_worklist_add(&masks->worklist, again[i]);
    }
}

/* Passes on the bits of all objects in memory order. */
static void sweep(gcv_masks *masks)
{
    const uint32_t *first_ref = masks->heap->first_ref.data;
    uint32_t n = masks->heap->n_objects, object = 0, stop;
    for (; object < n; object = stop) {
        uint32_t begin = first_ref[object];
        for (stop = object; stop < n && first_ref[stop + 1] - begin < SWEPT_REFS; stop++) {
        }
        if (stop > object) {
            sweep_batch(masks, object, stop);
        } else {
            pass_on(masks, object, object);
            stop++;
        }
    }
    masks->steps += masks->heap->refs.n;
}

/* Passes on the bits of the next objects in the worklist; returns their number. Few references
 * clear bits here, so branches are predicted well. */
static uint32_t settle_next(gcv_masks *masks)
{
    const uint32_t *first_ref = masks->heap->first_ref.data;
    uint32_t ahead[BATCH], first[BATCH], end[BATCH], any = 0, object;
    uint32_t n = gcv_worklist_peek(&masks->worklist, ahead, BATCH);
    for (uint32_t i = 0; i < n; i++) {
        first[i] = first_ref[ahead[i]];
        end[i] = first_ref[ahead[i] + 1];
        masks->steps += end[i] - first[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        any |= read_ahead(masks, first[i], end[i]);
    }
    for (uint32_t i = 0; i < n && gcv_worklist_next(&masks->worklist, &object); i++) {
        if (any != 0) {
            pass_on(masks, object, masks->heap->n_objects);
        }
    }
    return n;
}

/* Many sets may retain one object. So its bytes are added not to each set but, for each 8 bits, to
 * a sum for the value of these bits; in the end these sums are added up by set. */
static void add_up(const gcv_masks *masks, uint64_t *retained)
{
    uint64_t bytes[PARTS][VALUES];
    const uint32_t parts = (masks->n + 7) / 8;
    uint32_t present = 0;
    memset(bytes, 0, sizeof bytes);
    for (uint32_t i = 0; i < masks->heap->n_objects; i++) {
        if (masks->passed[i] != UNREACHABLE) {
            uint32_t own = own_bits(masks, i), by = masks->passed[i] | own;
            uint64_t size = gcv_heap_size(masks->heap, i);
            present |= own;
            for (uint32_t part = 0; part < parts; part++) {
                bytes[part][by >> part * 8 & 0xff] += size;
            }
        }
    }
    for (uint32_t i = 0; i < masks->n; i++) {
        uint64_t sum = 0;
        for (uint32_t value = 0; value < VALUES; value++) {
            sum += (value >> i % 8 & 1) != 0 ? bytes[i / 8][value] : 0;
        }
        retained[masks->base + i] = (present >> i & 1) != 0 ? sum : GCV_NOT_REACHABLE;
    }
}

void gcv_retained_by_masks(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained)
{
    gcv_masks masks = {.ctx = ctx, .heap = query->heap, .classes = query->classes};
    gcv_phase(ctx, "retained sets");
    gcv_worklist_init_empty(ctx, &masks.worklist, query->heap);
    masks.own = gcv_alloc(ctx, query->classes->n_classes, sizeof *masks.own);
    masks.passed = gcv_alloc(ctx, query->heap->n_objects, sizeof *masks.passed);
    for (uint32_t done = 0; done < query->classes->n_sets; done += masks.n) {
        choose_sets(&masks, done);
        begin_with_chains(&masks, query);
        sweep(&masks);
        while (settle_next(&masks) > 0) {
        }
        add_up(&masks, retained);
    }
    ctx->steps += masks.steps;
    GCV_FREE(ctx, masks.own, masks.passed);
    gcv_worklist_release(&masks.worklist);
}
