/* heapsnapshot.c - the reader of V8 heap snapshots (Node, Chrome, Deno, Bun, Hermes, Julia).
 *
 * docs/formats/heapsnapshot.md describes the format and what gcview does where the format is
 * silent. The reader makes one pass over the bytes; v8_reader.h lists its parts.
 */
#include "input/format.h"

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
static gcv_status join(gcv_v8 *v8, gcv_error *err)
{
    gcv_status status = gcv_v8_join(v8, err);
    if (status == GCV_OK) {
        status = gcv_v8_spread(v8, err);
    }
    if (status == GCV_OK) {
        status = gcv_v8_find_pseudo(v8, err);
    }
    if (status == GCV_OK) {
        status = gcv_v8_need_labels(v8, err);
    }
    return status == GCV_OK ? gcv_v8_need_names(v8, err) : status;
}

static gcv_status take_section(gcv_v8 *v8, size_t section, uint64_t offset, gcv_error *err)
{
    gcv_status status;
    if (has(v8, section)) {
        return gcv_json_fail(&v8->json, offset, err, "duplicate key \"%s\"", sections[section]);
    }
    if ((section == NODES || section == EDGES) && !v8->has_snapshot) {
        return gcv_json_fail(&v8->json, offset, err, "\"%s\" before \"snapshot\"",
                             sections[section]);
    }
    switch (section) {
    case SNAPSHOT:
        status = gcv_v8_take_snapshot(v8, err);
        v8->has_snapshot = status == GCV_OK;
        return status;
    case NODES:
        status = gcv_v8_take_nodes(v8, err);
        break;
    case EDGES:
        status = gcv_v8_take_edges(v8, err);
        break;
    default:
        return gcv_v8_take_strings(v8, err);
    }
    return status == GCV_OK && v8->has_nodes && v8->has_edges ? join(v8, err) : status;
}

/* Takes the value of the key in gcv_json_text(). `*within` becomes the section; N_SECTIONS: a value
 * that is not needed, which is skipped. */
static gcv_status take_value(gcv_v8 *v8, uint64_t offset, size_t *within, gcv_error *err)
{
    gcv_slice key = gcv_json_text(&v8->json);
    bool samples = gcv_slice_is(key, "samples");
    gcv_status status;
    *within = 0;
    while (*within < N_SECTIONS && !gcv_slice_is(key, sections[*within])) {
        ++*within;
    }
    status = gcv_json_take(&v8->json, ':', "expected :", err);
    if (status == GCV_OK && *within < N_SECTIONS) {
        return take_section(v8, *within, offset, err);
    }
    v8->samples.given = v8->samples.given || samples;
    return status == GCV_OK ? gcv_json_skip(&v8->json, samples ? &v8->samples.value : NULL, err)
                            : status;
}

static gcv_status take_sections(gcv_v8 *v8, size_t *within, gcv_error *err)
{
    bool first = true, more = true;
    gcv_status status = gcv_json_take(&v8->json, '{', "not a heap snapshot", err);
    for (; status == GCV_OK; first = false) {
        uint64_t offset;
        *within = N_SECTIONS;
        status = gcv_json_next(&v8->json, '}', first, &more, err);
        offset = gcv_json_offset(&v8->json);
        if (status == GCV_OK && more) {
            status = gcv_json_string(&v8->json, true, err);
        }
        if (status != GCV_OK || !more) {
            break;
        }
        status = take_value(v8, offset, within, err);
    }
    return status;
}

/* ---- the whole file ----------------------------------------------------------------------- */

/* Decides what a file that ends too early is good for. If it has at least some of its strings, only
 * the names in the missing strings are lost. */
static gcv_status judge_cut(gcv_v8 *v8, size_t within, gcv_error *err)
{
    size_t missing = 0;
    if (v8->has_nodes && v8->has_edges && (v8->has_strings || v8->n_strings > 0)) {
        return gcv_builder_incomplete(v8->builder, err, "truncated file");
    }
    if (within < N_SECTIONS) {
        return gcv_json_fail(&v8->json, v8->json.end_offset, err, "file ends inside \"%s\"",
                             sections[within]);
    }
    while (missing < N_SECTIONS - 1 && has(v8, missing)) {
        missing++;
    }
    return gcv_json_fail(&v8->json, v8->json.end_offset, err, "file ends before \"%s\"",
                         sections[missing]);
}

