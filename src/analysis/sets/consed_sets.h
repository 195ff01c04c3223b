/* consed_sets.h - immutable sets of small numbers, in shared parts.
 *
 * Binary tries over the bits of the elements (Patricia trees; D. R. Morrison, 1968; C. Okasaki and
 * A. Gill, "Fast Mergeable Integer Maps", 1998), with every node hash-consed: equal sets have equal
 * numbers, common parts are shared, and the intersection of two sets costs about what they differ
 * in.
 *
 * Up to GCV_BUCKET elements are one node, a list. A list that is no part of a larger set is made
 * without looking for an equal one, so equal lists may have several numbers. Most sets of real
 * heaps are such lists, and the index of them all would not fit into any cache: it took over a
 * quarter of the time, and saved only a fifth of the nodes and no memory. But intersections of one
 * element are few and frequent, and what is added to one is cached by its number: they are looked
 * for.
 *
 * Adding an element: O(32). Recursion is bounded by the 32 bits of an element.
 */
#ifndef GCV_ANALYSIS_SETS_CONSED_SETS_H
#define GCV_ANALYSIS_SETS_CONSED_SETS_H

#include "base/column.h"

#define GCV_EMPTY_SET 0u

/* This makes a node half a cache line. Even: words are hashed in pairs. */
enum { GCV_BUCKET = 6 };

typedef struct gcv_set_node {
    uint32_t n;     /* elements */
    uint32_t marks; /* a bit for each element, of which several may share one */
    union {
        uint32_t element[GCV_BUCKET]; /* if there is room for them: ascending, then zeros */
        struct {
            uint32_t key;         /* the bits above `bit`, which all elements have in common */
            uint32_t bit;         /* a power of two: the highest in which they differ */
            uint32_t zeros, ones; /* sets of the elements with the bit clear and set */
            uint32_t none[GCV_BUCKET - 4]; /* zeros */
        } branch;                          /* if not */
    } of;
} gcv_set_node;

GCV_COLUMN(gcv_set_node_column, gcv_set_node);

/* The bit of an element among the marks of a node. */
static inline uint32_t gcv_set_mark(uint32_t element) { return (uint32_t)1 << element % 32; }

enum { GCV_SET_CACHE_LEAST = 1 << 6, GCV_SET_CACHE_MOST = 1 << 14 };

typedef struct gcv_set_slot {
    uint32_t node, hash;
} gcv_set_slot;

typedef struct gcv_consed_sets {
    gcv_context *ctx;
    gcv_set_node_column nodes; /* a set is the number of a node; parts come before the whole */
    gcv_set_slot *index;       /* branches and their parts by content; node 0: the slot is free */
    size_t n_index;            /* a power of two */
    size_t n_indexed;
    struct gcv_intersection *cache; /* by hash of the operands; an entry replaces another */
    size_t n_cache;                 /* a power of two */
    uint64_t steps; /* nodes that were made or looked for, elements that were compared */
} gcv_consed_sets;

/* `expected`: how many sets will be made, roughly. */
GCV_CHECKED gcv_status gcv_consed_sets_init(gcv_context *ctx, gcv_consed_sets *sets,
                                            size_t expected, gcv_error *err);
void gcv_consed_sets_release(gcv_consed_sets *sets);

/* Cache entries that pay off for this many look-ups: a power of two. Clearing a large cache would
 * cost small heaps more than it saves. */
size_t gcv_set_cache_size(size_t expected);

/* Adds an element, below 2^32 - 1, to `*set`. */
GCV_CHECKED gcv_status gcv_consed_sets_add(gcv_consed_sets *sets, uint32_t *set, uint32_t element,
                                           gcv_error *err);

bool gcv_consed_sets_contain(const gcv_consed_sets *sets, uint32_t set, uint32_t element);

/* Replaces `*set` by its intersection with `other`. */
GCV_CHECKED gcv_status gcv_consed_sets_intersect(gcv_consed_sets *sets, uint32_t *set,
                                                 uint32_t other, gcv_error *err);

/* Adds to totals[element] the weights of all sets that hold the element. `weights` has an entry for
 * each of the sets->nodes.n sets, 0 for most, and is destroyed. O(nodes). */
void gcv_consed_sets_spread(const gcv_consed_sets *sets, uint64_t *weights, uint64_t *totals);

#endif
