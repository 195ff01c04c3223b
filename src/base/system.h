/* system.h - the functions that file.c needs and C99 leaves open: the differences between systems.
 *
 * system.c is the only file that depends on the system it is compiled for and includes headers of a
 * system.
 */
#ifndef GCV_BASE_SYSTEM_H
#define GCV_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Turns off the translation of line ends on a standard stream; returns the stream. */
FILE *gcv_system_binary(FILE *stream);

/* fopen() that tells in errno why it failed. */
FILE *gcv_system_open(const char *path, const char *mode);

/* Whether two open files are one, whatever their names; false where the system does not tell. */
bool gcv_system_is_one_file(FILE *a, FILE *b);

/* Returns the position in a file of any size; false if it has none (a pipe). */
bool gcv_system_tell(FILE *file, uint64_t *at);

/* Creates an unnamed file, which is deleted when it is closed; NULL on failure, with errno set. May
 * be called any number of times: on Windows, tmpfile() fails after 32767 calls. */
FILE *gcv_system_temporary(void);

/* Whether this error number of a failed write means that the pipe has no reader any more. */
bool gcv_system_is_closed_pipe(int sys);

/* ---- functions for all, declared through file.h -------------------------------------------- */

/* Makes a write beyond the limit of file sizes fail, instead of ending the program. */
void gcv_fail_at_size_limit(void);

/* Whether a backslash in a path separates folders, as a slash does. */
bool gcv_backslash_separates(void);

/* Fills `to` with unpredictable bytes; false if the system has no source of them. */
bool gcv_random_bytes(void *to, size_t size);

/* Whether anything of this name exists, without opening it. */
bool gcv_file_exists(const char *path);

/* Whether a name is a symbolic link; false where the system does not tell. */
bool gcv_path_is_link(const char *path);

/* Returns the width of the terminal that a stream is, GCV_USUAL_COLUMNS if it does not tell; 0: the
 * stream is none, or the system does not tell. */
enum { GCV_USUAL_COLUMNS = 80 };
size_t gcv_terminal_columns(FILE *file);

/* Creates a file that must not exist yet, for its owner alone where the system knows owners; NULL
 * on failure. */
FILE *gcv_file_create_new(const char *path);

/* Who may read and write a file, as the system says it. */
typedef struct gcv_access {
    bool known;
    unsigned mode;
    uint64_t group;
} gcv_access;

/* Returns who may access an open file; not known: it is no regular file, or the system cannot say.
 */
gcv_access gcv_access_of(FILE *file);
/* Leaves in `*access`, unless it is not known, only those who may read a file with the other access
 * as well. */
void gcv_access_limit(gcv_access *access, const gcv_access *other);
/* Gives a file the access of the file that it replaces, or, if that is not known, of any new file;
 * in both cases only to those who may read a file with the access `limit`, unless it is not known.
 * Returns whether nobody else may read it now: the mode of another owner's file cannot be changed.
 */
bool gcv_file_give_access(FILE *file, const gcv_access *replaced, const gcv_access *limit);

bool gcv_file_remove(const char *path);
/* Replaces a file that has the new name, where the system allows that. */
bool gcv_file_rename(const char *path, const char *to);

/* What SIGINT and SIGTERM did before they were held back. */
typedef struct gcv_interrupts {
    bool interrupt_waits, terminate_waits;     /* POSIX: they were held already */
    void (*interrupt)(int), (*terminate)(int); /* elsewhere */
} gcv_interrupts;
/* Between hold and release, SIGINT and SIGTERM wait; without POSIX they are lost. No call of the
 * system is cut short by them. */
void gcv_interrupts_hold(gcv_interrupts *before);
void gcv_interrupts_release(const gcv_interrupts *before);

#endif
