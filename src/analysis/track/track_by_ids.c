/* track_by_ids.c - matches the objects of one dump with those of a later one by ids that are stable
 * while the process lives; see gcview.h. */
#include "analysis/analyses.h"
#include "analysis/track/dump_series.h"

enum { LEAST_SAME = 95 }; /* percentage of the objects in both dumps */

/* Whether two objects with the same id may be the same: their marks, hashes of what the objects are
 * called, are equal or not known. */
static bool may_be_same(const gcv_heap *from, uint32_t a, const gcv_heap *to, uint32_t b)
{
    uint32_t mark_a = from->mark.n > 0 ? from->mark.data[a] : 0;
    uint32_t mark_b = to->mark.n > 0 ? to->mark.data[b] : 0;
    return mark_a == mark_b || mark_a == 0 || mark_b == 0;
}

/* Matches all objects; returns how many of the survivors have the same mark. */
static uint64_t join(const gcv_heap *from, const gcv_heap *to, gcv_track *out)
{
    uint64_t same = 0;
    for (uint32_t a = 0; a < out->n_from; a++) {
        uint32_t b = gcv_heap_find(to, 0, gcv_heap_object_id(from, a));
        if (b != GCV_NONE) {
            out->to[a] = b;
            out->from[b] = a;
            out->survived++;
            same += may_be_same(from, a, to, b);
        }
    }
    out->died = out->n_from - out->survived;
    out->born = out->n_to - out->survived;
    return same;
}

gcv_track gcv_track_compute_by_ids(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to)
{
    gcv_phase(ctx, "follow");
    gcv_track out = gcv_track_of(ctx, from, to);
    uint64_t same = join(from, to, &out);
    if (out.survived == 0 || same * 100 < out.survived * LEAST_SAME) {
        gcv_fail_line(ctx, GCV_ERR_INPUT, gcv_heap_name(to), 0,
                      "ids do not match: not two snapshots of one process, or "
                      "numbered anew between them");
    }
    return out;
}
