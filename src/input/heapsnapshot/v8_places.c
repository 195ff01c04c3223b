/* v8_places.c - functions and scripts of objects; see v8_reader.h.
 *
 * A function has a location: the id of its script, a line and a column. The path of the script is
 * the name of a node that links lead to: function -> shared -> script. So a path is known if at
 * least one function of the script is. An object with a location is an instance of a class, and the
 * location is that of its constructor. A bound function has no location, but leads to the function
 * that it calls.
 *
 * A context holds variables of one call of a function, or those of a whole script. Its function is
 * the one that has the same scope; if none has, some function that uses the context tells which
 * script it is of. What a module of ECMAScript exports (v8_exports.c) has that of the script of its
 * context.
 *
 * O(links × log links).
 */
#include "input/heapsnapshot/v8_reader.h"

#include "heap/script_path.h"
#include "heap/shapes.h"

#include <inttypes.h>
#include <string.h>

/* ---- before the strings ------------------------------------------------------------------- */

/* Needs the names of functions: of all, if it is not known yet which have a location. */
static void need_functions(gcv_v8 *v8)
{
    const gcv_v8_places *places = &v8->places;
    for (size_t i = 0; i < places->functions.n; i++) {
        gcv_v8_need_text(v8, places->functions.data[i].name);
    }
    for (size_t i = 0; !places->has_locations && i < places->named.n; i++) {
        if ((gcv_v8_node_flags(v8, places->named.data[i].node) & GCV_V8_FUNCTION) != 0) {
            gcv_v8_need_text(v8, places->named.data[i].is);
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
            gcv_v8_need_text(v8, gcv_v8_name_of(v8, link->to));
            if (gcv_bitset_has(&scopes, link->to)) {
                gcv_v8_need_text(v8, gcv_v8_name_of(v8, link->source));
            }
        }
    }
    gcv_bitset_release(v8->ctx, &scopes);
}

void gcv_v8_need_places(gcv_v8 *v8)
{
    if (v8->places.wanted) {
        need_functions(v8);
        need_code(v8);
        for (size_t i = 0; i < v8->places.links.n; i++) {
            gcv_v8_need(v8, v8->places.links.data[i].name, GCV_V8_TEXT);
        }
    }
}

/* ---- links -------------------------------------------------------------------------------- */

/* What internal edges are called that lead to functions and scripts. */
enum {
    OTHER_LINK = 1,
    TO_SHARED,   /* from a function to its code */
    TO_CONTEXT,  /* from a function to the variables around it */
    TO_FUNCTION, /* from a generator */
    TO_SCRIPT,   /* from code */
    TO_SCOPE,    /* from code, and from the variables of a call of it */
    TO_MODULE,   /* from the variables of a module of ECMAScript */
    TO_BOUND     /* from a bound function to the one that it calls */
};

static const gcv_named_value link_words[] = {
    {"shared", TO_SHARED},
    {"context", TO_CONTEXT},
    {"function", TO_FUNCTION},
    {"script|script_or_debug_info", TO_SCRIPT},
    {"scope_info|name_or_scope_info", TO_SCOPE},
    {"extension", TO_MODULE},
    {"bound_function", TO_BOUND},
};

/* Replaces the names of links by the values of these words. */
static void tell_links(gcv_v8 *v8)
{
    uint8_t *value_of = gcv_alloc_zeroed(v8->ctx, v8->names.n, 1);
    for (size_t i = 0; i < v8->places.links.n; i++) {
        uint32_t *word = &v8->places.links.data[i].name;
        const gcv_v8_name *name = gcv_v8_find_name(v8, *word);
        *word = OTHER_LINK;
        if (name != NULL) {
            uint8_t *value = &value_of[name - v8->names.data];
            if (*value == 0) {
                *value = (uint8_t)GCV_VALUE_NAMED(gcv_v8_name_text(name), link_words, OTHER_LINK);
            }
            *word = *value;
        }
    }
    gcv_free(v8->ctx, value_of);
}

