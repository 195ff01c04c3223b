/* log_fields.h - fields of the line-based formats that a heap is converted to. */
#ifndef GCV_REPORT_CONVERT_LOG_FIELDS_H
#define GCV_REPORT_CONVERT_LOG_FIELDS_H

#include "output/writer.h"

void gcv_log_put_str(gcv_writer *writer, const char *text);
/* A blank and the number in hex. */
void gcv_log_put_hex(gcv_writer *writer, uint64_t value);

#endif
