/* runtime.h - the runtime that a heap is of. */
#ifndef GCV_ANALYSIS_RUNTIME_H
#define GCV_ANALYSIS_RUNTIME_H

#include "heap/heap.h"

/* `.NET`, `Java`, `Ruby` or `V8`, by the types of the heap, so in any format; NULL: unknown. */
const char *gcv_heap_runtime(const gcv_heap *heap);

#endif
