/* slot.h - slots: the field or variable behind which a chain has its collections.
 *
 * The slot of an object is the name of the reference into the nearest object on its chain, itself
 * included, that a field of an object or a variable of a function holds; fields of collections and
 * other keepers (crowd.h) do not count. What the fields .orders and .drafts of one Shop hold, both
 * a Map, differs in its slot alone. An object with many references to one type is a table, whose
 * fields are keys: they are no slots. Slots are hashes of names, so two dumps have the same.
 * Formats without names of references have no slots.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SLOT_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SLOT_H

#include "heap/heap.h"

enum {
    GCV_SLOTS_MOST = 8, /* references of an object with slots to objects of one type, at most */
    GCV_NO_SLOT = 0
};

typedef struct gcv_slot_finder {
    const gcv_heap *heap;  /* with names of references */
    const uint16_t *kinds; /* per type: flags of type_kinds.h */
} gcv_slot_finder;

/* Returns the slot of an object from that of its referrer on its chain. */
uint32_t gcv_slot_below(const gcv_slot_finder *finder, uint32_t referrer, uint32_t slot,
                        uint32_t object);

#endif
