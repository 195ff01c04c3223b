/* figures.h - objects, bytes and retained bytes of one heap by group: what `stats` shows and `diff`
 * compares.
 */
#ifndef GCV_REPORT_FIGURES_H
#define GCV_REPORT_FIGURES_H

#include "analysis/groups.h"
#include "report/report.h"

typedef struct gcv_figures {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_report_options *options;
    gcv_groups groups;
    bool by_object;            /* the groups are */
    uint8_t *types, *sections; /* filters */
    uint64_t *counts, *bytes;  /* per group */
    uint64_t *retained;        /* per group, or GCV_NOT_REACHABLE; NULL if not asked for */
} gcv_figures;

/* Of report->heap, with what the options say of --retained, --unreachable and --include-weak. Takes
 * the filters over, and fails if one of them is NULL, which is a failure that `err` knows. To be
 * released even if it fails. */
GCV_CHECKED gcv_status gcv_figures_find(gcv_figures *figures, gcv_report *report, gcv_group_by by,
                                        uint8_t *types, uint8_t *sections, gcv_error *err);
void gcv_figures_release(gcv_figures *figures); /* fine with zeroed ones */

/* What --by says, and its word. */
gcv_group_by gcv_group_by_option(const gcv_report_options *options);
const char *gcv_group_by_name(gcv_group_by by);

#endif
