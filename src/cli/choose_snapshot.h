/* choose_snapshot.h - which snapshot of each input is read, if a file has several.
 *
 * Dumps are compared from older to newer. The default is the first complete snapshot for a baseline
 * and for all files of `diff` but the last, and the last complete snapshot for any other file. */
#ifndef GCV_CLI_CHOOSE_SNAPSHOT_H
#define GCV_CLI_CHOOSE_SNAPSHOT_H

#include "cli/command_line.h"

/* Whether two paths, or the paths of two inputs, name the same file, judged by their text alone. */
bool gcv_is_same_path(const char *a, const char *b);
bool gcv_is_same_input(const gcv_command_line *line, size_t a, size_t b);

/* Returns the snapshot that the command line asks for in an input: a number, or GCV_SNAPSHOT_…. */
uint32_t gcv_snapshot_of_input(const gcv_command_line *line, size_t at);

/* The same for input `at`, where `heaps` are those of all inputs before it. If an earlier input is
 * the same file, its heap turns the answer into a number; if that is the snapshot already chosen
 * there: GCV_ERR_USAGE. */
GCV_CHECKED gcv_status gcv_snapshot_beside(const gcv_command_line *line, size_t at,
                                           gcv_heap *const *heaps, uint32_t *number,
                                           gcv_error *err);

/* Fails because a file with one dump is on both sides: GCV_ERR_USAGE, with what to type instead. */
gcv_status gcv_fail_one_dump_twice(const gcv_command_line *line, const char *name, gcv_error *err);
/* The same for a dump that is on both sides and may be one snapshot of several. */
gcv_status gcv_fail_same_dump_twice(const gcv_command_line *line, const gcv_heap *heap,
                                    gcv_error *err);

#endif
