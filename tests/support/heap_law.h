/* heap_law.h - laws that hold for any heap, checked on heaps of random logs and on odd heaps. */
#ifndef GCV_TEST_HEAP_LAW_H
#define GCV_TEST_HEAP_LAW_H

#include "support/graphs.h"

#include <gcview/gcview.h>

#include <stdbool.h>

/* A law. Returns false, and writes the reason to `why`, if it does not hold for the heap. */
typedef bool (*heap_law)(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX]);

/* Whether the law holds for the heap of a log. A log that is refused has no heap, and passes. */
bool heap_law_of_log(heap_law law, const graph *g, const graph_style *style,
                     char why[GRAPH_WHY_MAX]);

/* Fails the test unless the law holds for that number of odd heaps (odd_heap.h), fewer under
 * sanitizers. */
void heap_law_of_odd_heaps(heap_law law, uint32_t rounds, bool huge);

#endif