/* What is found about functions on the way. Many functions may ask for the script of one code,
 * which may have many links. */
typedef struct finder {
    gcv_v8 *v8;
    const gcv_v8_link_column *links;
    gcv_id_map script_to;  /* from a node to where its first link to a script leads */
    gcv_id_map function;   /* from code to functions with a location */
    gcv_id_map code;       /* from scopes */
    gcv_id_map script;     /* from nodes */
    gcv_bitset is_context; /* keys of objects that hold variables of a function or script … */
    gcv_bitset is_cell;    /* … or one variable of a module */
} finder;

/* Returns the node of the script that code belongs to; between them may be what a debugger has
 * added. */
static uint32_t script_of_code(const finder *f, uint32_t code)
{
    const uint32_t first = gcv_id_map_get(f->v8->ctx, &f->script_to, code);
    const uint32_t second =
        first != GCV_NONE ? gcv_id_map_get(f->v8->ctx, &f->script_to, first) : GCV_NONE;
    return second != GCV_NONE ? second : first;
}

uint32_t gcv_v8_function_of(const gcv_v8 *v8, uint32_t node)
{
    const gcv_sparse_pair *placed = v8->places.placed.data;
    const size_t at = gcv_find_u32(placed, sizeof *placed, v8->places.n_located, node);
    return at != SIZE_MAX ? placed[at].value : GCV_NONE;
}

/* Returns the function with a location at which a link of this kind starts; GCV_NONE: none. */
static uint32_t function_at(const finder *f, const gcv_v8_link *link, uint32_t kind)
{
    return link->name == kind ? gcv_v8_function_of(f->v8, link->source) : GCV_NONE;
}

/* ---- texts -------------------------------------------------------------------------------- */

