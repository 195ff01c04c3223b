/* reference_ids.h - the ids of what references lead to, for formats that write ids.
 *
 * A look-up misses the cache, and misses of a batch overlap. An object has few references, so those
 * of the objects that are written next are looked up with them: a log of ten million objects takes
 * half the time, an .hprof four fifths.
 */
#ifndef GCV_REPORT_CONVERT_REFERENCE_IDS_H
#define GCV_REPORT_CONVERT_REFERENCE_IDS_H

#include "heap/heap.h"

/* The order in which objects are written. */
typedef enum gcv_reference_order {
    GCV_REFERENCES_UP,
    GCV_REFERENCES_DOWN,
    GCV_REFERENCES_ANY
} gcv_reference_order;

/* The references that are looked up; zeroed: none. */
typedef struct gcv_reference_ids {
    uint32_t first, n; /* places in heap->refs */
    uint64_t ids[GCV_ID_BATCH];
} gcv_reference_ids;

/* The ids of `n` references from this place on, n up to GCV_ID_BATCH; valid until the next call. */
const uint64_t *gcv_reference_ids_at(gcv_reference_ids *known, const gcv_heap *heap, uint32_t place,
                                     uint32_t n, gcv_reference_order order);

#endif
