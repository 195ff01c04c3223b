/* ruby.c - the reader of Ruby's heap dumps (ObjectSpace.dump_all).
 *
 * docs/formats/ruby.md describes the format and what gcview does where the format is silent. A dump
 * has one JSON object on each line and is read in one pass; ruby_reader.h lists the parts of the
 * reader.
 */
#include "input/format.h"

#include "input/ruby/ruby_reader.h"

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
    {"global_tbl|end_proc", GCV_ROOT_KIND_STATIC},
    {"finalizers", GCV_ROOT_KIND_FINALIZER},
};

static gcv_root_kind kind_of(gcv_slice label)
{
    return (gcv_root_kind)GCV_VALUE_NAMED(label, known_labels, GCV_ROOT_KIND_INTERNAL);
}

/* Adds one root record for each reference. */
static void add_roots(gcv_ruby *ruby)
{
    gcv_builder_root root = {0, 0, 0, 0, false, {NULL, 0}, true};
    uint64_t n_refs = ruby->line.n_refs;
    gcv_slice label = gcv_ruby_text_of(&ruby->line, GCV_RUBY_ROOT);
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

static uint32_t file_for(gcv_ruby *ruby, gcv_slice path)
{
    gcv_slice_column *scripts = &ruby->builder->heap->places.scripts;
    const uint32_t at = gcv_distinct_texts_number(ruby->ctx, &ruby->sites.file, path);
    if (at == scripts->n) {
        gcv_slice_column_push(ruby->ctx, scripts, gcv_builder_copy(ruby->builder, path));
    }
    return at;
}

static uint32_t method_for(gcv_ruby *ruby, gcv_slice name)
{
    gcv_word_list *words = &ruby->builder->heap->places.words;
    const uint32_t at =
        name.size > 0 ? gcv_distinct_texts_number(ruby->ctx, &ruby->sites.method, name) : GCV_NONE;
    return at == words->end.n ? gcv_word_list_add(ruby->ctx, words, name) : at;
}

static bool is_place(const gcv_code_place *a, const gcv_code_place *b)
{
    return a->script == b->script && a->line == b->line && a->function == b->function;
}

/* Gives the object added last the site in its line, if it has one: file, line and method. After a
 * collision of hashes a site may be added twice, which does no harm. */
static void add_site(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    const gcv_slice file = gcv_ruby_text_of(line, GCV_RUBY_FILE);
    gcv_ruby_sites *sites = &ruby->sites;
    gcv_places *places = &ruby->builder->heap->places;
    if (!sites->wanted || file.size == 0) {
        return;
    }
    const uint32_t method = method_for(ruby, gcv_ruby_text_of(line, GCV_RUBY_METHOD));
    const gcv_code_place place = {.function = method,
                                  .script = file_for(ruby, file),
                                  .line = line->line < UINT32_MAX ? (uint32_t)line->line : 0};
    const uint64_t hash =
        gcv_hash_u64((uint64_t)place.script << 32 | place.line, ruby->ctx->seed) + method;
    uint32_t at = gcv_id_map_get(ruby->ctx, &sites->site_of, hash);
    if (at == GCV_NONE || !is_place(&places->all.data[at], &place)) {
        at = (uint32_t)places->all.n;
        gcv_code_place_column_push(ruby->ctx, &places->all, place);
        gcv_id_map_set(ruby->ctx, &sites->site_of, hash, at);
    }
    gcv_builder_add_site(ruby->builder, at);
}

/* Adds an object. An object keeps its class alive, but its references do not include the class. */
static void add_object(gcv_ruby *ruby, unsigned flags)
{
    gcv_ruby_line *line = &ruby->line;
    const gcv_optional *class = &line->address[GCV_RUBY_CLASS];
    const bool is_imemo = (flags & GCV_RUBY_HAS_PART) != 0 && (flags & GCV_RUBY_OF_KIND) != 0;
    const bool to_class = class->given && !is_imemo;
    const uint64_t type = gcv_ruby_type_of(ruby);
    const uint64_t *refs = &class->value;
    size_t n_refs = to_class;
    if ((flags & GCV_RUBY_IS_CLASS) != 0) {
        gcv_ruby_add_class(ruby);
    }
    if (line->refs.n > 0) {
        line->refs.data[0] = class->value;
        refs = line->refs.data + !to_class;
        n_refs = line->refs.n - !to_class;
    }
    gcv_builder_add_object(ruby->builder, ruby->number, line->address[GCV_RUBY_SELF].value, type,
                           line->memsize, refs, n_refs);
    add_site(ruby);
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
    const unsigned flags = gcv_ruby_kinds[ruby->line.kind].flags;
    ruby->n_records++;
    if ((flags & GCV_RUBY_IS_ROOT) != 0) {
        add_roots(ruby);
    } else if ((flags & GCV_RUBY_NO_OBJECT) == 0) {
        add_object(ruby, flags);
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
    gcv_places_find_owners(ruby->ctx, &ruby->builder->heap->places);
    if (ruby->n_roots == 0) {
        gcv_builder_incomplete(ruby->builder, "no roots");
    }
}

static void release(gcv_ruby *ruby)
{
    gcv_context *ctx = ruby->ctx;
    gcv_json_release(&ruby->json);
    for (size_t i = 0; i < GCV_RUBY_TEXTS; i++) {
        gcv_buffer_release(ctx, &ruby->line.text[i]);
    }
    GCV_FREE(ctx, ruby->line.refs.data, ruby->classes.data, ruby->class_of.entries,
             ruby->scratch.text.data, ruby->sites.site_of.entries);
    gcv_arena_release(ctx, &ruby->arena);
    gcv_distinct_texts_release(ctx, &ruby->parts);
    gcv_distinct_texts_release(ctx, &ruby->sites.method);
    gcv_distinct_texts_release(ctx, &ruby->sites.file);
}

static void read_ruby(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_ruby ruby = {.ctx = gcv_builder_context(builder),
                     .builder = builder,
                     .graph = gcv_builder_keeps_references(builder)};
    ruby.sites.wanted = ruby.graph && gcv_builder_options(builder)->with_sites;
    gcv_builder_will_keep(builder, false, false, ruby.sites.wanted);
    gcv_json_init(ruby.ctx, &ruby.json, source, chunk);
    gcv_json_take_lines(&ruby.json);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    gcv_ruby_push_class(&ruby);
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
