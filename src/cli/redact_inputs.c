/* redact_inputs.c - `--redact`; see session.h. */
#include "cli/session.h"

#include "redact/redact.h"

/* Reads the map. An empty file was created beforehand to choose its owner and permissions: it gets
 * a new key. */
static void read_map(gcv_session *s, const char *path, gcv_name_map *map)
{
    gcv_text_file file = {path, NULL, {NULL, 0}};
    gcv_text_file_read(s, &file, "map of names");
    if (file.text.size == 0) {
        gcv_name_map_make_key(map);
    } else {
        gcv_name_map_read(map, file.text, file.name);
    }
}

/* Reports have names in place of paths. */
static void redact_all(const gcv_session *s, gcv_name_map *map)
{
    for (size_t i = 0; i < gcv_inputs_n_heaps(s); i++) {
        gcv_redact_heap(gcv_inputs_heaps(s)[i], map,
                        i > s->line->more_files.n ? "baseline" : "heap");
    }
}

void gcv_redact_inputs(gcv_session *s)
{
    const gcv_redact_choice *choice = &s->line->report.redact;
    gcv_name_map map;
    if (!choice->names && choice->map == NULL) {
        return;
    }
    gcv_name_map_init(&map, s->ctx);
    if (choice->map != NULL && gcv_file_exists(choice->map)) {
        read_map(s, choice->map, &map);
    } else {
        gcv_name_map_make_key(&map);
    }
    redact_all(s, &map);
    if (choice->map != NULL) {
        gcv_name_map_save(&map, choice->map);
    }
    gcv_name_map_release(&map);
}
