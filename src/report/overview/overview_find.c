/* overview_find.c - what the overview shows; see overview_find.h. */
#include "report/overview/overview_find.h"

#include <string.h>

bool gcv_overview_is_of_one_file(const gcv_overview *overview)
{
    const gcv_heap *heap = overview->report->in.heap, *baseline = overview->report->in.baseline;
    return baseline != NULL && gcv_heap_n_snapshots(heap) > 1 &&
           strcmp(gcv_heap_name(heap), gcv_heap_name(baseline)) == 0;
}

void gcv_overview_find(gcv_report *report, gcv_overview *out)
{
    gcv_look_request request = {0};
    memset(out, 0, sizeof *out);
    out->report = report;
    gcv_sides_find(report, &out->sides);
    request.suspects.now = &out->sides.now;
    request.suspects.past = report->in.baseline != NULL ? &out->sides.past : NULL;
    request.suspects.top = GCV_OVERVIEW_SUSPECTS;
    request.types.by_bytes = GCV_OVERVIEW_TYPES;
    request.types.owned = true;
    request.causes = GCV_OVERVIEW_CAUSES;
    gcv_look_find(report->ctx, &request, &out->look);
}
