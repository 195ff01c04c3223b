/* slot.c - see slot.h. */
#include "analysis/suspects/find/slot.h"

#include "analysis/type_kinds.h"
#include "base/hash.h"
#include "heap/reference_names.h"

enum { REFERENCES_MOST = 1024 }; /* of an object with slots: each slot takes a pass over them */

/* Whether the program's author named a reference. */
static bool is_named(const gcv_field *field)
{
    return !gcv_field_has_number((uint8_t)field->kind) && !gcv_field_is_internal(field);
}

static bool names_before(const gcv_field *a, const gcv_field *b)
{
    return a->kind != b->kind ? a->kind < b->kind : gcv_slice_compare(a->name, b->name) < 0;
}

/* Returns the slot that a referrer has for an object: the first by kind and name. */
static uint32_t slot_in(const gcv_heap *heap, uint32_t referrer, uint32_t object)
{
    const uint32_t type = gcv_heap_type_family(heap, heap->type.data[object]);
    gcv_field first = {GCV_FIELD_KINDS, 0, {NULL, 0}};
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(heap, referrer, &n);
    for (uint32_t i = 0; i < n && n <= REFERENCES_MOST; i++) {
        same += gcv_heap_type_family(heap, heap->type.data[to[i]]) == type;
        if (to[i] == object) {
            const gcv_field field = gcv_field_of(heap, referrer, i);
            first = is_named(&field) && names_before(&field, &first) ? field : first;
        }
    }
    if (first.kind == GCV_FIELD_KINDS || same > GCV_SLOTS_MOST) {
        return GCV_NO_SLOT;
    }
    const uint64_t hash = gcv_hash_bytes(first.name.data, first.name.size, first.kind);
    return (uint32_t)hash | 1; /* never GCV_NO_SLOT */
}

uint32_t gcv_slot_below(const gcv_slot_finder *finder, uint32_t referrer, uint32_t slot,
                        uint32_t object)
{
    const gcv_heap *heap = finder->heap;
    const uint32_t from = gcv_heap_type_family(heap, heap->type.data[referrer]);
    const uint32_t kinds = finder->kinds[from];
    const bool keeps =
        (kinds & GCV_KEEPS_ANY) != 0 || from == gcv_heap_type_family(heap, heap->type.data[object]);
    if (keeps && (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) == 0) {
        return slot;
    }
    const uint32_t own = slot_in(heap, referrer, object);
    return own == GCV_NO_SLOT && keeps ? slot : own;
}
