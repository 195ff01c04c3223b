/* summary_rows.h - the keys and values of `summary`, in their order; callers decide how to show
 * them. */
#ifndef GCV_REPORT_SUMMARY_ROWS_H
#define GCV_REPORT_SUMMARY_ROWS_H

#include "analysis/reach_totals.h"
#include "report/report.h"

/* Totals of the sections that pass --domain. */
typedef struct gcv_summary {
    gcv_counts counts;
    uint64_t started, ended, version;
    bool has_started, has_ended, has_version;
    gcv_reach_totals reach; /* filled in by the caller */
} gcv_summary;

/* Receives a row of `summary`. `snapshot`: the one that the row is about; else NULL. */
typedef void (*gcv_summary_take)(void *payload, const char *key, gcv_cell value,
                                 const gcv_snapshot *snapshot);

/* Computes the totals of a heap, except `reach`. `domain`: of --domain, or NULL. */
gcv_summary gcv_summary_of(const gcv_heap *heap, const uint8_t *sections, const char *domain);

/* Passes all rows to `take`. */
void gcv_summary_each(const gcv_heap *heap, const uint8_t *sections, const gcv_summary *summary,
                      gcv_summary_take take, void *payload);

#endif
