/* odd_heap.h - small random heaps whose names are as bad as they get, for what converts them. */
#ifndef GCV_TEST_ODD_HEAP_H
#define GCV_TEST_ODD_HEAP_H

#include <gcview/gcview.h>

#include <stdbool.h>

/* Objects with ids from 0 on, some huge; roots of all kinds and flags, with labels or containers,
 * some of them dangling. The seed chooses all. */
gcv_heap *odd_heap(gcv_context *ctx, uint64_t seed);

/* Whether texts are equal once what is not UTF-8 has become U+FFFD. */
bool odd_same_text(gcv_slice a, gcv_slice b);

#endif
