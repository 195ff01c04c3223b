/* referrers.h - references seen from their target: who refers to an object? */
#ifndef GCV_ANALYSIS_REFERRERS_H
#define GCV_ANALYSIS_REFERRERS_H

#include "heap/heap.h"

/* Counts the referrers of each object. A referrer counts once however many of its references lead
 * to the object, and an object that refers to itself is one of its own referrers. `*count` has one
 * entry per object; free it with gcv_free(). O(objects + references); 8 bytes per object while it
 * runs, 4 afterwards. */
uint32_t *gcv_referrers_count(gcv_context *ctx, const gcv_heap *heap);

/* Lists the referrers of one object, ascending, and for each the number of its references to the
 * object. O(objects + references). */
void gcv_referrers_of(gcv_context *ctx, const gcv_heap *heap, uint32_t object,
                      gcv_u32_column *referrers, gcv_u32_column *times);

/* Sets a byte for each object that some object of the given types refers to. `types` has one byte
 * per type; `marks` has room for all objects. O(objects + references). */
void gcv_referrers_mark(const gcv_heap *heap, const uint8_t *types, uint8_t *marks);

#endif
