/* open_input.c - opens the files that a command line reads; see inputs.h. */
#include "cli/inputs.h"

#include "base/out_files.h"
#include "input/load/load_heap.h"

#include <string.h>

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

void gcv_open_input(const gcv_cli_io *io, const char *path, gcv_source *source)
{
    gcv_slice head;
    gcv_source_open(io->ctx, source, path, io->in);
    const char *over = output_over(io, source);
    if (over != NULL) {
        gcv_fail(io->ctx, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report", over);
    } else {
        gcv_source_peek(source, &head);
    }
    io->last->path = path;
    io->last->foreign = gcv_foreign_of(head);
}

void gcv_open_text(const gcv_cli_io *io, const char *path, const char *wanted, gcv_source *source)
{
    gcv_open_input(io, path, source);
    if (io->last->foreign != NULL) {
        gcv_foreign_fail(io->ctx, io->last->foreign, source->name, wanted);
        gcv_source_close(source);
    }
}

/* ---- an input that can be read several times ---------------------------------------------- */

/* Whether opening the path again might not give the same bytes. */
static bool is_pipe(const char *path, const gcv_source *source)
{
    return strcmp(path, "-") == 0 || !gcv_source_can_rewind(source);
}

void gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io, const char *path,
                         const char *format, gcv_source *source)
{
    const gcv_format *known;
    if (kept->path == NULL || !gcv_is_same_path(path, kept->path)) {
        gcv_open_input(io, path, source);
        known = gcv_heap_format_if_known(source, format);
        if (kept->path != NULL || !is_pipe(path, source) || known == NULL ||
            !known->has_snapshots) {
            return; /* loading the source will report what is wrong with it */
        }
        kept->path = path;
        kept->input = *source;
    }
    gcv_source_keep(source, io->ctx, &kept->input, &kept->bytes);
}
