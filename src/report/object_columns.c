/* object_columns.c - columns of tables whose rows are objects; see table.h. */
#include "report/table.h"

uint64_t gcv_object_key_retained(const void *payload, uint32_t object)
{
    const gcv_dominators *dominators = ((const gcv_object_rows *)payload)->dominators;
    uint32_t number = dominators->number[object];
    return number != 0 ? dominators->retained[number] + 1 : 0;
}

uint64_t gcv_object_key_bytes(const void *payload, uint32_t object)
{
    return gcv_heap_size(((const gcv_object_rows *)payload)->heap, object);
}

uint64_t gcv_object_key_id(const void *payload, uint32_t object)
{
    const gcv_heap *heap = ((const gcv_object_rows *)payload)->heap;
    /* Within a section objects are numbered in the order of their ids. */
    return heap->sections.n == 1 ? object : gcv_heap_object_id(heap, object);
}

uint64_t gcv_object_key_type(const void *payload, uint32_t object)
{
    const gcv_heap *heap = ((const gcv_object_rows *)payload)->heap;
    return gcv_heap_object_row(heap, object);
}

bool gcv_object_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_heap *heap = ((const gcv_object_rows *)payload)->heap;
    uint32_t a_type = gcv_heap_object_row(heap, a);
    uint32_t b_type = gcv_heap_object_row(heap, b);
    if (a_type != b_type) {
        return a_type < b_type;
    }
    if (gcv_heap_object_section(heap, a) == gcv_heap_object_section(heap, b)) {
        return a < b; /* ids ascend within a section, and looking up an id takes far longer */
    }
    uint64_t a_id = gcv_heap_object_id(heap, a);
    uint64_t b_id = gcv_heap_object_id(heap, b);
    return a_id != b_id ? a_id < b_id : a < b;
}

uint64_t gcv_object_retained(const gcv_dominators *dominators, uint32_t object)
{
    uint32_t number = dominators->number[object];
    return number != 0 ? dominators->retained[number] : 0;
}

bool gcv_object_is_inside(const gcv_dominators *dominators, const gcv_selection *selection,
                          uint32_t object)
{
    const uint32_t number = dominators->number[object], over = dominators->dominator[number];
    return over != 0 && gcv_selection_has(selection, dominators->object[over]) &&
           dominators->retained[over] - dominators->retained[number] <=
               dominators->retained[over] / 3;
}

/* The order of gcv_object_before(), for objects that are added in ascending order. */
const gcv_key_fn gcv_object_tie_keys[] = {gcv_object_key_id, gcv_object_key_type, NULL};
