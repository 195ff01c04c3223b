/* text_files.c - reads the small text files that options name; see inputs.h. */
#include "cli/inputs.h"

#include "base/error.h"
#include "base/text.h"
#include "input/load/foreign.h"

enum { CHUNK = 4096 }; /* bytes per read; these files are small */

/* A dump may be large, and is told by its first bytes. */
static gcv_status check_no_dump(gcv_source *source, const char *wanted, gcv_error *err)
{
    const gcv_format *format;
    gcv_slice head;
    gcv_status status = gcv_source_peek(source, &head, err);
    if (status != GCV_OK) {
        return status;
    }
    format = gcv_dump_format_of(head);
    return format == NULL ? GCV_OK
                          : gcv_fail_line(err, GCV_ERR_INPUT, source->name, 0,
                                          "not a %s: this is a heap dump of the format %s", wanted,
                                          format->name);
}

gcv_status gcv_text_file_read(const gcv_cli_io *io, gcv_bytes *bytes, gcv_text_file *file,
                              const char *wanted, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_text(io, file->path, wanted, &source, err);
    if (status == GCV_OK) {
        file->name = source.name;
        status = check_no_dump(&source, wanted, err);
        if (status == GCV_OK) {
            status = gcv_bytes_read(io->ctx, bytes, &source, CHUNK, err);
        }
        gcv_source_close(&source);
    }
    if (status == GCV_ERR_INPUT && err != NULL) {
        err->status = GCV_ERR_USAGE; /* an input error means an unreadable dump */
    }
    file->text = gcv_slice_of((const char *)bytes->data, bytes->size);
    return status == GCV_OK ? GCV_OK : gcv_failed(err);
}

/* The options are called after what they name: rules, suppressions. */
static gcv_status read_next(const gcv_cli_io *io, const gcv_option *option, gcv_text_file *file,
                            gcv_text_files *files, gcv_error *err)
{
    char wanted[64];
    if (files->n == GCV_TEXT_FILES_MAX) {
        return gcv_fail(err, GCV_ERR_USAGE, "more than %d text files", GCV_TEXT_FILES_MAX);
    }
    (void)snprintf(wanted, sizeof wanted, "file of %s", option->name);
    return gcv_text_file_read(io, &files->bytes[files->n++], file, wanted, err);
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
        status = read_next(io, option, file, files, err);
    }
    return status;
}

void gcv_text_files_release(gcv_context *ctx, gcv_text_files *files)
{
    while (files->n > 0) {
        gcv_bytes_release(ctx, &files->bytes[--files->n]);
    }
}
