/* java_objects.c - instances and arrays; see java_reader.h. */
#include "input/hprof/java_reader.h"

enum {
    ELEMENTS_A_READ = 8192,
    LONGEST_NAME = 64 /* bytes of an array that may be the name of a thread */
};

/* ---- instances ---------------------------------------------------------------------------- */

/* Takes a reference with a meaning. Returns whether it is one like others. */
static bool take_special(gcv_hprof *hprof, const gcv_hprof_late *object, bool is_thread,
                         uint64_t value)
{
    gcv_hprof_heap *heap = hprof->heap;
    if (is_thread) {
        const gcv_hprof_thread_name name = {object->id, value};
        gcv_hprof_thread_name_column_push(hprof->ctx, &heap->thread_names, name);
        return true;
    }
    if (heap->classes.data[object->class_].is_weak) {
        heap->weak_references++;
        if (heap->classes.data[object->class_].is_local) {
            const gcv_hprof_local local = {object->id, value};
            gcv_hprof_local_column_push(hprof->ctx, &heap->locals, local);
        }
        return false;
    }
    return true;
}

/* Pushes the references among the values that one class declares. Returns the bytes of these
 * values; more than `left`: some are missing. */
static uint32_t push_values(gcv_hprof *hprof, const gcv_hprof_late *object,
                            const gcv_hprof_class *class_, const unsigned char *values,
                            uint32_t left)
{
    const unsigned size = hprof->id_size;
    for (uint32_t i = 0; i < class_->n_references; i++) {
        const gcv_hprof_field *field = &hprof->heap->references.data[class_->first_reference + i];
        if (field->offset + size > left) {
            break;
        }
        const uint64_t value = gcv_hprof_id(values + field->offset, size);
        if (value != 0 && i != class_->hidden &&
            (i != class_->special || take_special(hprof, object, class_->is_thread, value))) {
            gcv_hprof_push_reference(hprof, value, GCV_FIELD_PROPERTY,
                                     GCV_HPROF_OWN_NAMES + field->name);
        }
    }
    return class_->width;
}

/* The length of an instance: bytes of its values if its class is not known, words of its stack if
 * it is one. */
static uint32_t length_of(const gcv_hprof_heap *heap, const gcv_hprof_late *object,
                          const unsigned char *values)
{
    if (object->class_ == heap->chunk_class && heap->chunk_offset != GCV_NONE &&
        heap->chunk_offset + 4 <= object->size) {
        return gcv_hprof_u32(values + heap->chunk_offset);
    }
    return heap->classes.data[object->class_].has_record ? 0 : object->size;
}

void gcv_hprof_add_instance(gcv_hprof *hprof, const gcv_hprof_late *object,
                            const unsigned char *values)
{
    const gcv_hprof_heap *heap = hprof->heap;
    const gcv_hprof_class *classes = heap->classes.data;
    uint32_t at =
        classes[object->class_].n_fields > 0 ? object->class_ : classes[object->class_].above;
    uint32_t used = 0;
    gcv_hprof_push_reference(hprof, classes[object->class_].id, GCV_FIELD_INTERNAL,
                             GCV_HPROF_NAME_CLASS);
    for (; at != GCV_NONE; at = classes[at].above) {
        const uint32_t left = object->size - used;
        if (hprof->graph && push_values(hprof, object, &classes[at], values + used, left) > left) {
            gcv_builder_malformed(hprof->builder, object->offset,
                                  "an instance is shorter than its fields");
            break;
        }
        used += classes[at].width;
    }
    gcv_hprof_add_row(hprof, object->id, gcv_hprof_shape(object->class_, GCV_HPROF_INSTANCE),
                      length_of(heap, object, values));
}

void gcv_hprof_add_late(gcv_hprof *hprof)
{
    gcv_hprof_heap *heap = hprof->heap;
    for (size_t i = 0; i < heap->late.n; i++) {
        const gcv_hprof_late *object = &heap->late.data[i];
        gcv_hprof_add_instance(hprof, object, &heap->late_bytes.data[object->at]);
    }
    GCV_RELEASE(hprof->ctx, &heap->late, &heap->late_bytes);
}

/* ---- arrays ------------------------------------------------------------------------------- */

bool gcv_hprof_take_elements(gcv_hprof *hprof, uint64_t id, uint64_t class_id, uint32_t n)
{
    const unsigned size = hprof->id_size;
    const uint32_t class_ = gcv_hprof_class_at(hprof, class_id);
    uint32_t done = 0;
    gcv_hprof_push_reference(hprof, class_id, GCV_FIELD_INTERNAL, GCV_HPROF_NAME_CLASS);
    while (done < n) {
        const uint32_t part = n - done < ELEMENTS_A_READ ? n - done : ELEMENTS_A_READ;
        gcv_cursor bytes = gcv_byte_stream_need(&hprof->stream, (size_t)part * size);
        if (gcv_cursor_left(&bytes) < (size_t)part * size) {
            gcv_hprof_drop_references(hprof);
            return false;
        }
        for (uint32_t i = 0; hprof->graph && i < part; i++) {
            const uint64_t element = gcv_hprof_id(bytes.at + (size_t)i * size, size);
            if (element != 0) {
                gcv_hprof_push_reference(hprof, element, GCV_FIELD_ELEMENT, done + i);
            }
        }
        gcv_byte_stream_use(&hprof->stream, (size_t)part * size);
        done += part;
    }
    gcv_hprof_add_row(hprof, id, gcv_hprof_shape(class_, GCV_HPROF_ARRAY), n);
    return true;
}

/* Keeps an array that may be the name of a thread, which comes later. */
static void keep_short(gcv_hprof *hprof, const unsigned char *bytes, uint32_t size)
{
    gcv_hprof_heap *heap = hprof->heap;
    const gcv_hprof_short kept = {(uint32_t)heap->rows.size.n, (uint32_t)heap->short_bytes.n};
    if (heap->short_bytes.n > UINT32_MAX - LONGEST_NAME - 1) {
        return;
    }
    gcv_u8_column_push(hprof->ctx, &heap->short_bytes, (uint8_t)size);
    gcv_u8_column_append(hprof->ctx, &heap->short_bytes, bytes, size);
    gcv_hprof_short_column_push(hprof->ctx, &heap->shorts, kept);
}

bool gcv_hprof_take_values(gcv_hprof *hprof, uint64_t id, unsigned type, uint32_t n,
                           bool has_values)
{
    const uint64_t size = has_values ? (uint64_t)n * gcv_hprof_width(type) : 0;
    if (hprof->graph && has_values && (type == GCV_HPROF_BYTE || type == GCV_HPROF_CHAR) &&
        size > 0 && size <= LONGEST_NAME) {
        gcv_cursor bytes = gcv_byte_stream_need(&hprof->stream, (size_t)size);
        if (gcv_cursor_left(&bytes) == size) {
            keep_short(hprof, bytes.at, (uint32_t)size);
        }
    }
    if (gcv_byte_stream_skip(&hprof->stream, size) < size) {
        return false;
    }
    gcv_hprof_add_row(hprof, id, type, n);
    return true;
}
