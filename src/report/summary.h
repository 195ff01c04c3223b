/* summary.h - the keys and values of `summary`, in their order; callers decide how to show
 * them. */
#ifndef GCV_REPORT_SUMMARY_H
#define GCV_REPORT_SUMMARY_H

#include "figures/heap_summary.h"
#include "report/report.h"

/* The key of a number that counts nothing, and so has no commas. */
#define GCV_SUMMARY_PROCESS "process_id"

/* Receives a row of `summary`. `snapshot`: the one that the row is about; else NULL. */
typedef void (*gcv_summary_take)(void *payload, const char *key, gcv_cell value,
                                 const gcv_snapshot *snapshot);

/* Passes all rows to `take`. */
void gcv_summary_each(const gcv_heap *heap, const uint8_t *sections, const gcv_summary *summary,
                      gcv_summary_take take, void *payload);

#endif
