/* redact_inputs.c - `--redact`; see session.h. */
#include "cli/session.h"

#include "base/file.h"
#include "redact/redact.h"

#include <string.h>

/* Reads the map. An empty file was created beforehand to choose its owner and permissions: it gets
 * a new key. */
static gcv_status read_map(const gcv_cli_io *io, const char *path, gcv_name_map *map,
                           gcv_error *err)
{
    gcv_text_file file = {path, NULL, {NULL, 0}};
    gcv_bytes bytes;
    gcv_status status;
    memset(&bytes, 0, sizeof bytes);
    status = gcv_text_file_read(io, &bytes, &file, "map of names", err);
    if (status == GCV_OK) {
        status = file.text.size == 0 ? gcv_name_map_make_key(map, err)
                                     : gcv_name_map_read(map, file.text, file.name, err);
    }
    gcv_bytes_release(io->ctx, &bytes);
    return status;
}

/* The name of heap `at` in reports, in place of its path. */
static const char *called(const gcv_command_line *line, size_t at)
{
    return at > line->more_files.n ? "baseline" : "heap";
}

static gcv_status redact_all(const gcv_command_line *line, gcv_inputs *inputs, gcv_name_map *map,
                             gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < gcv_inputs_n_heaps(inputs); i++) {
        status = gcv_redact_heap(gcv_inputs_heaps(inputs)[i], map, called(line, i), err);
    }
    return status;
}

gcv_status gcv_redact_inputs(const gcv_command_line *line, const gcv_cli_io *io, gcv_inputs *inputs,
                             gcv_error *err)
{
    const gcv_redact_choice *choice = &line->report.redact;
    gcv_name_map map;
    gcv_status status;
    if (!choice->names && choice->map == NULL) {
        return GCV_OK;
    }
    gcv_name_map_init(&map, io->ctx);
    status = choice->map != NULL && gcv_file_exists(choice->map)
                 ? read_map(io, choice->map, &map, err)
                 : gcv_name_map_make_key(&map, err);
    if (status == GCV_OK) {
        status = redact_all(line, inputs, &map, err);
    }
    if (status == GCV_OK && choice->map != NULL) {
        status = gcv_name_map_save(&map, choice->map, err);
    }
    gcv_name_map_release(&map);
    return status;
}
