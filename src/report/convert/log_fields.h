/* log_fields.h - fields of the line-based formats that a heap is converted to. */
#ifndef GCV_REPORT_CONVERT_LOG_FIELDS_H
#define GCV_REPORT_CONVERT_LOG_FIELDS_H

#include "base/buffer.h"
#include "output/writer.h"

/* Writes a blank and the number in hex. */
void gcv_log_put_hex(gcv_writer *writer, uint64_t value);
/* Writes a blank and a name, so that the name reads back as one field up to the end of the line.
 * Control characters are replaced by their pictures (U+2400 to U+2421). Those without a picture,
 * blanks at either end and an empty name become U+FFFD. Bytes that are not UTF-8 stay, except those
 * that some terminals take for control characters. */
void gcv_log_put_name(gcv_writer *writer, gcv_slice name);
/* Appends only the name, in the same form. Errors are in `out->status`. */
void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

#endif
