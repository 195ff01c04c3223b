/* sort.h - sorting and selection with a total order and a known cost, the same on every platform.
 */
#ifndef GCV_BASE_SORT_H
#define GCV_BASE_SORT_H

#include "base/context.h"

/* True if item `a` comes before item `b`. Must be a strict weak order. */
typedef bool (*gcv_before_fn)(const void *payload, uint32_t a, uint32_t b);

/* Returns the sort key of an item. */
typedef uint64_t (*gcv_key_fn)(const void *payload, uint32_t item);

/* Stable merge sort of item numbers: O(n log n) calls, n × 4 bytes (none for a few items). A sorted
 * input costs n calls. */
void gcv_sort(gcv_context *ctx, uint32_t *items, size_t n, gcv_before_fn before,
              const void *payload);

void gcv_reverse_u32(uint32_t *items, size_t n);

/* Allocate the numbers 0 to n - 1, ascending or sorted, in n × 4 bytes. */
uint32_t *gcv_numbers_new(gcv_context *ctx, size_t n);
uint32_t *gcv_numbers_sorted(gcv_context *ctx, size_t n, gcv_before_fn before, const void *payload);

/* Stable sort of item numbers by a key, lowest or highest first: O(n) calls for every 11 bits in
 * which keys differ, n × 4 bytes (none for a few items). A sorted input costs n calls. */
void gcv_sort_by_key(gcv_context *ctx, uint32_t *items, size_t n, gcv_key_fn key,
                     const void *payload, bool descending);

/* Moves the first `k` items in order (all, if `n` is less) to the front, sorted, and returns their
 * number. The rest is left in any order. O(n log k) calls, no memory. */
size_t gcv_select(uint32_t *items, size_t n, size_t k, gcv_before_fn before, const void *payload);

/* Stable radix sort of keys, each with a companion value, least significant byte first: O(n) for
 * each byte in which keys differ, n × 12 bytes. Sorted keys cost one pass and no memory. */
void gcv_sort_u64(gcv_context *ctx, uint64_t *keys, uint32_t *with, size_t n);

/* Sorts numbers in place; meant for short runs. O(n log n), no memory. */
void gcv_sort_u32(uint32_t *items, size_t n);

#endif
