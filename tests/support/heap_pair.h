/* heap_pair.h - two random heaps that share some type names, each with its oracle. */
#ifndef GCV_TEST_HEAP_PAIR_H
#define GCV_TEST_HEAP_PAIR_H

#include "support/oracle.h"

/* Both heaps in one context, as a session has them. */
typedef struct heap_pair {
    subject a, b;
    graph second;
    gcv_heap *heap_b; /* the heap of `b`, in the context of `a` */
} heap_pair;

/* Returns false, with `why`, on failure; then nothing is left to close. */
bool heap_pair_open(heap_pair *p, const graph *g, const graph_style *style,
                    char why[GRAPH_WHY_MAX]);
bool heap_pair_close(heap_pair *p, bool good, char why[GRAPH_WHY_MAX]);

#endif
