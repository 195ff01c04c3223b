/* heapsnapshot.c - the reader of V8 heap snapshots (Node, Chrome, Deno, Bun, Hermes, Julia).
 *
 * docs/formats/heapsnapshot.md describes the format and what gcview does where the format is
 * silent. The reader makes one pass over the bytes; v8_reader.h lists its parts.
 */
#include "input/format.h"

#include "base/error.h"
#include "input/heapsnapshot/v8_reader.h"

#include "base/error.h"

static bool recognise(gcv_slice head)
{
    static const char *const tokens[] = {"{", "\"snapshot\"", ":", "{", NULL};
    return gcv_json_begins(head, tokens);
}

/* ---- sections ----------------------------------------------------------------------------- */

static const char *const sections[] = {"snapshot", "nodes", "edges", "strings"};

enum { SNAPSHOT, NODES, EDGES, STRINGS, N_SECTIONS };

static bool has(const gcv_v8 *v8, size_t section)
{
    const bool done[] = {v8->has_snapshot, v8->has_nodes, v8->has_edges, v8->has_strings};
    return done[section];
}

/* Called when nodes and edges are known: finds out what they mean and which strings are needed. */
static void join(gcv_v8 *v8)
{
    gcv_v8_join(v8);
    gcv_v8_spread(v8);
    gcv_v8_find_pseudo(v8);
    gcv_v8_need_labels(v8);
    gcv_v8_join_locations(v8);
    if (v8->has_strings) {
        gcv_v8_need_places(v8);
        gcv_v8_need_sites(v8);
    }
    gcv_v8_need_names(v8);
}

static void take_section(gcv_v8 *v8, size_t section, uint64_t offset)
{
    if (has(v8, section)) {
        gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", sections[section]);
    }
    if ((section == NODES || section == EDGES) && !v8->has_snapshot) {
        gcv_json_fail(&v8->json, offset, "\"%s\" before \"snapshot\"", sections[section]);
    }
    switch (section) {
    case SNAPSHOT:
        gcv_v8_take_snapshot(v8);
        v8->has_snapshot = true;
        return;
    case NODES:
        gcv_v8_take_nodes(v8);
        break;
    case EDGES:
        gcv_v8_take_edges(v8);
        break;
    default:
        if (v8->has_nodes && v8->has_edges) {
            gcv_v8_need_places(v8);
            gcv_v8_need_sites(v8);
        }
        gcv_v8_take_strings(v8);
        return;
    }
    if (v8->has_nodes && v8->has_edges) {
        join(v8);
    }
}

/* Takes what some commands need only. Functions that come when all names are known are too late.
 * False: this key is not of that kind. */
static bool take_extra(gcv_v8 *v8, gcv_slice key)
{
    const bool sites = v8->has_snapshot && v8->sites.wanted;
    if (v8->has_snapshot && v8->places.wanted && gcv_slice_is(key, "locations")) {
        gcv_v8_take_locations(v8);
    } else if (sites && gcv_slice_is(key, "trace_tree")) {
        gcv_v8_take_tree(v8);
    } else if (sites && gcv_slice_is(key, "trace_function_infos") && v8->sites.functions.n == 0 &&
               !(v8->has_nodes && v8->has_edges && v8->has_strings)) {
        gcv_v8_take_functions(v8);
    } else {
        return false;
    }
    return true;
}

/* Takes the value of the key in gcv_json_text(). `within` becomes the section; N_SECTIONS: a value
 * that is not needed, which is skipped. */
static void take_value(gcv_v8 *v8, uint64_t offset)
{
    gcv_slice key = gcv_json_text(&v8->json);
    bool samples = gcv_slice_is(key, "samples");
    v8->within = 0;
    while (v8->within < N_SECTIONS && !gcv_slice_is(key, sections[v8->within])) {
        v8->within++;
    }
    gcv_json_take(&v8->json, ':', "expected :");
    if (v8->within < N_SECTIONS) {
        take_section(v8, v8->within, offset);
        return;
    }
    if (!take_extra(v8, key)) {
        v8->samples.given = v8->samples.given || samples;
        gcv_json_skip(&v8->json, samples ? &v8->samples.value : NULL);
    }
}

static void take_sections(gcv_v8 *v8)
{
    bool first = true, more = true;
    gcv_json_take(&v8->json, '{', "not a heap snapshot");
    for (;; first = false) {
        v8->within = N_SECTIONS;
        more = gcv_json_next(&v8->json, '}', first);
        uint64_t offset = gcv_json_offset(&v8->json);
        if (more) {
            gcv_json_string(&v8->json, true);
        }
        if (!more) {
            break;
        }
        take_value(v8, offset);
    }
}

/* ---- the whole file ----------------------------------------------------------------------- */

/* Decides what a file that ends too early is good for. If it has at least some of its strings, only
 * the names in the missing strings are lost. */
