/* places.c - places of functions in source code; see places.h. */
#include "heap/places.h"

#include "base/id_map.h"

enum { LONGEST = 80 }; /* characters of a function's name in words */

const gcv_code_place *gcv_places_find(const gcv_places *places, uint32_t object)
{
    const uint32_t at = gcv_sparse_get(&places->place, object);
    return at != GCV_NONE ? &places->all.data[at] : NULL;
}

const gcv_code_place *gcv_sites_find(const gcv_places *places, uint32_t object)
{
    const uint32_t at = gcv_sparse_get(&places->site, object);
    return at != GCV_NONE ? &places->all.data[at] : NULL;
}

gcv_slice gcv_code_place_script(const gcv_places *places, const gcv_code_place *place)
{
    return place->script != GCV_NONE ? places->scripts.data[place->script] : gcv_slice_of("", 0);
}

gcv_script_owner gcv_code_place_owner(const gcv_places *places, const gcv_code_place *place)
{
    return place->script != GCV_NONE ? (gcv_script_owner)places->owner.data[place->script]
                                     : gcv_script_owner_of(gcv_slice_of("", 0));
}

bool gcv_code_place_is_of_runtime(const gcv_places *places, const gcv_code_place *place)
{
    return gcv_script_is_of_runtime(gcv_code_place_script(places, place));
}

bool gcv_code_places_look_alike(const gcv_places *places, const gcv_code_place *a,
                                const gcv_code_place *b)
{
    return a == b ||
           (a->line == b->line && a->column == b->column &&
            gcv_slice_equal(gcv_code_place_function(places, a),
                            gcv_code_place_function(places, b)) &&
            gcv_slice_equal(gcv_script_short(gcv_code_place_script(places, a), places->folder),
                            gcv_script_short(gcv_code_place_script(places, b), places->folder)));
}

/* Appends the short or whole name of a script, a line if it is known, and the column if the line is
 * crowded. */
static void append_position(gcv_context *ctx, gcv_buffer *out, gcv_slice script,
                            const gcv_code_place *place)
{
    const uint32_t numbers[] = {place->line, place->in_crowd ? place->column : 0};
    gcv_buffer_append(ctx, out, script.size > 0 ? script : gcv_slice_str("<eval>"));
    for (size_t i = 0; i < GCV_LENGTH(numbers) && numbers[i] > 0; i++) {
        gcv_buffer_append_str(ctx, out, ":");
        gcv_buffer_append_u64(ctx, out, numbers[i]);
    }
}

void gcv_code_place_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                           const gcv_code_place *place)
{
    const bool is_whole = gcv_code_place_is_whole(place);
    const gcv_slice name = place->function != GCV_NONE
                               ? gcv_word_list_at(&places->words, place->function)
                               : gcv_slice_str(is_whole ? "" : "function");
    gcv_buffer_append_cut(ctx, out, name, LONGEST);
    gcv_buffer_append_str(ctx, out, is_whole ? "" : " (");
    append_position(ctx, out,
                    gcv_script_short(gcv_code_place_script(places, place), places->folder), place);
    gcv_buffer_append_str(ctx, out, is_whole ? "" : ")");
}

void gcv_site_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                     const gcv_code_place *site, gcv_slice folder)
{
    const bool is_named = site->function != GCV_NONE;
    gcv_slice script = gcv_code_place_script(places, site);
    script = folder.data != NULL ? gcv_script_short(script, folder) : script;
    gcv_buffer_append_cut(ctx, out, gcv_code_place_function(places, site), LONGEST);
    if (is_named && script.size == 0 && site->line == 0) {
        return;
    }
    gcv_buffer_append_str(ctx, out, is_named ? " (" : "");
    append_position(ctx, out, script, site);
    gcv_buffer_append_str(ctx, out, is_named ? ")" : "");
}

/* ---- crowded lines -------------------------------------------------------------------------- */

