/* id_table.h - the half of id_index.h that is for ids without structure; only id_index.c calls
 * this.
 */
#ifndef GCV_HEAP_IDS_ID_TABLE_H
#define GCV_HEAP_IDS_ID_TABLE_H

#include "heap/ids/id_index.h"

/* Builds the index of n ids from `begin` on; as gcv_id_index_build(). */
GCV_CHECKED gcv_status gcv_id_table_build(gcv_context *ctx, gcv_id_index *index,
                                          const gcv_id_column *ids, size_t begin, size_t n,
                                          gcv_u32_column *duplicates, gcv_error *err);

/* As gcv_id_index_find_batch(), as long as there is a table. */
void gcv_id_table_find_batch(const gcv_id_index *index, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks);

#endif
