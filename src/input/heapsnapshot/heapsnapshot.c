/* heapsnapshot.c - the reader of V8 heap snapshots (Node, Chrome, Deno, Bun, Hermes, Julia).
 *
 * docs/formats/heapsnapshot.md describes the format and what gcview does where the format is
 * silent. The reader makes one pass over the bytes; v8_reader.h lists its parts.
 */
#include "input/format.h"

#include "input/heapsnapshot/v8_reader.h"

static bool recognise(gcv_slice head)
{
    static const char *const tokens[] = {"{", "\"snapshot\"", ":", "{", NULL};
    return gcv_json_begins(head, tokens);
}

/* ---- sections ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*take)(gcv_v8 *v8);
} sections[GCV_V8_SECTIONS] = {[GCV_V8_SNAPSHOT] = {"snapshot", gcv_v8_take_snapshot},
                               [GCV_V8_NODES] = {"nodes", gcv_v8_take_nodes},
                               [GCV_V8_EDGES] = {"edges", gcv_v8_take_edges},
                               [GCV_V8_STRINGS] = {"strings", gcv_v8_take_strings}};

static bool has_graph(const gcv_v8 *v8) { return v8->has[GCV_V8_NODES] && v8->has[GCV_V8_EDGES]; }

/* Called when nodes and edges are known: finds out what they mean and which strings are needed. */
static void join(gcv_v8 *v8)
{
    gcv_v8_join(v8);
    gcv_v8_spread(v8);
    gcv_v8_find_pseudo(v8);
    gcv_v8_need_labels(v8);
    gcv_v8_join_locations(v8);
    if (v8->graph && v8->places.wanted) {
        gcv_v8_need_exports(v8);
    }
    if (v8->has[GCV_V8_STRINGS]) {
        gcv_v8_need_places(v8);
        gcv_v8_need_sites(v8);
    }
    gcv_v8_need_names(v8);
}

static void take_section(gcv_v8 *v8, size_t section, uint64_t offset)
{
    const bool had_graph = has_graph(v8);
    if (v8->has[section]) {
        gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", sections[section].name);
    }
    if ((section == GCV_V8_NODES || section == GCV_V8_EDGES) && !v8->has[GCV_V8_SNAPSHOT]) {
        gcv_json_fail(&v8->json, offset, "\"%s\" before \"snapshot\"", sections[section].name);
    }
    if (section == GCV_V8_STRINGS && had_graph) {
        gcv_v8_need_places(v8);
        gcv_v8_need_sites(v8);
    }
    sections[section].take(v8);
    v8->has[section] = true;
    if (!had_graph && has_graph(v8)) {
        join(v8);
    }
}

/* Takes what some commands need only. Functions that come when all names are known are too late.
 * False: this key is not of that kind. */
static bool take_extra(gcv_v8 *v8, gcv_slice key)
{
    const bool sites = v8->has[GCV_V8_SNAPSHOT] && v8->sites.wanted;
    if (v8->has[GCV_V8_SNAPSHOT] && v8->places.wanted && gcv_slice_is(key, "locations")) {
        gcv_v8_take_locations(v8);
    } else if (sites && gcv_slice_is(key, "trace_tree")) {
        gcv_v8_take_tree(v8);
    } else if (sites && gcv_slice_is(key, "trace_function_infos") && v8->sites.functions.n == 0 &&
               !(has_graph(v8) && v8->has[GCV_V8_STRINGS])) {
        gcv_v8_take_functions(v8);
    } else {
        return false;
    }
    return true;
}

/* Takes a member. `within` is its section; GCV_V8_SECTIONS: a value that is not needed, which is
 * skipped. */
static void take_member(gcv_v8 *v8, uint64_t offset)
{
    const gcv_slice key = gcv_json_text(&v8->json);
    const bool samples = gcv_slice_is(key, "samples");
    v8->within = 0;
    while (v8->within < GCV_V8_SECTIONS && !gcv_slice_is(key, sections[v8->within].name)) {
        v8->within++;
    }
    gcv_json_take(&v8->json, ':', "expected :");
    if (v8->within < GCV_V8_SECTIONS) {
        take_section(v8, v8->within, offset);
    } else if (!take_extra(v8, key)) {
        v8->samples.given = v8->samples.given || samples;
        gcv_json_skip(&v8->json, samples ? &v8->samples.value : NULL);
    }
    v8->within = GCV_V8_SECTIONS;
}

