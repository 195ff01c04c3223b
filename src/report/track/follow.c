/* follow.c - following the objects of the first heap to the last one; see follow.h. */
#include "report/track/follow.h"

#include <inttypes.h>
#include <stdio.h>

gcv_report gcv_report_about_last(const gcv_report *report)
{
    gcv_report last = *report;
    last.heap = report->heaps[report->n_heaps - 1];
    return last;
}

void gcv_warn_of_lacking_objects(const gcv_report *report, const char *file, uint64_t n)
{
    char message[100];
    if (n > 0) {
        (void)snprintf(message, sizeof message,
                       "objects that live on and that an incomplete dump lacks: %" PRIu64, n);
        report->print_warning(report->print_payload, file, message);
    }
}

gcv_status gcv_follow_objects(gcv_report *report, gcv_track *out, gcv_error *err)
{
    const gcv_heap *last = report->heaps[report->n_heaps - 1];
    gcv_status status =
        report->moves == NULL
            ? gcv_track_by_ids(report->ctx, report->heap, last, out, err)
            : gcv_track_find(report->ctx, report->heap, last, report->moves, report->dumps[0],
                             report->dumps[report->n_heaps - 1], out, err);
    if (status == GCV_OK) {
        gcv_warn_of_lacking_objects(report, gcv_heap_name(last), out->unseen);
    }
    return status;
}
