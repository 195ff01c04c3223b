/* ruby_sites.c - where objects were allocated: file, line and method; see ruby_reader.h. Texts and
 * sites are found by hashes; after a collision one of them may be added twice, which does no harm.
 */
#include "input/ruby/ruby_reader.h"

static uint32_t text_for(gcv_ruby *ruby, gcv_id_map *known, gcv_slice_column *texts,
                         const gcv_char_column *column)
{
    const gcv_slice text = gcv_ruby_text(column);
    const uint64_t hash = gcv_hash_bytes(text.data, text.size, ruby->ctx->seed);
    uint32_t at = gcv_id_map_get(ruby->ctx, known, hash);
    if (at == GCV_NONE || !gcv_slice_equal(texts->data[at], text)) {
        at = (uint32_t)texts->n;
        gcv_slice_column_push(ruby->ctx, texts, gcv_builder_copy(ruby->builder, text));
        gcv_id_map_set(ruby->ctx, known, hash, at);
    }
    return at;
}

static bool is_place(const gcv_code_place *a, const gcv_code_place *b)
{
    return a->script == b->script && a->line == b->line && a->function.data == b->function.data;
}

void gcv_ruby_add_site(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    gcv_ruby_sites *sites = &ruby->sites;
    gcv_places *places = &ruby->builder->heap->places;
    gcv_code_place place = {gcv_slice_of("", 0), 0, 0, 0};
    if (!sites->wanted || line->file.n == 0) {
        return;
    }
    const uint32_t method = text_for(ruby, &sites->method_of, &sites->methods, &line->method);
    place.function = sites->methods.data[method];
    place.script = text_for(ruby, &sites->file_of, &places->scripts, &line->file);
    place.line = line->line < UINT32_MAX ? (uint32_t)line->line : 0;
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

void gcv_ruby_sites_release(gcv_ruby *ruby)
{
    gcv_ruby_sites *sites = &ruby->sites;
    gcv_slice_column_release(ruby->ctx, &sites->methods);
    gcv_id_map_release(ruby->ctx, &sites->method_of);
    gcv_id_map_release(ruby->ctx, &sites->file_of);
    gcv_id_map_release(ruby->ctx, &sites->site_of);
}