static void judge_cut(gcv_v8 *v8)
{
    size_t missing = 0;
    if (v8->has_nodes && v8->has_edges && (v8->has_strings || v8->n_strings > 0)) {
        gcv_builder_incomplete(v8->builder, "truncated file");
        return;
    }
    if (v8->within < N_SECTIONS) {
        gcv_json_fail(&v8->json, v8->json.end_offset, "file ends inside \"%s\"",
                      sections[v8->within]);
    }
    while (missing < N_SECTIONS - 1 && has(v8, missing)) {
        missing++;
    }
    gcv_json_fail(&v8->json, v8->json.end_offset, "file ends before \"%s\"", sections[missing]);
}

static void check_whole(gcv_v8 *v8)
{
    bool ended = true;
    for (size_t i = 0; i < N_SECTIONS; i++) {
        if (!has(v8, i)) {
            if (i == SNAPSHOT) {
                gcv_json_fail(&v8->json, 0, "not a heap snapshot");
            } else {
                gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1, "no \"%s\"", sections[i]);
            }
            return;
        }
    }
    ended = gcv_json_at_end(&v8->json);
    if (!ended) {
        gcv_builder_anomaly(v8->builder, gcv_json_offset(&v8->json), "bytes after the end");
    }
}

static void take_file(gcv_v8 *v8)
{
    gcv_guard guard;
    gcv_error err;
    v8->within = N_SECTIONS;
    gcv_guard_begin(v8->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        gcv_json_skip_mark(&v8->json);
        take_sections(v8);
    }
    if (gcv_guard_keep(v8->ctx, &guard, &err) == GCV_OK) {
        check_whole(v8);
    } else if (v8->json.cut) {
        judge_cut(v8);
    } else {
        gcv_fail_again(v8->ctx, &err);
    }
}

static void release(gcv_v8 *v8)
{
    gcv_context *ctx = v8->ctx;
    gcv_json_release(&v8->json);
    gcv_char_column_release(ctx, &v8->words.text);
    gcv_u64_column_release(ctx, &v8->words.end);
    gcv_v8_node_type_column_release(ctx, &v8->types);
    gcv_u8_column_release(ctx, &v8->edge_types);
    gcv_builder_rows_release(ctx, &v8->rows);
    gcv_v8_key_column_release(ctx, &v8->keys);
    gcv_id_map_release(ctx, &v8->key_of);
    gcv_v8_form_column_release(ctx, &v8->forms);
    gcv_id_map_release(ctx, &v8->form_of);
    gcv_v8_group_column_release(ctx, &v8->groups);
    gcv_v8_named_column_release(ctx, &v8->strings);
    gcv_u32_column_release(ctx, &v8->stated);
    gcv_u8_column_release(ctx, &v8->states);
    gcv_v8_edge_column_release(ctx, &v8->early);
    gcv_v8_root_edge_column_release(ctx, &v8->root_edges);
    gcv_v8_entry_column_release(ctx, &v8->entries);
    gcv_v8_dom_edge_column_release(ctx, &v8->dom_edges);
    gcv_v8_property_column_release(ctx, &v8->properties);
    gcv_bitset_release(ctx, &v8->pseudo);
    gcv_u32_column_release(ctx, &v8->hashes);
    gcv_char_column_release(ctx, &v8->all.text);
    gcv_u64_column_release(ctx, &v8->all.end);
    gcv_v8_name_column_release(ctx, &v8->names);
    gcv_id_map_release(ctx, &v8->name_of);
    gcv_char_column_release(ctx, &v8->text);
    gcv_v8_places_release(v8);
    gcv_v8_sites_release(v8);
}

static void read_snapshot(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_v8 *v8 = gcv_alloc_zeroed(ctx, 1, sizeof *v8); /* too large for the stack */
    gcv_builder_begin_section(builder);
    v8->ctx = ctx;
    v8->builder = builder;
    v8->graph = gcv_builder_keeps_references(builder);
    v8->fields = v8->graph && gcv_builder_options(builder)->with_fields;
    v8->texts = v8->graph && gcv_builder_options(builder)->with_texts;
    v8->shapes = gcv_builder_options(builder)->with_shapes;
    v8->marks = v8->graph && gcv_builder_options(builder)->with_marks;
    v8->places.kept = v8->graph && gcv_builder_options(builder)->with_places;
    v8->places.wanted = v8->places.kept || gcv_builder_options(builder)->with_modules;
    v8->sites.wanted = gcv_builder_options(builder)->with_sites;
    gcv_builder_will_keep(builder, v8->fields, v8->marks, v8->places.wanted || v8->sites.wanted);
    gcv_json_init(ctx, &v8->json, source, chunk);
    gcv_builder_end_section(builder);
    gcv_builder_ids_are_unique(builder);
    gcv_builder_ids_are_decimal(builder);
    take_file(v8);
    if (!v8->converted || v8->static_first) {
        gcv_builder_static_roots_first(builder);
    }
    gcv_v8_finish(v8);
    release(v8);
    gcv_free(ctx, v8);
}

const gcv_format gcv_heapsnapshot_format = {
    .name = "heapsnapshot",
    .summary = "heap snapshot of V8: Node.js, Chrome, Deno, Bun, Hermes",
    .endings = "heapsnapshot",
    .recognise = recognise,
    .read = read_snapshot,
    .binary = true,
    .stable_ids = true,
    .has_shapes = true,
};
