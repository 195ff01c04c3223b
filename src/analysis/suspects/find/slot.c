/* slot.c - see slot.h. */
#include "analysis/suspects/find/slot.h"

#include "analysis/type_kinds.h"

/* So many references are looked at one by one. */
enum { FEW = 32 };

static uint32_t family_of(const gcv_heap *heap, uint32_t object)
{
    return gcv_heap_type_family(heap, heap->type.data[object]);
}

static void count_one(gcv_slot_finder *finder, uint64_t key)
{
    const uint32_t before = gcv_id_map_get(finder->fields.ctx, &finder->n_to, key);
    gcv_id_map_set(finder->fields.ctx, &finder->n_to, key, before != GCV_NONE ? before + 1 : 1);
}

/* Counts the references of an object by the types and shapes that they lead to; once for each
 * object. */
static void count_all(gcv_slot_finder *finder, uint64_t keys, const uint32_t *to, uint32_t n)
{
    gcv_context *ctx = finder->fields.ctx;
    const gcv_heap *heap = finder->fields.heap;
    const uint64_t counted = keys + heap->n_types;
    if (gcv_id_map_get(ctx, &finder->n_to, counted) != GCV_NONE) {
        return;
    }
    gcv_id_map_set(ctx, &finder->n_to, counted, 0);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t family = family_of(heap, to[i]), shape = gcv_heap_object_row(heap, to[i]);
        count_one(finder, keys + family);
        if (shape != family) {
            count_one(finder, keys + shape);
        }
    }
}

/* Whether more than `most` references of an object lead to objects of a type or shape. */
static bool leads_to_more(gcv_slot_finder *finder, uint32_t object, uint32_t type, uint32_t most)
{
    const gcv_heap *heap = finder->fields.heap;
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    if (n > FEW) {
        const uint64_t keys = (uint64_t)object * (heap->n_types + 1);
        count_all(finder, keys, to, n);
        return gcv_id_map_get(finder->fields.ctx, &finder->n_to, keys + type) > most;
    }
    for (uint32_t i = 0; i < n && n > most; i++) {
        same += family_of(heap, to[i]) == type || gcv_heap_object_row(heap, to[i]) == type;
    }
    return same > most;
}

/* The same for a shape or a type without shapes; 0: the object has many references. */
static uint32_t count_few(const gcv_heap *heap, uint32_t object, uint32_t row)
{
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    for (uint32_t i = 0; i < n && n <= FEW; i++) {
        same += gcv_heap_object_row(heap, to[i]) == row;
    }
    return same;
}

/* Whether an object is in a list with its referrer, or the referrer holds both ends of the list:
 * several objects of a type or shape, one of which refers to another one of it. Half of the list is
 * nearer to each end. */
static bool is_in_list(const gcv_heap *heap, uint32_t referrer, uint32_t object)
{
    const uint32_t row = gcv_heap_object_row(heap, object);
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, referrer, &n);
    bool linked = gcv_heap_object_row(heap, referrer) == row;
    if (gcv_slice_is(heap->types.name[row], GCV_PLAIN_OBJECT) ||
        (!linked && count_few(heap, referrer, row) < 2)) {
        return false;
    }
    for (uint32_t i = 0; i < n && !linked; i++) {
        linked = gcv_heap_object_row(heap, to[i]) == row && count_few(heap, to[i], row) > 0;
    }
    return linked;
}

/* Returns the name that a referrer has for an object, in 16 bits. */
static uint32_t name_in(gcv_slot_finder *finder, uint32_t referrer, uint32_t object, uint32_t type)
{
    const gcv_heap *heap = finder->fields.heap;
    const uint32_t shape = gcv_heap_object_row(heap, object);
    if (leads_to_more(finder, referrer, type, GCV_SLOTS_MOST) ||
        (gcv_is_shape(heap->types.name[shape]) &&
         leads_to_more(finder, referrer, shape, GCV_SLOTS_ALIKE))) {
        return GCV_NO_SLOT;
    }
    const uint32_t reference = gcv_reference_between(&finder->fields, referrer, object);
    const gcv_field field = gcv_field_of(heap, referrer, reference);
    if (gcv_field_has_number((uint8_t)field.kind) || gcv_field_is_internal(&field)) {
        return GCV_NO_SLOT;
    }
    return (uint32_t)gcv_hash_bytes(field.name.data, field.name.size, field.kind) >> 16 | 1;
}

/* An element has no names for its children: its start tag counts instead. */
static uint32_t below_element(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot,
                              uint32_t object, uint32_t type)
{
    const uint32_t own = name_in(finder, referrer, object, type);
    const gcv_slice tag = gcv_heap_element(finder->fields.heap, referrer);
    return own != GCV_NO_SLOT ? own << 16 | gcv_slot_name(slot)
           : tag.data != NULL ? ((uint32_t)gcv_hash_bytes(tag.data, tag.size, 0) >> 16 | 1) << 16 |
                                    gcv_slot_name(slot)
                              : GCV_NO_SLOT;
}

uint32_t gcv_slot_below(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot, uint32_t object)
{
    const gcv_heap *heap = finder->fields.heap;
    const uint32_t from = family_of(heap, referrer), type = family_of(heap, object);
    const uint32_t kinds = finder->kinds[from];
    const bool keeps = (kinds & GCV_KEEPS_ANY) != 0 || from == type;
    const bool plain = gcv_slice_is(heap->types.name[from], GCV_PLAIN_OBJECT);
    const bool names = plain || !keeps || (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0;
    if (from != type && gcv_is_element(heap->types.name[from])) {
        return below_element(finder, referrer, slot, object, type);
    }
    if (!names || ((plain || !keeps) && is_in_list(heap, referrer, object))) {
        return slot;
    }
    const uint32_t own = name_in(finder, referrer, object, type);
    if (own == GCV_NO_SLOT || (plain && own == gcv_slot_name(slot))) {
        return keeps ? slot : GCV_NO_SLOT;
    }
    return own << 16 | gcv_slot_name(slot);
}

void gcv_slot_finder_release(gcv_slot_finder *finder)
{
    gcv_field_finder_release(&finder->fields);
    gcv_id_map_release(finder->fields.ctx, &finder->n_to);
}
