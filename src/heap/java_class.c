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

bool gcv_java_is_field_of(gcv_slice name, gcv_slice class_)
{
    return name.size > class_.size + 1 && name.data[class_.size] == '.' &&
           gcv_slice_equal(gcv_slice_of(name.data, class_.size), class_);
}

bool gcv_java_is_static(const gcv_heap *heap, uint32_t holder, uint32_t object)
{
    const gcv_slice class_ = gcv_java_class_name(heap, holder);
    return class_.data != NULL && gcv_java_is_field_of(gcv_heap_object_name(heap, object), class_);
}

gcv_root gcv_java_static_root(const gcv_heap *heap, uint32_t object)
{
    const gcv_root root = {.object = object,
                           .kind = GCV_ROOT_KIND_STATIC,
                           .container = GCV_NONE,
                           .label = gcv_heap_object_name(heap, object)};
    return root;
}
