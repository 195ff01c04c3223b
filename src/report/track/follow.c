/* follow.c - following the objects of the first heap to the last one; see track.h. */
#include "report/track/track.h"

#include "analysis/analyses.h"

#include <inttypes.h>
#include <stdio.h>

gcv_report gcv_report_about_last(const gcv_report *report)
{
    gcv_report last = *report;
    last.in.heap = report->in.heaps[report->in.n_heaps - 1];
    return last;
}

void gcv_warn_of_lacking_objects(const gcv_report *report, const char *file, uint64_t n)
{
    char message[100];
    if (n > 0) {
        (void)snprintf(message, sizeof message,
                       "objects that live on and that an incomplete dump lacks: %" PRIu64, n);
        report->out.print_warning(report->out.print_payload, file, message);
    }
}

/* Whether another object may have taken this object's memory unnoticed: collections do not move
 * large and pinned objects. */
static bool may_be_replaced(const gcv_heap *heap, uint32_t object)
{
    enum { LARGE_GENERATION = 3, LARGE_BYTES = 85000 };
    const uint32_t generation = gcv_heap_object_generation(heap, object);
    return generation != GCV_NONE ? generation >= LARGE_GENERATION
                                  : gcv_heap_object_bytes(heap, object) >= LARGE_BYTES;
}

gcv_track gcv_follow_objects(gcv_report *report)
{
    const gcv_heap *last = report->in.heaps[report->in.n_heaps - 1];
    const gcv_track out = report->in.moves == NULL
                              ? gcv_track_compute_by_ids(report->ctx, report->in.heap, last)
                              : gcv_track_compute(report->ctx, report->in.heap, last,
                                                  report->in.moves, report->in.dumps[0],
                                                  report->in.dumps[report->in.n_heaps - 1], false);
    uint64_t n = 0, bytes = 0;
    gcv_warn_of_lacking_objects(report, gcv_heap_name(last), out.unseen);
    for (uint32_t b = 0; out.background != 0 && b < out.n_to; b++) {
        if (out.from[b] != GCV_NONE && may_be_replaced(last, b)) {
            n++;
            bytes += gcv_heap_object_bytes(last, b);
        }
    }
    if (n > 0) {
        gcv_report_warn_of(report, last,
                           "collection %" PRIu64
                           " ran beside the program: of the survivors, %" PRIu64
                           " large or pinned ones of %" PRIu64
                           " bytes may be other objects of the same type and size",
                           out.background, n, bytes);
    }
    return out;
}
