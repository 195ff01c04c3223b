/* java_class.c - class objects in Java heaps; see java_class.h. */
#include "heap/java_class.h"

static const char class_type[] = "java.lang.Class";

uint32_t gcv_java_class_type(const gcv_heap *heap)
{
    return gcv_heap_type_named(heap, gcv_slice_str(class_type));
}

/* The name of an object, if it is of a type; data NULL: it is of another one, or has no name. */
static gcv_slice name_of_a(const gcv_heap *heap, uint32_t object, const char *type)
{
    return gcv_slice_is(heap->types.name[heap->type.data[object]], type)
               ? gcv_heap_object_name(heap, object)
               : gcv_slice_of(NULL, 0);
}

gcv_slice gcv_java_class_name(const gcv_heap *heap, uint32_t object)
{
    return name_of_a(heap, object, class_type);
}

gcv_slice gcv_java_local_name(const gcv_heap *heap, uint32_t object)
{
    return name_of_a(heap, object, "java.lang.ThreadLocal$ThreadLocalMap$Entry");
}

/* An HPROF has the class of an object and the superclass of a class in front of all other
 * references. */
uint32_t gcv_java_first_class(const gcv_heap *heap, uint32_t object)
{
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    return n > 0 && gcv_java_class_name(heap, to[0]).data != NULL ? to[0] : GCV_NONE;
}

uint32_t gcv_java_super(const gcv_heap *heap, uint32_t object)
{
    return gcv_java_class_name(heap, object).data != NULL ? gcv_java_first_class(heap, object)
                                                          : GCV_NONE;
}

uint32_t gcv_java_class_of(const gcv_heap *heap, uint32_t object)
{
    const uint32_t class_ = gcv_java_first_class(heap, object);
    const gcv_slice type = gcv_heap_type_name(heap, heap->type.data[object]);
    return class_ != GCV_NONE && gcv_slice_equal(gcv_java_class_name(heap, class_), type)
               ? class_
               : GCV_NONE;
}

void gcv_java_find_repeated(gcv_heap *heap)
{
    const uint32_t type = gcv_java_class_type(heap);
    gcv_id_map first = {0}; /* by name: the first class object that has it */
    for (uint32_t i = 0; type != GCV_NONE && heap->names.n > 0 && i < heap->n_objects; i++) {
        if (heap->type.data[i] == type) {
            const gcv_slice name = gcv_heap_object_name(heap, i);
            const uint64_t key = gcv_hash_bytes(name.data, name.size, heap->ctx->seed);
            const uint32_t same =
                name.data != NULL ? gcv_id_map_enter(heap->ctx, &first, key, i) : i;
            if (same != i) {
                gcv_id_map_set(heap->ctx, &heap->repeated, same, 0);
                gcv_id_map_set(heap->ctx, &heap->repeated, i, 0);
            }
        }
    }
    gcv_id_map_release(heap->ctx, &first);
}

bool gcv_java_is_repeated(const gcv_heap *heap, uint32_t object)
{
    return gcv_id_map_get(heap->ctx, &heap->repeated, object) != GCV_NONE;
}

bool gcv_java_is_in_field(const gcv_heap *heap, uint32_t holder, uint32_t object)
{
    const gcv_slice class_ = gcv_java_class_name(heap, holder);
    return class_.data != NULL && object < GCV_NONE - (uint32_t)heap->roots.n &&
           gcv_slice_is_member(gcv_heap_object_name(heap, object), class_);
}

bool gcv_java_is_static(const gcv_heap *heap, uint32_t holder, uint32_t object)
{
    return gcv_java_is_in_field(heap, holder, object) && !gcv_java_is_repeated(heap, holder);
}

uint32_t gcv_java_above(const gcv_heap *heap, const gcv_paths *paths, uint32_t object)
{
    const uint32_t parent = paths->parent[object];
    return parent < GCV_ROOTED && gcv_java_is_static(heap, parent, object) ? GCV_ROOTED : parent;
}

gcv_root gcv_start_root(const gcv_heap *heap, uint32_t start)
{
    const uint32_t n = (uint32_t)heap->roots.n;
    gcv_root root = {.kind = GCV_ROOT_KIND_STATIC, .container = GCV_NONE};
    if (start < n) {
        return heap->roots.data[start];
    }
    root.object = start - n;
    root.label = gcv_heap_object_name(heap, start - n);
    return root;
}
