/* heap_kinds.h - the kinds of all types of a heap, by the rules of the runtime that it is from. */
#ifndef GCV_ANALYSIS_HEAP_KINDS_H
#define GCV_ANALYSIS_HEAP_KINDS_H

#include "heap/heap.h"

/* Returns the flags of type_kinds.h of each type. The heap has a graph: in V8 the objects show
 * which classes with common names are the platform's. O(types), in V8 O(objects + references). */
uint16_t *gcv_heap_kinds(gcv_context *ctx, const gcv_heap *heap);

#endif
