/* v8_modules.c - the scripts of modules of CommonJS; see v8_reader.h.
 *
 * The cache of Node.js has its modules by their paths. A module that is in none has the place of
 * the functions that it exports, if all that are known are of one script.
 *
 * O(nodes + what modules export).
 */
#include "input/heapsnapshot/v8_reader.h"

#include "heap/script_path.h"

void gcv_v8_list_modules(gcv_v8 *v8)
{
    gcv_bitset is_module; /* per pair */
    if (!v8->fields || !v8->places.kept) {
        return;
    }
    gcv_bitset_init(v8->ctx, &is_module, v8->pairs.n);
    for (size_t i = 0; i < v8->pairs.n; i++) {
        const gcv_v8_key *key = &v8->keys.data[v8->pairs.data[i].key];
        if (gcv_v8_is_object(key->flags) &&
            gcv_slice_is(gcv_v8_name_text(gcv_v8_find_name(v8, key->name)), "Module")) {
            (void)gcv_bitset_add(&is_module, i);
        }
    }
    for (uint32_t i = 0; i < v8->n_nodes; i++) {
        if (gcv_bitset_has(&is_module, v8->rows.slot.data[i])) {
            gcv_u32_column_push(v8->ctx, &v8->modules, i);
        }
    }
    gcv_bitset_release(v8->ctx, &is_module);
}

/* Returns what the property `exports` of a node holds; GCV_NONE: it has none. */
static uint32_t exports_of(const gcv_v8 *v8, uint32_t node)
{
    const gcv_fields *fields = &v8->rows.fields;
    const uint32_t list = v8->pairs.data[gcv_v8_node_pair(v8, node)].list;
    for (uint32_t i = 0; list != GCV_NONE && fields->kind.data[list + i] != GCV_FIELD_KINDS; i++) {
        if (fields->kind.data[list + i] == GCV_FIELD_PROPERTY &&
            gcv_slice_is(gcv_v8_name_text(gcv_v8_name_in(v8, gcv_v8_field_state(v8, list + i))),
                         "exports")) {
            return v8->rows.refs.low.data[v8->rows.first_ref.data[node] + i];
        }
    }
    return GCV_NONE;
}

/* Returns the one script of a function or, for an object, of the functions that it refers to; the
 * number of scripts if there is none, or several. */
static uint32_t script_of_exports(const gcv_v8 *v8, uint32_t exports)
{
    const uint32_t none = (uint32_t)v8->places.scripts.n;
    uint32_t function = gcv_v8_function_of(v8, exports), script = none;
    if ((gcv_v8_node_flags(v8, exports) & GCV_V8_FUNCTION) != 0) {
        return function != GCV_NONE ? v8->places.functions.data[function].script : none;
    }
    for (uint32_t i = v8->rows.first_ref.data[exports]; i < v8->rows.first_ref.data[exports + 1];
         i++) {
        function = gcv_v8_function_of(v8, v8->rows.refs.low.data[i]);
        if (function != GCV_NONE) {
            const uint32_t next = v8->places.functions.data[function].script;
            if (script != none && next != script) {
                return none;
            }
            script = next;
        }
    }
    return script;
}

/* Returns the script with a path, which is new if none of its functions is left. */
static uint32_t script_at(gcv_v8 *v8, gcv_id_map *by_path, gcv_slice path)
{
    gcv_slice_column *paths = &v8->builder->heap->places.scripts;
    gcv_v8_script_column *scripts = &v8->places.scripts;
    const uint64_t hash = gcv_hash_bytes(path.data, path.size, v8->ctx->seed);
    const uint32_t at = gcv_id_map_enter(v8->ctx, by_path, hash, scripts->n);
    if (at == scripts->n) {
        const gcv_v8_script script = {GCV_NONE, (uint32_t)paths->n};
        gcv_v8_script_column_push(v8->ctx, scripts, script);
        gcv_slice_column_push(v8->ctx, paths, gcv_builder_share(v8->builder, path));
    }
    return at;
}

/* Notes the scripts of the modules in a cache of Node.js, which has them by their paths. */
static void look_into_cache(gcv_v8 *v8, uint32_t cache, gcv_id_map *by_path, gcv_id_map *script_of)
{
    const gcv_fields *fields = &v8->rows.fields;
    const uint32_t list = v8->pairs.data[gcv_v8_node_pair(v8, cache)].list;
    for (uint32_t i = 0; list != GCV_NONE && fields->kind.data[list + i] != GCV_FIELD_KINDS; i++) {
        const uint32_t to = v8->rows.refs.low.data[v8->rows.first_ref.data[cache] + i];
        const gcv_v8_name *name = gcv_v8_name_in(v8, gcv_v8_field_state(v8, list + i));
        if (fields->kind.data[list + i] == GCV_FIELD_PROPERTY && name != NULL &&
            gcv_find_u32(v8->modules.data, sizeof *v8->modules.data, v8->modules.n, to) !=
                SIZE_MAX &&
            gcv_script_owner_of(name->text) != GCV_SCRIPT_PLATFORM) {
            const uint32_t script = script_at(v8, by_path, gcv_v8_name_text(name));
            (void)gcv_id_map_enter(v8->ctx, script_of, to, script);
        }
    }
}

/* Looks into what functions have as a property `_cache`: several may have the same. */
static void look_into_caches(gcv_v8 *v8, gcv_id_map *script_of)
{
    gcv_id_map by_path = {NULL, 0, 0}, seen = by_path;
    for (uint32_t i = 0; i < v8->places.scripts.n; i++) {
        const uint32_t path = v8->places.scripts.data[i].path;
        if (path != GCV_NONE) {
            const gcv_slice text = v8->builder->heap->places.scripts.data[path];
            (void)gcv_id_map_enter(v8->ctx, &by_path,
                                   gcv_hash_bytes(text.data, text.size, v8->ctx->seed), i);
        }
    }
    for (size_t i = 0; i < v8->properties.n; i++) {
        const gcv_v8_name *name = gcv_v8_find_name(v8, v8->properties.data[i].is);
        const uint32_t cache = v8->properties.data[i].node;
        if (gcv_slice_is(gcv_v8_name_text(name), "_cache") &&
            gcv_id_map_enter(v8->ctx, &seen, cache, i) == i) {
            look_into_cache(v8, cache, &by_path, script_of);
        }
    }
    GCV_FREE(v8->ctx, by_path.entries, seen.entries);
}

void gcv_v8_find_modules(gcv_v8 *v8)
{
    gcv_id_map cached = {NULL, 0, 0}, script_of = cached; /* from modules; from what these export,
                                                             as several may export the same */
    if (v8->modules.n > 0) {
        look_into_caches(v8, &cached);
    }
    for (size_t i = 0; i < v8->modules.n; i++) {
        const uint32_t node = v8->modules.data[i], exports = exports_of(v8, node);
        uint32_t script = gcv_id_map_get(v8->ctx, &cached, node);
        if (script == GCV_NONE && exports != GCV_NONE) {
            script = gcv_id_map_get(v8->ctx, &script_of, exports);
            if (script == GCV_NONE) {
                script = script_of_exports(v8, exports);
                gcv_id_map_set(v8->ctx, &script_of, exports, script);
            }
        }
        if (script < v8->places.scripts.n && v8->places.scripts.data[script].path != GCV_NONE) {
            gcv_v8_keep_script(v8, node, script);
        }
    }
    GCV_FREE(v8->ctx, cached.entries, script_of.entries);
}
