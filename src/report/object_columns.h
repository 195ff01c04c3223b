/* object_columns.h - columns of tables whose rows are objects. */
#ifndef GCV_REPORT_OBJECT_COLUMNS_H
#define GCV_REPORT_OBJECT_COLUMNS_H

#include "report/table.h"

/* What the keys and cells of objects read. The payload of a table with these columns begins with
 * it. */
typedef struct gcv_object_rows {
    const gcv_heap *heap;
    const gcv_dominators *dominators;
} gcv_object_rows;

/* Retained bytes plus one; 0: unreachable. */
uint64_t gcv_object_key_retained(const void *payload, uint32_t object);
uint64_t gcv_object_key_bytes(const void *payload, uint32_t object);
uint64_t gcv_object_key_id(const void *payload, uint32_t object);
uint64_t gcv_object_key_type(const void *payload, uint32_t object);

gcv_cell gcv_object_cell_retained(const void *payload, uint32_t object);
gcv_cell gcv_object_cell_id(const void *payload, uint32_t object);
gcv_cell gcv_object_cell_type(const void *payload, uint32_t object);

/* Retained bytes of an object; 0 if it is not reachable. */
uint64_t gcv_object_retained(const gcv_dominators *dominators, uint32_t object);

/* Makes the id cells of several objects (table.h). */
void gcv_object_row_ids(const void *payload, const uint32_t *objects, size_t n, gcv_cell *cells,
                        size_t step);

/* Orders objects by type name, then id, then section. */
bool gcv_object_before(const void *payload, uint32_t a, uint32_t b);
/* The same order as keys (rows.h), for objects that are added in ascending order. */
extern const gcv_key_fn gcv_object_tie_keys[];

#endif
