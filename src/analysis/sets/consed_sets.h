/* consed_sets.h - immutable sets of small numbers, each distinct set stored once.
 *
 * Binary tries over the bits of the elements (Patricia trees; D. R. Morrison, 1968; C. Okasaki and
 * A. Gill, "Fast Mergeable Integer Maps", 1998), with every node hash-consed: equal sets have equal
 * names, common parts are shared, and the intersection of two sets costs about what they differ in.
 * Up to GCV_BUCKET elements are one node, a list, so most sets of real heaps are found by one
 * look-up.
 *
 * Adding an element: O(32). Recursion is bounded by the 32 bits of an element.
 */
#ifndef GCV_ANALYSIS_SETS_CONSED_SETS_H
#define GCV_ANALYSIS_SETS_CONSED_SETS_H

#include "base/column.h"

#define GCV_EMPTY_SET 0u

/* As many as make a node half a cache line. */
enum { GCV_BUCKET = 7 };

typedef struct gcv_set_node {
    uint32_t n; /* elements */
    union {
        uint32_t element[GCV_BUCKET]; /* if there is room for them: ascending, then zeros */
        struct {
            uint32_t key;                  /* the bits above `bit`, which all elements share */
            uint32_t bit;                  /* a power of two: the highest in which they differ */
            uint32_t zeros, ones;          /* sets of the elements with the bit clear and set */
            uint32_t none[GCV_BUCKET - 4]; /* zeros */
        } branch;                          /* if not */
    } of;
} gcv_set_node;

GCV_COLUMN(gcv_set_node_column, gcv_set_node);

enum { GCV_SET_CACHE_LEAST = 1 << 6, GCV_SET_CACHE_MOST = 1 << 14 };

typedef struct gcv_set_slot {
    uint32_t node, hash;
} gcv_set_slot;

typedef struct gcv_element_sets {
    gcv_context *ctx;
    gcv_set_node_column nodes; /* a set is the number of a node; parts come before the whole */
    gcv_set_slot *index;       /* node, or 0: free; nodes by content */
    size_t n_index;
    struct gcv_meet_entry *cache; /* of intersections; may forget */
    size_t n_cache;               /* a power of two */
} gcv_element_sets;

/* `expected`: about how often sets will be made. */
GCV_CHECKED gcv_status gcv_element_sets_init(gcv_context *ctx, gcv_element_sets *sets,
                                             size_t expected, gcv_error *err);
void gcv_element_sets_release(gcv_element_sets *sets);

/* Entries that a cache is worth which that many look-ups are made in: a power of two. Small heaps
 * would pay more for clearing a large one than it saves. */
size_t gcv_set_cache_size(size_t expected);

/* `*set` with an element more. Elements are below 2^32 - 1. */
GCV_CHECKED gcv_status gcv_element_sets_add(gcv_element_sets *sets, uint32_t *set, uint32_t element,
                                            gcv_error *err);

bool gcv_element_sets_contain(const gcv_element_sets *sets, uint32_t set, uint32_t element);

/* `*set` becomes its intersection with `other`. */
GCV_CHECKED gcv_status gcv_element_sets_meet(gcv_element_sets *sets, uint32_t *set, uint32_t other,
                                             gcv_error *err);

/* `weights` has a weight for each set (0 for most); every element's total goes to
 * `totals[element]`, added up. Destroys `weights`, which has sets->nodes.n entries. O(nodes). */
void gcv_element_sets_spread(const gcv_element_sets *sets, uint64_t *weights, uint64_t *totals);

#endif
