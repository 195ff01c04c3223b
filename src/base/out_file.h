/* out_file.h - an output file of any kind, written so that a failure loses nothing.
 *
 * A regular file is replaced only when its new content is complete: the content is written to a
 * file beside it, which is renamed at the end. Where that is impossible (the name is a link, the
 * folder accepts no new file, the file is empty and perhaps a device), the new content is collected
 * in a temporary file and copied at the end. Pipes, terminals and devices are written directly. A
 * run that fails, or that is interrupted before the end, leaves the old file.
 *
 * Where the system knows owners and groups, nobody may read the output who may not read the file
 * that it replaces, at no time.
 */
#ifndef GCV_BASE_OUT_FILE_H
#define GCV_BASE_OUT_FILE_H

#include "base/context.h"
#include "base/file.h"

#include <stdio.h>

typedef struct gcv_out_file {
    gcv_context *ctx;
    const char *path; /* borrowed */
    FILE *file;       /* the stream written to; NULL: not begun, or finished */
    char *beside;     /* name of the file beside; "": not created yet; NULL: none */
    size_t beside_size;
    bool is_stream; /* written directly */
    bool is_copied; /* at the end, from a temporary file */
    bool has_content;
    gcv_access replaced; /* of the existing file; not known: there is none */
    gcv_access limit;    /* only who may read this may read the output; not known: no limit */
} gcv_out_file;

/* Finds out what the path names and whether it can be written, without changing it. Waits for the
 * reader of a named pipe, as a shell does. Failures are GCV_ERR_OUTPUT. Release it even after a
 * failure. */
GCV_CHECKED gcv_status gcv_out_file_open(gcv_out_file *out, gcv_context *ctx, const char *path,
                                         gcv_error *err);

/* Makes a new output readable only for its owner. */
void gcv_out_file_hide(gcv_out_file *out);

/* Returns the stream to write to, which the first call opens; NULL on failure. */
FILE *gcv_out_file_begin(gcv_out_file *out, gcv_error *err);

/* Closes the stream and puts the new content in place. */
GCV_CHECKED gcv_status gcv_out_file_finish(gcv_out_file *out, gcv_error *err);

/* Discards unfinished content and keeps the old file. A zeroed structure is fine. */
void gcv_out_file_release(gcv_out_file *out);

/* ---- the output of one run: a file, or files with fixed names in a folder -------------------- */

/* Each is written as a file of its own. When all are complete, they are put in place one after the
 * other, so a run that fails leaves the old ones. */
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

/* Makes the files, if they are limited, readable only for those who may read an open input. */
void gcv_out_files_limit(gcv_out_files *out, FILE *input);

GCV_CHECKED gcv_status gcv_out_files_finish(gcv_out_files *out, gcv_error *err);
void gcv_out_files_release(gcv_out_files *out); /* a zeroed structure is fine */

#endif
