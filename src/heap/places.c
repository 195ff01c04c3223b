/* places.c - places of functions in source code; see places.h. */
#include "heap/places.h"

#include "heap/script_path.h"

enum { LONGEST = 80 }; /* characters of a function's name in words */

const gcv_code_place *gcv_places_find(const gcv_places *places, uint32_t object)
{
    const uint32_t *objects = places->object.data;
    const size_t at = gcv_find_u32(objects, sizeof *objects, places->object.n, object);
    return at != SIZE_MAX ? &places->all.data[places->place.data[at]] : NULL;
}

const gcv_code_place *gcv_sites_find(const gcv_places *places, uint32_t object)
{
    const uint32_t *objects = places->sited.data;
    const size_t at = gcv_find_u32(objects, sizeof *objects, places->sited.n, object);
    return at != SIZE_MAX ? &places->all.data[places->site.data[at]] : NULL;
}

gcv_slice gcv_code_place_script(const gcv_places *places, const gcv_code_place *place)
{
    return place->script != GCV_NONE ? places->scripts.data[place->script] : gcv_slice_of("", 0);
}

/* Appends the short or whole name of a script, and a line if it is known. */
static void append_position(gcv_context *ctx, gcv_buffer *out, gcv_slice script, uint32_t line)
{
    gcv_buffer_append(ctx, out, script.size > 0 ? script : gcv_slice_str("<eval>"));
    if (line > 0) {
        gcv_buffer_append_str(ctx, out, ":");
        gcv_buffer_append_u64(ctx, out, line);
    }
}

void gcv_code_place_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                           const gcv_code_place *place)
{
    const bool is_whole = gcv_code_place_is_whole(place);
    const gcv_slice name =
        place->function.size > 0 ? place->function : gcv_slice_str(is_whole ? "" : "function");
    gcv_buffer_append_cut(ctx, out, name, LONGEST);
    gcv_buffer_append_str(ctx, out, is_whole ? "" : " (");
    append_position(ctx, out,
                    gcv_script_short(gcv_code_place_script(places, place), places->folder),
                    place->line);
    gcv_buffer_append_str(ctx, out, is_whole ? "" : ")");
}

void gcv_site_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                     const gcv_code_place *site, gcv_slice folder)
{
    const bool is_named = site->function.size > 0;
    gcv_slice script = gcv_code_place_script(places, site);
    script = folder.data != NULL ? gcv_script_short(script, folder) : script;
    gcv_buffer_append_cut(ctx, out, site->function, LONGEST);
    if (is_named && script.size == 0 && site->line == 0) {
        return;
    }
    gcv_buffer_append_str(ctx, out, is_named ? " (" : "");
    append_position(ctx, out, script, site->line);
    gcv_buffer_append_str(ctx, out, is_named ? ")" : "");
}

void gcv_places_find_folder(gcv_places *places)
{
    places->folder = gcv_slice_of(NULL, 0);
    for (size_t i = 0; i < places->scripts.n; i++) {
        if (gcv_script_owner_of(places->scripts.data[i]) == GCV_SCRIPT_PROGRAM) {
            gcv_script_join_folder(&places->folder, places->scripts.data[i]);
        }
    }
}

void gcv_places_release(gcv_context *ctx, gcv_places *places)
{
    GCV_RELEASE(ctx, &places->all, &places->scripts, &places->object, &places->place,
                &places->sited, &places->site);
}
