/* type_order.h - slots of a type table in the order of their types.
 *
 * circle: a part of type_table.c, apart because sorting names is a subject of its own. */
#ifndef GCV_HEAP_TYPE_ORDER_H
#define GCV_HEAP_TYPE_ORDER_H

#include "heap/type_table.h"

/* Compares by name, then module (none first), then scale; 0 if both slots are of one type. */
int gcv_compare_type_slots(const gcv_type_slot *a, const gcv_type_slot *b);

/* Fills `order` with the numbers of all slots, in order. Every slot must have a name. */
GCV_CHECKED gcv_status gcv_type_order_find(gcv_context *ctx, const gcv_type_table *table,
                                           uint32_t *order, gcv_error *err);

#endif
