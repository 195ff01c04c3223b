/* The loaded heap equals the model, however the model was printed and read. */
#include "support/check.h"
#include "support/property.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one heap against its oracle ------------------------------------------------------------- */

/* `tally`: a heap that is loaded as a tally looks up no ids, so the counts that need this are 0. */
static bool same_counts(const gcv_counts *counts, const gcv_counts *expected, bool tally,
                        const char *where, char why[GRAPH_WHY_MAX])
{
    const struct {
        const char *name;
        uint64_t is, must_be;
        bool looked_up;
    } rows[] = {
        {"objects", counts->objects, expected->objects, false},
        {"bytes", counts->bytes, expected->bytes, false},
        {"types", counts->types, expected->types, false},
        {"references", counts->references, expected->references, true},
        {"roots", counts->roots, expected->roots, false},
        {"unknown types", counts->unknown_types, expected->unknown_types, false},
        {"dangling references", counts->dangling_references, expected->dangling_references, true},
        {"dangling roots", counts->dangling_roots, expected->dangling_roots, true},
        {"duplicates", counts->duplicate_objects, expected->duplicate_objects, false},
        {"cross-domain references", counts->cross_domain_references,
         expected->cross_domain_references, true},
        {"malformed lines", counts->malformed_lines, expected->malformed_lines, false},
        {"anomalies", counts->anomalies, expected->anomalies, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint64_t must_be = tally && rows[i].looked_up ? 0 : rows[i].must_be;
        if (rows[i].is != must_be) {
            return graph_fails(why, "%s of %s: %" PRIu64 ", must be %" PRIu64, rows[i].name, where,
                               rows[i].is, must_be);
        }
    }
    return true;
}

/* Its `a` and its `c` record. */
static bool same_brackets(const subject *s, uint32_t at, char why[GRAPH_WHY_MAX])
{
    const gcv_section *section = gcv_heap_section(s->heap, at);
    const bool ends = graph_is_closed(s->o.g, at), timed = !s->o.style->untimed;
    char name[GRAPH_NAME_MAX];
    graph_domain_name(at, name);
    if (section->domain.size != strlen(name) ||
        memcmp(section->domain.data, name, strlen(name)) != 0 || !section->has_version ||
        section->version != 2 || section->has_started != timed ||
        (timed && section->started != graph_started(at))) {
        return graph_fails(why, "section %" PRIu32 " begins otherwise", at);
    }
    if (section->has_end != ends || section->has_ended != (ends && timed) ||
        (ends && timed && section->ended != graph_ended(at))) {
        return graph_fails(why, "section %" PRIu32 " ends otherwise", at);
    }
    return true;
}

static bool same_section(const subject *s, uint32_t at, bool tally, char why[GRAPH_WHY_MAX])
{
    const gcv_section *section = gcv_heap_section(s->heap, at);
    if (!same_brackets(s, at, why)) {
        return false;
    }
    if (tally && (section->first_object != 0 || section->end_object != 0)) {
        return graph_fails(why, "section %" PRIu32 " of a tally shows objects", at);
    }
    for (uint32_t v = 0; !tally && v < s->o.n; v++) {
        if ((s->o.section[v] == at) != (section->first_object <= v && v < section->end_object)) {
            return graph_fails(why, "section %" PRIu32 " is [%" PRIu32 ", %" PRIu32 ")", at,
                               section->first_object, section->end_object);
        }
    }
    return same_counts(&section->counts, &s->o.counts[at], tally, "a section", why);
}

static bool same_whole(const subject *s, bool tally, char why[GRAPH_WHY_MAX])
{
    const gcv_heap *heap = s->heap;
    const gcv_counts *all = &s->o.all;
    if (gcv_heap_n_sections(heap) != s->o.g->n_sections) {
        return graph_fails(why, "%" PRIu32 " sections", gcv_heap_n_sections(heap));
    }
    for (uint32_t i = 0; i < s->o.g->n_sections; i++) {
        if (!same_section(s, i, tally, why)) {
            return false;
        }
    }
    if (gcv_heap_is_complete(heap) != s->o.g->ends ||
        (strcmp(gcv_heap_verdict(heap), "complete") == 0) != s->o.g->ends ||
        strcmp(gcv_heap_format(heap), "rpm") != 0) {
        return graph_fails(why, "verdict is '%s'", gcv_heap_verdict(heap));
    }
    if (gcv_heap_note_count(heap, GCV_NOTE_MALFORMED) != all->malformed_lines ||
        gcv_heap_note_count(heap, GCV_NOTE_DUPLICATE) != all->duplicate_objects ||
        gcv_heap_note_count(heap, GCV_NOTE_ANOMALY) != all->anomalies) {
        return graph_fails(why, "the notes are not as many as the counts");
    }
    return same_counts(gcv_heap_counts(heap), all, tally, "the heap", why);
}

static bool same_types(const subject *s, char why[GRAPH_WHY_MAX])
{
    if (gcv_heap_n_types(s->heap) != s->o.n_types) {
        return graph_fails(why, "%" PRIu32 " types, must be %" PRIu32, gcv_heap_n_types(s->heap),
                           s->o.n_types);
    }
    for (uint32_t i = 0; i < s->o.n_types; i++) {
        const gcv_slice name = gcv_heap_type_name(s->heap, i);
        if (name.size != s->o.names[i].size ||
            memcmp(name.data, s->o.names[i].text, name.size) != 0) {
            return graph_fails(why, "type %" PRIu32 " is '%.*s', must be '%s'", i, (int)name.size,
                               name.data, s->o.names[i].text);
        }
    }
    return true;
}

static bool same_object(const subject *s, uint32_t v, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    uint32_t count;
    const uint32_t *to = gcv_heap_references(s->heap, v, &count);
    if (gcv_heap_object_bytes(s->heap, v) != o->size[v] ||
        gcv_heap_object_type(s->heap, v) != o->type[v]) {
        return graph_fails(why, "object %" PRIu32 ": %" PRIu64 " bytes, type %" PRIu32, v,
                           gcv_heap_object_bytes(s->heap, v), gcv_heap_object_type(s->heap, v));
    }
    if (count != o->first[v + 1] - o->first[v]) {
        return graph_fails(why, "object %" PRIu32 " has %" PRIu32 " references, must be %" PRIu32,
                           v, count, o->first[v + 1] - o->first[v]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (to[i] != o->to[o->first[v] + i]) {
            return graph_fails(why,
                               "reference %" PRIu32 " of object %" PRIu32 " is to %" PRIu32
                               ", must be to %" PRIu32,
                               i, v, to[i], o->to[o->first[v] + i]);
        }
    }
    return true;
}

/* Looks up every label in every section. */
static bool same_finds(const subject *s, char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    for (uint32_t section = 0; section < o->g->n_sections; section++) {
        for (uint32_t label = 0; label < o->g->n_labels; label++) {
            const uint64_t id = graph_id(o->g, o->style, label);
            const uint32_t found = gcv_heap_find(s->heap, section, id);
            const uint32_t expected = oracle_find(o, section, label);
            if (found != expected) {
                return graph_fails(why,
                                   "id %" PRIx64 " in section %" PRIu32 " is object %" PRIu32
                                   ", must be %" PRIu32,
                                   id, section, found, expected);
            }
        }
    }
    return true;
}

static bool same_roots(const subject *s, char why[GRAPH_WHY_MAX])
{
    if (gcv_heap_n_roots(s->heap) != s->o.n_roots) {
        return graph_fails(why, "%" PRIu32 " roots, must be %" PRIu32, gcv_heap_n_roots(s->heap),
                           s->o.n_roots);
    }
    for (uint32_t i = 0; i < s->o.n_roots; i++) {
        const gcv_root *is = gcv_heap_root(s->heap, i), *must_be = &s->o.roots[i];
        if (is->kind != must_be->kind || is->flags != must_be->flags ||
            is->object != must_be->object || is->container != must_be->container ||
            is->section != must_be->section || is->id != must_be->id) {
            return graph_fails(why,
                               "root %" PRIu32 " is kind %" PRIx32 " flags %" PRIx32
                               " object %" PRIu32 ", must be %" PRIx32 " %" PRIx32 " %" PRIu32,
                               i, is->kind, is->flags, is->object, must_be->kind, must_be->flags,
                               must_be->object);
        }
    }
    return true;
}

/* ---- tallies --------------------------------------------------------------------------------- */

static bool same_tally_of(const subject *s, uint32_t section, uint64_t *counts, uint64_t *bytes,
                          char why[GRAPH_WHY_MAX])
{
    const oracle *o = &s->o;
    memset(counts, 0xa5, o->n_types * sizeof(uint64_t));
    memset(bytes, 0xa5, o->n_types * sizeof(uint64_t));
    gcv_heap_tally_types(s->heap, section, counts, bytes);
    for (uint32_t v = 0; v < o->n; v++) {
        if (section == GCV_NONE || o->section[v] == section) {
            counts[o->type[v]]--;
            bytes[o->type[v]] -= o->size[v];
        }
    }
    for (uint32_t type = 0; type < o->n_types; type++) {
        if (counts[type] != 0 || bytes[type] != 0) {
            return graph_fails(why,
                               "type %" PRIu32 " in section %" PRIx32 ": %" PRId64
                               " objects of %" PRId64 " bytes too many",
                               type, section, (int64_t)counts[type], (int64_t)bytes[type]);
        }
    }
    return true;
}

static bool same_tallies(const subject *s, char why[GRAPH_WHY_MAX])
{
    uint64_t *counts = graph_alloc(s->o.n_types, sizeof(uint64_t));
    uint64_t *bytes = graph_alloc(s->o.n_types, sizeof(uint64_t));
    bool good = same_tally_of(s, GCV_NONE, counts, bytes, why);
    for (uint32_t i = 0; good && i < s->o.g->n_sections; i++) {
        good = same_tally_of(s, i, counts, bytes, why);
    }
    free(counts);
    free(bytes);
    return good;
}

static bool load_holds(const graph *g, const graph_style *style, const gcv_load_options *options,
                       char why[GRAPH_WHY_MAX])
{
    const bool tally = options != NULL && options->level == GCV_LOAD_TALLY;
    subject s;
    if (!subject_open(&s, g, style, options, why)) {
        return false;
    }
    bool good = same_whole(&s, tally, why) && same_types(&s, why) && same_tallies(&s, why);
    if (good && tally) {
        good = gcv_heap_n_objects(s.heap) == 0 && gcv_heap_n_roots(s.heap) == 0;
        good = good || graph_fails(why, "a tally shows objects or roots");
    } else if (good) {
        good = same_finds(&s, why) && same_roots(&s, why);
        for (uint32_t v = 0; good && v < s.o.n; v++) {
            good = same_object(&s, v, why);
        }
    }
    return subject_close(&s, good, why);
}

/* ---- properties of one load ------------------------------------------------------------------ */

/* An end record with another name in an unfinished last line may or may not be an end. */
static graph_style settled(const graph *g, const graph_style *style)
{
    graph_style copy = *style;
    copy.last_cut = style->last_cut && g->ends_as_open;
    return copy;
}

static bool heap_is_model(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    const graph_style fixed = settled(g, style);
    return load_holds(g, &fixed, NULL, why);
}

static bool tally_is_model(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_style fixed = settled(g, style);
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.level = GCV_LOAD_TALLY;
    return load_holds(g, &fixed, &options, why);
}

static bool chunks_do_not_matter(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 61, 4096};
    graph_style fixed = settled(g, style);
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        options.level = (style->seed >> i & 1) != 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
        options.chunk_size = sizes[i];
        if (!load_holds(g, &fixed, &options, why)) {
            return false;
        }
    }
    return true;
}

