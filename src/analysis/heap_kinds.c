/* heap_kinds.c - the kinds of all types of a heap; see heap_kinds.h. */
#include "analysis/heap_kinds.h"

#include "analysis/type_kinds.h"
#include "base/error.h"

uint16_t *gcv_heap_kinds(gcv_context *ctx, const gcv_heap *heap)
{
    const bool v8 = gcv_heap_is_v8(heap), ruby = !v8 && gcv_heap_is_ruby(heap);
    const bool java = gcv_heap_is_java(heap);
    uint16_t *kinds = gcv_alloc(ctx, heap->n_types, sizeof *kinds);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        gcv_slice name = heap->types.name[t];
        kinds[t] = (uint16_t)(v8     ? gcv_type_kinds_of_script(name, gcv_heap_type_module(heap, t))
                              : ruby ? gcv_type_kinds_ruby(name)
                              : java ? gcv_type_kinds_java(name)
                                     : gcv_type_kinds(name, gcv_heap_type_module(heap, t)));
    }
    if (v8) {
        gcv_settle_v8_kinds(ctx, heap, kinds);
    }
    return kinds;
}
