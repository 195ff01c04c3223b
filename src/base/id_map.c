/* id_map.c - a hash table from 64-bit keys to 32-bit values; see id_map.h. */
#include "base/id_map.h"

#include "base/column.h"

static void grow(gcv_context *ctx, gcv_id_map *map)
{
    gcv_id_map wider = {.n = map->n, .cap = map->cap == 0 ? 16 : map->cap * 2};
    wider.entries = gcv_alloc_zeroed(ctx, wider.cap, sizeof *wider.entries);
    for (size_t i = 0; i < map->cap; i++) {
        if (map->entries[i].value != 0) {
            *gcv_id_map_find(ctx, &wider, map->entries[i].key) = map->entries[i];
        }
    }
    gcv_free(ctx, map->entries);
    *map = wider;
}

void gcv_id_map_set(gcv_context *ctx, gcv_id_map *map, uint64_t key, uint32_t value)
{
    if (map->n >= map->cap / 2) {
        grow(ctx, map);
    }
    gcv_id_map_entry *entry = gcv_id_map_find(ctx, map, key);
    map->n += entry->value == 0;
    entry->key = key;
    entry->value = value + 1;
}

/* gcv_release_all() takes a map for a column. */
GCV_STATIC_ASSERT(is_column, sizeof(gcv_id_map) == sizeof(gcv_u32_column));

void gcv_id_map_release(gcv_context *ctx, gcv_id_map *map)
{
    gcv_free(ctx, map->entries);
    *map = (gcv_id_map){0};
}
