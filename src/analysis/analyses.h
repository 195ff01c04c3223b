/* analyses.h - the analyses of the public interface, as the rest of the program calls them: they
 * fail by a jump (base/error.h). gcview.h says what they compute.
 */
#ifndef GCV_ANALYSIS_ANALYSES_H
#define GCV_ANALYSIS_ANALYSES_H

#include "heap/heap.h"

#include <gcview/gcview.h>

void gcv_paths_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                       gcv_paths *out);
gcv_chain gcv_chain_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                            uint32_t target, const uint8_t *closed);
void gcv_dominators_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                            gcv_dominators *out);
void gcv_retained_compute(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          const gcv_set_classes *classes, uint64_t *retained);
/* `verified`: gcv_moves_verify() has found the evidence of a series complete to which both dumps
 * belong. */
gcv_track gcv_track_compute(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                            gcv_moves *moves, uint32_t from_dump, uint32_t to_dump, bool verified);
gcv_track gcv_track_compute_by_ids(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to);

/* ---- root_set.c: root sets made from chosen root records ---------------------------------- */

/* gcv_root_set_find() over the root records whose byte in `keep` is set (NULL: over all). An object
 * held by several records is in the set if one of them is kept. */
gcv_root_set gcv_root_set_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                             const uint8_t *keep);

/* Gets the next objects of the set at which chains begin if they can, from `*first` to before
 * `*end`, which is 0 at first. False: there are no more. */
static inline bool gcv_root_set_level(const gcv_root_set *set, uint32_t *first, uint32_t *end)
{
    *first = *end;
    *end = *first < set->n_first ? set->n_first : *first < set->n_next ? set->n_next : set->n;
    return *first < *end;
}

/* The record because of which an object is in the set. The object must be in the set. O(roots). */
const gcv_root *gcv_root_set_record(const gcv_heap *heap, const gcv_root_set *roots,
                                    uint32_t object);

/* Gives each object that has a chain the value of the object at which the chain begins: `value`, by
 * object, has those, and GCV_NONE for all other objects that have a chain. O(objects). */
void gcv_chain_values_spread(const gcv_paths *paths, uint32_t *value);

/* Returns the root record per object, GCV_NONE if it has no chain; NULL on failure. The cost is
 * that of gcv_paths_find(), and 4 bytes per object. */
uint32_t *gcv_chain_roots_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak);

/* ---- removal.c: what would be freed if roots, references and objects were removed --------- */

/* What is removed, all at once. Each cut is a bit: the reference from a to b is cut if cut_from[a]
 * & cut_to[b] is not 0. */
typedef struct gcv_removal {
    const gcv_root_set *remaining_roots;
    const uint8_t *objects;            /* per object: 1 if it is removed; NULL: none is */
    const uint32_t *cut_from, *cut_to; /* per object; NULL: no reference is cut */
} gcv_removal;

/* Marks the objects that are reachable, but would not be after the removal, including the removed
 * ones: freed[object] is 1 for them, 0 for all others. Exact, by marking before and after the
 * removal. O(objects + references), 5 bytes per object while it runs. */
void gcv_removal_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                      const gcv_removal *removal, uint8_t *freed);

/* Returns one bit for each cut that cuts at least one reference. O(objects + references). */
uint32_t gcv_removal_effective_cuts(const gcv_heap *heap, const uint32_t *cut_from,
                                    const uint32_t *cut_to);

/* Includes one mark for each object and each root record. */
extern const gcv_cost gcv_cost_of_removal;

/* ---- referrers.c: references seen from their target --------------------------------------- */

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
