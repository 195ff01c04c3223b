/* odd_heap.h - small random heaps with the worst possible names, for tests of converters. */
#ifndef GCV_TEST_ODD_HEAP_H
#define GCV_TEST_ODD_HEAP_H

#include <gcview/gcview.h>

#include <stdbool.h>

/* Makes objects with ids from 0 on, some of more than 4 GiB if `huge`, and roots of all kinds and
 * flags, with labels or containers, some of them dangling. The seed determines everything. */
gcv_heap *odd_heap(gcv_context *ctx, uint64_t seed, bool huge);

/* Whether an object keeps its id in a format in which ids are addresses: the id is not 0, and no
 * object of an earlier domain has it. */
bool odd_keeps_id(const gcv_heap *heap, uint32_t object);

/* Whether texts are equal after invalid UTF-8 has become U+FFFD. */
bool odd_same_text(gcv_slice a, gcv_slice b);

#endif
