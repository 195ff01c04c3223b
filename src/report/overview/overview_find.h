/* overview_find.h - the figures of the overview: those of other commands, each computed once.
 *
 * A figure equals that of its command because the same analysis computes it: gcv_group_totals for
 * `stats`, gcv_changes for `diff`, the list of suspects for `suspects`. */
#ifndef GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H
#define GCV_REPORT_OVERVIEW_OVERVIEW_FIND_H

#include "analysis/reach_totals.h"
#include "base/buffer.h"
#include "report/diff/changes.h"
#include "report/suspects/suspect_list.h"

/* Lengths of the lists: together they fit one screen. */
enum { GCV_OVERVIEW_TYPES = 6, GCV_OVERVIEW_SUSPECTS = 3, GCV_OVERVIEW_GROWN = 4 };

typedef struct gcv_overview {
    gcv_report *report;
    gcv_selection selection;
    gcv_reach_totals reach;
    gcv_group_totals types; /* of all types; with the retained bytes of `shown` … */
    gcv_rows shown;         /* the types with the most bytes */
    uint64_t retained[GCV_OVERVIEW_TYPES]; /* … here, in their order */
    gcv_suspect_list suspects;             /* the first suspects, … */
    gcv_suspect_chains chains;             /* … and the chains that hold them */
    gcv_report pair;                       /* the baseline and the heap as `diff` takes them */
    const gcv_heap *heaps[2];
    gcv_report_options pair_options;
    gcv_diff_options diff_options;
    gcv_changes changes; /* only with a baseline */
    gcv_rows grown;      /* the types whose bytes grew most */
    gcv_buffer text;     /* the line that is being written */
} gcv_overview;

/* Computes all figures. */
void gcv_overview_find(gcv_report *report, gcv_overview *out);
void gcv_overview_release(gcv_overview *overview);

/* Whether the heap and the baseline are snapshots of one file. */
bool gcv_overview_is_of_one_file(const gcv_overview *overview);

/* Returns the growth in bytes since the baseline, over all types; `*objects` is the growth in
 * objects. */
int64_t gcv_overview_growth(const gcv_overview *overview, int64_t *objects);

#endif
