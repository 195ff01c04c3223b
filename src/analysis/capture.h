/* capture.h - what taking the dump made of the heap, and the heap without it.
 *
 * A tool that takes a dump of a .NET program asks its runtime for events. The runtime then makes
 * objects that describe these events, once for a process, and keeps them below the object in the
 * static field NativeRuntimeEventSource.Log. All that only this object keeps was made by taking the
 * dump. Compared with an earlier dump these objects are growth, but no leak. So is the table in
 * which Ruby notes where objects are allocated, once it is asked to.
 */
#ifndef GCV_ANALYSIS_CAPTURE_H
#define GCV_ANALYSIS_CAPTURE_H

#include "heap/heap.h"

typedef struct gcv_capture {
    uint32_t objects; /* number of objects that taking the dump made; 0: none is recognised */
    uint64_t bytes;
    bool nameless; /* none is recognised, and types lack names */
    const gcv_heap *heap;
    gcv_heap rest;       /* the heap, in which these objects are left out; shares all but sizes */
    gcv_bitset left_out; /* these objects */
} gcv_capture;

/* Finds nothing in a sampled dump, which lacks most of what holds an object. Else finds the objects
 * that would become unreachable from the roots without the object in that field, this object
 * included. O(types) if there is none, else as gcv_removal_find(). Afterwards 4.125 bytes per
 * object. */
void gcv_capture_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak, gcv_capture *out);
void gcv_capture_release(gcv_context *ctx, gcv_capture *capture); /* may be zeroed */

bool gcv_has_nameless_types(const gcv_heap *heap);

extern const gcv_cost gcv_cost_of_capture;

/* The heap as analyses of growth see it: objects that were made by taking the dump have no bytes,
 * and no selection has them. */
static inline const gcv_heap *gcv_capture_rest(const gcv_capture *capture)
{
    return capture->objects > 0 ? &capture->rest : capture->heap;
}

#endif
