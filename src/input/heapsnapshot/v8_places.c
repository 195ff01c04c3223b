/* v8_places.c - functions and scripts of objects; see v8_reader.h.
 *
 * A function has a location: the id of its script, a line and a column. The path of the script is
 * the name of a node that links lead to: function -> shared -> script. So a path is known if at
 * least one function of the script is. An object with a location is an instance of a class, and the
 * location is that of its constructor.
 *
 * A context holds variables of one call of a function, or those of a whole script. Its function is
 * the one that has the same scope; if none has, some function that uses the context tells which
 * script it is of.
 *
 * O(links × log links).
 */
#include "input/heapsnapshot/v8_reader.h"

#include "base/error.h"
#include "base/sort.h"
#include "heap/script_path.h"

#include <inttypes.h>
#include <string.h>

/* ---- before the strings ------------------------------------------------------------------- */

static void need_text(gcv_v8 *v8, uint32_t name)
{
    if (name != GCV_NONE) {
        (void)gcv_v8_need_string(v8, name, true);
    }
}

/* Needs the names of functions: of all, if it is not known yet which have a location. */
static void need_functions(gcv_v8 *v8)
{
    const gcv_v8_places *places = &v8->places;
    for (size_t i = 0; i < places->functions.n; i++) {
        need_text(v8, places->functions.data[i].name);
    }
    for (size_t i = 0; !places->has_locations && i < places->named.n; i++) {
        if ((gcv_v8_node_flags(v8, places->named.data[i].node) & GCV_V8_FUNCTION) != 0) {
            need_text(v8, places->named.data[i].name);
        }
    }
}

/* Needs the names of what may be scripts, and of code that may have the scope of some variables. */
static void need_code(gcv_v8 *v8)
{
    const gcv_v8_link_column *links = &v8->places.links;
    gcv_bitset scopes;
    gcv_bitset_init(v8->ctx, &scopes, (size_t)v8->n_nodes);
    for (size_t i = 0; i < links->n; i++) {
        if ((gcv_v8_node_flags(v8, links->data[i].source) & GCV_V8_NAMED) != 0) {
            (void)gcv_bitset_add(&scopes, links->data[i].to);
        }
    }
    for (size_t i = 0; i < links->n; i++) {
        const gcv_v8_link *link = &links->data[i];
        if ((gcv_v8_node_flags(v8, link->source) & GCV_V8_CODE) != 0) {
            need_text(v8, gcv_v8_name_of(v8, link->to));
            if (gcv_bitset_has(&scopes, link->to)) {
                need_text(v8, gcv_v8_name_of(v8, link->source));
            }
        }
    }
    gcv_bitset_release(v8->ctx, &scopes);
}

/* Replaces the strings that name links by indexes in `names`. They are few, so most are found in a
 * small cache. */
static void need_link_names(gcv_v8 *v8)
{
    enum { CACHED = 64 };
    struct {
        uint32_t string, at;
    } cache[CACHED];
    memset(cache, 0xff, sizeof cache);
    for (size_t i = 0; i < v8->places.links.n; i++) {
        uint32_t *name = &v8->places.links.data[i].name;
        const size_t slot = *name % CACHED;
        if (cache[slot].string != *name || *name == GCV_NONE) {
            cache[slot].string = *name;
            cache[slot].at = gcv_v8_need_string(v8, *name, false);
            v8->names.data[cache[slot].at].is_link = true;
        }
        *name = cache[slot].at;
    }
}

void gcv_v8_need_places(gcv_v8 *v8)
{
    if (v8->places.wanted) {
        need_functions(v8);
        need_code(v8);
        need_link_names(v8);
    }
}

/* ---- links -------------------------------------------------------------------------------- */

static uint8_t word_of(const gcv_v8 *v8, const gcv_v8_link *link)
{
    return v8->names.data[link->name].link;
}

/* Many functions may ask for the script of one code, which may have many links. */
static void find_script_links(gcv_v8 *v8)
{
    gcv_v8_places *places = &v8->places;
    for (size_t i = 0; i < places->links.n; i++) {
        const gcv_v8_link *link = &places->links.data[i];
        if (word_of(v8, link) == GCV_V8_TO_SCRIPT &&
            gcv_id_map_get(v8->ctx, &places->to_script, link->source) == GCV_NONE) {
            gcv_id_map_set(v8->ctx, &places->to_script, link->source, link->to);
        }
    }
}

