/* out_file.h - a file that is written, of any kind, so that nothing is lost halfway.
 *
 * A file proper is replaced only when its new content is complete: that is written to a file
 * beside it, which takes its name at the end. Where that cannot be (the name is a link, the folder
 * takes no new file, the file is empty and perhaps a device), the new content is gathered in a
 * temporary file and copied at the end. Pipes, terminals and devices are written to directly. A
 * run that fails, or that is interrupted before the end, leaves the old file.
 */
#ifndef GCV_BASE_OUT_FILE_H
#define GCV_BASE_OUT_FILE_H

#include "base/context.h"

#include <stdio.h>

typedef struct gcv_out_file {
    gcv_context *ctx;
    const char *path; /* borrowed */
    FILE *file;       /* that the bytes go to; NULL: not begun, or finished */
    char *beside;     /* the name of the file beside; NULL: there is none */
    size_t beside_size;
    bool is_stream; /* written to directly */
    bool is_copied; /* at the end, from a temporary file */
    bool has_content;
} gcv_out_file;

/* Finds out what the path names and whether it can be written, without changing it. Waits for the
 * reader of a named pipe, as a shell does. Failures are GCV_ERR_OUTPUT. To be released even if it
 * fails. */
GCV_CHECKED gcv_status gcv_out_file_open(gcv_out_file *out, gcv_context *ctx, const char *path,
                                         gcv_error *err);

/* Whether an open input, which has a position, may be the file that would be overwritten. `name` is
 * that of the input; "-": standard input. */
bool gcv_out_file_may_be(const gcv_out_file *out, FILE *input, const char *name);

/* Where to write the bytes, from the first call on; NULL on failure. */
FILE *gcv_out_file_begin(gcv_out_file *out, gcv_error *err);

/* Puts the new content in its place. */
GCV_CHECKED gcv_status gcv_out_file_finish(gcv_out_file *out, gcv_error *err);

/* Gives up what is not finished, and leaves the old file. A zeroed one is fine. */
void gcv_out_file_release(gcv_out_file *out);

#endif
