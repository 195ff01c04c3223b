/* merged_names.h - types that become one because a format cannot hold their names unchanged. */
#ifndef GCV_REPORT_CONVERT_MERGED_NAMES_H
#define GCV_REPORT_CONVERT_MERGED_NAMES_H

#include "base/buffer.h"
#include "report/report.h"

/* Appends a name as a format writes it. Errors are in `out->status`. */
typedef void (*gcv_name_form)(gcv_context *ctx, gcv_slice name, gcv_buffer *out, gcv_error *err);

/* Appends the name as UTF-8; bytes that are not UTF-8 become U+FFFD. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out, gcv_error *err);

/* Warns if types with different names have the same form. The form of a printable ASCII name has to
 * be the name itself. O(bytes of names). */
GCV_CHECKED gcv_status gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form,
                                                gcv_error *err);

#endif
