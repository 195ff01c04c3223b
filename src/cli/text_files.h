/* text_files.h - the small text files that options name, such as rules. */
#ifndef GCV_CLI_TEXT_FILES_H
#define GCV_CLI_TEXT_FILES_H

#include "cli/io.h"
#include "cli/command_line.h"
#include "input/bytes.h"

enum { GCV_TEXT_FILES_MAX = 4 }; /* that one command takes */

/* What was read. Zeroed: nothing. */
typedef struct gcv_text_files {
    gcv_bytes bytes[GCV_TEXT_FILES_MAX];
    size_t n;
} gcv_text_files;

/* Reads the file of `file->path`, whose text lies in `bytes`: to be released even if it fails. */
GCV_CHECKED gcv_status gcv_text_file_read(const gcv_cli_io *io, gcv_bytes *bytes,
                                          gcv_text_file *file, gcv_error *err);

/* Reads the text file of each option that has one. `files`, which is zeroed before, is to be
 * released even if it fails; the options refer to it. */
GCV_CHECKED gcv_status gcv_text_files_read(gcv_command_line *line, const gcv_cli_io *io,
                                           gcv_text_files *files, gcv_error *err);
void gcv_text_files_release(gcv_context *ctx, gcv_text_files *files);

#endif
