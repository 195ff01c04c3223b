/* kept_input.c - an input that may be read several times; see kept_input.h. */
#include "cli/kept_input.h"

#include "base/context.h"
#include "cli/choose_snapshot.h"
#include "cli/open_input.h"
#include "input/load/load_heap.h"

#include <string.h>

/* Whether opening the path once more would not give the same bytes again. */
static bool is_pipe(const char *path, const gcv_source *source)
{
    return strcmp(path, "-") == 0 || !gcv_source_can_rewind(source);
}

static gcv_status keep(gcv_kept_input *kept, const gcv_cli_io *io, const char *path,
                       gcv_source *source, gcv_error *err)
{
    gcv_status status;
    kept->path = path;
    kept->name = source->name;
    io->ctx->input_size = gcv_source_size(source);
    gcv_phase(io->ctx, "read");
    status = gcv_bytes_read(io->ctx, &kept->bytes, source, 0, err);
    gcv_source_close(source);
    return status;
}

gcv_status gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io, const char *path,
                               const char *format, gcv_source *source, gcv_error *err)
{
    const gcv_format *known;
    gcv_status status = GCV_OK;
    if (kept->path == NULL || !gcv_is_same_path(path, kept->path)) {
        status = gcv_open_input(io, path, source, err);
        if (status != GCV_OK || kept->path != NULL || !is_pipe(path, source) ||
            gcv_heap_format_of(source, format, &known, NULL) != GCV_OK || !known->has_snapshots) {
            return status; /* who loads it says what is wrong with it */
        }
        status = keep(kept, io, path, source, err);
    }
    gcv_source_memory(source, kept->name, kept->bytes.data, kept->bytes.size);
    return status;
}

void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept)
{
    gcv_bytes_release(ctx, &kept->bytes);
    kept->path = NULL;
}