/* Returns the node of the script that code belongs to; between them may be what a debugger has
 * added. */
static uint32_t script_of_code(const gcv_v8 *v8, uint32_t code)
{
    const gcv_id_map *to_script = &v8->places.to_script;
    const uint32_t first = gcv_id_map_get(v8->ctx, to_script, code);
    const uint32_t second =
        first != GCV_NONE ? gcv_id_map_get(v8->ctx, to_script, first) : GCV_NONE;
    return second != GCV_NONE ? second : first;
}

/* Returns the function of a node with a location; GCV_NONE: it has none. */
static uint32_t function_of(const gcv_v8 *v8, size_t n_located, uint32_t node)
{
    const gcv_v8_placed *placed = v8->places.placed.data;
    const size_t n = gcv_count_up_to_u32(placed, sizeof *placed, n_located, node);
    return n > 0 && placed[n - 1].node == node ? placed[n - 1].function : GCV_NONE;
}

/* ---- texts -------------------------------------------------------------------------------- */

gcv_slice gcv_v8_text_of(gcv_v8 *v8, uint32_t string)
{
    const gcv_v8_name *name = string != GCV_NONE ? gcv_v8_find_name(v8, string) : NULL;
    return name != NULL && name->found ? gcv_v8_share_string(v8, string) : gcv_slice_of("", 0);
}

/* Returns the part of a name after `system / KIND / `; empty if nothing follows. Any other name is
 * returned unchanged. */
static gcv_slice without_kind(gcv_slice name, const char *kind)
{
    const size_t n = strlen(kind);
    if (!gcv_slice_begins(name, kind)) {
        return name;
    }
    return name.size > n + 3 ? gcv_slice_of(name.data + n + 3, name.size - n - 3)
                             : gcv_slice_of("", 0);
}

static gcv_slice function_name(gcv_v8 *v8, uint32_t string)
{
    const gcv_slice name = without_kind(gcv_v8_text_of(v8, string), "system / SharedFunctionInfo");
    return gcv_slice_is(name, "(shared function info)") ? gcv_slice_of("", 0) : name;
}

/* ---- scripts ------------------------------------------------------------------------------ */

static void name_script(gcv_v8 *v8, gcv_v8_script *script)
{
    gcv_places *places = &v8->builder->heap->places;
    const gcv_slice path =
        without_kind(gcv_v8_text_of(v8, gcv_v8_name_of(v8, script->node)), "system / Script");
    if (path.size > 0) {
        script->path = (uint32_t)places->scripts.n;
        gcv_slice_column_push(v8->ctx, &places->scripts, path);
    }
}

/* Finds the nodes of scripts, and names these. */
static void find_scripts(gcv_v8 *v8, size_t n_located)
{
    gcv_v8_places *places = &v8->places;
    for (size_t i = 0; i < places->links.n; i++) {
        const gcv_v8_link *link = &places->links.data[i];
        const uint32_t function = word_of(v8, link) == GCV_V8_TO_SHARED
                                      ? function_of(v8, n_located, link->source)
                                      : GCV_NONE;
        if (function != GCV_NONE) {
            gcv_v8_script *script = &places->scripts.data[places->functions.data[function].script];
            script->node = script->node != GCV_NONE ? script->node : script_of_code(v8, link->to);
        }
    }
    for (size_t i = 0; i < places->scripts.n; i++) {
        name_script(v8, &places->scripts.data[i]);
    }
    gcv_places_find_folder(&v8->builder->heap->places);
}

/* ---- contexts and generators -------------------------------------------------------------- */

/* From code to functions with a location, from scopes to code, from nodes to scripts. */
typedef struct gcv_v8_maps {
    gcv_id_map function, code, script;
} gcv_v8_maps;

