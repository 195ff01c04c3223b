/* suppressions.h - suspects that are known and left out, by fingerprint or by a glob of types. */
#ifndef GCV_REPORT_SUSPECTS_SUPPRESSIONS_H
#define GCV_REPORT_SUSPECTS_SUPPRESSIONS_H

#include "base/glob_list.h"

typedef struct gcv_suppressions {
    gcv_u64_column fingerprints; /* in ascending order */
    gcv_glob_list names;         /* borrowed from the text */
} gcv_suppressions;

/* The lines of a text: each is a fingerprint or a glob. `#` at the start of a line or behind a
 * space or tab begins a comment. GCV_ERR_USAGE with `file` and the line that is wrong; without a
 * line if it is not one alone. To be released, also after a failure. O(bytes × log lines). */
GCV_CHECKED gcv_status gcv_suppressions_read(gcv_context *ctx, gcv_suppressions *known,
                                             const char *file, gcv_slice text, bool ignore_case,
                                             gcv_error *err);
void gcv_suppressions_release(gcv_context *ctx, gcv_suppressions *known);

/* O(log lines), and at most GCV_GLOB_LIST_ALIKE_MAX globs are tried. */
bool gcv_is_suppressed(const gcv_suppressions *known, uint64_t fingerprint, gcv_slice name);

#endif
