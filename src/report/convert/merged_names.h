/* merged_names.h - types that become one because a format does not hold all of their names. */
#ifndef GCV_REPORT_CONVERT_MERGED_NAMES_H
#define GCV_REPORT_CONVERT_MERGED_NAMES_H

#include "base/buffer.h"
#include "report/report.h"

/* Appends a name as a format has it; `out->status` tells whether that worked. */
typedef void (*gcv_name_form)(gcv_context *ctx, gcv_slice name, gcv_buffer *out, gcv_error *err);

/* In UTF-8: other bytes are U+FFFD. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out, gcv_error *err);

/* Warns if types that have different names have one in this form. A name of printable ASCII has to
 * be its own form. O(bytes of names). */
GCV_CHECKED gcv_status gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form,
                                                gcv_error *err);

#endif