static void fill_maps(gcv_v8 *v8, size_t n_located, gcv_v8_maps *maps)
{
    const gcv_v8_places *places = &v8->places;
    for (size_t i = 0; i < places->links.n; i++) {
        const gcv_v8_link *link = &places->links.data[i];
        const uint8_t word = word_of(v8, link);
        const uint32_t function =
            word == GCV_V8_TO_SHARED ? function_of(v8, n_located, link->source) : GCV_NONE;
        if (function != GCV_NONE) {
            gcv_id_map_set(v8->ctx, &maps->function, link->to, function);
        }
        if (word == GCV_V8_TO_SCOPE && (gcv_v8_node_flags(v8, link->source) & GCV_V8_CODE) != 0) {
            gcv_id_map_set(v8->ctx, &maps->code, link->to, link->source);
        }
    }
    for (size_t i = 0; i < places->scripts.n; i++) {
        if (places->scripts.data[i].node != GCV_NONE) {
            gcv_id_map_set(v8->ctx, &maps->script, places->scripts.data[i].node, (uint32_t)i);
        }
    }
}

static void place(gcv_v8 *v8, uint32_t node, uint32_t function)
{
    const gcv_v8_placed placed = {node, function};
    gcv_v8_placed_column_push(v8->ctx, &v8->places.placed, placed);
    gcv_v8_set_script(v8, node, v8->places.functions.data[function].script);
}

static void place_in_script(gcv_v8 *v8, uint32_t node, uint32_t name, uint32_t script)
{
    const gcv_v8_function function = {name, script, 0, 0};
    place(v8, node, gcv_v8_function_for(v8, &function));
}

/* Whether this is the function that Node.js and engines make of the text of a whole script. */
static bool is_whole_script(gcv_v8 *v8, const gcv_v8_function *function)
{
    return function->line == 1 && function->column == 1 &&
           function_name(v8, function->name).size == 0;
}

/* Places a context by the code that has its scope, if something is known of that. */
static void place_by_scope(gcv_v8 *v8, const gcv_v8_maps *maps, const gcv_v8_link *link)
{
    const gcv_v8_function_column *functions = &v8->places.functions;
    const uint32_t code = gcv_id_map_get(v8->ctx, &maps->code, link->to);
    const uint32_t function =
        code != GCV_NONE ? gcv_id_map_get(v8->ctx, &maps->function, code) : GCV_NONE;
    if (function != GCV_NONE && !is_whole_script(v8, &functions->data[function])) {
        place(v8, link->source, function);
        return;
    }
    const uint32_t node = code != GCV_NONE ? script_of_code(v8, code) : GCV_NONE;
    const uint32_t script = function != GCV_NONE ? functions->data[function].script
                            : node != GCV_NONE   ? gcv_id_map_get(v8->ctx, &maps->script, node)
                                                 : GCV_NONE;
    if (script != GCV_NONE) {
        place_in_script(v8, link->source, gcv_v8_name_of(v8, code), script);
    }
}

/* Adds the keys of objects that hold variables of a function, or of a whole script. */
static void find_context_keys(gcv_v8 *v8, gcv_bitset *keys)
{
    gcv_bitset_init(v8->ctx, keys, v8->keys.n);
    for (size_t i = 0; i < v8->keys.n; i++) {
        const uint32_t string = v8->keys.data[i].name;
        const gcv_v8_name *name = string != GCV_NONE ? gcv_v8_find_name(v8, string) : NULL;
        const gcv_slice text = name != NULL ? gcv_v8_name_text(v8, name) : gcv_slice_of("", 0);
        if (gcv_slice_is(text, "system / Context") ||
            gcv_slice_begins(text, "system / Context /")) {
            (void)gcv_bitset_add(keys, i);
        }
    }
}

/* Places contexts by their scopes, then the others by a function that uses them. A context that is
 * placed has a key of its script. */
static void find_contexts(gcv_v8 *v8, size_t n_located, const gcv_v8_maps *maps)
{
    const gcv_v8_link_column *links = &v8->places.links;
    const size_t n_keys = v8->keys.n;
    gcv_bitset contexts;
    find_context_keys(v8, &contexts);
    for (size_t i = 0; i < links->n; i++) {
        const gcv_v8_link *link = &links->data[i];
        const uint32_t key = gcv_v8_node_key(v8, link->source);
        if (word_of(v8, link) == GCV_V8_TO_SCOPE && key < n_keys &&
            gcv_bitset_has(&contexts, key)) {
            place_by_scope(v8, maps, link);
        }
    }
    for (size_t i = 0; i < links->n; i++) {
        const gcv_v8_link *link = &links->data[i];
        const uint32_t key = gcv_v8_node_key(v8, link->to);
        const uint32_t function =
            word_of(v8, link) == GCV_V8_TO_CONTEXT && key < n_keys && gcv_bitset_has(&contexts, key)
                ? function_of(v8, n_located, link->source)
                : GCV_NONE;
        if (function != GCV_NONE) {
            place_in_script(v8, link->to, GCV_NONE, v8->places.functions.data[function].script);
        }
    }
    gcv_bitset_release(v8->ctx, &contexts);
}

