/* key_value.h - tables of keys and values. */
#ifndef GCV_REPORT_KEY_VALUE_H
#define GCV_REPORT_KEY_VALUE_H

#include "report/report.h"

GCV_CHECKED gcv_status gcv_key_value_begin(gcv_report *report, gcv_error *err);
GCV_CHECKED gcv_status gcv_key_value_row(gcv_report *report, const char *key, gcv_cell value,
                                         gcv_error *err);

#endif
