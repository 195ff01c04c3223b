/* convert.h - the formats that a heap is converted to; convert.c chooses. */
#ifndef GCV_REPORT_CONVERT_CONVERT_H
#define GCV_REPORT_CONVERT_CONVERT_H

#include "report/report.h"

/* A moves log of all collections and snapshots of a trace. */
GCV_CHECKED gcv_status gcv_convert_moves(gcv_report *report, gcv_error *err);

#endif
