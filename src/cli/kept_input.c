/* kept_input.c - an input that can be read several times; see inputs.h. */
#include "cli/inputs.h"

#include "input/load/load_heap.h"

#include <string.h>

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
