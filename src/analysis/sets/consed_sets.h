/* consed_sets.h - immutable sets of small numbers, with shared parts.
 *
 * Binary tries over the bits of the elements (Patricia trees; D. R. Morrison, 1968; C. Okasaki and
 * A. Gill, "Fast Mergeable Integer Maps", 1998), with every node hash-consed: equal sets have equal
 * numbers, common parts are shared, and an intersection costs about as much as the two sets differ.
 *
 * Up to GCV_SET_LIST_MAX elements are one node, a list. A list that is not part of a larger set is
 * created without looking for an equal one, so equal lists may have several numbers. Most sets of
 * real heaps are such lists, and an index of them all would not fit into any cache: it took over a
 * quarter of the time, and saved only a fifth of the nodes and no memory. The exception is an
 * intersection of one element. Such sets are few and frequent, and callers cache results by
 * set number, so an equal one is looked up.
 *
 * Adding an element: O(32). Recursion is bounded by the 32 bits of an element.
 */
#ifndef GCV_ANALYSIS_SETS_CONSED_SETS_H
#define GCV_ANALYSIS_SETS_CONSED_SETS_H

#include "base/column.h"

#define GCV_EMPTY_SET 0u

/* Makes a node half a cache line. Even, because words are hashed in pairs. */
enum { GCV_SET_LIST_MAX = 6 };

typedef struct gcv_set_node {
    uint32_t n;     /* number of elements */
    uint32_t marks; /* a bit for each element; elements may share a bit */
    union {
        uint32_t element[GCV_SET_LIST_MAX]; /* n <= GCV_SET_LIST_MAX: ascending, then zeros */
        struct {
            uint32_t key;         /* the bits above `bit`, equal in all elements */
            uint32_t bit;         /* a power of two: the highest bit in which elements differ */
            uint32_t zeros, ones; /* sets of the elements with the bit clear and set */
            uint32_t none[GCV_SET_LIST_MAX - 4]; /* zeros */
        } branch;                                /* n > GCV_SET_LIST_MAX */
    } as;
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
    gcv_set_node_column nodes; /* a set is the index of a node; parts precede the whole */
    gcv_set_slot *index;       /* branches, parts and some lists, by content; node 0: free slot */
    size_t n_index;            /* a power of two */
    size_t n_indexed;
    struct gcv_intersection *cache; /* by hash of the operands; a new entry replaces the old one */
    size_t n_cache;                 /* a power of two */
    uint64_t steps; /* nodes created or looked up, pairs intersected, elements tested */
} gcv_consed_sets;

/* `expected`: approximate number of sets to be created. */
void gcv_consed_sets_init(gcv_context *ctx, gcv_consed_sets *sets, size_t expected);
void gcv_consed_sets_release(gcv_consed_sets *sets);

/* Number of cache entries that pays off for this many lookups, a power of two. Clearing a large
 * cache would cost small heaps more than it saves. */
size_t gcv_set_cache_size(size_t expected);

/* Adds an element, below 2^32 - 1, to `*set`. */
void gcv_consed_sets_add(gcv_consed_sets *sets, uint32_t *set, uint32_t element);

bool gcv_consed_sets_contain(const gcv_consed_sets *sets, uint32_t set, uint32_t element);

/* Replaces `*set` by its intersection with `other`. */
void gcv_consed_sets_intersect(gcv_consed_sets *sets, uint32_t *set, uint32_t other);

/* Adds the weight of each set to totals[element] for each of its elements. `weights` has an entry
 * for each of the sets->nodes.n sets, 0 for most, and is destroyed. O(nodes). */
void gcv_consed_sets_spread(const gcv_consed_sets *sets, uint64_t *weights, uint64_t *totals);

#endif
