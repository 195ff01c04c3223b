/* convert.h - the formats that a heap is converted to; convert.c chooses one.
 *
 * circle: the formats share this header with the command, and do not call it. */
#ifndef GCV_REPORT_CONVERT_CONVERT_H
#define GCV_REPORT_CONVERT_CONVERT_H

#include "report/report.h"

/* A log of the Remote Performance Monitor. */
GCV_CHECKED gcv_status gcv_convert_to_rpm(gcv_report *report, gcv_error *err);
/* A moves log of all collections and snapshots of a trace. */
GCV_CHECKED gcv_status gcv_convert_to_moves(gcv_report *report, gcv_error *err);

#endif
