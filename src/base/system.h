/* system.h - what file.c needs and C99 leaves open: where systems differ.
 *
 * system.c is the only file that looks at what system it is compiled for, and that includes headers
 * of a system.
 */
#ifndef GCV_BASE_SYSTEM_H
#define GCV_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A standard stream, from now on without translation of line ends. */
FILE *gcv_system_binary(FILE *stream);

/* fopen(), which tells by errno why it failed. */
FILE *gcv_system_open(const char *path, const char *mode);

/* Whether there is anything of this name, found without opening it. */
bool gcv_system_exists(const char *path);

/* Writes what no two files have in common, whatever their names; false: not known. */
bool gcv_system_identify(FILE *file, char *text, size_t size);

/* The position of a file, of any size; false if it has none, as a pipe. */
bool gcv_system_tell(FILE *file, uint64_t *at);
bool gcv_system_seek(FILE *file, uint64_t to);

bool gcv_system_remove(const char *path);
bool gcv_system_rename(const char *path, const char *to);

/* Makes a file whose name is free; NULL on failure. */
FILE *gcv_system_make(const char *path);

/* A file without a name, which is gone once it is closed; NULL on failure, with errno set. Any
 * number of them, one after another: tmpfile() ends after 32767 on Windows. */
FILE *gcv_system_temporary(void);

/* Bytes that nobody can guess; false if the system has none to give. */
bool gcv_system_random(void *to, size_t size);

/* Whether a write failed with this error number because nobody reads the pipe any more. */
bool gcv_system_is_closed_pipe(int sys);

#endif
