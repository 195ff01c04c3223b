/* changes.h - what changed from the first dump to the last one, by type or by other groups.
 *
 * Ids mean nothing across dumps, so rows are joined by name. Each dump is counted as `stats` counts
 * it: the deltas of all rows add up to the difference between the totals of two runs of `stats`. */
#ifndef GCV_REPORT_DIFF_CHANGES_H
#define GCV_REPORT_DIFF_CHANGES_H

#include "analysis/group_totals.h"
#include "analysis/name_join.h"
#include "report/table.h"

typedef struct gcv_diff_options {
    bool monotonic, unchanged, cause;
} gcv_diff_options;

typedef struct gcv_change {
    uint64_t count_a, count_b, bytes_a, bytes_b;
    uint64_t retained_a, retained_b; /* 0: no object of the row is reachable */
    bool retains; /* an object of the row is reachable in the first or the last dump */
    bool grew;    /* it grew from each dump to the next */
} gcv_change;

typedef struct gcv_changes {
    gcv_report *report;
    gcv_selection *selections; /* per counted dump */
    gcv_group_totals *totals;
    gcv_name_list *lists;
    size_t n; /* number of counted dumps: all with --monotonic, else the first and the last */
    gcv_name_join join;
    gcv_change *rows; /* join.names.n rows */
} gcv_changes;

/* Finds the changes. GCV_ERR_USAGE if no dump has the domain of --domain. */
void gcv_changes_find(gcv_report *report, gcv_changes *changes);
void gcv_changes_release(gcv_changes *changes);

/* Describes the table; causes are chosen by its columns, too. */
void gcv_changes_columns(const gcv_report_options *options, gcv_table *table);
/* Whether a row passes the options; `payload` is the gcv_changes. */
bool gcv_change_is_shown(const void *payload, uint32_t item);
void gcv_changes_write(gcv_changes *changes);

#endif
