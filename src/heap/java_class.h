/* java_class.h - class objects in Java heaps: what holds the statics of a class. */
#ifndef GCV_HEAP_JAVA_CLASS_H
#define GCV_HEAP_JAVA_CLASS_H

#include "heap/heap.h"

/* The type of class objects, `java.lang.Class`; GCV_NONE: there is none. */
uint32_t gcv_java_class_type(const gcv_heap *heap);

/* Whether the heap is from Java, in any format: it has that type. */
static inline bool gcv_heap_is_java(const gcv_heap *heap)
{
    return gcv_java_class_type(heap) != GCV_NONE;
}

/* The name of the class whose class object an object is; data NULL: it is none, or the format has
 * no names of objects. */
gcv_slice gcv_java_class_name(const gcv_heap *heap, uint32_t object);

/* The name of the thread local of which an object is the value that one thread has, `thread local
 * Acme.Audit.EVENTS`; data NULL: it is none, or no static field holds the thread local. */
gcv_slice gcv_java_local_name(const gcv_heap *heap, uint32_t object);

/* The class object to which the first reference of an object leads, which is that of its class, and
 * of a class object that of its superclass; GCV_NONE: there is none, or the format does not tell.
 */
uint32_t gcv_java_first_class(const gcv_heap *heap, uint32_t object);
/* The class object of the superclass of a class object; GCV_NONE: it is none, or has none. */
uint32_t gcv_java_super(const gcv_heap *heap, uint32_t object);
/* The class object of an object; GCV_NONE: the format does not tell. */
uint32_t gcv_java_class_of(const gcv_heap *heap, uint32_t object);

/* Finds the classes that share a name: each has a class loader of its own. Of a frozen heap. */
void gcv_java_find_repeated(gcv_heap *heap);
/* Whether the class of a class object is one of these. Its loader may be what leaks, so chains go
 * on to what keeps the class. */
bool gcv_java_is_repeated(const gcv_heap *heap, uint32_t object);

/* Whether an object is known as what a static field of the class object `holder` holds. */
bool gcv_java_is_in_field(const gcv_heap *heap, uint32_t holder, uint32_t object);
/* Whether a chain that passes both begins at the object, as only one class has the name. */
bool gcv_java_is_static(const gcv_heap *heap, uint32_t holder, uint32_t object);
/* The object before another one on its chain; GCV_ROOTED: the chain begins there. */
uint32_t gcv_java_above(const gcv_heap *heap, const gcv_paths *paths, uint32_t object);

/* Where chains start, as a number: a root record or, above all records, a static field, by the
 * object that it holds. */
static inline uint32_t gcv_java_static_start(const gcv_heap *heap, uint32_t object)
{
    return (uint32_t)heap->roots.n + object;
}
/* The root of a start. That of a static field is `static Acme.Cache.MAP`. */
gcv_root gcv_start_root(const gcv_heap *heap, uint32_t start);

#endif
