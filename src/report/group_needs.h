/* group_needs.h - what must be loaded to add objects up by groups: for `stats` and `diff`. */
#ifndef GCV_REPORT_GROUP_NEEDS_H
#define GCV_REPORT_GROUP_NEEDS_H

#include "report/command.h"

void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs);

#endif
