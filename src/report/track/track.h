/* track.h - following the objects of the first heap of a report to the last one, and their chains.
 */
#ifndef GCV_REPORT_TRACK_TRACK_H
#define GCV_REPORT_TRACK_TRACK_H

#include "heap/memory.h"
#include "report/chains/chain_query.h"

/* Options that choose the table; with none of them it is that of types. */
typedef struct gcv_track_options {
    bool ages, growing, chains, born;
} gcv_track_options;

/* `--chains`: what keeps the survivors alive, or with `born` the new objects. */
void gcv_track_write_chains(gcv_report *report, const gcv_track *track, bool born,
                            const gcv_chain_options *chains);

/* Follows all objects from the first heap to the last. Warns of objects that survived, but that the
 * last dump lacks because it is incomplete. */
gcv_track gcv_follow_objects(gcv_report *report);

#endif
