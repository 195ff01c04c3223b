/* group_choice.h - the options for grouping objects; `stats` and `diff` share them. */
#ifndef GCV_REPORT_GROUP_CHOICE_H
#define GCV_REPORT_GROUP_CHOICE_H

#include "analysis/group_totals.h"
#include "report/command.h"

/* The query of totals of the heaps for --by, --unreachable, --retained and --include-weak. */
gcv_totals_query gcv_report_totals_query(const gcv_report_options *options,
                                         const gcv_heap *const *heaps, size_t n_heaps);
/* Finds usage errors. */
void gcv_group_check(gcv_context *ctx, const gcv_report_options *options);
/* Sets the needs of a command that computes these totals. */
void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs);

#endif
