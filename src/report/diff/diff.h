/* diff.h - what the two tables of `diff` share: diff.c shows what changed, cause.c why. */
#ifndef GCV_REPORT_DIFF_DIFF_H
#define GCV_REPORT_DIFF_DIFF_H

#include "analysis/name_join.h"
#include "analysis/group_totals.h"
#include "report/report.h"
#include "report/table.h"

typedef struct gcv_diff_options {
    bool monotonic, unchanged, cause;
} gcv_diff_options;

typedef struct gcv_diff_row {
    uint64_t count_a, count_b, bytes_a, bytes_b;
    uint64_t retained_a, retained_b; /* 0 if there is none */
    bool retains;                    /* in one of the two there is */
    bool grew;                       /* at every step */
} gcv_diff_row;

typedef struct gcv_diff {
    gcv_report *report;
    gcv_selection *selections; /* of each heap that counts */
    gcv_group_totals *totals;
    gcv_name_list *lists;
    size_t n; /* all of them with --monotonic, else the first and the last */
    gcv_name_join join;
    gcv_diff_row *rows; /* join.names.n of them */
} gcv_diff;

/* The columns of what changed, by which causes are ordered, too. */
void gcv_diff_columns(const gcv_report_options *options, gcv_table *table);

/* A row that is to be shown, by what the options say of changes. */
bool gcv_diff_is_shown(const gcv_diff *diff, uint32_t row);

/* `--cause`: of the rows that grew, in order, the chains that hold most of what they grew by.
 */
GCV_CHECKED gcv_status gcv_diff_write_causes(const gcv_diff *diff, gcv_error *err);

#endif
