/* retained_passes.c - exact retained bytes of sets of objects, 256 sets at a time.
 *
 * Each object has a bit for each set of the pass. It is set if some path from a root to the object
 * bypasses the set, that is, passes no member before the object itself. So objects of the root set
 * have all bits, and an object passes on the bits of the sets that it is not in. A set retains its
 * members and the objects without its bit.
 *
 * Objects are taken from a worklist (worklist.h): once, except on cycles, where an object is taken
 * again whenever it has gained bits: a few times on ordinary heaps, 257 times at most. Ordinary
 * heaps take O((objects + references) × sets / 256). A pass over 256 sets takes only half as long
 * again as one over 64, because both wait for memory. Bytes per object: 32 and a bit, and those of
 * the worklist; per class, if sets overlap, 36.
 */
#include "analysis/sets/retained_sets.h"
#include "analysis/sets/worklist.h"

#include <string.h>

enum { WORDS = GCV_SETS_A_PASS / 64, PARTS = GCV_SETS_A_PASS / 8, VALUES = 256 };

typedef struct gcv_set_bits {
    uint64_t word[WORDS];
} gcv_set_bits;

typedef struct gcv_passes {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_set_classes *classes;
    gcv_worklist worklist;
    gcv_bitset reached;     /* reachable objects */
    gcv_set_bits *bypassed; /* per object */
    uint32_t base, n;       /* the sets of this pass: base … base + n - 1 */
    gcv_set_bits all;       /* the bits of these sets */
    gcv_set_bits present;   /* the bits of the sets with a reachable member */
    gcv_set_bits *own;      /* per class: the bits of its sets; NULL if each class is a set */
    uint32_t *next_own;     /* per class: index in `sets` of its first set that no pass has covered;
                               NULL likewise */
    uint64_t *bytes; /* PARTS × VALUES: bytes of the objects with this value of these 8 bits */
} gcv_passes;

static void prepare(gcv_passes *passes)
{
    const gcv_set_classes *classes = passes->classes;
    gcv_context *ctx = passes->ctx;
    gcv_bitset_init(ctx, &passes->reached, passes->heap->n_objects);
    passes->bypassed = gcv_alloc(ctx, passes->heap->n_objects, sizeof *passes->bypassed);
    passes->bytes = gcv_alloc(ctx, (size_t)PARTS * VALUES, sizeof *passes->bytes);
    if (classes->first != NULL) {
        passes->own = gcv_alloc(ctx, classes->n_classes, sizeof *passes->own);
        passes->next_own = gcv_alloc(ctx, classes->n_classes, sizeof *passes->next_own);
        memcpy(passes->next_own, classes->first, classes->n_classes * sizeof *passes->next_own);
    }
}

static inline void set_bit(gcv_set_bits *bits, uint32_t at)
{
    bits->word[at / 64] |= (uint64_t)1 << (at % 64);
}

/* Begins a pass over the sets from `base` on. The sets of a class ascend, so each is visited once
 * in all passes. */
