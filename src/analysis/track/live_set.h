/* live_set.h - the objects that are being followed through collections, by where they are.
 *
 * Most collections touch few of them or none: what was old at the first dump stays. So objects that
 * a small collection touches leave the main run, one by one, for a short one (`away`), which is all
 * that the next such collection goes over; when it is full, it is merged back. A collection that
 * touches more is one pass over all.
 *
 * With n objects, a collection takes O(ranges × log n) to find out what it touches (O(n × log
 * ranges), if it has far more ranges than there are objects), and up to n / 64 steps for what is
 * away; an object that is touched takes O(1) when all are passed over, else up to 128 steps. 24.4
 * bytes an object.
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
    gcv_run all; /* object GCV_NONE: it is away */
    gcv_run away;
    bool holes; /* some are away, or died there */
} gcv_live_set;

/* Two objects that a collection put at one address. */
typedef struct gcv_clash {
    uint64_t address;
    uint32_t a, b;
} gcv_clash;

/* Room for `room` objects; none are in it. On failure it may be released, too. */
GCV_CHECKED gcv_status gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, size_t room,
                                         gcv_error *err);
void gcv_live_set_release(gcv_live_set *live);

/* Takes the dead out and moves the others. False if two are at one address now. */
bool gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash);

/* All that live: they are in `all` after it. */
void gcv_live_set_gather(gcv_live_set *live);

#endif
