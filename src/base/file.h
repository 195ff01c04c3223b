/* file.h - files, the standard streams and the environment.
 *
 * All requests to the operating system are made here; the differences between systems are in
 * system.c. Streams stay `FILE *`, so that tests can substitute their own.
 */
#ifndef GCV_BASE_FILE_H
#define GCV_BASE_FILE_H

#include "base/system.h"

#include <gcview/gcview.h>

#include <stdio.h>

/* Name of standard input, in messages and as the name of a heap. */
#define GCV_STANDARD_INPUT "standard input"

/* The standard streams, in binary mode. */
FILE *gcv_standard_input(void);
FILE *gcv_standard_output(void);
FILE *gcv_standard_error(void);

/* Returns an environment variable; NULL: not set. */
const char *gcv_environment(const char *name);

/* Returns the system's message for an error number. */
const char *gcv_system_message(int sys);

/* ---- reading ------------------------------------------------------------------------------ */

/* Opens a file to read; NULL on failure, which is GCV_ERR_INPUT. */
FILE *gcv_file_open(const char *path, gcv_error *err);

/* Reads up to `size` bytes; fewer only at the end. */
GCV_CHECKED gcv_status gcv_file_read(FILE *file, const char *name, void *to, size_t size,
                                     size_t *got, gcv_error *err);

/* Save the position of a file, and restore a saved one; false if the file has none (a pipe). */
bool gcv_file_save_position(FILE *file, fpos_t *position);
bool gcv_file_restore_position(FILE *file, const fpos_t *position);

/* Returns the number of bytes from `position`, the current one, to the end; 0: not known. The
 * position is unchanged afterwards. */
uint64_t gcv_file_size(FILE *file, const fpos_t *position);

/* Whether an open file is the one of this name, and whether two names stand for one file; false
 * where the system does not tell. Not for pipes, which would block. */
bool gcv_file_is(FILE *file, const char *path);
bool gcv_is_one_file(const char *a, const char *b);

/* Whether two files can be read and have the same bytes. Not for pipes, which would block. */
bool gcv_files_are_equal(const char *a, const char *b);

/* Closes a file that was only read: a failure would lose nothing. */
void gcv_file_close(FILE *file);

/* ---- writing: failures are GCV_ERR_OUTPUT, or GCV_ERR_OUTPUT_PIPE if the reader has gone ----- */
/* `name` is the file's name for messages; NULL: standard output. */

/* Creates or empties a file; NULL on failure. */
FILE *gcv_file_create(const char *path, gcv_error *err);
/* Opens or creates a file to append to; NULL on failure. */
FILE *gcv_file_append(const char *path, gcv_error *err);
/* Creates an unnamed temporary file, to write and to read back; NULL on failure. */
FILE *gcv_file_temporary(gcv_error *err);
/* Moves to the end and returns the size; false if the file has no positions (a pipe). */
bool gcv_file_seek_end(FILE *file, uint64_t *size);

gcv_status gcv_file_write(FILE *file, const char *name, const void *bytes, size_t size,
                          gcv_error *err);
/* Call this before printing to a stream, so that gcv_file_flush() can tell why printing failed. */
void gcv_file_expect_prints(void);
/* Writes what the C library has buffered; also fails if an earlier write failed. */
gcv_status gcv_file_flush(FILE *file, const char *name, gcv_error *err);
gcv_status gcv_file_finish(FILE *file, const char *name, gcv_error *err); /* closes it */

#endif
