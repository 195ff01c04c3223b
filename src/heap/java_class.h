/* java_class.h - class objects in Java heaps: what holds the statics of a class. */
#ifndef GCV_HEAP_JAVA_CLASS_H
#define GCV_HEAP_JAVA_CLASS_H

#include "heap/heap.h"

/* Whether the heap is from Java, in any format: it has the type `java.lang.Class`. */
bool gcv_heap_is_java(const gcv_heap *heap);

/* The name of the class whose class object an object is; data NULL: it is none, or the format has
 * no names of objects. */
gcv_slice gcv_java_class_name(const gcv_heap *heap, uint32_t object);

/* Whether a name is that of a static field of the class: `Acme.Cache.MAP`. */
bool gcv_java_is_field_of(gcv_slice name, gcv_slice class_);
/* Whether an object is known as what a static field of the class object `holder` holds. A chain
 * that passes both begins at the object. */
bool gcv_java_is_static(const gcv_heap *heap, uint32_t holder, uint32_t object);
/* What such an object has as its root: `static Acme.Cache.MAP`. */
gcv_root gcv_java_static_root(const gcv_heap *heap, uint32_t object);

#endif
