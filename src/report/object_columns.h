/* object_columns.h - columns of tables whose rows are objects. */
#ifndef GCV_REPORT_OBJECT_COLUMNS_H
#define GCV_REPORT_OBJECT_COLUMNS_H

#include "report/table.h"

/* The payload of a table whose rows are objects. */
typedef struct gcv_object_rows {
    const gcv_heap *heap;
    const gcv_dominators *dominators;
    const gcv_report_options *options;
    void *own; /* what the table's own keys and cells read besides */
} gcv_object_rows;

/* What all tables of objects have in common. */
#define GCV_OBJECT_TABLE                                                                           \
    .top = GCV_TOP_OBJECTS, .before = gcv_object_before, .tie_keys = gcv_object_tie_keys,          \
    .of_objects = true
extern const gcv_key_fn gcv_object_tie_keys[];

/* Retained bytes plus one; 0: unreachable. */
uint64_t gcv_object_key_retained(const void *payload, uint32_t object);
uint64_t gcv_object_key_bytes(const void *payload, uint32_t object);
uint64_t gcv_object_key_id(const void *payload, uint32_t object);
uint64_t gcv_object_key_type(const void *payload, uint32_t object);

/* Retained bytes of an object; 0 if it is not reachable. */
uint64_t gcv_object_retained(const gcv_dominators *dominators, uint32_t object);

/* Whether a reachable object has two thirds of what its dominator retains, which is selected. */
bool gcv_object_is_inside(const gcv_dominators *dominators, const gcv_selection *selection,
                          uint32_t object);

/* Orders objects by type name, then id, then section. */
bool gcv_object_before(const void *payload, uint32_t a, uint32_t b);

#endif
