/* open_input.c - opens the files that a command line reads; see inputs.h. */
#include "cli/inputs.h"

#include "base/error.h"
#include "base/out_files.h"
#include "input/load/foreign.h"

/* Limits who may read the output to those who may read this input. Returns the output file that is
 * this input and so would overwrite it; NULL: none. */
static const char *output_over(const gcv_cli_io *io, const gcv_source *source)
{
    FILE *file = io->files != NULL ? gcv_source_file(source) : NULL;
    if (file == NULL) {
        return NULL;
    }
    gcv_out_files_limit(io->files, file);
    return gcv_out_files_over(io->files, file);
}

gcv_status gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source,
                          gcv_error *err)
{
    gcv_slice head;
    const char *over;
    gcv_status status = gcv_source_open(source, path, io->in, err);
    if (status != GCV_OK) {
        return status;
    }
    over = output_over(io, source);
    if (over != NULL) {
        status =
            gcv_fail(err, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report", over);
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

gcv_status gcv_open_text(const gcv_cli_io *io, const char *path, const char *wanted,
                         gcv_source *source, gcv_error *err)
{
    gcv_status status = gcv_open_input(io, path, source, err);
    if (status == GCV_OK && io->last->foreign != NULL) {
        status = gcv_foreign_fail(io->last->foreign, source->name, wanted, err);
        gcv_source_close(source);
    }
    return status;
}
