/* file_identity.h - what file a name stands for, as far as it can be told without changing it.
 *
 * C99 has no word for it. Contents can always be compared; Linux tells more, in /proc.
 */
#ifndef GCV_BASE_FILE_IDENTITY_H
#define GCV_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <stdio.h>

/* Whether an open file, which has a position and keeps it, may be the one that `path` names. They
 * may be one if they have the same content from that position on and the system does not tell them
 * apart. `name` is that of the open file; "-": standard input. */
bool gcv_file_may_be(FILE *file, const char *name, const char *path);

/* Whether two names of files of the same content are known to stand for one file. */
bool gcv_is_one_file(const char *a, const char *b);

/* Whether this is the standard output and known to be a terminal. */
bool gcv_file_is_terminal(const FILE *file);

/* Whether a name is known to be a symbolic link. */
bool gcv_path_is_link(const char *path);

#endif