/* The places of functions, and the first script of the name of each script: one that is loaded
 * twice is one. */
typedef struct position_list {
    const gcv_code_place *all;
    const uint32_t *first;
} position_list;

GCV_KEY(key_column, ((const position_list *)payload)->all[row].column);

static uint64_t line_of(const position_list *list, uint32_t row)
{
    const gcv_code_place *place = &list->all[row];
    return (uint64_t)list->first[place->script] << 32 | place->line;
}

GCV_KEY(key_line, line_of(payload, row));

static uint32_t *find_first_scripts(gcv_context *ctx, const gcv_places *places)
{
    uint32_t *first = gcv_alloc(ctx, places->scripts.n, sizeof *first);
    gcv_id_map by_hash = {NULL, 0, 0};
    for (uint32_t i = 0; i < places->scripts.n; i++) {
        const gcv_slice path = places->scripts.data[i];
        const uint64_t hash = gcv_hash_bytes(path.data, path.size, ctx->seed);
        const uint32_t at = gcv_id_map_enter(ctx, &by_hash, hash, i);
        first[i] = gcv_slice_equal(places->scripts.data[at], path) ? at : i;
    }
    gcv_free(ctx, by_hash.entries);
    return first;
}

void gcv_places_find_crowded_lines(gcv_context *ctx, gcv_places *places)
{
    enum { FUNCTIONS_OF_A_LINE = 5 }; /* at most, where a line is enough */
    gcv_u32_column rows = {NULL, 0, 0};
    for (uint32_t i = 0; i < places->all.n; i++) {
        const gcv_code_place *place = &places->all.data[i];
        if (place->script != GCV_NONE && place->line > 0 && place->column > 0) {
            gcv_u32_column_push(ctx, &rows, i);
        }
    }
    uint32_t *first = rows.n > 0 ? find_first_scripts(ctx, places) : NULL;
    const position_list list = {places->all.data, first};
    gcv_sort_by_key(ctx, rows.data, rows.n, key_column, &list, false);
    gcv_sort_by_key(ctx, rows.data, rows.n, key_line, &list, false);
    for (size_t begin = 0, end; begin < rows.n; begin = end) {
        uint32_t functions = 0, column = 0;
        for (end = begin;
             end < rows.n && line_of(&list, rows.data[end]) == line_of(&list, rows.data[begin]);
             end++) {
            functions += list.all[rows.data[end]].column != column;
            column = list.all[rows.data[end]].column;
        }
        for (size_t i = begin; i < end; i++) {
            places->all.data[rows.data[i]].in_crowd = functions > FUNCTIONS_OF_A_LINE;
        }
    }
    gcv_free(ctx, first);
    gcv_u32_column_release(ctx, &rows);
}

void gcv_places_find_owners(gcv_context *ctx, gcv_places *places)
{
    places->folder = gcv_slice_of(NULL, 0);
    places->owner.n = 0;
    gcv_u8_column_reserve(ctx, &places->owner, places->scripts.n);
    for (size_t i = 0; i < places->scripts.n; i++) {
        const gcv_script_owner owner = gcv_script_owner_of(places->scripts.data[i]);
        places->owner.data[places->owner.n++] = (uint8_t)owner;
        if (owner == GCV_SCRIPT_PROGRAM) {
            gcv_script_join_folder(&places->folder, places->scripts.data[i]);
        }
    }
}

void gcv_places_release(gcv_context *ctx, gcv_places *places)
{
    GCV_RELEASE(ctx, &places->all, &places->scripts, &places->owner);
    gcv_word_list_release(ctx, &places->words);
    gcv_sparse_release(ctx, &places->place);
    gcv_sparse_release(ctx, &places->site);
}

void gcv_texts_release(gcv_context *ctx, gcv_texts *texts)
{
    gcv_slice_column_release(ctx, &texts->all);
    gcv_sparse_release(ctx, &texts->text);
}
