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

#endif
