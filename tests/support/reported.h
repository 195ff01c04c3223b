/* reported.h - what a command writes of heaps that are in memory, with options as on a command
 * line.
 */
#ifndef GCV_TEST_REPORTED_H
#define GCV_TEST_REPORTED_H

#include "report/report.h"

typedef struct reported {
    gcv_context *ctx;
    const gcv_heap *const *heaps;
    size_t n;
    gcv_moves *moves; /* of heaps that are followed, with … */
    const uint32_t *dumps;
    gcv_status (*run)(gcv_report *report, gcv_error *err); /* instead of the command's; NULL */
} reported;

/* What `line` writes, such as "diff --cause --top 0", as tsv unless it says otherwise (or bytes,
 * where it is no table); ends in NUL and is to be freed. Words are parted by single blanks; files
 * are not named, and a baseline is the second heap. `*size` may be NULL. Any failure fails the
 * test. */
char *reported_text(const reported *input, const char *line, size_t *size);
/* The same of a command that writes `n` files. */
void reported_files(const reported *input, const char *line, size_t n, char **texts);

#endif
