/* open_input.c - opens what a command line reads; see open_input.h. */
#include "cli/open_input.h"

#include "base/error.h"
#include "base/out_file.h"

gcv_status gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source,
                          gcv_error *err)
{
    gcv_status status = gcv_source_open(source, path, io->in, err);
    FILE *file = status == GCV_OK && io->file != NULL ? gcv_source_file(source) : NULL;
    if (file != NULL && gcv_out_file_may_be(io->file, file, path)) {
        status = gcv_fail(err, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report",
                          io->file->path);
        gcv_source_close(source);
    }
    return status;
}
