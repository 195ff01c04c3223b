/* out_files.h - what one run writes: a file, or files of fixed names in a folder that is there.
 *
 * Each is as out_file.h says. They are put in their places one after the other when all of them are
 * complete, so a run that fails leaves the old ones.
 */
#ifndef GCV_BASE_OUT_FILES_H
#define GCV_BASE_OUT_FILES_H

#include "base/out_file.h"

enum { GCV_OUT_FILES_MAX = 8 };

typedef struct gcv_out_files {
    gcv_context *ctx;
    gcv_out_file file[GCV_OUT_FILES_MAX];
    char *path[GCV_OUT_FILES_MAX]; /* of files in a folder; NULL */
    size_t path_size[GCV_OUT_FILES_MAX];
    size_t n;
} gcv_out_files;

/* gcv_out_file_open() for one file. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_out_files_open(gcv_out_files *out, gcv_context *ctx, const char *path,
                                          gcv_error *err);
/* The same for all of some names, up to NULL, in a folder; C has no way to make one. */
GCV_CHECKED gcv_status gcv_out_files_open_in(gcv_out_files *out, gcv_context *ctx,
                                             const char *folder, const char *const *names,
                                             gcv_error *err);

/* The path of a file that would overwrite an open input (gcv_out_file_may_be()); NULL: none. */
const char *gcv_out_files_over(const gcv_out_files *out, FILE *input, const char *name);

GCV_CHECKED gcv_status gcv_out_files_finish(gcv_out_files *out, gcv_error *err);
void gcv_out_files_release(gcv_out_files *out); /* fine with zeroed ones */

#endif
