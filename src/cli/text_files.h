/* text_files.h - reads the small text files that options name, such as rules. */
#ifndef GCV_CLI_TEXT_FILES_H
#define GCV_CLI_TEXT_FILES_H

#include "cli/io.h"
#include "cli/command_line.h"
#include "input/bytes.h"

enum { GCV_TEXT_FILES_MAX = 4 }; /* for one command */

/* The contents of text files. Zeroed: none. */
typedef struct gcv_text_files {
    gcv_bytes bytes[GCV_TEXT_FILES_MAX];
    size_t n;
} gcv_text_files;

/* Reads the file named `file->path`, which should be a `wanted`, into `bytes`; `file->text` points
 * into them. Release `bytes` even after a failure. */
GCV_CHECKED gcv_status gcv_text_file_read(const gcv_cli_io *io, gcv_bytes *bytes,
                                          gcv_text_file *file, const char *wanted, gcv_error *err);

/* Reads the text file of each option that has one; the options then refer to `files`. `files` must
 * be zeroed. Release it even after a failure. */
GCV_CHECKED gcv_status gcv_text_files_read(gcv_command_line *line, const gcv_cli_io *io,
                                           gcv_text_files *files, gcv_error *err);
void gcv_text_files_release(gcv_context *ctx, gcv_text_files *files);

#endif
