/* weak_maps.c - says through which WeakMap of V8 the key of an entry holds something; see
 * reason_words.h. The reference from key to value is named after the table of the WeakMap. */
#include "analysis/suspects/explain/reason_words.h"

#include "base/number.h"

/* Returns the WeakMap by way of which a key holds a value; GCV_NONE: it does not, or the table of
 * the WeakMap is not reached. */
static uint32_t map_between(gcv_reasons *reasons, uint32_t key, uint32_t value)
{
    static const char head[] = "WeakMap @";
    const gcv_heap *heap = reasons->input->heap;
    gcv_common_name name = {0};
    gcv_field by;
    uint64_t id;
    gcv_common_name_add(&reasons->finder, &name, key, value);
    if (!gcv_common_name_get(heap, &name, &by) || by.kind != GCV_FIELD_INTERNAL ||
        !gcv_slice_begins(by.name, head) ||
        !gcv_parse_decimal(by.name.data + sizeof head - 1, by.name.size - sizeof head + 1, &id)) {
        return GCV_NONE;
    }
    const uint32_t table = gcv_heap_find(heap, 0, id);
    const uint32_t map = table != GCV_NONE ? reasons->input->paths->parent[table] : GCV_NONE;
    return map < GCV_ROOTED ? map : GCV_NONE;
}

uint32_t gcv_reason_weak_map(gcv_reasons *reasons, uint32_t object, uint32_t holder)
{
    uint32_t map = GCV_NONE, over = reasons->input->paths->parent[object];
    for (int i = 0; i < GCV_CHAIN_END && over < GCV_ROOTED && map == GCV_NONE; i++) {
        map = map_between(reasons, over, object);
        if (over == holder || (holder == GCV_NONE && gcv_reason_is_of_program(reasons, over))) {
            break;
        }
        object = over;
        over = reasons->input->paths->parent[object];
    }
    return map;
}

void gcv_reason_add_weak_map(gcv_reasons *reasons, uint32_t map)
{
    if (map != GCV_NONE) {
        gcv_reason_add(reasons, ", through one WeakMap");
        (void)gcv_reason_add_held(reasons, reasons->input->paths->parent[map], map);
    }
}