static void take_members(gcv_v8 *v8)
{
    uint64_t offset;
    v8->within = GCV_V8_SECTIONS;
    gcv_json_open(&v8->json, '{', "not a heap snapshot");
    while (gcv_json_next_key(&v8->json, &offset)) {
        take_member(v8, offset);
    }
}

/* ---- the whole file ----------------------------------------------------------------------- */

/* Decides what a file that ends too early is good for. If it has at least some of its strings, only
 * the names in the missing strings are lost. Without any, --salvage cannot help either. */
static void judge_cut(gcv_v8 *v8)
{
    const char *lost = v8->has[GCV_V8_STRINGS] ? "" : ", without the names of everything";
    size_t missing = 0;
    if (has_graph(v8) && (v8->has[GCV_V8_STRINGS] || v8->n_strings > 0)) {
        gcv_builder_incomplete(v8->builder, "truncated file");
        return;
    }
    if (v8->within < GCV_V8_SECTIONS) {
        gcv_json_fail(&v8->json, v8->json.end_offset,
                      "file ends inside \"%s\"%s: take the snapshot again",
                      sections[v8->within].name, lost);
    }
    while (missing < GCV_V8_SECTIONS - 1 && v8->has[missing]) {
        missing++;
    }
    gcv_json_fail(&v8->json, v8->json.end_offset,
                  "file ends before \"%s\"%s: take the snapshot again", sections[missing].name,
                  lost);
}

static void check_whole(gcv_v8 *v8)
{
    for (size_t i = 0; i < GCV_V8_SECTIONS; i++) {
        if (!v8->has[i] && i == GCV_V8_SNAPSHOT) {
            gcv_json_fail(&v8->json, 0, "not a heap snapshot");
        } else if (!v8->has[i]) {
            gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1, "no \"%s\"", sections[i].name);
        }
    }
    if (!gcv_json_at_end(&v8->json)) {
        gcv_builder_anomaly(v8->builder, gcv_json_offset(&v8->json), "bytes after the end");
    }
}

static void take_file(gcv_v8 *v8)
{
    gcv_guard guard;
    gcv_error err;
    gcv_guard_begin(v8->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        gcv_json_skip_mark(&v8->json);
        take_members(v8);
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
    gcv_v8_places *places = &v8->places;
    gcv_json_release(&v8->json);
    gcv_arena_release(v8->ctx, &v8->arena);
    gcv_builder_columns_release(v8->ctx, &v8->rows);
    GCV_FREE(v8->ctx, v8->words.text.data, v8->words.end.data, v8->types.data, v8->edge_types.data,
             v8->keys.data, v8->key_of.entries, v8->pairs.data, v8->pair_of.entries, v8->forms.data,
             v8->form_of.entries, v8->groups.data, v8->strings.data, v8->stated.data,
             v8->early.data, v8->root_edges.data, v8->entries.data, v8->dom_edges.data,
             v8->properties.data, v8->pseudo.words, v8->modules.data, v8->exports.data,
             v8->own_names.data, v8->hashes.data, v8->all.text.data, v8->all.end.data,
             v8->names.data, v8->entry_of.entries, v8->needs.page_of.entries, v8->needs.pages.data,
             v8->needs.states.data, places->early.data, places->named.data, places->links.data,
             places->reached.words, places->scripts.data, places->script_of.entries,
             places->functions.data, places->function_of.entries, places->key_of.entries,
             places->placed.data, v8->sites.functions.data, v8->sites.stacks.entries,
             v8->sites.traced.data, v8);
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
    v8->places.moved.key = GCV_NONE;
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
    if (!v8->converted) {
        gcv_builder_is_of_v8(builder);
    }
    gcv_v8_finish(v8);
    release(v8);
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
