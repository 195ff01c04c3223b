/* class_places.h - where the classes of objects are defined. Only V8 snapshots tell, by the places
 * of functions: a class is its constructor.
 */
#ifndef GCV_ANALYSIS_CLASS_PLACES_H
#define GCV_ANALYSIS_CLASS_PLACES_H

#include "heap/heap.h"

/* Returns, per type, the place of the class of the program that has the type's name and is in the
 * script that is its module, as an index in gcv_places.all; GCV_NONE: there is none, or there are
 * several in that script, of which not just one makes objects. NULL: the heap has no places. The
 * caller frees it. O(objects + places × log types + references of these functions). */
uint32_t *gcv_class_places(gcv_context *ctx, const gcv_heap *heap);

#endif
