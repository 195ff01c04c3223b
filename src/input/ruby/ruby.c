/* ruby.c - the reader of Ruby's heap dumps (ObjectSpace.dump_all).
 *
 * docs/formats/ruby.md describes the format and what gcview does where the format is silent. A dump
 * has one JSON object on each line and is read in one pass; ruby_reader.h lists the parts of the
 * reader.
 */
#include "input/format.h"

#include "input/ruby/ruby_reader.h"

#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINES_A_REPORT = 4096 }; /* lines between two reports of progress */

static bool recognise(gcv_slice head)
{
    static const char *const roots[] = {"{", "\"type\"", ":", "\"ROOT\"", ",", NULL};
    static const char *const object[] = {"{", "\"address\"", ":", "\"0x", NULL};
    return gcv_json_begins(head, roots) || gcv_json_begins(head, object);
}

/* ---- roots -------------------------------------------------------------------------------- */

static const gcv_named_value known_labels[] = {
    {"machine_context", GCV_ROOT_KIND_LOCAL},
    {"global_tbl", GCV_ROOT_KIND_STATIC},
    {"end_proc", GCV_ROOT_KIND_STATIC},
    {"finalizers", GCV_ROOT_KIND_FINALIZER},
};

static gcv_root_kind kind_of(gcv_slice label)
{
    const gcv_named_value *found = GCV_VALUE_NAMED(label, known_labels);
    return found != NULL ? (gcv_root_kind)found->value : GCV_ROOT_KIND_INTERNAL;
}