gcv_slice gcv_v8_text_of(gcv_v8 *v8, uint32_t string)
{
    const gcv_v8_name *name = string != GCV_NONE ? gcv_v8_find_name(v8, string) : NULL;
    return gcv_shared_cut(gcv_v8_name_text(name));
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

uint32_t gcv_v8_function_word(gcv_v8 *v8, uint32_t string)
{
    const gcv_slice text = function_name(v8, string);
    gcv_v8_name *name = text.size > 0 ? gcv_v8_find_name(v8, string) : NULL;
    return name == NULL ? GCV_NONE
           : name->text.data == text.data
               ? gcv_v8_word_of(v8, name)
               : gcv_word_list_add(v8->ctx, &v8->builder->heap->places.words, text);
}

/* ---- scripts ------------------------------------------------------------------------------ */

static void name_script(gcv_v8 *v8, gcv_v8_script *script)
{
    gcv_places *places = &v8->builder->heap->places;
    const gcv_slice path =
        without_kind(gcv_v8_text_of(v8, gcv_v8_name_of(v8, script->node)), "system / Script");
    if (path.size > 0) {
        script->path = (uint32_t)places->scripts.n;
        gcv_slice_column_push(v8->ctx, &places->scripts, gcv_builder_copy(v8->builder, path));
    }
}

static void look_at_links(finder *f)
{
    gcv_context *ctx = f->v8->ctx;
    for (size_t i = 0; i < f->links->n; i++) {
        const gcv_v8_link *link = &f->links->data[i];
        const uint32_t function = function_at(f, link, TO_SHARED);
        if (function != GCV_NONE) {
            gcv_id_map_set(ctx, &f->function, link->to, function);
        }
        if (link->name == TO_SCRIPT) {
            (void)gcv_id_map_enter(ctx, &f->script_to, link->source, link->to);
        }
        if (link->name == TO_SCOPE && (gcv_v8_node_flags(f->v8, link->source) & GCV_V8_CODE) != 0) {
            gcv_id_map_set(ctx, &f->code, link->to, link->source);
        }
    }
}

/* Finds the nodes of scripts, and names these. */
static void find_scripts(finder *f)
{
    gcv_v8_places *places = &f->v8->places;
    for (size_t i = 0; i < f->links->n; i++) {
        const uint32_t function = function_at(f, &f->links->data[i], TO_SHARED);
        if (function != GCV_NONE) {
            gcv_v8_script *script = &places->scripts.data[places->functions.data[function].script];
            script->node =
                script->node != GCV_NONE ? script->node : script_of_code(f, f->links->data[i].to);
        }
    }
    for (uint32_t i = 0; i < places->scripts.n; i++) {
        gcv_v8_script *script = &places->scripts.data[i];
        name_script(f->v8, script);
        if (script->node != GCV_NONE) {
            gcv_id_map_set(f->v8->ctx, &f->script, script->node, i);
        }
    }
    gcv_places_find_owners(f->v8->ctx, &f->v8->builder->heap->places);
}

/* ---- contexts and generators -------------------------------------------------------------- */

static void place(gcv_v8 *v8, uint32_t node, uint32_t function)
{
    const gcv_sparse_pair placed = {node, function};
    gcv_sparse_pair_column_push(v8->ctx, &v8->places.placed, placed);
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
static void place_by_scope(const finder *f, const gcv_v8_link *link)
{
    gcv_v8 *v8 = f->v8;
    const gcv_v8_function_column *functions = &v8->places.functions;
    const uint32_t code = gcv_id_map_get(v8->ctx, &f->code, link->to);
    const uint32_t function =
        code != GCV_NONE ? gcv_id_map_get(v8->ctx, &f->function, code) : GCV_NONE;
    if (function != GCV_NONE && !is_whole_script(v8, &functions->data[function])) {
        place(v8, link->source, function);
        return;
    }
    const uint32_t node = code != GCV_NONE ? script_of_code(f, code) : GCV_NONE;
    const uint32_t script = function != GCV_NONE ? functions->data[function].script
                            : node != GCV_NONE   ? gcv_id_map_get(v8->ctx, &f->script, node)
                                                 : GCV_NONE;
    if (script != GCV_NONE) {
        place_in_script(v8, link->source, gcv_v8_name_of(v8, code), script);
    }
}

static void find_context_keys(finder *f)
{
    gcv_v8 *v8 = f->v8;
    gcv_bitset_init(v8->ctx, &f->is_context, v8->keys.n);
    gcv_bitset_init(v8->ctx, &f->is_cell, v8->keys.n);
    for (size_t i = 0; i < v8->keys.n; i++) {
        const uint32_t string = v8->keys.data[i].name;
        const gcv_v8_name *name = string != GCV_NONE ? gcv_v8_find_name(v8, string) : NULL;
        const gcv_slice text = gcv_v8_name_text(name);
        if (gcv_slice_is(text, GCV_CONTEXT_TYPE) || gcv_slice_begins(text, "system / Context /")) {
            (void)gcv_bitset_add(&f->is_context, i);
        } else if (gcv_slice_is(text, GCV_V8_CELL)) {
            (void)gcv_bitset_add(&f->is_cell, i);
        }
    }
}

/* Whether a node is a context that is not placed: one that is has a new key, that of its script. */
static bool is_context(const finder *f, size_t n_keys, uint32_t node)
{
    const uint32_t key = gcv_v8_node_key(f->v8, node);
    return key < n_keys && gcv_bitset_has(&f->is_context, key);
}

/* Places contexts by their scopes, then the others by a function that uses them. */
static void find_contexts(finder *f)
{
    gcv_v8 *v8 = f->v8;
    const size_t n_keys = v8->keys.n;
    find_context_keys(f);
    for (size_t i = 0; i < f->links->n; i++) {
        const gcv_v8_link *link = &f->links->data[i];
        if (link->name == TO_SCOPE && is_context(f, n_keys, link->source)) {
            place_by_scope(f, link);
        }
    }
    for (size_t i = 0; i < f->links->n; i++) {
        const gcv_v8_link *link = &f->links->data[i];
        const uint32_t function = link->name == TO_CONTEXT && is_context(f, n_keys, link->to)
                                      ? gcv_v8_function_of(f->v8, link->source)
                                      : GCV_NONE;
        if (function != GCV_NONE) {
            place_in_script(v8, link->to, GCV_NONE, v8->places.functions.data[function].script);
        }
    }
}

static bool is_function(const finder *f, uint32_t node)
{
    return (gcv_v8_node_flags(f->v8, node) & GCV_V8_FUNCTION) != 0;
}

static void find_generators(const finder *f)
{
    const gcv_v8_link *links = f->links->data;
    for (size_t i = 0; i < f->links->n; i++) {
        if (links[i].name == TO_FUNCTION && !is_function(f, links[i].source) &&
            (i == 0 || links[i].source != links[i - 1].source)) {
            const uint32_t function = gcv_v8_function_of(f->v8, links[i].to);
            if (function != GCV_NONE) {
                place(f->v8, links[i].source, function);
            }
        }
    }
}

/* Places bound functions where the functions are that they call, over at most so many others. Of
 * several places of a function, the first counts: its own. */
static void find_bound(const finder *f)
{
    enum { MOST_BINDINGS = 16 };
    const gcv_v8_link *links = f->links->data;
    gcv_context *ctx = f->v8->ctx;
    gcv_id_map called = {NULL, 0, 0}; /* by bound functions: their first links */
    for (size_t i = 0; i < f->links->n; i++) {
        if (links[i].name == TO_BOUND && is_function(f, links[i].source)) {
            (void)gcv_id_map_enter(ctx, &called, links[i].source, (uint32_t)i);
        }
    }
    for (size_t i = 0; i < f->links->n; i++) {
        uint32_t link = (uint32_t)i, function = GCV_NONE;
        if (links[i].name != TO_BOUND || gcv_id_map_get(ctx, &called, links[i].source) != link) {
            continue;
        }
        for (int n = 0; n <= MOST_BINDINGS && function == GCV_NONE && link != GCV_NONE; n++) {
            function = gcv_v8_function_of(f->v8, links[link].to);
            link = gcv_id_map_get(ctx, &called, links[link].to);
        }
        if (function != GCV_NONE) {
            place(f->v8, links[i].source, function);
        }
    }
    gcv_free(ctx, called.entries);
}

/* ---- modules of ECMAScript ---------------------------------------------------------------- */

void gcv_v8_keep_script(gcv_v8 *v8, uint32_t node, uint32_t script)
{
    const gcv_v8_function whole = {GCV_NONE, script, 0, 0};
    const gcv_sparse_pair placed = {node, gcv_v8_function_for(v8, &whole)};
    gcv_sparse_pair_column_push(v8->ctx, &v8->places.placed, placed);
}

/* Gives what modules of ECMAScript export the place of their script. What turns out to be none is
 * left out. */
static void find_exports(const finder *f)
{
    gcv_v8 *v8 = f->v8;
    gcv_id_map script_of = {NULL, 0, 0}; /* from modules */
    size_t n = 0;
    for (size_t i = 0; i < f->links->n && v8->exports.n > 0; i++) {
        const gcv_v8_link *link = &f->links->data[i];
        const uint32_t key = gcv_v8_node_key(v8, link->source);
        if (link->name == TO_MODULE && key != GCV_NONE && v8->keys.data[key].script != GCV_NONE) {
            (void)gcv_id_map_enter(v8->ctx, &script_of, link->to, v8->keys.data[key].script);
        }
    }
    for (size_t i = 0; i < v8->exports.n; i++) {
        const gcv_v8_export *export = &v8->exports.data[i];
        const uint32_t script = gcv_id_map_get(v8->ctx, &script_of, export->module);
        const uint32_t key = gcv_v8_node_key(v8, export->cell);
        if (script != GCV_NONE && key != GCV_NONE && gcv_bitset_has(&f->is_cell, key)) {
            gcv_v8_keep_script(v8, export->cell, script);
            v8->exports.data[n++] = *export;
        }
    }
    v8->exports.n = n;
    gcv_free(v8->ctx, script_of.entries);
}

/* ---- all ---------------------------------------------------------------------------------- */

GCV_KEY(key_node, ((const gcv_sparse_pair *)payload)[row].object);

/* Sorts functions with a location by node; of several locations of one node, the first counts. */
static void sort_located(gcv_v8 *v8)
{
    gcv_sparse_pair_column *placed = &v8->places.placed, sorted = {NULL, 0, 0};
    size_t ascending = placed->n > 0;
    while (ascending < placed->n &&
           placed->data[ascending].object > placed->data[ascending - 1].object) {
        ascending++;
    }
    if (ascending == placed->n) {
        return; /* as mostly */
    }
    uint32_t *order = gcv_numbers_new(v8->ctx, placed->n);
    gcv_sort_by_key(v8->ctx, order, placed->n, key_node, placed->data, false);
    gcv_sparse_pair_column_reserve(v8->ctx, &sorted, placed->n);
    for (size_t i = 0; i < placed->n; i++) {
        const gcv_sparse_pair *next = &placed->data[order[i]];
        if (sorted.n == 0 || sorted.data[sorted.n - 1].object != next->object) {
            sorted.data[sorted.n++] = *next;
        }
    }
    GCV_FREE(v8->ctx, order, placed->data);
    *placed = sorted;
}

void gcv_v8_find_places(gcv_v8 *v8)
{
    gcv_v8_places *places = &v8->places;
    if (!places->wanted) {
        return;
    }
    sort_located(v8);
    tell_links(v8);
    places->n_located = places->placed.n;
    finder f = {.v8 = v8, .links = &places->links};
    look_at_links(&f);
    find_scripts(&f);
    find_contexts(&f);
    find_generators(&f);
    find_bound(&f);
    find_exports(&f);
    GCV_FREE(v8->ctx, f.script_to.entries, f.function.entries, f.code.entries, f.script.entries,
             f.is_context.words, f.is_cell.words);
    GCV_RELEASE(v8->ctx, &places->links, &places->named);
    gcv_bitset_release(v8->ctx, &places->reached);
    if (places->ignored > 0) {
        gcv_builder_anomaly(v8->builder, 0, "locations of no node (%" PRIu64 ")", places->ignored);
    }
}

gcv_slice gcv_v8_module_of(const gcv_v8 *v8, const gcv_v8_key *key)
{
    if (key->script == GCV_NONE) {
        return gcv_v8_is_of_browser(v8, key) ? gcv_slice_str(GCV_SCRIPT_PLATFORM_MODULE)
                                             : gcv_slice_of(NULL, 0);
    }
    const uint32_t path = v8->places.scripts.data[key->script].path;
    return gcv_script_module(path != GCV_NONE ? v8->builder->heap->places.scripts.data[path]
                                              : gcv_slice_of("", 0));
}

void gcv_v8_add_places(gcv_v8 *v8)
{
    gcv_places *to = &v8->builder->heap->places;
    gcv_v8_places *places = &v8->places;
    if (places->kept) {
        gcv_code_place_column_reserve(v8->ctx, &to->all, places->functions.n);
    }
    for (size_t i = 0; places->kept && i < places->functions.n; i++) {
        const gcv_v8_function *function = &places->functions.data[i];
        gcv_code_place place = {.function = gcv_v8_function_word(v8, function->name),
                                .script = places->scripts.data[function->script].path,
                                .line = function->line,
                                .column = function->column & GCV_CODE_COLUMNS};
        gcv_code_place_column_push(v8->ctx, &to->all, place);
    }
    if (places->kept) {
        gcv_builder_place_numbers(v8->builder, &places->placed);
    }
    GCV_RELEASE(v8->ctx, &places->functions, &places->function_of, &places->key_of);
}
