/* file.h - files, the standard streams and the environment.
 *
 * All that the program asks of the operating system is asked here; what systems do differently is
 * in system.c. Streams stay `FILE *`, so that tests can put their own in place.
 */
#ifndef GCV_BASE_FILE_H
#define GCV_BASE_FILE_H

#include <gcview/gcview.h>

#include <stdio.h>

/* What messages, and the name of a heap, call the standard input. */
#define GCV_STANDARD_INPUT "standard input"

/* The standard streams, for bytes. */
FILE *gcv_standard_input(void);
FILE *gcv_standard_output(void);
FILE *gcv_standard_error(void);

/* A variable of the environment; NULL: it is not set. */
const char *gcv_environment(const char *name);

/* Bytes that nobody can guess; false if the system has none to give. */
bool gcv_random_bytes(void *to, size_t size);

/* What the system says about an error number. */
const char *gcv_system_message(int sys);

/* ---- reading ------------------------------------------------------------------------------ */

/* NULL on failure, which is GCV_ERR_INPUT. */
FILE *gcv_file_open(const char *path, gcv_error *err);

/* Reads up to `size` bytes; fewer only at the end. */
GCV_CHECKED gcv_status gcv_file_read(FILE *file, const char *name, void *to, size_t size,
                                     size_t *got, gcv_error *err);

/* Takes the position of a file, and returns to one that was taken; false if the file has none, as
 * a pipe. */
bool gcv_file_tell(FILE *file, fpos_t *position);
bool gcv_file_return(FILE *file, const fpos_t *position);

/* Bytes from `position`, where the file is and stays, to its end; 0: not known. */
uint64_t gcv_file_size(FILE *file, const fpos_t *position);

/* Whether two files can be read and have the same bytes. Not for pipes, which would be waited for.
 */
bool gcv_files_are_equal(const char *a, const char *b);

/* Closes a file that was only read, so that nothing can be lost. */
void gcv_file_close(FILE *file);

/* Goes to the position of another file; false if that cannot be done. */
bool gcv_file_follow(FILE *file, FILE *other);

/* Opens a file to read, and closes it again. */
typedef enum gcv_file_trial {
    GCV_FILE_OPENS,
    GCV_FILE_HAS_TOO_MANY_LINKS, /* symbolic ones */
    GCV_FILE_DOES_NOT_OPEN       /* for another reason */
} gcv_file_trial;
gcv_file_trial gcv_file_try(const char *path);

/* Whether there is anything of this name, found without opening it. */
bool gcv_file_exists(const char *path);

/* ---- writing: failures are GCV_ERR_OUTPUT, or GCV_ERR_OUTPUT_PIPE if the reader has gone ----- */
/* Where a file has a `name` for messages, NULL is standard output. */

/* Makes the file or empties it; NULL on failure. */
FILE *gcv_file_create(const char *path, gcv_error *err);
/* Makes a file whose name is free; NULL on failure. */
FILE *gcv_file_make(const char *path);
/* Opens the file, or makes an empty one, to write behind its end; NULL on failure. */
FILE *gcv_file_append(const char *path, gcv_error *err);
/* Makes a file without a name, to be written and read again; NULL on failure. */
FILE *gcv_file_temporary(gcv_error *err);
bool gcv_file_remove(const char *path);
/* Takes the place of a file that has the new name, where the system allows it. */
bool gcv_file_rename(const char *path, const char *to);
/* Goes to the end and tells the size; false if the file has no positions, as a pipe. */
bool gcv_file_seek_end(FILE *file, uint64_t *size);

gcv_status gcv_file_write(FILE *file, const char *name, const void *bytes, size_t size,
                          gcv_error *err);
/* To be called before text is printed to a stream: then gcv_file_flush() knows why that failed. */
void gcv_file_expect_prints(void);
/* Writes what the C library holds back; fails as well if a write has failed before. */
gcv_status gcv_file_flush(FILE *file, const char *name, gcv_error *err);
gcv_status gcv_file_finish(FILE *file, const char *name, gcv_error *err); /* closes */

/* Ignores that the user or the system ends the program, until it is released again. */
typedef struct gcv_interrupts {
    void (*interrupt)(int), (*terminate)(int);
} gcv_interrupts;
void gcv_file_hold_interrupts(gcv_interrupts *before);
void gcv_file_release_interrupts(const gcv_interrupts *before);

#endif
