/* text_files.c - reads the small text files that options name; see text_files.h. */
#include "cli/text_files.h"

#include "base/error.h"
#include "base/text.h"
#include "cli/open_input.h"

enum { CHUNK = 4096 }; /* bytes per read; these files are small */

gcv_status gcv_text_file_read(const gcv_cli_io *io, gcv_bytes *bytes, gcv_text_file *file,
                              gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_text(io, file->path, &source, err);
    if (status == GCV_OK) {
        file->name = source.name;
        status = gcv_bytes_read(io->ctx, bytes, &source, CHUNK, err);
        gcv_source_close(&source);
    }
    if (status == GCV_ERR_INPUT && err != NULL) {
        err->status = GCV_ERR_USAGE; /* an input error means an unreadable dump */
    }
    file->text = gcv_slice_of((const char *)bytes->data, bytes->size);
    return status == GCV_OK ? GCV_OK : gcv_failed(err);
}

gcv_status gcv_text_files_read(gcv_command_line *line, const gcv_cli_io *io, gcv_text_files *files,
                               gcv_error *err)
{
    const gcv_option *option;
    gcv_status status = GCV_OK;
    size_t i = 0;
    while (status == GCV_OK && (option = gcv_command_option(line->command, i++)) != NULL) {
        gcv_text_file *file = gcv_option_value(line, option);
        if (option->kind != GCV_OPTION_TEXT_FILE || file->path == NULL) {
            continue;
        }
        status = files->n < GCV_TEXT_FILES_MAX
                     ? gcv_text_file_read(io, &files->bytes[files->n++], file, err)
                     : gcv_fail(err, GCV_ERR_USAGE, "more than %d text files", GCV_TEXT_FILES_MAX);
    }
    return status;
}

void gcv_text_files_release(gcv_context *ctx, gcv_text_files *files)
{
    while (files->n > 0) {
        gcv_bytes_release(ctx, &files->bytes[--files->n]);
    }
}
