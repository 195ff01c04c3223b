/* object_order.h - ordering of tables whose rows are objects: by a key, then type name, then id. */
#ifndef GCV_REPORT_OBJECT_ORDER_H
#define GCV_REPORT_OBJECT_ORDER_H

#include "heap/heap.h"
#include "report/rows.h"

enum { GCV_TOP_OBJECTS = 20 }; /* rows of an object table unless --top says otherwise */

typedef struct gcv_object_order {
    const gcv_heap *heap;
    const gcv_dominators *dominators;
} gcv_object_order;

/* Fills in all of `order` but its key. `by` must outlive it. */
void gcv_object_order_init(gcv_object_order *by, gcv_row_order *order, const gcv_heap *heap,
                           const gcv_dominators *dominators);

/* Keys; the payload is a gcv_object_order, the item an object. A key of retained bytes is one above
 * them, so that 0 can mean unreachable; for --min that counts as 0 bytes. */
static inline uint64_t gcv_key_bytes(uint64_t key) { return key > 0 ? key - 1 : 0; }

uint64_t gcv_object_key_retained(const void *payload, uint32_t object);
uint64_t gcv_object_key_bytes(const void *payload, uint32_t object);
uint64_t gcv_object_key_id(const void *payload, uint32_t object);
uint64_t gcv_object_key_type(const void *payload, uint32_t object);

/* By type name, then id, then section. */
bool gcv_object_before(const void *payload, uint32_t a, uint32_t b);

#endif
