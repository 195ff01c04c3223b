/* track.h - following the objects of the first heap of a report to the last one, and the tables of
 * `track`, of which track_command.c chooses one. */
#ifndef GCV_REPORT_TRACK_TRACK_H
#define GCV_REPORT_TRACK_TRACK_H

#include "heap/memory.h"
#include "report/chains/chain_query.h"

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

/* ---- follow.c ------------------------------------------------------------------------------- */

/* Returns a copy of the report that is about its last heap. */
gcv_report gcv_report_about_last(const gcv_report *report);

/* Follows all objects from the first heap to the last. Warns of objects that survived, but that the
 * last dump lacks because it is incomplete. */
gcv_track gcv_follow_objects(gcv_report *report);
/* Prints this warning about `n` objects; `file` is the incomplete dump, NULL: it may be any of
 * them. */
void gcv_warn_of_lacking_objects(const gcv_report *report, const char *file, uint64_t n);
#endif