/* Adds one root record for each reference. */
static void add_roots(gcv_ruby *ruby)
{
    gcv_builder_root root = {0, 0, 0, 0, false, {NULL, 0}, true};
    uint64_t n_refs = ruby->line.n_refs;
    gcv_slice label = gcv_ruby_text(&ruby->line.root);
    root.kind = kind_of(label);
    if (ruby->graph && n_refs > 0) {
        root.label = gcv_builder_share(ruby->builder, label);
    }
    for (uint64_t i = 0; i < n_refs; i++) {
        root.id = ruby->graph ? ruby->line.refs.data[i + 1] : 0;
        gcv_builder_add_root(ruby->builder, &root);
    }
    ruby->n_roots++;
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Adds an object. An object keeps its class alive, but its references do not include the class. The
 * `class` of an IMEMO is not a class but another word of the object. */
static void add_object(gcv_ruby *ruby)
{
    gcv_ruby_line *line = &ruby->line;
    bool to_class = line->has_class && line->kind != GCV_RUBY_IMEMO;
    uint64_t type = 0;
    const uint64_t *refs;
    size_t n_refs = line->refs.n;
    type = gcv_ruby_type_of(ruby);
    if (line->kind == GCV_RUBY_CLASS || line->kind == GCV_RUBY_MODULE ||
        line->kind == GCV_RUBY_ICLASS) {
        gcv_ruby_add_class(ruby);
    }
    if (n_refs == 0) {
        refs = &line->class_address;
        n_refs = to_class;
    } else {
        line->refs.data[0] = line->class_address;
        refs = line->refs.data + !to_class;
        n_refs -= !to_class;
    }
    gcv_builder_add_object(ruby->builder, ruby->number, line->address, type, line->memsize, refs,
                           n_refs);
    gcv_ruby_add_site(ruby);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void malformed(gcv_ruby *ruby, const gcv_error *fault)
{
    char reason[sizeof ruby->first_reason];
    if (fault->at_offset) {
        (void)snprintf(reason, sizeof reason, "%.150s (byte %" PRIu64 " of the line)",
                       fault->message, fault->line - ruby->start + 1);
    } else {
        (void)snprintf(reason, sizeof reason, "%s", fault->message);
    }
    if (ruby->first_bad == 0) {
        ruby->first_bad = ruby->number;
        memcpy(ruby->first_reason, reason, sizeof reason);
    }
    gcv_builder_malformed(ruby->builder, ruby->number, reason);
}

/* Tells whether a line of this kind is an object. Only a shape, which describes the layout of
 * objects, and a free slot (from dump_all(full: true)) are not. */
static bool is_object(gcv_ruby_kind kind)
{
    return kind != GCV_RUBY_SHAPE && kind != GCV_RUBY_NONE;
}

/* Takes a line; false: it is malformed. */
static bool take_line(gcv_ruby *ruby)
{
    gcv_guard guard;
    gcv_error fault;
    gcv_guard_begin(ruby->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        gcv_ruby_take_line(ruby);
    }
    gcv_status status = gcv_guard_keep(ruby->ctx, &guard, &fault);
    if (status == GCV_ERR_INPUT) {
        malformed(ruby, &fault);
        return false;
    }
    gcv_fail_if(ruby->ctx, status, &fault);
    return true;
}

static void read_line(gcv_ruby *ruby)
{
    if (!take_line(ruby)) {
        return;
    }
    ruby->n_records++;
    if (ruby->line.kind == GCV_RUBY_ROOT) {
        add_roots(ruby);
    } else if (is_object(ruby->line.kind)) {
        add_object(ruby);
    }
}

static void read_lines(gcv_ruby *ruby)
{
    bool blank = true, ended = false;
    gcv_json_skip_mark(&ruby->json);
    while (!ended && !gcv_builder_wants_more(ruby->builder)) {
        ruby->number++;
        ruby->start = gcv_json_offset(&ruby->json);
        blank = gcv_json_at_end(&ruby->json);
        if (!blank) {
            read_line(ruby);
        }
        ended = gcv_json_next_line(&ruby->json);
        if (ruby->number % LINES_A_REPORT == 0) {
            gcv_progress(ruby->ctx, gcv_json_offset(&ruby->json),
                         gcv_builder_n_objects(ruby->builder));
        }
    }
    if (ended && !blank) {
        gcv_builder_incomplete(ruby->builder, "truncated file");
    }
}

static void finish(gcv_ruby *ruby)
{
    if (ruby->n_records == 0) {
        gcv_fail_line(ruby->ctx, GCV_ERR_INPUT, ruby->json.stream.source->name, ruby->first_bad,
                      "not a heap dump of Ruby: no line is a record%s%s%s",
                      ruby->first_bad != 0 ? " (here: " : "", ruby->first_reason,
                      ruby->first_bad != 0 ? ")" : "");
    }
    gcv_ruby_name_types(ruby);
    gcv_places_find_folder(&ruby->builder->heap->places);
    if (ruby->n_roots == 0) {
        gcv_builder_incomplete(ruby->builder, "no roots");
    }
}

static void release(gcv_ruby *ruby)
{
    gcv_context *ctx = ruby->ctx;
    gcv_json_release(&ruby->json);
    gcv_char_column_release(ctx, &ruby->line.name);
    gcv_char_column_release(ctx, &ruby->line.real_name);
    gcv_char_column_release(ctx, &ruby->line.part);
    gcv_char_column_release(ctx, &ruby->line.root);
    gcv_char_column_release(ctx, &ruby->line.file);
    gcv_char_column_release(ctx, &ruby->line.method);
    gcv_u64_column_release(ctx, &ruby->line.refs);
    gcv_ruby_class_column_release(ctx, &ruby->classes);
    gcv_id_map_release(ctx, &ruby->class_of);
    gcv_ruby_part_column_release(ctx, &ruby->parts);
    gcv_id_map_release(ctx, &ruby->part_of);
    gcv_char_column_release(ctx, &ruby->text);
    gcv_char_column_release(ctx, &ruby->scratch);
    gcv_ruby_sites_release(ruby);
}

static void read_ruby(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_ruby ruby = {0};
    ruby.ctx = gcv_builder_context(builder);
    ruby.builder = builder;
    ruby.graph = gcv_builder_keeps_references(builder);
    ruby.sites.wanted = ruby.graph && gcv_builder_options(builder)->with_sites;
    gcv_builder_will_keep(builder, false, false, ruby.sites.wanted);
    gcv_json_init(ruby.ctx, &ruby.json, source, chunk);
    gcv_json_take_lines(&ruby.json);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    gcv_ruby_init_classes(&ruby);
    read_lines(&ruby);
    if (!gcv_builder_wants_more(builder)) {
        finish(&ruby);
    }
    release(&ruby);
}

const gcv_format gcv_ruby_format = {
    .name = "ruby",
    .summary = "heap dump of Ruby (ObjectSpace.dump_all)",
    .endings = "json jsonl",
    .recognise = recognise,
    .read = read_ruby,
    .why_not_followed = "Ruby uses addresses again after a collection",
};
