/* choose_snapshot.h - which snapshot of each input is read, if files have several.
 *
 * Dumps are compared from the older one to the newer one: of a baseline, and of all files of `diff`
 * but the last, the default is the first complete snapshot, of any other file the last one. */
#ifndef GCV_CLI_CHOOSE_SNAPSHOT_H
#define GCV_CLI_CHOOSE_SNAPSHOT_H

#include "cli/command_line.h"

/* Whether two paths, those of two inputs, are of one file, as far as they tell. */
bool gcv_is_same_path(const char *a, const char *b);
bool gcv_is_same_input(const gcv_command_line *line, size_t a, size_t b);

/* What the command line asks for of an input: a number, or GCV_SNAPSHOT_…. */
uint32_t gcv_snapshot_of_input(const gcv_command_line *line, size_t at);

/* The same for input `at` behind `heaps`, those of all inputs before it. If one of these is of the
 * same file, it tells the number; and it is an error of usage if it is that very snapshot. */
GCV_CHECKED gcv_status gcv_snapshot_beside(const gcv_command_line *line, size_t at,
                                           gcv_heap *const *heaps, uint32_t *number,
                                           gcv_error *err);

/* A file with one dump is on both sides: GCV_ERR_USAGE, with what to type instead. */
gcv_status gcv_fail_of_one_dump(const gcv_command_line *line, const char *name, gcv_error *err);
/* The same for a dump that is on both sides, which may be a snapshot of several. */
gcv_status gcv_fail_of_same_dump(const gcv_command_line *line, const gcv_heap *heap,
                                 gcv_error *err);

#endif
