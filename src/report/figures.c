/* figures.c - objects, bytes and retained bytes by group; see figures.h. */
#include "report/figures.h"

#include "base/error.h"
#include "base/number.h"

#include <string.h>

static const char *const group_names[] = {"type",   "namespace",  "module",
                                          "domain", "generation", "root-kind"};

gcv_group_by gcv_group_by_option(const gcv_report_options *options)
{
    gcv_group_by by = GCV_BY_TYPE;
    while (options->by != NULL && strcmp(options->by, group_names[by]) != 0) {
        by++;
    }
    return by;
}

const char *gcv_group_by_name(gcv_group_by by) { return group_names[by]; }

/* ---- counting ----------------------------------------------------------------------------- */

static void count_tallies(gcv_figures *figures)
{
    const gcv_heap *heap = figures->heap;
    size_t i;
    for (i = 0; i < heap->n_tallies; i++) {
        const gcv_type_tally *tally = &heap->tallies[i];
        if (figures->sections[tally->section] && figures->types[tally->type]) {
            uint32_t group = gcv_groups_of(&figures->groups, tally->section, tally->type);
            figures->counts[group] = gcv_add_capped(figures->counts[group], tally->count);
            figures->bytes[group] = gcv_add_capped(figures->bytes[group], tally->bytes);
        }
    }
}

/* Group of each object, GCV_NONE for those that do not count. */
static void classify(gcv_figures *figures, const gcv_paths *paths, uint32_t *class_of)
{
    const gcv_heap *heap = figures->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            uint32_t type = heap->type.data[i];
            bool counts = figures->sections[s] && figures->types[type] &&
                          (paths == NULL || paths->parent[i] == GCV_NONE);
            uint32_t group = figures->by_object ? figures->groups.of[i]
                                                : gcv_groups_of(&figures->groups, s, type);
            class_of[i] = counts ? group : GCV_NONE;
        }
    }
}

/* What the objects of a sample stand for; cut far above what any heap has. */
static uint64_t rounded(double value)
{
    return value < 1e18 ? (uint64_t)(value + 0.5) : (uint64_t)1000000000000000000;
}

/* Rounds sums; where they part types (`by_object`) so that all of them add up to the same as those
 * of types do: each takes what the rounding of those before it has left. */
static void round_sums(gcv_figures *figures, const gcv_type_scale *sums)
{
    gcv_type_scale before = {0, 0};
    uint32_t i;
    for (i = 0; i < figures->groups.n; i++) {
        figures->counts[i] = rounded(before.count + sums[i].count) - rounded(before.count);
        figures->bytes[i] = rounded(before.bytes + sums[i].bytes) - rounded(before.bytes);
        if (figures->by_object) {
            before.count += sums[i].count;
            before.bytes += sums[i].bytes;
        }
    }
}

static gcv_status count_sample(gcv_figures *figures, const uint32_t *class_of, gcv_error *err)
{
    const gcv_heap *heap = figures->heap;
    gcv_context *ctx = figures->ctx;
    uint32_t i, n = figures->groups.n;
    gcv_type_scale *sums = gcv_alloc_zeroed(ctx, n, sizeof *sums, err);
    if (sums == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_objects; i++) {
        if (class_of[i] != GCV_NONE) {
            const gcv_type_scale *scale = &heap->scales[heap->type.data[i]];
            sums[class_of[i]].count += scale->count;
            sums[class_of[i]].bytes += scale->bytes * (double)gcv_heap_size(heap, i);
        }
    }
    round_sums(figures, sums);
    gcv_free(ctx, sums, n, sizeof *sums);
    return GCV_OK;
}

static void count_classes(gcv_figures *figures, const uint32_t *class_of)
{
    const gcv_heap *heap = figures->heap;
    uint32_t i;
    for (i = 0; i < heap->n_objects; i++) {
        if (class_of[i] != GCV_NONE) {
            figures->counts[class_of[i]]++;
            figures->bytes[class_of[i]] += gcv_heap_size(heap, i);
        }
    }
}

static gcv_status find_retained(gcv_figures *figures, const gcv_root_set *roots,
                                const uint32_t *class_of, gcv_error *err)
{
    gcv_set_classes classes;
    memset(&classes, 0, sizeof classes);
    classes.class_of = class_of;
    classes.n_classes = figures->groups.n;
    classes.n_sets = figures->groups.n;
    figures->retained = gcv_alloc(figures->ctx, figures->groups.n, sizeof *figures->retained, err);
    return figures->retained == NULL ? gcv_failed(err)
                                     : gcv_retained_of_sets(figures->ctx, figures->heap, roots,
                                                            &classes, figures->retained, err);
}