/* A strict load fails exactly at the records that a tolerant one counts as malformed. */
static bool strict_is_strict(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_style fixed = settled(g, style);
    gcv_load_options options;
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = NULL;
    graph_text text = {NULL, 0, 0};
    oracle o;
    memset(&options, 0, sizeof options);
    options.strict = true;
    options.level = (style->seed & 16) != 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
    oracle_init(&o, g, &fixed);
    gcv_status expected =
        o.all.malformed_lines + o.all.duplicate_objects == 0 ? GCV_OK : GCV_ERR_INPUT;
    graph_print(g, &fixed, &text);
    gcv_status status =
        gcv_heap_load_memory(ctx, "test", text.data, text.size, &options, &heap, NULL);
    if (status == GCV_OK) {
        gcv_heap_free(heap);
    }
    uint64_t left = gcv_context_used(ctx);
    gcv_context_free(ctx);
    oracle_release(&o);
    graph_text_release(&text);
    if (left != 0) {
        return graph_fails(why, "%" PRIu64 " bytes in use after a strict load", left);
    }
    return status == expected || graph_fails(why, "status %d of a strict load", (int)status);
}

static const property laws[] = {
    {.of_graph = heap_is_model, .all_small = true},
    {.of_graph = tally_is_model, .seed = 0x6c74616c, .cases = 3000, .n = {0, 12}},
    {.of_graph = tally_is_model, .seed = 0x6c74616d, .cases = 1500, .n = {8, 40}},
    {.of_graph = heap_is_model, .seed = 0x6c6f6164, .cases = 3000, .n = {0, 12}},
    {.of_graph = heap_is_model, .seed = 0x6c6f6165, .cases = 2000, .n = {8, 40}},
    {.of_graph = strict_is_strict, .seed = 0x6c6f6167, .cases = 1000, .n = {0, 12}},
    {.of_graph = chunks_do_not_matter, .seed = 0x6c636875, .cases = 400, .n = {0, 12}},
    {.of_graph = chunks_do_not_matter, .seed = 0x6c636876, .cases = 100, .n = {8, 40}},
    {.of_graph = heap_is_model, .seed = 0x6c6c6172, .cases = 200, .n = {100, 700}},
    {.of_graph = tally_is_model, .seed = 0x6c6c6173, .cases = 60, .n = {100, 700}},
    /* Many ids are stored in a different way than few. */
    {.of_graph = heap_is_model, .seed = 0x6c746878, .cases = 50, .n = {2049, 3000}},
    {.of_graph = tally_is_model, .seed = 0x6c746879, .cases = 15, .n = {2000, 3000}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
