/* heap_kinds.c - the kinds of all types of a heap; see heap_kinds.h. */
#include "analysis/heap_kinds.h"

#include "analysis/type_kinds.h"
#include "base/error.h"

uint32_t gcv_kinds_of_name(const gcv_heap *heap, gcv_slice name, gcv_slice module)
{
    return gcv_heap_is_v8(heap)     ? gcv_type_kinds_of_script(name, module)
           : gcv_heap_is_ruby(heap) ? gcv_type_kinds_ruby(name)
           : gcv_heap_is_java(heap) ? gcv_type_kinds_java(name)
                                    : gcv_type_kinds(name, module);
}

uint16_t *gcv_heap_kinds(gcv_context *ctx, const gcv_heap *heap)
{
    uint16_t *kinds = gcv_alloc(ctx, heap->n_types, sizeof *kinds);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        kinds[t] =
            (uint16_t)gcv_kinds_of_name(heap, heap->types.name[t], gcv_heap_type_module(heap, t));
    }
    if (gcv_heap_is_v8(heap)) {
        gcv_settle_v8_kinds(ctx, heap, kinds);
    }
    return kinds;
}
