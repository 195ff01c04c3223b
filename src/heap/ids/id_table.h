/* id_table.h - the half of id_index.h for ids without structure: sorted, and hashed while
 * references are translated. 8 bytes an id, and up to 13 for the hash table of ranks. */
#ifndef GCV_HEAP_IDS_ID_TABLE_H
#define GCV_HEAP_IDS_ID_TABLE_H

#include "heap/ids/id_column.h"

typedef struct gcv_id_table {
    uint64_t seed;
    uint64_t *ids;   /* n of them, strictly ascending */
    uint32_t *slots; /* open addressing: ranks + 1, 0: free */
    size_t n_slots;  /* a power of two; 0: ids are found by binary search */
    uint32_t n;
} gcv_id_table;

/* Sorts and hashes the n ids from `begin` on. Appends the indices of duplicates in the column to
 * `duplicates`, in ascending order. O(n) for each byte in which ids differ. */
GCV_CHECKED gcv_status gcv_id_table_build(gcv_context *ctx, gcv_id_table *table,
                                          const gcv_id_column *ids, size_t begin, size_t n,
                                          gcv_u32_column *duplicates, gcv_error *err);
void gcv_id_table_release(gcv_context *ctx, gcv_id_table *table);

/* Frees the hash table. */
void gcv_id_table_shrink(gcv_context *ctx, gcv_id_table *table);

/* Returns the rank of an id, or GCV_NONE. O(1), O(log n) without the hash table. */
uint32_t gcv_id_table_find(const gcv_id_table *table, uint64_t id);

/* Finds the ranks of the ids [begin, begin + n) of a column, n up to GCV_FIND_BATCH. */
void gcv_id_table_find_batch(const gcv_id_table *table, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks);

#endif
