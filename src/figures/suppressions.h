/* suppressions.h - known suspects that are left out, by fingerprint or by a glob for types. */
#ifndef GCV_FIGURES_SUPPRESSIONS_H
#define GCV_FIGURES_SUPPRESSIONS_H

#include "base/glob.h"

typedef struct gcv_suppressions {
    gcv_u64_column fingerprints; /* ascending */
    gcv_glob_list names;         /* borrowed from the text */
} gcv_suppressions;

/* Reads the lines of a text; each is a fingerprint or a glob. `#` at the start of a line or after a
 * space or tab begins a comment. GCV_ERR_USAGE with `file` and the faulty line; without a line if
 * the fault is not in a single line. O(bytes × log lines). */
void gcv_suppressions_read(gcv_context *ctx, gcv_suppressions *known, const char *file,
                           gcv_slice text, bool ignore_case);

/* Whether a suspect is left out. O(log lines), and at most GCV_GLOB_LIST_ALIKE_MAX globs are
 * tried, by gcv_glob_matches(). */
bool gcv_is_suppressed(gcv_context *ctx, const gcv_suppressions *known, const gcv_glob_list *exact,
                       uint64_t fingerprint, gcv_slice name);

#endif
