/* fresh_ids.h - unique ids of objects, none of them 0.
 *
 * In a dump, ids are unique only within a domain, and 0 may be an id. Formats whose ids are
 * addresses allow neither: an object whose id is 0, or that of an object in an earlier domain, gets
 * a fresh id. */
#ifndef GCV_REPORT_CONVERT_FRESH_IDS_H
#define GCV_REPORT_CONVERT_FRESH_IDS_H

#include "heap/heap.h"

typedef struct gcv_fresh_ids {
    gcv_u32_column objects; /* objects with a fresh id, ascending */
    uint64_t first;         /* fresh id of the first of them; those of the others follow … */
    uint64_t next;          /* … up to here; the ids from here on are free */
    uint64_t highest;       /* highest of all ids, including fresh ones; 0: there are no objects */
} gcv_fresh_ids;

/* Chooses fresh ids: multiples of 8 above all ids, with room for `more` others after them; if there
 * is no such room, in the lowest gap that is large enough. GCV_ERR_LIMIT: there is no gap. O(1) for
 * one domain with room above its ids, else O(objects × log objects) and, with several domains, 8
 * bytes per object during the call. */
void gcv_fresh_ids_find(gcv_context *ctx, const gcv_heap *heap, uint64_t more, gcv_fresh_ids *out);

/* The id of an object in the file; `own` is its id in the dump. O(log fresh ids). */
uint64_t gcv_fresh_id(const gcv_fresh_ids *fresh, uint32_t object, uint64_t own);

/* ---- the ids of referenced objects, for formats that write ids ---------------------------- */

/* A lookup misses the cache, but the misses of a batch overlap. An object has few references, so
 * those of the objects that are written next are looked up together with its own: a log of ten
 * million objects takes half the time, an .hprof four fifths. */
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
