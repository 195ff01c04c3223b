/* kept_input.c - an input that is read several times; see kept_input.h. */
#include "cli/kept_input.h"

#include "base/context.h"
#include "base/file.h"
#include "cli/open_input.h"

#include <string.h>

static gcv_status read_all(gcv_kept_input *kept, const gcv_cli_io *io, gcv_error *err)
{
    gcv_source source;
    gcv_status status = gcv_open_input(io, "-", &source, err);
    if (status == GCV_OK) {
        io->ctx->input_size = gcv_source_size(&source);
        gcv_phase(io->ctx, "read");
        status = gcv_bytes_read(io->ctx, &kept->bytes, &source, 0, err);
        gcv_source_close(&source);
    }
    return status;
}

gcv_status gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io, const char *path,
                               gcv_source *source, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (strcmp(path, "-") != 0) {
        return gcv_open_input(io, path, source, err);
    }
    if (kept->bytes.data == NULL) {
        status = read_all(kept, io, err);
    }
    gcv_source_memory(source, GCV_STANDARD_INPUT, kept->bytes.data, kept->bytes.size);
    return status;
}

void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept)
{
    gcv_bytes_release(ctx, &kept->bytes);
}
