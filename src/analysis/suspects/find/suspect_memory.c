/* suspect_memory.c - memory that steps take and give back; see suspect_steps.h. */
#include "analysis/suspects/find/suspect_steps.h"

void *gcv_suspect_memory_take(gcv_suspect_memory *memory, size_t element)
{
    for (size_t i = memory->n_unused; i-- > 0;) {
        if (memory->unused[i].element == element) {
            void *array = memory->unused[i].array;
            memory->unused[i] = memory->unused[--memory->n_unused];
            return array;
        }
    }
    return gcv_alloc(memory->ctx, memory->n, element);
}

void gcv_suspect_memory_give(gcv_suspect_memory *memory, void *array, size_t element)
{
    if (memory->n_unused == GCV_SUSPECT_MEMORY_MOST) {
        gcv_free(memory->ctx, array);
        return;
    }
    memory->unused[memory->n_unused].array = array;
    memory->unused[memory->n_unused++].element = element;
}

void gcv_suspect_memory_release(gcv_suspect_memory *memory)
{
    while (memory->n_unused > 0) {
        gcv_free(memory->ctx, memory->unused[--memory->n_unused].array);
    }
}
