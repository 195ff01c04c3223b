/* key_value.h - tables of keys and values. */
#ifndef GCV_REPORT_KEY_VALUE_H
#define GCV_REPORT_KEY_VALUE_H

#include "report/report.h"

void gcv_key_value_begin(gcv_report *report);
void gcv_key_value_row(gcv_report *report, const char *key, gcv_cell value);

#endif
