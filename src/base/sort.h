/* sort.h - sorting and selection with a total order and a known cost, the same on every platform.
 */
#ifndef GCV_BASE_SORT_H
#define GCV_BASE_SORT_H

#include "base/column.h"

#include <string.h>

/* True if item `a` comes before item `b`. Must be a strict weak order. */
typedef bool (*gcv_before_fn)(const void *payload, uint32_t a, uint32_t b);

typedef uint64_t (*gcv_key_fn)(const void *payload, uint32_t item);

/* Define such functions: an order by an expression of `of`, the payload as a `T *`, and of the
 * items `a` and `b`; a key by one of `payload` and `row`. */
#define GCV_BEFORE(name, T, expression)                                                            \
    static bool name(const void *payload, uint32_t a, uint32_t b)                                  \
    {                                                                                              \
        const T *of = payload;                                                                     \
        return expression;                                                                         \
    }                                                                                              \
    static bool name(const void *payload, uint32_t a, uint32_t b) /* takes the semicolon */
#define GCV_KEY(name, expression) GCV_OF_ROW(uint64_t, name, expression)
#define GCV_OF_ROW(type, name, expression)                                                         \
    static type name(const void *payload GCV_UNUSED, uint32_t row GCV_UNUSED)                      \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    static type name(const void *payload, uint32_t row) /* takes the semicolon */

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
void gcv_sort_keys(gcv_context *ctx, uint64_t *keys, size_t n);

/* Sorts numbers in place; meant for short runs. O(n log n), no memory. */
void gcv_sort_u32(uint32_t *items, size_t n);

/* ---- binary search ------------------------------------------------------------------------ */

/* Adds to `count` the items from it to `end` for which an expression of their number `at` holds. It
 * holds for all items before one for which it does. */
#define GCV_BISECT(count, end, at, holds)                                                          \
    do {                                                                                           \
        size_t above_ = (end);                                                                     \
        while ((count) < above_) {                                                                 \
            const size_t at = (count) + (above_ - (count)) / 2;                                    \
            if (holds) {                                                                           \
                (count) = at + 1;                                                                  \
            } else {                                                                               \
                above_ = at;                                                                       \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* For items that begin with a key and are sorted by it: defines a function that counts the items,
 * of `size` bytes each, whose key is at most `limit`. */
#define GCV_COUNT_UP_TO(name, T)                                                                   \
    static inline size_t name(const void *items, size_t size, size_t n, T limit)                   \
    {                                                                                              \
        size_t count = 0;                                                                          \
        T key;                                                                                     \
        GCV_BISECT(count, n, at,                                                                   \
                   (memcpy(&key, (const char *)items + at * size, sizeof key), key <= limit));     \
        return count;                                                                              \
    }                                                                                              \
    typedef char name##_end /* takes the semicolon that follows the macro */

GCV_COUNT_UP_TO(gcv_count_up_to_u64, uint64_t);
GCV_COUNT_UP_TO(gcv_count_up_to_u32, uint32_t);

/* For the same items: defines a function that returns the index of the last item with a key;
 * SIZE_MAX: no item has it. */
#define GCV_FIND_KEY(name, count_up_to, T)                                                         \
    static inline size_t name(const void *items, size_t size, size_t n, T key)                     \
    {                                                                                              \
        const size_t at = count_up_to(items, size, n, key) - 1;                                    \
        return at != SIZE_MAX && memcmp((const char *)items + at * size, &key, sizeof key) == 0    \
                   ? at                                                                            \
                   : SIZE_MAX;                                                                     \
    }                                                                                              \
    typedef char name##_end

GCV_FIND_KEY(gcv_find_u64, gcv_count_up_to_u64, uint64_t);
GCV_FIND_KEY(gcv_find_u32, gcv_count_up_to_u32, uint32_t);

/* ---- a priority queue of item numbers ----------------------------------------------------- */

/* An empty queue: set the order and leave the rest zeroed. */
typedef struct gcv_priority_queue {
    gcv_before_fn before;
    const void *payload;
    gcv_u32_column items; /* a binary heap */
} gcv_priority_queue;

/* O(log items) calls of `before`. */
void gcv_priority_queue_push(gcv_context *ctx, gcv_priority_queue *queue, uint32_t item);
/* Removes and returns the first item; the queue must not be empty. O(log items) calls of `before`.
 */
uint32_t gcv_priority_queue_pop(gcv_priority_queue *queue);

void gcv_priority_queue_release(gcv_context *ctx, gcv_priority_queue *queue);

#endif
