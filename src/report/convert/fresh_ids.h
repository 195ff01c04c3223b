/* fresh_ids.h - an id for each object that is not 0 and no other object's.
 *
 * Ids are unique within a domain only, and 0 is an id as any other. Formats in which an id is an
 * address allow neither: an object whose id is 0, or that of an object before it, gets a fresh one.
 */
#ifndef GCV_REPORT_CONVERT_FRESH_IDS_H
#define GCV_REPORT_CONVERT_FRESH_IDS_H

#include "base/column.h"
#include "heap/heap.h"

typedef struct gcv_fresh_ids {
    gcv_u32_column objects; /* that get one, ascending */
    uint64_t first;         /* the one of the first of them; those of the others follow … */
    uint64_t next;          /* … up to here, from where on no object has an id, fresh or not */
    uint64_t highest;       /* of all ids, fresh ones as well; 0: there are no objects */
} gcv_fresh_ids;

/* Fresh ids are multiples of 8 above all ids, with room for `more` others behind them; or, if ids
 * reach up too far, in the first gap. GCV_ERR_LIMIT if there is none. O(1) for one domain, else
 * O(objects × log objects) and 8 bytes an object while it runs. */
GCV_CHECKED gcv_status gcv_fresh_ids_find(gcv_context *ctx, const gcv_heap *heap, uint64_t more,
                                          gcv_fresh_ids *out, gcv_error *err);
void gcv_fresh_ids_release(gcv_context *ctx, gcv_fresh_ids *fresh);

/* The id of an object, given its own one. O(log fresh ids). */
uint64_t gcv_fresh_id(const gcv_fresh_ids *fresh, uint32_t object, uint64_t own);

#endif
