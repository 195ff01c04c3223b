/* cause.h - `diff --cause`: what holds the growth? */
#ifndef GCV_REPORT_DIFF_CAUSE_H
#define GCV_REPORT_DIFF_CAUSE_H

#include "report/diff/changes.h"

/* Writes the rows that grew, in order, each with the chain that holds most of its growth. */
GCV_CHECKED gcv_status gcv_causes_write(const gcv_changes *changes, gcv_error *err);

#endif
