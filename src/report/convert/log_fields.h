/* log_fields.h - fields of the line-based formats that a heap is converted to. */
#ifndef GCV_REPORT_CONVERT_LOG_FIELDS_H
#define GCV_REPORT_CONVERT_LOG_FIELDS_H

#include "base/buffer.h"
#include "output/writer.h"

/* A blank and the number in hex. */
void gcv_log_put_hex(gcv_writer *writer, uint64_t value);
/* A blank and a name that reads back as one field to the end of the line. What is no text is made
 * visible: control characters become their pictures (U+2400 to U+2421), and what has none, blanks
 * at either end and an empty name U+FFFD. Bytes that are not UTF-8 stay, but for those that some
 * terminals take for control characters. */
void gcv_log_put_name(gcv_writer *writer, gcv_slice name);
/* Appends the name alone; `out->status` tells whether that worked. */
void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out, gcv_error *err);

#endif
