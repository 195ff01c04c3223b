/* reported.h - the output of a command for heaps in memory, with options as on a command line.
 */
#ifndef GCV_TEST_REPORTED_H
#define GCV_TEST_REPORTED_H

#include "report/report.h"

typedef struct reported {
    gcv_context *ctx;
    const gcv_heap *const *heaps;
    size_t n;
    gcv_moves *moves; /* for heaps between which objects are followed */
    const uint32_t *dumps;
    void (*run)(gcv_report *report); /* replaces that of the command; NULL: does not */
} reported;

/* Returns the output of `line`, such as "diff --cause --top 0": as tsv unless `line` has another
 * format, or bytes if it is not a table. The output ends in NUL; the caller frees it. Single blanks
 * separate words; files are not named, and a baseline is the second heap. `size` may be NULL. Any
 * failure fails the test. */
char *reported_text(const reported *input, const char *line, size_t *size);
/* The same for one heap, and for one heap that is loaded from bytes. */
char *reported_of(gcv_context *ctx, const gcv_heap *heap, const char *line, size_t *size);
char *reported_of_bytes(const char *bytes, size_t n, const char *line, size_t *size);
/* The same for a command that writes `n` files. */
void reported_files(const reported *input, const char *line, size_t n, char **texts);

#endif
