/* group_choice.h - what the options say of groups that objects are added up by: for `stats` and
 * `diff`. */
#ifndef GCV_REPORT_GROUP_CHOICE_H
#define GCV_REPORT_GROUP_CHOICE_H

#include "report/command.h"

/* What --by, --unreachable, --retained and --include-weak ask for. */
gcv_totals_query gcv_report_totals_query(const gcv_report_options *options);
/* What must be loaded for it. */
void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs);

#endif