static gcv_status check_whole(gcv_v8 *v8, gcv_error *err)
{
    bool ended = true;
    gcv_status status;
    size_t i;
    for (i = 0; i < N_SECTIONS; i++) {
        if (!has(v8, i)) {
            return i == SNAPSHOT ? gcv_json_fail(&v8->json, 0, err, "not a heap snapshot")
                                 : gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1, err,
                                                 "no \"%s\"", sections[i]);
        }
    }
    status = gcv_json_at_end(&v8->json, &ended, err);
    return status == GCV_OK && !ended ? gcv_builder_anomaly(v8->builder, gcv_json_offset(&v8->json),
                                                            err, "bytes after the end")
                                      : status;
}

static gcv_status take_file(gcv_v8 *v8, gcv_error *err)
{
    size_t within = N_SECTIONS;
    gcv_status status = gcv_json_skip_mark(&v8->json, err);
    if (status == GCV_OK) {
        status = take_sections(v8, &within, err);
    }
    if (status == GCV_OK) {
        status = check_whole(v8, err);
    } else if (v8->json.cut) {
        status = judge_cut(v8, within, err);
    }
    return status;
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
    gcv_v8_special_column_release(ctx, &v8->specials);
    gcv_u32_column_release(ctx, &v8->stated);
    gcv_u8_column_release(ctx, &v8->states);
    gcv_v8_edge_column_release(ctx, &v8->early);
    gcv_v8_root_edge_column_release(ctx, &v8->root_edges);
    gcv_v8_entry_column_release(ctx, &v8->entries);
    gcv_v8_dom_edge_column_release(ctx, &v8->dom_edges);
    gcv_bitset_release(ctx, &v8->pseudo);
    gcv_u32_column_release(ctx, &v8->hashes);
    gcv_char_column_release(ctx, &v8->all.text);
    gcv_u64_column_release(ctx, &v8->all.end);
    gcv_v8_name_column_release(ctx, &v8->names);
    gcv_id_map_release(ctx, &v8->name_of);
    gcv_char_column_release(ctx, &v8->text);
}

static gcv_status read_snapshot(gcv_source *source, size_t chunk, gcv_builder *builder,
                                gcv_error *err)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_v8 *v8 = gcv_alloc_zeroed(ctx, 1, sizeof *v8, err); /* too large for the stack */
    gcv_status status = v8 != NULL ? gcv_builder_begin_section(builder, err) : gcv_failed(err);
    if (v8 == NULL) {
        return status;
    }
    v8->ctx = ctx;
    v8->builder = builder;
    v8->graph = gcv_builder_keeps_references(builder);
    v8->fields = v8->graph && gcv_builder_options(builder)->with_fields;
    v8->marks = v8->graph && gcv_builder_options(builder)->with_marks;
    gcv_builder_will_keep(builder, v8->fields, v8->marks);
    gcv_json_init(ctx, &v8->json, source, chunk);
    if (status == GCV_OK) {
        gcv_builder_section(builder)->has_end = true;
        gcv_builder_ids_are_unique(builder);
        gcv_builder_ids_are_decimal(builder);
        status = take_file(v8, err);
    }
    if (status == GCV_OK && (!v8->converted || v8->static_first)) {
        gcv_builder_static_roots_first(builder);
    }
    if (status == GCV_OK) {
        status = gcv_v8_finish(v8, err);
    }
    release(v8);
    gcv_free(ctx, v8, 1, sizeof *v8);
    return status;
}

const gcv_format gcv_heapsnapshot_format = {
    .name = "heapsnapshot",
    .summary = "heap snapshot of V8: Node.js, Chrome, Deno, Bun, Hermes",
    .endings = "heapsnapshot",
    .recognise = recognise,
    .read = read_snapshot,
    .binary = true,
    .stable_ids = true,
};
