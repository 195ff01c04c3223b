/* track.h - what the tables of `track` share: track_types.c counts by type, track_ages.c by age,
 * too, track_growing.c lists objects, track_chains.c says what keeps them alive. */
#ifndef GCV_REPORT_TRACK_TRACK_H
#define GCV_REPORT_TRACK_TRACK_H

#include "report/chains/chains.h"
#include "report/table.h"

/* Which table, if not that of types. */
typedef struct gcv_track_options {
    bool ages, growing, chains, born;
} gcv_track_options;

/* The same report about the last heap. */
gcv_report gcv_track_later(const gcv_report *report);

/* Follows the objects of the first heap to the last one. */
GCV_CHECKED gcv_status gcv_track_follow(gcv_report *report, gcv_track *out, gcv_error *err);
/* Says how many objects live on that an incomplete dump, that of `file` unless it is NULL, lacks.
 */
void gcv_track_warn_unseen(const gcv_report *report, const char *file, uint64_t n);

/* The columns of --ages and of --growing. */
void gcv_track_ages_columns(gcv_table *table);
void gcv_track_growing_columns(gcv_table *table);

/* `--ages`: of all heaps. */
GCV_CHECKED gcv_status gcv_track_write_ages(gcv_report *report, gcv_error *err);
/* `--growing`: objects that retain more than before. */
GCV_CHECKED gcv_status gcv_track_write_growing(gcv_report *report, const gcv_track *track,
                                               gcv_error *err);
/* `--chains`: what keeps the survivors, or with `--born` the others, alive. */
GCV_CHECKED gcv_status gcv_track_write_chains(gcv_report *report, const gcv_track *track,
                                              const gcv_chain_options *asked, gcv_error *err);

/* Of --chains, for the last heap. */
extern const gcv_cost gcv_cost_of_track_chains;

#endif
