/* out_files.h - the output of one run: a file, or files with fixed names in an existing folder.
 *
 * Each is written as out_file.h says. When all are complete, they are put in place one after the
 * other, so a run that fails leaves the old ones.
 */
#ifndef GCV_BASE_OUT_FILES_H
#define GCV_BASE_OUT_FILES_H

#include "base/out_file.h"

enum { GCV_OUT_FILES_MAX = 8 };

typedef struct gcv_out_files {
    gcv_context *ctx;
    gcv_out_file file[GCV_OUT_FILES_MAX];
    char *path[GCV_OUT_FILES_MAX]; /* for files in a folder; else NULL */
    size_t n;
    bool is_limited; /* to the readers of the inputs: they hold what the inputs hold */
} gcv_out_files;

/* gcv_out_file_open() for one file. Release it even after a failure. */
GCV_CHECKED gcv_status gcv_out_files_open(gcv_out_files *out, gcv_context *ctx, const char *path,
                                          gcv_error *err);
/* The same for each of a NULL-terminated list of names in a folder, which must exist: C99 cannot
 * create one. */
GCV_CHECKED gcv_status gcv_out_files_open_in(gcv_out_files *out, gcv_context *ctx,
                                             const char *folder, const char *const *names,
                                             gcv_error *err);

/* Returns the path of a file that would overwrite an open input, NULL: none, or not known. */
const char *gcv_out_files_over(const gcv_out_files *out, FILE *input);

/* gcv_out_file_limit() for each, if they are limited. */
void gcv_out_files_limit(gcv_out_files *out, FILE *input);

GCV_CHECKED gcv_status gcv_out_files_finish(gcv_out_files *out, gcv_error *err);
void gcv_out_files_release(gcv_out_files *out); /* a zeroed structure is fine */

#endif
