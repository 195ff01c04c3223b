/* slot.h - slots: the field or variable behind which a chain has its collections.
 *
 * The slot of an object is two names: that of the reference into the nearest object on its chain,
 * itself included, that a field of an object or a variable of a function holds, and the one above
 * it. Fields of collections and other keepers (crowd.h) do not count, but for those of plain
 * objects of JavaScript; nor do those within a list, or that hold both ends of one, or the same
 * name once more. What the fields .orders and .drafts of one Shop hold, both a Map, differs in its
 * slot alone; so does what the field .all of two objects holds that are in different fields. An
 * object with many references to one type is a table, whose fields are keys: they are no slots.
 * Slots are hashes of names, so two dumps have the same; two names in 65,536 are taken for one.
 * Formats without names of references have no slots.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SLOT_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SLOT_H

#include "heap/reference_names.h"

enum {
    GCV_SLOTS_MOST = 8,  /* references of an object with slots to objects of one type, at most */
    GCV_SLOTS_ALIKE = 4, /* … and of one shape */
    GCV_NO_SLOT = 0
};

/* Zeroed but for `fields.ctx`, `fields.heap`, which has names of references, and `kinds`: empty. */
typedef struct gcv_slot_finder {
    const uint16_t *kinds; /* per type: flags of type_kinds.h */
    gcv_field_finder fields;
    gcv_id_map n_to; /* of an object with many references: how many of them lead to a type */
} gcv_slot_finder;

/* Returns the slot of an object from that of its referrer on its chain. O(log references) after the
 * first call for a referrer. */
uint32_t gcv_slot_below(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot, uint32_t object);

/* The nearer of its names, and the one above it. */
static inline uint32_t gcv_slot_name(uint32_t slot) { return slot >> 16; }
static inline uint32_t gcv_slot_above(uint32_t slot) { return slot & UINT16_MAX; }

void gcv_slot_finder_release(gcv_slot_finder *finder);

#endif
