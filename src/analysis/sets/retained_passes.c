/* retained_passes.c - exact retained bytes of sets of objects, 256 sets at a time.
 *
 * For each of these sets a bit tells whether some way from the roots comes to an object without
 * passing a member of the set; the object itself does not count, so the bits of objects of the root
 * set are all ones. An object hands on the bits of the sets that it is not in. A set retains its
 * members and the objects without its bit.
 *
 * In the order of rpo_worklist.h one turn for each object does, but for cycles: with them an object
 * has another turn whenever it has got more bits, which is few times on ordinary heaps and 257
 * times at the most. O((objects + references) × sets / 256) then. A pass of 256 takes half as long
 * again as one of 64 does, as both wait for memory. Bytes per object: 40 and a bit, and 36 per
 * class if sets overlap.
 */
#include "analysis/sets/retained_sets.h"
#include "analysis/sets/rpo_worklist.h"
#include "base/error.h"

#include <string.h>

enum { WORDS = GCV_SETS_A_PASS / 64, PARTS = GCV_SETS_A_PASS / 8, VALUES = 256 };

typedef struct gcv_set_bits {
    uint64_t word[WORDS];
} gcv_set_bits;

typedef struct gcv_passes {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_set_classes *classes;
    gcv_turns turns;
    uint32_t *order;      /* objects as the sweep takes them */
    gcv_set_bits *ways;   /* per object: the bits */
    uint32_t base, n;     /* the sets of this pass: so many from this one on */
    gcv_set_bits all;     /* their bits */
    gcv_set_bits present; /* of those that have a reachable member */
    gcv_set_bits *own;    /* per class: the bits of its sets; NULL if each class is a set */
    uint32_t *next_own;   /* per class: its first set that no pass has had; NULL likewise */
    uint64_t *bytes;      /* PARTS × VALUES: by value of 8 bits, of what those sets retain */
} gcv_passes;

static gcv_status prepare_own(gcv_passes *passes, gcv_error *err)
{
    const gcv_set_classes *classes = passes->classes;
    passes->own = gcv_alloc(passes->ctx, classes->n_classes, sizeof *passes->own, err);
    passes->next_own = gcv_alloc(passes->ctx, classes->n_classes, sizeof *passes->next_own, err);
    if (passes->own == NULL || passes->next_own == NULL) {
        return gcv_failed(err);
    }
    memcpy(passes->next_own, classes->first, classes->n_classes * sizeof *passes->next_own);
    return GCV_OK;
}

static gcv_status prepare(gcv_passes *passes, const gcv_root_set *roots, gcv_error *err)
{
    gcv_context *ctx = passes->ctx;
    gcv_status status = gcv_turns_init(&passes->turns, ctx, passes->heap, roots, err);
    if (status != GCV_OK) {
        return status;
    }
    passes->order = gcv_alloc(ctx, passes->turns.n, sizeof *passes->order, err);
    passes->ways = gcv_alloc(ctx, passes->heap->n_objects, sizeof *passes->ways, err);
    passes->bytes = gcv_alloc(ctx, (size_t)PARTS * VALUES, sizeof *passes->bytes, err);
    if (passes->order == NULL || passes->ways == NULL || passes->bytes == NULL) {
        return gcv_failed(err);
    }
    memcpy(passes->order, passes->turns.ring, passes->turns.n * sizeof *passes->order);
    return passes->classes->first != NULL ? prepare_own(passes, err) : GCV_OK;
}

static void release(gcv_passes *passes)
{
    gcv_context *ctx = passes->ctx;
    gcv_free(ctx, passes->order, passes->turns.n, sizeof *passes->order);
    gcv_free(ctx, passes->ways, passes->heap->n_objects, sizeof *passes->ways);
    gcv_free(ctx, passes->bytes, (size_t)PARTS * VALUES, sizeof *passes->bytes);
    gcv_free(ctx, passes->own, passes->classes->n_classes, sizeof *passes->own);
    gcv_free(ctx, passes->next_own, passes->classes->n_classes, sizeof *passes->next_own);
    gcv_turns_release(&passes->turns);
}

static inline void set_bit(gcv_set_bits *bits, uint32_t at)
{
    bits->word[at / 64] |= (uint64_t)1 << (at % 64);
}

static inline bool has_bit(const gcv_set_bits *bits, uint32_t at)
{
    return (bits->word[at / 64] >> (at % 64) & 1) != 0;
}

