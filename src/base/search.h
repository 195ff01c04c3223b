/* search.h - binary search in items that begin with a key and are sorted by it. */
#ifndef GCV_BASE_SEARCH_H
#define GCV_BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Defines a function that counts the items, of `size` bytes each, whose key is at most `limit`. */
#define GCV_COUNT_UP_TO(name, T)                                                                   \
    static inline size_t name(const void *items, size_t size, size_t n, T limit)                   \
    {                                                                                              \
        size_t low = 0, high = n;                                                                  \
        while (low < high) {                                                                       \
            size_t middle = low + (high - low) / 2;                                                \
            T key;                                                                                 \
            memcpy(&key, (const char *)items + middle * size, sizeof key);                         \
            if (key <= limit) {                                                                    \
                low = middle + 1;                                                                  \
            } else {                                                                               \
                high = middle;                                                                     \
            }                                                                                      \
        }                                                                                          \
        return low;                                                                                \
    }                                                                                              \
    typedef char name##_end /* takes the semicolon that follows the macro */

GCV_COUNT_UP_TO(gcv_count_up_to_u64, uint64_t);
GCV_COUNT_UP_TO(gcv_count_up_to_u32, uint32_t);

/* Returns the index of the last item with a key; SIZE_MAX: no item has it. */
static inline size_t gcv_find_u32(const void *items, size_t size, size_t n, uint32_t key)
{
    const size_t at = gcv_count_up_to_u32(items, size, n, key) - 1;
    return at != SIZE_MAX && memcmp((const char *)items + at * size, &key, sizeof key) == 0
               ? at
               : SIZE_MAX;
}

#endif
