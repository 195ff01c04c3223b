/* track_chains.c - `track --chains`: what keeps those alive who survived, or who were born since.
 * In the last dump, by the rules of `chains`. */
#include "report/track/track.h"

#include "base/error.h"
#include "heap/memory.h"

const gcv_cost gcv_cost_of_track_chains = {"`track --chains`", GCV_COST_PARTS(17.125, 0, 1, 0, 0),
                                           GCV_COST_PARTS(152, 12, 1, 40, 0), 8000, NULL};

gcv_status gcv_track_write_chains(gcv_report *report, const gcv_track *track,
                                  const gcv_chain_options *asked, gcv_error *err)
{
    gcv_report later = gcv_track_later(report);
    uint8_t *among = gcv_alloc(report->ctx, track->n_to, 1, err);
    gcv_status status;
    uint32_t i;
    if (among == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < track->n_to; i++) {
        among[i] =
            (track->from[i] == GCV_NONE) == ((const gcv_track_options *)report->options->own)->born;
    }
    status = gcv_chains_among(&later, asked, among, err);
    gcv_free(report->ctx, among, track->n_to, 1);
    return status;
}
