/* heap_law.h - what holds for any heap, tried on those of random logs and on odd ones. */
#ifndef GCV_TEST_HEAP_LAW_H
#define GCV_TEST_HEAP_LAW_H

#include "support/graphs.h"

#include <gcview/gcview.h>

#include <stdbool.h>

/* False, and why, if it does not hold for the heap. */
typedef bool (*heap_law)(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX]);

/* Whether it holds for the heap of a log; a log that is refused has none. */
bool heap_law_of_log(heap_law law, const graph *g, const graph_style *style,
                     char why[GRAPH_WHY_MAX]);

/* Fails the test unless it holds for so many odd heaps (odd_heap.h), less under sanitizers. */
void heap_law_of_odd_heaps(heap_law law, uint32_t rounds, bool huge);

#endif
