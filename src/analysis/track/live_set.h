/* live_set.h - the objects that are followed through collections, by address.
 *
 * Most collections touch few of these objects or none: what was old at the first dump stays. So
 * objects that a small collection touches are detached from the main run and go to a short one,
 * which is all that the next small collection has to go over. When the short run is full, it is
 * merged back. A collection that touches more is applied to all objects in one pass.
 *
 * With n objects, a collection takes O(ranges × log n) to count what it touches (O(n × log ranges)
 * if it has far more ranges than there are objects), and up to n / 64 steps for detached objects;
 * an object that is touched takes O(1) in a pass over all, else up to 128 steps. 24.4 bytes an
 * object.
 */
#ifndef GCV_ANALYSIS_TRACK_LIVE_SET_H
#define GCV_ANALYSIS_TRACK_LIVE_SET_H

#include "heap/moves.h"

/* Ascending by address. */
typedef struct gcv_run {
    uint64_t *address, *spare_address;
    uint32_t *object, *spare_object;
    size_t n, room;
} gcv_run;

typedef struct gcv_live_set {
    gcv_context *ctx;
    gcv_run attached; /* object GCV_NONE: a hole that a detached object left */
    gcv_run detached;
    bool holes;
} gcv_live_set;

/* Two objects that a collection put at one address. */
typedef struct gcv_clash {
    uint64_t address;
    uint32_t a, b;
} gcv_clash;

/* An empty set with room for `room` objects. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, size_t room,
                                         gcv_error *err);
void gcv_live_set_release(gcv_live_set *live);

/* Applies a collection: removes the dead and moves the others. False if two objects have one
 * address now. */
bool gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash);

/* Merges detached objects back, so that all objects are in `attached`. */
void gcv_live_set_gather(gcv_live_set *live);

#endif
