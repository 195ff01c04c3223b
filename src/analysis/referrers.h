/* referrers.h - references from their target's side: who refers to an object? */
#ifndef GCV_ANALYSIS_REFERRERS_H
#define GCV_ANALYSIS_REFERRERS_H

#include "heap/heap.h"

/* How many objects refer to each object: each referrer counts once however many of its references
 * name the object, and an object that refers to itself is one of its own referrers. `*count` has an
 * entry for each object and is freed by gcv_free(). O(objects + references); 8 bytes an object
 * while it runs, 4 after it. */
GCV_CHECKED gcv_status gcv_referrers_count(gcv_context *ctx, const gcv_heap *heap, uint32_t **count,
                                           gcv_error *err);

/* The referrers of one object, ascending, and with each how many of its references name the object.
 * O(objects + references). */
GCV_CHECKED gcv_status gcv_referrers_of(gcv_context *ctx, const gcv_heap *heap, uint32_t object,
                                        gcv_u32_column *referrers, gcv_u32_column *times,
                                        gcv_error *err);

/* Sets a byte for each object that an object of these types (a byte a type) refers to. `marks` has
 * room for all objects. O(objects + references). */
void gcv_referrers_mark(const gcv_heap *heap, const uint8_t *types, uint8_t *marks);

#endif
