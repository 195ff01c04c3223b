/* track.h - the tables of `track`; track_command.c chooses one. */
#ifndef GCV_REPORT_TRACK_TRACK_H
#define GCV_REPORT_TRACK_TRACK_H

#include "heap/memory.h"
#include "report/chains/chain_query.h"
#include "report/table.h"

/* Options that choose the table; with none of them it is that of types. */
typedef struct gcv_track_options {
    bool ages, growing, chains, born;
} gcv_track_options;

static inline const gcv_track_options *gcv_track_own(const gcv_report_options *options)
{
    return options->own;
}

/* Without an option: objects that survived, died and were born, by type. */
extern const gcv_table gcv_track_types_table;
void gcv_track_write_types(gcv_report *report, const gcv_track *track);

/* `--ages`: objects of the last dump by type and age. Objects are followed through all heaps. */
extern const gcv_table gcv_track_ages_table;
void gcv_track_write_ages(gcv_report *report);

/* `--growing`: objects that retain more than before. */
extern const gcv_table gcv_track_growing_table;
void gcv_track_write_growing(gcv_report *report, const gcv_track *track);

/* `--chains`: what keeps the survivors alive, or with `born` the new objects. */
void gcv_track_write_chains(gcv_report *report, const gcv_track *track, bool born,
                            const gcv_chain_options *chains);

/* The cost of --chains for the last heap. */
extern const gcv_cost gcv_cost_of_track_chains;

#endif
