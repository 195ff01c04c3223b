/* id_text.c - ids as text; see id_text.h. */
#include "heap/id_text.h"

#include "heap/heap.h"

const char *gcv_id_write(const gcv_heap *heap, uint64_t id, char *room)
{
    (void)(heap->decimal_ids ? gcv_format_u64(room, id) : gcv_format_hex(room, id));
    return room;
}

const char *gcv_object_id_text(const gcv_heap *heap, uint32_t object, char *room)
{
    return gcv_id_write(heap, gcv_heap_object_id(heap, object), room);
}

static bool read_hex(gcv_slice text, uint64_t *id)
{
    return gcv_parse_id(text.data, text.size, 64, id);
}

static bool read_decimal(gcv_slice text, uint64_t *id)
{
    size_t mark = gcv_slice_begins(text, "@");
    return gcv_parse_decimal(text.data + mark, text.size - mark, id);
}

bool gcv_id_read(const gcv_heap *heap, gcv_slice text, uint64_t *id)
{
    return heap->decimal_ids ? read_decimal(text, id) : read_hex(text, id);
}

bool gcv_id_may_be(gcv_slice text)
{
    uint64_t id;
    return read_hex(text, &id) || read_decimal(text, &id);
}
