/* reference_ids.c - the ids of referenced objects; see reference_ids.h. */
#include "report/convert/reference_ids.h"

const uint64_t *gcv_reference_ids_at(gcv_reference_ids *known, const gcv_heap *heap, uint32_t from,
                                     uint32_t n, gcv_reference_order order)
{
    const uint32_t end = from + n, all = (uint32_t)heap->refs.n;
    if (from < known->first || end > known->first + known->n) {
        known->first = from;
        known->n = n;
        if (order == GCV_REFERENCES_UP) {
            known->n = all - from < GCV_ID_BATCH ? all - from : GCV_ID_BATCH;
        } else if (order == GCV_REFERENCES_DOWN) {
            known->n = end < GCV_ID_BATCH ? end : GCV_ID_BATCH;
            known->first = end - known->n;
        }
        gcv_heap_object_ids(heap, heap->refs.data + known->first, known->n, known->ids);
    }
    return known->ids + (from - known->first);
}
