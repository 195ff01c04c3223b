/* summary_rows.h - keys and values of `summary`, in their order, for whoever shows them. */
#ifndef GCV_REPORT_SUMMARY_ROWS_H
#define GCV_REPORT_SUMMARY_ROWS_H

#include "analysis/reach_totals.h"
#include "report/report.h"

/* Totals of the sections that --domain leaves. */
typedef struct gcv_summary {
    gcv_counts counts;
    uint64_t started, ended, version;
    bool has_started, has_ended, has_version;
    gcv_reach_totals reach; /* to be filled in */
} gcv_summary;

/* What a row of `summary` is handed to. `snapshot`: the row is about one; else NULL. */
typedef gcv_status (*gcv_summary_take)(void *payload, const char *key, gcv_cell value,
                                       const gcv_snapshot *snapshot, gcv_error *err);

/* The totals of a heap, but for `reach`. `domain`: of --domain, or NULL. */
gcv_summary gcv_summary_of(const gcv_heap *heap, const uint8_t *sections, const char *domain);

/* Hands out all rows until one is refused. */
GCV_CHECKED gcv_status gcv_summary_each(const gcv_heap *heap, const uint8_t *sections,
                                        const gcv_summary *summary, gcv_summary_take take,
                                        void *payload, gcv_error *err);

#endif
