/* profile_rows.h - reads the output of `profile` in every format, and fails the test at anything
 * that it does not understand.
 */
#ifndef GCV_TEST_PROFILE_ROWS_H
#define GCV_TEST_PROFILE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stack: its frames, the root first, each followed by a newline. */
typedef struct profile_row {
    char *stack;
    int64_t objects, bytes; /* objects: 0 where the format has none */
    int64_t before;         /* bytes of the other dump, where the format has both */
} profile_row;

/* Zeroed: empty. */
typedef struct profile_rows {
    profile_row *rows;
    size_t n, cap;
} profile_rows;

/* `stack` is copied. */
void profile_rows_add(profile_rows *rows, const char *stack, const profile_row *sums);
void profile_rows_release(profile_rows *rows);

/* Reads a file; `differs`: the file is a difference. */
void profile_rows_read(profile_rows *rows, const char *format, const char *bytes, size_t size,
                       bool differs);

#endif
