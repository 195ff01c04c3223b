/* open_input.c - opens what a command line reads; see open_input.h. */
#include "cli/open_input.h"

#include "base/error.h"
#include "base/out_file.h"
#include "input/load/foreign.h"

static bool is_overwritten(const gcv_cli_io *io, const gcv_source *source, const char *path)
{
    FILE *file = io->file != NULL ? gcv_source_file(source) : NULL;
    return file != NULL && gcv_out_file_may_be(io->file, file, path);
}

gcv_status gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source,
                          gcv_error *err)
{
    gcv_slice head;
    gcv_status status = gcv_source_open(source, path, io->in, err);
    if (status != GCV_OK) {
        return status;
    }
    if (is_overwritten(io, source, path)) {
        status = gcv_fail(err, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report",
                          io->file->path);
    } else {
        status = gcv_source_peek(source, &head, err);
    }
    if (status != GCV_OK) {
        gcv_source_close(source);
        return status;
    }
    io->last->path = path;
    io->last->foreign = gcv_foreign_of(head);
    return GCV_OK;
}

gcv_status gcv_open_text(const gcv_cli_io *io, const char *path, gcv_source *source, gcv_error *err)
{
    gcv_status status = gcv_open_input(io, path, source, err);
    if (status == GCV_OK && io->last->foreign != NULL) {
        status = gcv_foreign_fail(io->last->foreign, source->name, err);
        gcv_source_close(source);
    }
    return status;
}