/* The sets from `base` on are next. Those of a class ascend, so each is looked at once. */
static void choose_sets(gcv_passes *passes, uint32_t base)
{
    const gcv_set_classes *classes = passes->classes;
    uint32_t left = classes->n_sets - base, i;
    passes->base = base;
    passes->n = left < GCV_SETS_A_PASS ? left : GCV_SETS_A_PASS;
    memset(&passes->all, 0, sizeof passes->all);
    memset(&passes->present, 0, sizeof passes->present);
    for (i = 0; i < passes->n; i++) {
        set_bit(&passes->all, i);
    }
    if (classes->first == NULL) {
        return;
    }
    memset(passes->own, 0, classes->n_classes * sizeof *passes->own);
    for (i = 0; i < classes->n_classes; i++) {
        uint32_t at = passes->next_own[i], end = classes->first[i + 1];
        for (; at < end && classes->sets[at] - base < passes->n; at++) {
            set_bit(&passes->own[i], classes->sets[at] - base);
        }
        passes->next_own[i] = at;
    }
}

/* The bits of the sets that an object is in. */
static inline gcv_set_bits own_bits(const gcv_passes *passes, uint32_t object)
{
    static const gcv_set_bits none = {{0}};
    uint32_t class = passes->classes->class_of[object];
    gcv_set_bits own = none;
    if (class == GCV_NONE) {
        return own;
    }
    if (passes->own != NULL) {
        return passes->own[class];
    }
    if (class >= passes->base && class - passes->base < passes->n) {
        set_bit(&own, class - passes->base);
    }
    return own;
}

static inline void hand_on(gcv_passes *passes, const gcv_set_bits *on, uint32_t to)
{
    uint64_t *known = passes->ways[to].word, more = 0;
    uint32_t k;
    for (k = 0; k < WORDS; k++) {
        more |= on->word[k] & ~known[k];
        known[k] |= on->word[k];
    }
    if (more != 0) {
        gcv_turns_mark(&passes->turns, to);
    }
}

static void find_ways(gcv_passes *passes, const gcv_root_set *roots)
{
    const uint32_t *first_ref = passes->heap->first_ref.data, *refs = passes->heap->refs.data;
    uint64_t steps = 0;
    uint32_t object, i, k;
    memset(passes->ways, 0, passes->heap->n_objects * sizeof *passes->ways);
    for (i = 0; i < roots->n; i++) {
        passes->ways[roots->object[i]] = passes->all;
    }
    gcv_turns_restart(&passes->turns, passes->order);
    while (gcv_turns_next(&passes->turns, &object)) {
        uint32_t end = first_ref[object + 1];
        gcv_set_bits on = own_bits(passes, object);
        for (k = 0; k < WORDS; k++) {
            on.word[k] = passes->ways[object].word[k] & ~on.word[k];
        }
        for (i = first_ref[object]; i < end; i++) {
            hand_on(passes, &on, refs[i]);
        }
        steps += 1 + end - first_ref[object];
    }
    passes->ctx->steps += steps;
}

/* An object may be retained by many sets, so its bytes go to the values of its bits, 8 at a time.
 */
static void add_objects(gcv_passes *passes)
{
    uint32_t object, k;
    memset(passes->bytes, 0, (size_t)PARTS * VALUES * sizeof *passes->bytes);
    for (object = 0; object < passes->heap->n_objects; object++) {
        gcv_set_bits own = own_bits(passes, object);
        if (!gcv_turns_reached(&passes->turns, object)) {
            continue;
        }
        for (k = 0; k < WORDS; k++) {
            uint64_t *bytes = &passes->bytes[(size_t)k * 8 * VALUES];
            uint64_t by = (~passes->ways[object].word[k] & passes->all.word[k]) | own.word[k];
            passes->present.word[k] |= own.word[k];
            for (; by != 0; by >>= 8, bytes += VALUES) {
                bytes[by & 0xff] += gcv_heap_size(passes->heap, object);
            }
        }
    }
}

static void add_sets(const gcv_passes *passes, uint64_t *retained)
{
    uint32_t i, value;
    for (i = 0; i < passes->n; i++) {
        const uint64_t *bytes = &passes->bytes[(size_t)(i / 8) * VALUES];
        uint64_t sum = 0;
        for (value = 0; value < VALUES; value++) {
            sum += (value >> i % 8 & 1) != 0 ? bytes[value] : 0;
        }
        retained[passes->base + i] = has_bit(&passes->present, i) ? sum : GCV_NOT_REACHABLE;
    }
}

gcv_status gcv_retained_by_passes(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                                  const gcv_set_classes *classes, uint64_t *retained,
                                  gcv_error *err)
{
    gcv_passes passes;
    gcv_status status;
    uint32_t done = 0;
    memset(&passes, 0, sizeof passes);
    passes.ctx = ctx;
    passes.heap = heap;
    passes.classes = classes;
    gcv_phase(ctx, "marking passes");
    status = prepare(&passes, roots, err);
    while (status == GCV_OK && done < classes->n_sets) {
        choose_sets(&passes, done);
        find_ways(&passes, roots);
        add_objects(&passes);
        add_sets(&passes, retained);
        done += passes.n;
    }
    release(&passes);
    return status;
}
