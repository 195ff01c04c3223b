/* runtime.c - the runtime that a heap is of; see heap_kinds.h. */
#include "analysis/heap_kinds.h"

#include "analysis/type_kinds.h"

const char *gcv_heap_runtime(const gcv_heap *heap)
{
    return gcv_heap_is_v8(heap)                       ? "V8"
           : gcv_heap_is_ruby(heap)                   ? "Ruby"
           : gcv_heap_is_java(heap)                   ? "Java"
           : gcv_heap_has_type(heap, "System.String") ? ".NET"
                                                      : NULL;
}
