/* file_identity.h - which file a name stands for, as far as can be told without changing it.
 *
 * C99 has no function for this. Contents can always be compared; Linux tells more, in /proc.
 */
#ifndef GCV_BASE_FILE_IDENTITY_H
#define GCV_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <stdio.h>

/* Whether an open file may be the file that `path` names: the contents from the open file's
 * position on are equal, and the system does not tell the two files apart. The open file must have
 * a position, which is unchanged afterwards. `name` is its name; "-": standard input. */
bool gcv_file_may_be(FILE *file, const char *name, const char *path);

/* Whether two names, of files with the same content, are known to stand for one file. */
bool gcv_is_one_file(const char *a, const char *b);

/* Whether this is standard output and known to be a terminal. */
bool gcv_file_is_terminal(const FILE *file);

/* Whether a name is known to be a symbolic link. */
bool gcv_path_is_link(const char *path);

#endif
