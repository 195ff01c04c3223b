/* kept_input.c - an input that is read several times; see kept_input.h. */
#include "cli/kept_input.h"

#include "base/context.h"
#include "base/file.h"
#include "cli/open_input.h"
#include "input/load/load_heap.h"

#include <string.h>

static gcv_status keep_all(gcv_kept_input *kept, const gcv_cli_io *io, gcv_source *source,
                           gcv_error *err)
{
    gcv_status status;
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
    if (strcmp(path, "-") != 0) {
        return gcv_open_input(io, path, source, err);
    }
    if (kept->bytes.data == NULL) {
        status = gcv_open_input(io, path, source, err);
        if (status != GCV_OK || gcv_heap_format_of(source, format, &known, NULL) != GCV_OK ||
            !known->has_snapshots) {
            return status; /* who loads it says what is wrong with it */
        }
        status = keep_all(kept, io, source, err);
    }
    gcv_source_memory(source, GCV_STANDARD_INPUT, kept->bytes.data, kept->bytes.size);
    return status;
}

void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept)
{
    gcv_bytes_release(ctx, &kept->bytes);
}
