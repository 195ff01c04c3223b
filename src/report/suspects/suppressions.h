/* suppressions.h - suspects that are known and left out, by fingerprint or by a glob of types. */
#ifndef GCV_REPORT_SUSPECTS_SUPPRESSIONS_H
#define GCV_REPORT_SUSPECTS_SUPPRESSIONS_H

#include "base/column.h"

GCV_COLUMN(gcv_suppression_globs, gcv_slice);

typedef struct gcv_suppressions {
    gcv_u64_column fingerprints;
    gcv_suppression_globs globs; /* borrowed from the text */
} gcv_suppressions;

/* Adds the lines of a text: each is a fingerprint or a glob. `#` at the start of a line or behind a
 * space or tab begins a comment. GCV_ERR_USAGE with `file` and the line. */
GCV_CHECKED gcv_status gcv_suppressions_add_text(gcv_context *ctx, gcv_suppressions *known,
                                                 const char *file, gcv_slice text, gcv_error *err);
void gcv_suppressions_release(gcv_context *ctx, gcv_suppressions *known);

bool gcv_is_suppressed(const gcv_suppressions *known, uint64_t fingerprint, gcv_slice name,
                       bool ignore_case);

#endif
