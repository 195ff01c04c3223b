/* id_map.c - a hash table from 64-bit keys to 32-bit values; see id_map.h. */
#include "base/id_map.h"

#include "base/error.h"

static gcv_status grow(gcv_context *ctx, gcv_id_map *map, gcv_error *err)
{
    gcv_id_map wider = {NULL, 0, 0};
    size_t i;
    wider.n = map->n;
    wider.cap = map->cap == 0 ? 16 : map->cap * 2;
    wider.entries = gcv_alloc_zeroed(ctx, wider.cap, sizeof *wider.entries, err);
    if (wider.entries == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < map->cap; i++) {
        if (map->entries[i].value != 0) {
            *gcv_id_map_find(ctx, &wider, map->entries[i].key) = map->entries[i];
        }
    }
    gcv_free(ctx, map->entries, map->cap, sizeof *map->entries);
    *map = wider;
    return GCV_OK;
}

gcv_status gcv_id_map_set(gcv_context *ctx, gcv_id_map *map, uint64_t key, uint32_t value,
                          gcv_error *err)
{
    gcv_id_map_entry *entry;
    if (map->n >= map->cap / 2) {
        gcv_status status = grow(ctx, map, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    entry = gcv_id_map_find(ctx, map, key);
    map->n += entry->value == 0;
    entry->key = key;
    entry->value = value + 1;
    return GCV_OK;
}

void gcv_id_map_release(gcv_context *ctx, gcv_id_map *map)
{
    gcv_free(ctx, map->entries, map->cap, sizeof *map->entries);
    map->entries = NULL;
    map->n = 0;
    map->cap = 0;
}
