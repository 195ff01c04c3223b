/* suspect_past.h - the chains of suspects in an older dump: what the objects of groups retained
 * there, by chain. A chain is known by its fingerprint (find/fingerprint.h). */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_PAST_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_PAST_H

#include "analysis/basis.h"
#include "analysis/suspects/find/suspects.h"
#include "base/id_map.h"

/* Zeroed: there is no older dump, or it has no objects of the groups. */
typedef struct gcv_suspect_past {
    gcv_id_map chains;   /* from hashes of chains to indices in `held` */
    gcv_u64_column held; /* bytes that the objects at the end of the chain retain, in sum */
} gcv_suspect_past;

/* Finds them for the groups among the `n` rows `items`. Asks the basis for chains and dominators.
 * O(objects of these groups + objects on their chains); 16 bytes per object of the older dump. */
void gcv_suspect_past_find(gcv_context *ctx, const gcv_suspect_column *rows, const uint32_t *items,
                           size_t n, gcv_basis *past, gcv_suspect_past *out);

/* Returns the bytes by the hash of a chain; 0: no chain has it. */
static inline uint64_t gcv_suspect_past_held(const gcv_context *ctx, const gcv_suspect_past *past,
                                             uint64_t hash)
{
    const uint32_t at = gcv_id_map_get(ctx, &past->chains, hash);
    return at != GCV_NONE ? past->held.data[at] : 0;
}

/* What an object retains; 0 if an object of its type dominates it directly, as in a list, and so
 * retains it, too. */
uint64_t gcv_suspect_weight(const gcv_heap *heap, const gcv_dominators *dominators,
                            uint32_t object);

#endif
