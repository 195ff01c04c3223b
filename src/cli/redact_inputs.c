/* redact_inputs.c - `--redact`; see session.h. */
#include "cli/session.h"

#include "redact/redact.h"

/* Reads the map. An empty file was created beforehand to choose its owner and permissions: it gets
 * a new key. */
static void read_map(const gcv_cli_io *io, const char *path, gcv_name_map *map)
{
    gcv_text_file file = {path, NULL, {NULL, 0}};
    gcv_text_file_read(io, &file, "map of names");
    if (file.text.size == 0) {
        gcv_name_map_make_key(map);
    } else {
        gcv_name_map_read(map, file.text, file.name);
    }
}

/* The name of heap `at` in reports, in place of its path. */
static const char *called(const gcv_command_line *line, size_t at)
{
    return at > line->more_files.n ? "baseline" : "heap";
}

static void redact_all(const gcv_command_line *line, gcv_inputs *inputs, gcv_name_map *map)
{
    for (size_t i = 0; i < gcv_inputs_n_heaps(inputs); i++) {
        gcv_redact_heap(gcv_inputs_heaps(inputs)[i], map, called(line, i));
    }
}

void gcv_redact_inputs(const gcv_command_line *line, const gcv_cli_io *io, gcv_inputs *inputs)
{
    const gcv_redact_choice *choice = &line->report.redact;
    gcv_name_map map;
    if (!choice->names && choice->map == NULL) {
        return;
    }
    gcv_name_map_init(&map, io->ctx);
    if (choice->map != NULL && gcv_file_exists(choice->map)) {
        read_map(io, choice->map, &map);
    } else {
        gcv_name_map_make_key(&map);
    }
    redact_all(line, inputs, &map);
    if (choice->map != NULL) {
        gcv_name_map_save(&map, choice->map);
    }
    gcv_name_map_release(&map);
}
