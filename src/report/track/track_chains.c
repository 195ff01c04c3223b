/* track_chains.c - `track --chains`: what keeps survivors or new objects alive in the last dump. */
#include "report/track/track.h"

#include "base/error.h"
#include "report/chains/chain_query.h"
#include "report/track/follow.h"

const gcv_cost gcv_cost_of_track_chains = {"`track --chains`", GCV_COST_PARTS(17.125, 0, 1, 0, 0),
                                           GCV_COST_PARTS(152, 12, 1, 40, 0), 8000, NULL};

void gcv_track_write_chains(gcv_report *report, const gcv_track *track, bool born,
                            const gcv_chain_options *chains)
{
    gcv_report last = gcv_report_about_last(report);
    uint8_t *among = gcv_alloc(report->ctx, track->n_to, 1);
    gcv_chain_query query;
    for (uint32_t i = 0; i < track->n_to; i++) {
        among[i] = (track->from[i] == GCV_NONE) == born;
    }
    gcv_chain_query_init(&query, &last, chains, among);
    gcv_matching_chains(&query);
}
