/* heap_kinds.h - the kinds of all types of a heap, by the rules of the runtime that it is from. */
#ifndef GCV_ANALYSIS_HEAP_KINDS_H
#define GCV_ANALYSIS_HEAP_KINDS_H

#include "heap/heap.h"

/* Returns the flags of type_kinds.h of a type by its name and module (data NULL: not known). */
uint32_t gcv_kinds_of_name(const gcv_heap *heap, gcv_slice name, gcv_slice module);

/* Returns the flags of each type. The heap has a graph: in V8 the objects show
 * which classes with common names are the platform's, in Java which anonymous classes are
 * collections. O(types log types), in V8 O(objects + references) more, in Java O(objects). */
uint16_t *gcv_heap_kinds(gcv_context *ctx, const gcv_heap *heap);

/* The collection of the platform that a class of Java extends, given by its class object: for
 * `new LinkedHashMap() { … }` its LinkedHashMap; data NULL: it extends none. */
gcv_slice gcv_java_collection(const gcv_heap *heap, uint32_t class_);

/* gcv_heap_kinds() for a heap of .NET with modules; else NULL. */
uint16_t *gcv_kinds_by_module(gcv_context *ctx, const gcv_heap *heap);

/* ---- the runtime that a heap is of -------------------------------------------------------- */

/* `.NET`, `Java`, `Ruby` or `V8`, by the types of the heap, so in any format; NULL: unknown. */
const char *gcv_heap_runtime(const gcv_heap *heap);

/* ---- class_places.c: where classes are defined; only V8 snapshots tell, by constructors --- */

/* Returns, per type, the place of the class of the program that has the type's name and is in the
 * script that is its module, as an index in gcv_places.all; GCV_NONE: there is none, or there are
 * several in that script, of which not just one makes objects. NULL: the heap has no places. The
 * caller frees it. O(objects + places × log types + references of these functions). */
uint32_t *gcv_class_places(gcv_context *ctx, const gcv_heap *heap);

#endif
