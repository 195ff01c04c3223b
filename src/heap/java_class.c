/* java_class.c - class objects in Java heaps; see java_class.h. */
#include "heap/java_class.h"

#include "base/text.h"

static const char class_type[] = "java.lang.Class";

bool gcv_heap_is_java(const gcv_heap *heap)
{
    return gcv_heap_type_named(heap, gcv_slice_str(class_type)) != GCV_NONE;
}

gcv_slice gcv_java_class_name(const gcv_heap *heap, uint32_t object)
{
    return gcv_slice_is(heap->types.name[heap->type.data[object]], class_type)
               ? gcv_heap_object_name(heap, object)
               : gcv_slice_of(NULL, 0);
}