static void choose_sets(gcv_passes *passes, uint32_t base)
{
    const gcv_set_classes *classes = passes->classes;
    uint32_t left = classes->n_sets - base;
    passes->base = base;
    passes->n = left < GCV_SETS_A_PASS ? left : GCV_SETS_A_PASS;
    memset(&passes->all, 0, sizeof passes->all);
    memset(&passes->present, 0, sizeof passes->present);
    for (uint32_t i = 0; i < passes->n; i++) {
        set_bit(&passes->all, i);
    }
    if (classes->first == NULL) {
        return;
    }
    memset(passes->own, 0, classes->n_classes * sizeof *passes->own);
    for (uint32_t i = 0; i < classes->n_classes; i++) {
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

static inline void pass_on(gcv_passes *passes, const gcv_set_bits *bits, uint32_t to)
{
    uint64_t *known = passes->bypassed[to].word, fresh = 0, left = 0;
    bool first = gcv_bitset_add(&passes->reached, to);
    for (uint32_t k = 0; k < WORDS; k++) {
        fresh |= bits->word[k] & ~known[k];
        known[k] |= bits->word[k];
        left |= passes->all.word[k] & ~known[k];
    }
    if (left == 0 && fresh != 0) {
        gcv_worklist_settle(&passes->worklist, to);
    } else if (gcv_worklist_is_waiting(&passes->worklist, to)) {
        gcv_worklist_reach(&passes->worklist, to, first);
        return;
    } else if (fresh != 0) {
        gcv_worklist_add(&passes->worklist, to);
    }
}

static void begin_with_roots(gcv_passes *passes, const gcv_root_set *roots)
{
    memset(passes->bypassed, 0, passes->heap->n_objects * sizeof *passes->bypassed);
    memset(passes->reached.words, 0, passes->reached.n_words * sizeof *passes->reached.words);
    for (uint32_t i = 0; i < roots->n; i++) {
        passes->bypassed[roots->object[i]] = passes->all;
        (void)gcv_bitset_add(&passes->reached, roots->object[i]);
    }
}

static void find_bypassed(gcv_passes *passes, const gcv_root_set *roots)
{
    const uint32_t *first_ref = passes->heap->first_ref.data, *refs = passes->heap->refs.data;
    gcv_worklist_init(passes->ctx, &passes->worklist, passes->heap, roots);
    uint64_t steps = 0;
    uint32_t object;
    begin_with_roots(passes, roots);
    while (gcv_worklist_next(&passes->worklist, &object)) {
        uint32_t end = first_ref[object + 1];
        gcv_set_bits bits = own_bits(passes, object);
        for (uint32_t k = 0; k < WORDS; k++) {
            bits.word[k] = passes->bypassed[object].word[k] & ~bits.word[k];
        }
        for (uint32_t i = first_ref[object]; i < end; i++) {
            pass_on(passes, &bits, refs[i]);
        }
        steps += 1 + end - first_ref[object];
    }
    gcv_worklist_release(&passes->worklist);
    passes->ctx->steps += steps;
}

/* Many sets may retain one object. So its bytes are added not to each set but, for each 8 bits, to
 * a sum for the value of these bits; add_sets() adds these sums up by set. */
static void add_objects(gcv_passes *passes)
{
    memset(passes->bytes, 0, (size_t)PARTS * VALUES * sizeof *passes->bytes);
    for (uint32_t object = 0; object < passes->heap->n_objects; object++) {
        gcv_set_bits own = own_bits(passes, object);
        if (!gcv_bitset_has(&passes->reached, object)) {
            continue;
        }
        for (uint32_t k = 0; k < WORDS; k++) {
            uint64_t *bytes = &passes->bytes[(size_t)k * 8 * VALUES];
            uint64_t by = (~passes->bypassed[object].word[k] & passes->all.word[k]) | own.word[k];
            passes->present.word[k] |= own.word[k];
            for (; by != 0; by >>= 8, bytes += VALUES) {
                bytes[by & 0xff] += gcv_heap_size(passes->heap, object);
            }
        }
    }
}

static void add_sets(const gcv_passes *passes, uint64_t *retained)
{
    for (uint32_t i = 0; i < passes->n; i++) {
        const uint64_t *bytes = &passes->bytes[(size_t)(i / 8) * VALUES];
        uint64_t sum = 0;
        for (uint32_t value = 0; value < VALUES; value++) {
            sum += (value >> i % 8 & 1) != 0 ? bytes[value] : 0;
        }
        const bool present = (passes->present.word[i / 64] >> (i % 64) & 1) != 0;
        retained[passes->base + i] = present ? sum : GCV_NOT_REACHABLE;
    }
}

void gcv_retained_by_passes(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained)
{
    gcv_passes passes = {.ctx = ctx, .heap = query->heap, .classes = query->classes};
    gcv_phase(ctx, "marking passes");
    prepare(&passes);
    for (uint32_t done = 0; done < query->classes->n_sets; done += passes.n) {
        choose_sets(&passes, done);
        find_bypassed(&passes, query->roots);
        add_objects(&passes);
        add_sets(&passes, retained);
    }
    gcv_bitset_release(ctx, &passes.reached);
    GCV_FREE(ctx, passes.bypassed, passes.bytes, passes.own, passes.next_own);
}
