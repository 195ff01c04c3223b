/* heap_summary.h - totals of the sections of a heap: the figures of `summary`. */
#ifndef GCV_FIGURES_HEAP_SUMMARY_H
#define GCV_FIGURES_HEAP_SUMMARY_H

#include "analysis/reach_totals.h"
#include "analysis/selection.h"

typedef struct gcv_summary {
    gcv_counts counts;
    uint64_t started, ended, version;
    bool has_started, has_ended, has_version;
    gcv_reach_totals reach; /* filled in by the caller */
} gcv_summary;

/* Adds up the sections that are selected; leaves out `reach`. */
gcv_summary gcv_summary_of(const gcv_selection *selection);

#endif
