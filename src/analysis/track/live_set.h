/* live_set.h - objects being followed through collections, by address.
 *
 * Objects that have moved by the same distance so far form one piece: initially all objects do, and
 * each reported or condemned range cuts at most two pieces. A collection with many ranges passes
 * over all pieces once, in order; one with few ranges descends a tree of pieces (live_tree.h). So
 * with n objects and R ranges in total, all collections take O((n + R) × log (n + R)), in whatever
 * order they come.
 *
 * 12 bytes per object, and up to 88 per piece.
 */
#ifndef GCV_ANALYSIS_TRACK_LIVE_SET_H
#define GCV_ANALYSIS_TRACK_LIVE_SET_H

#include "analysis/track/live_tree.h"

typedef struct gcv_live_set {
    gcv_context *ctx;
    uint64_t *start;  /* first addresses of all objects, ascending */
    uint32_t *object; /* the object at each of these addresses */
    size_t n;
    gcv_live_piece_column pieces, spare; /* in address order; empty if they are in the tree */
    gcv_live_tree tree;
    bool in_tree;
} gcv_live_set;

/* Starts with all objects of a heap. Release `live` even after a failure. */
GCV_CHECKED gcv_status gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, const gcv_heap *heap,
                                         gcv_error *err);
void gcv_live_set_release(gcv_live_set *live);

/* Applies a verified collection: removes the dead and moves the others. */
GCV_CHECKED gcv_status gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection,
                                          gcv_clash *clash, gcv_error *err);

/* Moves all pieces back into `pieces`. */
GCV_CHECKED gcv_status gcv_live_set_gather(gcv_live_set *live, gcv_error *err);

#endif
