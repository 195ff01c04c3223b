/* suppressions.h - suspects that are known: their fingerprints, or globs of their types. */
#ifndef GCV_REPORT_SUSPECTS_SUPPRESSIONS_H
#define GCV_REPORT_SUSPECTS_SUPPRESSIONS_H

#include "base/column.h"

GCV_COLUMN(gcv_bytes_column, char);

typedef struct gcv_suppressions {
    const char *file;
    gcv_u64_column prints; /* fingerprints */
    gcv_u32_column globs;  /* where they begin in `text`; each ends in NUL */
    gcv_bytes_column text;
} gcv_suppressions;

void gcv_suppressions_release(gcv_context *ctx, gcv_suppressions *known);

/* Takes a line of the file: a fingerprint, a glob, or nothing; `#` at its start or behind a blank
 * begins a comment. GCV_ERR_USAGE with the number of the line. */
GCV_CHECKED gcv_status gcv_suppressions_add(gcv_context *ctx, gcv_suppressions *known,
                                            gcv_slice line, uint64_t number, gcv_error *err);

/* The same for all lines of a file. */
GCV_CHECKED gcv_status gcv_suppressions_add_text(gcv_context *ctx, gcv_suppressions *known,
                                                 const char *file, gcv_slice text, gcv_error *err);

bool gcv_is_suppressed(const gcv_suppressions *known, uint64_t fingerprint, gcv_slice name,
                       bool ignore_case);

#endif