static void find_generators(gcv_v8 *v8, size_t n_located)
{
    const gcv_v8_link_column *links = &v8->places.links;
    for (size_t i = 0; i < links->n; i++) {
        const gcv_v8_link *link = &links->data[i];
        const uint32_t function = word_of(v8, link) == GCV_V8_TO_FUNCTION &&
                                          (i == 0 || link->source != links->data[i - 1].source)
                                      ? function_of(v8, n_located, link->to)
                                      : GCV_NONE;
        if (function != GCV_NONE) {
            place(v8, link->source, function);
        }
    }
}

/* ---- all ---------------------------------------------------------------------------------- */

static uint64_t key_node(const void *payload, uint32_t item)
{
    return ((const gcv_v8_placed *)payload)[item].node;
}

/* Sorts functions with a location by node; of several locations of one node, the first counts. */
static void sort_located(gcv_v8 *v8)
{
    gcv_v8_placed_column *placed = &v8->places.placed, sorted = {NULL, 0, 0};
    uint32_t *order = gcv_numbers_new(v8->ctx, placed->n);
    gcv_sort_by_key(v8->ctx, order, placed->n, key_node, placed->data, false);
    gcv_v8_placed_column_reserve(v8->ctx, &sorted, placed->n);
    for (size_t i = 0; i < placed->n; i++) {
        const gcv_v8_placed *next = &placed->data[order[i]];
        if (sorted.n == 0 || sorted.data[sorted.n - 1].node != next->node) {
            sorted.data[sorted.n++] = *next;
        }
    }
    gcv_free(v8->ctx, order);
    gcv_v8_placed_column_release(v8->ctx, placed);
    *placed = sorted;
}

void gcv_v8_find_places(gcv_v8 *v8)
{
    gcv_v8_places *places = &v8->places;
    gcv_v8_maps maps = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    if (!places->wanted) {
        return;
    }
    sort_located(v8);
    const size_t n_located = places->placed.n;
    find_script_links(v8);
    find_scripts(v8, n_located);
    fill_maps(v8, n_located, &maps);
    find_contexts(v8, n_located, &maps);
    find_generators(v8, n_located);
    gcv_id_map_release(v8->ctx, &maps.function);
    gcv_id_map_release(v8->ctx, &maps.code);
    gcv_id_map_release(v8->ctx, &maps.script);
    gcv_v8_link_column_release(v8->ctx, &places->links);
    gcv_id_map_release(v8->ctx, &places->to_script);
    gcv_v8_named_column_release(v8->ctx, &places->named);
    gcv_bitset_release(v8->ctx, &places->reached);
    if (places->ignored > 0) {
        gcv_builder_anomaly(v8->builder, 0, "locations of no object (%" PRIu64 ")",
                            places->ignored);
    }
}

gcv_slice gcv_v8_module_of(const gcv_v8 *v8, const gcv_v8_key *key)
{
    const gcv_slice none = {NULL, 0};
    if (key->script == GCV_NONE) {
        return none;
    }
    const uint32_t path = v8->places.scripts.data[key->script].path;
    return gcv_script_module(path != GCV_NONE ? v8->builder->heap->places.scripts.data[path]
                                              : gcv_slice_of("", 0));
}

void gcv_v8_add_places(gcv_v8 *v8)
{
    gcv_places *to = &v8->builder->heap->places;
    const gcv_v8_places *places = &v8->places;
    for (size_t i = 0; places->kept && i < places->functions.n; i++) {
        const gcv_v8_function *function = &places->functions.data[i];
        gcv_code_place place;
        place.function = function_name(v8, function->name);
        place.script = places->scripts.data[function->script].path;
        place.line = function->line;
        place.column = function->column;
        gcv_code_place_column_push(v8->ctx, &to->all, place);
    }
    for (size_t i = 0; places->kept && i < places->placed.n; i++) {
        gcv_builder_place_number(v8->builder, places->placed.data[i].node,
                                 places->placed.data[i].function);
    }
}
