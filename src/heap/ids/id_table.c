/* id_table.c - ids without structure: sorted and hashed; see id_index.h. */
#include "heap/ids/id_index.h"

#include "base/sort.h"

uint32_t gcv_id_table_find(const gcv_id_table *table, uint64_t id)
{
    if (table->n_slots == 0) {
        size_t n = gcv_count_up_to_u64(table->ids, sizeof *table->ids, table->n, id);
        return n > 0 && table->ids[n - 1] == id ? (uint32_t)n - 1 : GCV_NONE;
    } else {
        size_t mask = table->n_slots - 1;
        size_t at = (size_t)gcv_hash_u64(id, table->seed) & mask;
        while (table->slots[at] != 0 && table->ids[table->slots[at] - 1] != id) {
            at = (at + 1) & mask;
        }
        return table->slots[at] != 0 ? table->slots[at] - 1 : GCV_NONE;
    }
}

static void enter_ids(gcv_context *ctx, gcv_id_table *table)
{
    size_t n_slots = 16;
    while (n_slots / 8 * 5 < table->n) {
        n_slots *= 2;
    }
    table->slots = gcv_alloc_zeroed(ctx, n_slots, sizeof *table->slots);
    table->n_slots = n_slots;
    size_t mask = n_slots - 1;
    for (uint32_t i = 0; i < table->n; i++) {
        size_t at = (size_t)gcv_hash_u64(table->ids[i], table->seed) & mask;
        while (table->slots[at] != 0) {
            at = (at + 1) & mask;
            ctx->steps++; /* only the hash bounds collisions */
        }
        table->slots[at] = i + 1;
    }
}

/* Removes repeats from the sorted ids of the table; the first of equal ids stays. `where`: the
 * index of each id in its column. */
static void take_repeats_out(gcv_context *ctx, gcv_id_table *table, const uint32_t *where, size_t n,
                             gcv_u32_column *duplicates)
{
    size_t kept = 0, first_duplicate = duplicates->n;
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && table->ids[i] == table->ids[kept - 1]) {
            gcv_u32_column_push(ctx, duplicates, where[i]);
        } else {
            table->ids[kept++] = table->ids[i];
        }
    }
    if (duplicates->n > first_duplicate) {
        gcv_sort_u32(duplicates->data + first_duplicate, duplicates->n - first_duplicate);
    }
    table->n = (uint32_t)kept;
}

void gcv_id_table_build(gcv_context *ctx, gcv_id_table *table, const gcv_id_column *ids,
                        size_t begin, size_t n, gcv_u32_column *duplicates)
{
    uint64_t *ids_block = gcv_alloc(ctx, n, sizeof *ids_block);
    uint32_t *where = gcv_alloc(ctx, n, sizeof *where);
    *table = (gcv_id_table){.seed = ctx->seed, .ids = ids_block};
    for (size_t i = 0; i < n; i++) {
        ids_block[i] = gcv_id_column_get(ids, begin + i);
        where[i] = (uint32_t)(begin + i);
    }
    gcv_sort_u64(ctx, ids_block, where, n);
    take_repeats_out(ctx, table, where, n, duplicates);
    if (table->n != n) {
        table->ids = gcv_shrink(ctx, ids_block, table->n, sizeof *ids_block);
    }
    gcv_free(ctx, where);
    enter_ids(ctx, table);
}

/* Works in loops, as for pages; an id that collides is looked up alone. */
static void find_by_hash(const gcv_id_table *table, const gcv_id_column *ids, size_t begin,
                         size_t n, uint32_t *ranks)
{
    uint64_t wanted[GCV_FIND_BATCH], there[GCV_FIND_BATCH];
    size_t places[GCV_FIND_BATCH], mask = table->n_slots - 1;
    uint32_t slots[GCV_FIND_BATCH];
    for (size_t i = 0; i < n; i++) {
        wanted[i] = gcv_id_column_get(ids, begin + i);
        places[i] = (size_t)gcv_hash_u64(wanted[i], table->seed) & mask;
    }
    for (size_t i = 0; i < n; i++) {
        slots[i] = table->slots[places[i]];
    }
    for (size_t i = 0; i < n; i++) {
        there[i] = table->ids[slots[i] != 0 ? slots[i] - 1 : 0];
    }
    for (size_t i = 0; i < n; i++) {
        if (slots[i] == 0) {
            ranks[i] = GCV_NONE;
        } else {
            ranks[i] = there[i] == wanted[i] ? slots[i] - 1 : gcv_id_table_find(table, wanted[i]);
        }
    }
}

void gcv_id_table_find_batch(const gcv_id_table *table, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks)
{
    if (table->n_slots > 0) {
        find_by_hash(table, ids, begin, n, ranks);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        ranks[i] = gcv_id_table_find(table, gcv_id_column_get(ids, begin + i));
    }
}

void gcv_id_table_shrink(gcv_context *ctx, gcv_id_table *table)
{
    gcv_free(ctx, table->slots);
    table->slots = NULL;
    table->n_slots = 0;
}

void gcv_id_table_release(gcv_context *ctx, gcv_id_table *table)
{
    gcv_id_table_shrink(ctx, table);
    gcv_free(ctx, table->ids);
    *table = (gcv_id_table){0};
}