static gcv_status count_objects(gcv_figures *figures, gcv_error *err)
{
    const gcv_report_options *options = figures->options;
    const gcv_heap *heap = figures->heap;
    gcv_context *ctx = figures->ctx;
    gcv_root_set roots;
    gcv_paths paths;
    uint32_t *class_of;
    gcv_status status = gcv_root_set_find(ctx, heap, options->include_weak, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&paths, 0, sizeof paths);
    class_of = gcv_alloc(ctx, heap->n_objects, sizeof *class_of, err);
    if (class_of == NULL) {
        status = gcv_failed(err);
    } else if (options->unreachable) {
        status = gcv_paths_find(ctx, heap, &roots, &paths, err);
    }
    if (status == GCV_OK) {
        gcv_phase(ctx, "count");
        classify(figures, options->unreachable ? &paths : NULL, class_of);
        if (heap->scales != NULL) {
            status = count_sample(figures, class_of, err);
        } else {
            count_classes(figures, class_of);
        }
    }
    if (status == GCV_OK && options->retained) {
        status = find_retained(figures, &roots, class_of, err);
    }
    gcv_paths_release(ctx, &paths);
    gcv_free(ctx, class_of, heap->n_objects, sizeof *class_of);
    gcv_root_set_release(ctx, &roots);
    return status;
}

/* ---- the figures -------------------------------------------------------------------------- */

static gcv_status make_groups(gcv_figures *figures, gcv_group_by by, gcv_error *err)
{
    gcv_context *ctx = figures->ctx;
    gcv_root_set roots;
    gcv_status status;
    figures->by_object = gcv_groups_need_objects(by);
    if (by == GCV_BY_GENERATION) {
        return gcv_groups_by_generation(ctx, &figures->groups, figures->heap, err);
    }
    if (by != GCV_BY_ROOT_KIND) {
        return gcv_groups_init(ctx, &figures->groups, figures->heap, by, err);
    }
    status = gcv_root_set_find(ctx, figures->heap, figures->options->include_weak, &roots, err);
    if (status == GCV_OK) {
        status = gcv_groups_by_root_kind(ctx, &figures->groups, figures->heap, &roots, err);
        gcv_root_set_release(ctx, &roots);
    }
    return status;
}

gcv_status gcv_figures_find(gcv_figures *figures, gcv_report *report, gcv_group_by by,
                            uint8_t *types, uint8_t *sections, gcv_error *err)
{
    gcv_status status;
    memset(figures, 0, sizeof *figures);
    figures->ctx = report->ctx;
    figures->heap = report->heap;
    figures->options = report->options;
    figures->types = types;
    figures->sections = sections;
    if (types == NULL || sections == NULL) {
        return gcv_failed(err);
    }
    status = make_groups(figures, by, err);
    if (status != GCV_OK) {
        return status;
    }
    figures->counts = gcv_alloc_zeroed(report->ctx, figures->groups.n, sizeof(uint64_t), err);
    figures->bytes = gcv_alloc_zeroed(report->ctx, figures->groups.n, sizeof(uint64_t), err);
    if (figures->counts == NULL || figures->bytes == NULL) {
        return gcv_failed(err);
    }
    if (figures->heap->level == GCV_LOAD_TALLY) {
        gcv_phase(report->ctx, "count");
        count_tallies(figures);
        return GCV_OK;
    }
    return count_objects(figures, err);
}

void gcv_figures_release(gcv_figures *figures)
{
    gcv_context *ctx = figures->ctx;
    if (figures->heap != NULL) {
        gcv_free(ctx, figures->retained, figures->groups.n, sizeof(uint64_t));
        gcv_free(ctx, figures->counts, figures->groups.n, sizeof(uint64_t));
        gcv_free(ctx, figures->bytes, figures->groups.n, sizeof(uint64_t));
        gcv_free(ctx, figures->types, figures->heap->n_types, 1);
        gcv_free(ctx, figures->sections, figures->heap->sections.n, 1);
        gcv_groups_release(ctx, &figures->groups);
    }
    memset(figures, 0, sizeof *figures);
}
