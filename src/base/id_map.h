/* id_map.h - a hash table from 64-bit keys of a file to 32-bit values.
 *
 * Open addressing, at most half full, seeded: O(1) a lookup, up to 48 bytes a key. Consecutive keys
 * are stored together, 8 of them in two cache lines, because they are often looked up in sequence.
 */
#ifndef GCV_BASE_ID_MAP_H
#define GCV_BASE_ID_MAP_H

#include "base/context.h"
#include "base/hash.h"

typedef struct gcv_id_map_entry {
    uint64_t key;
    uint32_t value; /* plus one; 0: free */
} gcv_id_map_entry;

typedef struct gcv_id_map {
    gcv_id_map_entry *entries; /* `cap` of them, a power of two or 0; zeroed: an empty map */
    size_t n, cap;
} gcv_id_map;

/* A key that is two numbers. */
static inline uint64_t gcv_pair_key(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

/* Returns the entry of a key, or the free entry where it belongs; the map must have a free one. */
static inline gcv_id_map_entry *gcv_id_map_find(const gcv_context *ctx, const gcv_id_map *map,
                                                uint64_t key)
{
    size_t mask = map->cap - 1;
    size_t at = (size_t)(gcv_hash_u64(key >> 3, ctx->seed) + (key & 7)) & mask;
    while (map->entries[at].value != 0 && map->entries[at].key != key) {
        at = (at + 1) & mask;
    }
    return &map->entries[at];
}

/* Returns the value of a key, or GCV_NONE. */
static inline uint32_t gcv_id_map_get(const gcv_context *ctx, const gcv_id_map *map, uint64_t key)
{
    return map->n == 0 ? GCV_NONE : gcv_id_map_find(ctx, map, key)->value - 1;
}

/* Sets the value of a key; `value` is below GCV_NONE. */
void gcv_id_map_set(gcv_context *ctx, gcv_id_map *map, uint64_t key, uint32_t value);

/* Returns the value of a key, which is `next` from now on if the key is new. With `next` the number
 * of rows that a caller has, a key is new if the result is that number. */
static inline uint32_t gcv_id_map_enter(gcv_context *ctx, gcv_id_map *map, uint64_t key,
                                        size_t next)
{
    const uint32_t known = gcv_id_map_get(ctx, map, key);
    if (known == GCV_NONE) {
        gcv_id_map_set(ctx, map, key, (uint32_t)next);
    }
    return known != GCV_NONE ? known : (uint32_t)next;
}

void gcv_id_map_release(gcv_context *ctx, gcv_id_map *map);

#endif
