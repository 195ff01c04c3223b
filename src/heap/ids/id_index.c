/* id_index.c - a sorted and hashed table of ids, and the choice between it and pages; see
 * id_index.h. */
#include "heap/ids/id_index.h"

#include "base/sort.h"

#include <string.h>

/* ---- ids without structure ------------------------------------------------------------------- */

uint32_t gcv_id_table_find(const gcv_id_table *table, uint64_t id)
{
    if (table->n_slots == 0) {
        const size_t at = gcv_find_u64(table->ids, sizeof *table->ids, table->n, id);
        return at != SIZE_MAX ? (uint32_t)at : GCV_NONE;
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

/* Sorts and hashes the n ids from `begin` on. Appends the indices of duplicates in the column to
 * `duplicates`, in ascending order. O(n) for each byte in which ids differ. */
static void build_table(gcv_context *ctx, gcv_id_table *table, const gcv_id_column *ids,
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

/* ---- the choice between pages and a table ----------------------------------------------- */

/* With fewer ids than this, pages are not worth their memory: a file may have a million tiny
 * sections. */
enum { FEW_IDS = 2048 };

bool gcv_id_index_build(gcv_context *ctx, gcv_id_index *index, const gcv_id_column *ids,
                        size_t begin, size_t end, gcv_u32_column *duplicates)
{
    size_t first_duplicate = duplicates->n;
    gcv_id_survey found;
    bool fits = false;
    gcv_id_survey_find(&found, ids, begin, end);
    bool ordered = found.ordered;
    memset(index, 0, sizeof *index);
    if (end - begin >= FEW_IDS) {
        fits = gcv_id_pages_build(ctx, &index->as.pages, &found, duplicates);
    }
    if (!fits) {
        gcv_id_pages_release(ctx, &index->as.pages);
        duplicates->n = first_duplicate;
        index->hashed = true;
        build_table(ctx, &index->as.table, ids, begin, end - begin, duplicates);
    }
    index->n = (uint32_t)(end - begin - (duplicates->n - first_duplicate));
    return ordered;
}

void gcv_id_index_find_batch(const gcv_id_index *index, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks)
{
    const gcv_id_table *table = &index->as.table;
    if (!index->hashed) {
        gcv_id_pages_find_batch(&index->as.pages, ids, begin, n, ranks);
    } else if (table->n_slots > 0) {
        find_by_hash(table, ids, begin, n, ranks);
    }
    for (size_t i = 0; i < n && index->hashed && table->n_slots == 0; i++) {
        ranks[i] = gcv_id_table_find(table, gcv_id_column_get(ids, begin + i));
    }
}

uint64_t gcv_id_index_id(const gcv_id_index *index, uint32_t rank)
{
    return index->hashed ? index->as.table.ids[rank] : gcv_id_pages_id(&index->as.pages, rank);
}

void gcv_id_index_ids(const gcv_id_index *index, const uint32_t *ranks, size_t n, uint64_t *ids)
{
    if (!index->hashed) {
        gcv_id_pages_ids(&index->as.pages, ranks, n, ids);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        ids[i] = index->as.table.ids[ranks[i]];
    }
}

void gcv_id_index_list(const gcv_id_index *index, uint64_t *ids)
{
    if (!index->hashed) {
        gcv_id_pages_list(&index->as.pages, ids);
    } else if (index->n > 0) {
        memcpy(ids, index->as.table.ids, index->n * sizeof *ids);
    }
}

void gcv_id_index_shrink(gcv_context *ctx, gcv_id_index *index)
{
    if (index->hashed) {
        gcv_free(ctx, index->as.table.slots);
        index->as.table.slots = NULL;
        index->as.table.n_slots = 0;
    }
}

void gcv_id_index_release(gcv_context *ctx, gcv_id_index *index)
{
    if (index->hashed) {
        GCV_FREE(ctx, index->as.table.slots, index->as.table.ids);
        index->as.table = (gcv_id_table){0};
    } else {
        gcv_id_pages_release(ctx, &index->as.pages);
    }
}
