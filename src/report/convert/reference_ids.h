/* reference_ids.h - the ids of referenced objects, for formats that write ids.
 *
 * A lookup misses the cache, but the misses of a batch overlap. An object has few references, so
 * those of the objects that are written next are looked up together with its own: a log of ten
 * million objects takes half the time, an .hprof four fifths. */
#ifndef GCV_REPORT_CONVERT_REFERENCE_IDS_H
#define GCV_REPORT_CONVERT_REFERENCE_IDS_H

#include "heap/heap.h"

/* The order in which objects are written. */
typedef enum gcv_reference_order {
    GCV_REFERENCES_UP,
    GCV_REFERENCES_DOWN,
    GCV_REFERENCES_ANY
} gcv_reference_order;

/* The references that have been looked up; zeroed: none. */
typedef struct gcv_reference_ids {
    uint32_t first, n; /* range in heap->refs */
    uint64_t ids[GCV_ID_BATCH];
} gcv_reference_ids;

/* Returns the ids of the `n` references from index `from` in heap->refs; n is at most
 * GCV_ID_BATCH. The result is valid until the next call. */
const uint64_t *gcv_reference_ids_at(gcv_reference_ids *known, const gcv_heap *heap, uint32_t from,
                                     uint32_t n, gcv_reference_order order);

#endif
