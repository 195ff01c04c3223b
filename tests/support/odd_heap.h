/* odd_heap.h - small random heaps whose names are as bad as they get, for what converts them. */
#ifndef GCV_TEST_ODD_HEAP_H
#define GCV_TEST_ODD_HEAP_H

#include <gcview/gcview.h>

#include <stdbool.h>

/* Objects with ids from 0 on, if `huge` some of more than 4 GiB; roots of all kinds and flags, with
 * labels or containers, some of them dangling. The seed chooses all. */
gcv_heap *odd_heap(gcv_context *ctx, uint64_t seed, bool huge);

/* Whether an object keeps its id in a format in which ids are addresses: it is not 0, and no object
 * of a domain before has it. */
bool odd_keeps_id(const gcv_heap *heap, uint32_t object);

/* Whether texts are equal once what is not UTF-8 has become U+FFFD. */
bool odd_same_text(gcv_slice a, gcv_slice b);

#endif
