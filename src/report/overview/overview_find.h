/* overview_find.h - what the first look at a dump shows: figures of other commands, found once.
 *
 * Every figure is that of the command it comes from, because the same analysis makes it:
 * gcv_group_totals for `stats`, gcv_changes for `diff`, the suspects for `suspects`.
 */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H

#include "analysis/reach_totals.h"
#include "base/buffer.h"
#include "report/diff/changes.h"
#include "report/suspects/suspect_list.h"

/* Rows of the lists: one screen in all. */
enum { GCV_OVERVIEW_TYPES = 6, GCV_OVERVIEW_SUSPECTS = 3, GCV_OVERVIEW_GROWN = 4 };

typedef struct gcv_overview {
    gcv_report *report;
    gcv_selection selection;
    gcv_reach_totals reach;
    gcv_group_totals types; /* of all types; the retained bytes are those of `shown` … */
    gcv_rows shown;         /* the types with the most bytes */
    uint64_t retained[GCV_OVERVIEW_TYPES]; /* … here, in their order */
    gcv_suspect_list suspects;             /* the first ones, … */
    gcv_suspect_chains chains;             /* … and the chains that hold them */
    gcv_report pair;                       /* baseline and heap, as `diff` gets them */
    const gcv_heap *heaps[2];
    gcv_report_options pair_options;
    gcv_diff_options diff_options;
    gcv_changes changes; /* if there is a baseline */
    gcv_rows grown;      /* the types whose bytes grew most */
    gcv_buffer text;     /* of the line being written */
} gcv_overview;

/* To be released even if it fails. */
GCV_CHECKED gcv_status gcv_overview_find(gcv_report *report, gcv_overview *out, gcv_error *err);
void gcv_overview_release(gcv_overview *overview);

/* Whether heap and baseline are snapshots of one file. */
bool gcv_overview_is_of_one_file(const gcv_overview *overview);

/* What the growth since the baseline is, over all types. */
int64_t gcv_overview_growth(const gcv_overview *overview, int64_t *objects);

#endif
