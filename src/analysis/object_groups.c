/* object_groups.c - groups determined by the object itself: its generation, the kind of root at the
 * start of its chain, or the site where it was allocated; see groups.h. */
#include "analysis/analyses.h"
#include "analysis/groups.h"

#include "heap/vocabulary.h"

#include <string.h>

/* Creates groups with the given names, which ascend; `name` returns NULL after the last. No object
 * has a group yet. */
static void start(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap, gcv_group_by by,
                  const char *(*name)(uint32_t group))
{
    uint32_t n = 0;
    while (name(n) != NULL) {
        n++;
    }
    *groups = (gcv_groups){.by = by, .n_of = heap->n_objects};
    groups->n = groups->n_names = n;
    groups->names = gcv_alloc(ctx, n, sizeof *groups->names);
    groups->of = gcv_alloc(ctx, groups->n_of, sizeof *groups->of);
    for (uint32_t i = 0; i < n; i++) {
        groups->names[i] = gcv_slice_str(name(i));
    }
}

/* ---- by generation ------------------------------------------------------------------------ */

/* Generations are numbered in the alphabetical order of their words. */
static const char *generation_group_name(uint32_t group)
{
    return group == 0 ? "<no generation>" : gcv_generation_word(group - 1);
}

void gcv_groups_by_generation(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap)
{
    gcv_heap_need_generations(heap);
    start(ctx, groups, heap, GCV_BY_GENERATION, generation_group_name);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        uint32_t generation = gcv_heap_object_generation(heap, i);
        groups->of[i] = generation < groups->n - 1 ? generation + 1 : 0;
    }
}

/* ---- by root kind ------------------------------------------------------------------------- */

/* Alphabetical rank of a word among those of root kinds, from 1. */
static uint32_t word_group(const char *word)
{
    const char *other;
    uint32_t group = 1;
    for (size_t i = 0; (other = gcv_root_kind_word_at(i)) != NULL; i++) {
        group += strcmp(other, word) < 0;
    }
    return group;
}

const char *gcv_root_kind_group_name(uint32_t group)
{
    const char *word;
    for (size_t i = 0; group > 0 && (word = gcv_root_kind_word_at(i)) != NULL; i++) {
        if (word_group(word) == group) {
            return word;
        }
    }
    return group == 0 ? "<unreachable>" : NULL;
}

/* Puts each object that is a chain by itself into the group of its root. Roots are sorted by kind,
 * so a group is looked up once per kind. */
static void place_root_objects(gcv_groups *groups, const gcv_heap *heap, const gcv_root_set *roots,
                               const gcv_paths *paths)
{
    uint32_t group = 0, last = GCV_NONE;
    for (uint32_t i = 0; i < roots->n; i++) {
        uint32_t kind = heap->roots.data[roots->root[i]].kind;
        if (i == 0 || kind != last) {
            const char *word = gcv_root_kind_word(kind);
            group = word_group(word != NULL ? word : GCV_ROOT_OTHER_WORD);
            last = kind;
        }
        if (paths->parent[roots->object[i]] == GCV_ROOTED) {
            groups->of[roots->object[i]] = group;
        }
    }
}

void gcv_groups_by_root_kind(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                             const gcv_root_set *roots, const gcv_paths *paths)
{
    gcv_paths found = {0};
    if (paths == NULL) {
        gcv_paths_compute(ctx, heap, roots, &found);
        paths = &found;
    }
    start(ctx, groups, heap, GCV_BY_ROOT_KIND, gcv_root_kind_group_name);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        groups->of[i] = paths->parent[i] == GCV_NONE ? 0 : GCV_NONE;
    }
    place_root_objects(groups, heap, roots, paths);
    gcv_chain_values_spread(paths, groups->of);
    gcv_paths_release(ctx, &found);
}

/* ---- by site ------------------------------------------------------------------------------ */

static uint64_t line_hash(const gcv_context *ctx, const gcv_places *places,
                          const gcv_code_place *place)
{
    const gcv_slice script = gcv_code_place_script(places, place);
    return gcv_hash_bytes(script.data, script.size, ctx->seed + place->line);
}

/* Appends the words of all places that are sites. `end`: per place, where its words end. */
static void append_sites(gcv_context *ctx, gcv_buffer *text, const gcv_places *places,
                         gcv_slice folder, const gcv_id_map *crowded, size_t *end)
{
    gcv_bitset used;
    gcv_bitset_init(ctx, &used, places->all.n);
    for (size_t i = 0; i < places->site.value.n; i++) {
        (void)gcv_bitset_add(&used, places->site.value.data[i]);
    }
    for (size_t i = 0; i < places->all.n; i++) {
        if (gcv_bitset_has(&used, i)) {
            gcv_code_place place = places->all.data[i];
            place.in_crowd = gcv_id_map_get(ctx, crowded, line_hash(ctx, places, &place)) == 0;
            gcv_site_append(ctx, text, places, &place, folder);
        }
        end[i] = text->text.n;
    }
    gcv_bitset_release(ctx, &used);
}

/* Makes a group of each text. The last entry of `of` is for objects without a site, and so are
 * those of places that are none. */
static void name_sites(gcv_context *ctx, gcv_groups *groups, const gcv_places *places,
                       gcv_slice folder, const gcv_places *latest)
{
    const uint32_t n = (uint32_t)places->all.n;
    size_t *end = gcv_alloc(ctx, n, sizeof *end), start = 0;
    gcv_id_map crowded = {NULL, 0, 0};
    for (size_t i = 0; i < latest->all.n; i++) {
        if (latest->all.data[i].in_crowd) {
            gcv_id_map_set(ctx, &crowded, line_hash(ctx, latest, &latest->all.data[i]), 0);
        }
    }
    append_sites(ctx, &groups->text, places, folder, &crowded, end);
    gcv_free(ctx, crowded.entries);
    groups->n_of = groups->n_names = n + 1;
    groups->names = gcv_alloc(ctx, groups->n_names, sizeof *groups->names);
    groups->of = gcv_alloc(ctx, groups->n_of, sizeof *groups->of);
    for (uint32_t i = 0; i <= n; i++) {
        groups->names[i] = i < n && end[i] > start
                               ? gcv_slice_of(groups->text.text.data + start, end[i] - start)
                               : gcv_slice_str("<no site>");
        start = i < n ? end[i] : start;
    }
    gcv_free(ctx, end);
    gcv_groups_join(ctx, groups);
}

void gcv_groups_by_site(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                        gcv_slice folder, const gcv_heap *latest)
{
    const gcv_places *places = &heap->places;
    if (places->site.value.n == 0) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, heap->name, 0,
                      "the dump does not say where its objects were allocated; V8 snapshots with "
                      "stacks do, and dumps of Ruby with trace_object_allocations");
    }
    *groups = (gcv_groups){.by = GCV_BY_SITE};
    name_sites(ctx, groups, places, folder, latest != NULL ? &latest->places : places);
    uint32_t *of_place = groups->of;
    groups->n_of = heap->n_objects;
    groups->of = gcv_alloc(ctx, groups->n_of, sizeof *groups->of);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const uint32_t site = gcv_sparse_get(&places->site, i);
        groups->of[i] = of_place[site != GCV_NONE ? site : places->all.n];
    }
    gcv_free(ctx, of_place);
}
