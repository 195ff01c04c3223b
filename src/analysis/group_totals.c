/* group_totals.c - objects, bytes and retained bytes by group; see group_totals.h. */
#include "analysis/group_totals.h"

#include "analysis/analyses.h"
#include "heap/memory.h"

const gcv_cost gcv_cost_of_totals = {"totals by group", GCV_COST_PARTS(4, 0, 1, 0, 0),
                                     GCV_COST_PARTS(8.125, 0, GCV_COST_TYPE_ROW, 10, 1.5), 2400,
                                     NULL};

const gcv_cost gcv_cost_of_path_totals = {
    "totals of what no root reaches, or by kind of root", GCV_COST_PARTS(8, 0, 1, 0, 0),
    GCV_COST_PARTS(16.125, 0, GCV_COST_TYPE_ROW, 10, 1.5), 2400, NULL};

static void count_tallies(gcv_group_totals *totals)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    for (size_t i = 0; i < heap->n_tallies; i++) {
        const gcv_type_tally *tally = &heap->tallies[i];
        if (selection->sections[tally->section] && selection->types[tally->type]) {
            uint32_t group = gcv_groups_of(&totals->groups, tally->section, tally->type);
            totals->counts[group] = gcv_add_capped(totals->counts[group], tally->count);
            totals->bytes[group] = gcv_add_capped(totals->bytes[group], tally->bytes);
        }
    }
}

/* Stores the group of each object or, if `set_of_group` is not NULL, the set of that group;
 * GCV_NONE: the object does not count. `paths` NULL: reachable objects count, too. */
static void classify(const gcv_group_totals *totals, const gcv_paths *paths,
                     const uint32_t *set_of_group, uint32_t *class_of)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    const gcv_groups groups = totals->groups; /* local, so that the loop need not reload it */
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (uint32_t i = section->first_object; i < section->end_object; i++) {
            bool counts = selection->sections[s] && selection->types[heap->type.data[i]] &&
                          (paths == NULL || paths->parent[i] == GCV_NONE) &&
                          gcv_selection_has_itself(selection, i);
            uint32_t group = counts ? gcv_groups_of_object(&groups, heap, s, i) : GCV_NONE;
            class_of[i] = set_of_group != NULL && counts ? set_of_group[group] : group;
        }
    }
}

void gcv_group_totals_assign_sets(const gcv_group_totals *totals, const uint32_t *set_of_group,
                                  uint32_t *set_of_object)
{
    classify(totals, NULL, set_of_group, set_of_object);
}

/* Rounds the sums. If groups split types, the rounded sums of the groups must add up to the rounded
 * sums of the types: each group gets the rounded running sum that includes it, minus the rounded
 * running sum before it. */
static void round_sums(gcv_group_totals *totals, const gcv_type_scale *sums)
{
    bool splits_types = gcv_group_by_needs_objects(totals->query.by);
    gcv_type_scale before = {0, 0};
    for (uint32_t i = 0; i < totals->groups.n; i++) {
        totals->counts[i] = gcv_rounded(before.count + sums[i].count) - gcv_rounded(before.count);
        totals->bytes[i] = gcv_rounded(before.bytes + sums[i].bytes) - gcv_rounded(before.bytes);
        if (splits_types) {
            before.count += sums[i].count;
            before.bytes += sums[i].bytes;
        }
    }
}

static void count_sample(gcv_group_totals *totals, const uint32_t *group_of)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t n = totals->groups.n;
    gcv_type_scale *sums = gcv_alloc_zeroed(ctx, n, sizeof *sums);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (group_of[i] != GCV_NONE) {
            const gcv_type_scale *scale = &heap->scales[heap->type.data[i]];
            sums[group_of[i]].count += scale->count;
            sums[group_of[i]].bytes += scale->bytes * (double)gcv_heap_size(heap, i);
        }
    }
    round_sums(totals, sums);
    gcv_free(ctx, sums);
}

/* Counts the objects that classify() would give a group, without storing these groups. */
static void count_all(gcv_group_totals *totals, const gcv_paths *paths)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    const gcv_groups groups = totals->groups;
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (uint32_t i = section->first_object; selection->sections[s] && i < section->end_object;
             i++) {
            if (selection->types[heap->type.data[i]] &&
                (paths == NULL || paths->parent[i] == GCV_NONE) &&
                gcv_selection_has_itself(selection, i)) {
                const uint32_t group = gcv_groups_of_object(&groups, heap, s, i);
                totals->counts[group]++;
                totals->bytes[group] += gcv_heap_size(heap, i);
            }
        }
    }
}

/* Finds what disjoint sets retain. */
static void retained_of(const gcv_group_totals *totals, const gcv_root_set *roots,
                        const uint32_t *set_of_object, uint32_t n_sets, uint64_t *retained)
{
    gcv_set_classes classes = {.class_of = set_of_object};
    classes.n_classes = classes.n_sets = n_sets;
    gcv_retained_compute(totals->ctx, totals->selection->heap, roots, &classes, retained);
}

/* Computes the totals that need the group of each object stored. */
static void count_by_list(gcv_group_totals *totals, const gcv_root_set *roots,
                          const gcv_paths *paths)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t *group_of = gcv_alloc(ctx, heap->n_objects, sizeof *group_of);
    classify(totals, paths, NULL, group_of);
    if (heap->scales != NULL) {
        count_sample(totals, group_of);
    }
    if (totals->query.retained) {
        totals->retained = gcv_alloc(ctx, totals->groups.n, sizeof *totals->retained);
        retained_of(totals, roots, group_of, totals->groups.n, totals->retained);
    }
    gcv_free(ctx, group_of);
}

/* `roots` NULL: not needed. */
static void count_objects(gcv_group_totals *totals, const gcv_root_set *roots)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    const gcv_paths *paths = totals->query.unreachable ? totals->query.paths : NULL;
    gcv_paths found = {0};
    if (totals->query.unreachable && paths == NULL) {
        gcv_paths_compute(ctx, heap, roots, &found);
        paths = &found;
    }
    gcv_phase(ctx, "count");
    if (heap->scales == NULL) {
        count_all(totals, paths);
    }
    if (heap->scales != NULL || totals->query.retained) {
        count_by_list(totals, roots, paths);
    }
    gcv_paths_release(ctx, &found);
}

static void make_groups(gcv_group_totals *totals)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    if (totals->query.by == GCV_BY_GENERATION) {
        gcv_groups_by_generation(ctx, &totals->groups, heap);
        return;
    }
    if (totals->query.by == GCV_BY_SITE) {
        gcv_groups_by_site(ctx, &totals->groups, heap, totals->query.folder, totals->query.latest);
        return;
    }
    if (totals->query.owned || (totals->query.by == GCV_BY_TYPE && totals->query.across_dumps)) {
        gcv_groups_across_dumps(ctx, &totals->groups, heap, totals->query.owned);
        return;
    }
    if (totals->query.by != GCV_BY_ROOT_KIND) {
        gcv_groups_init(ctx, &totals->groups, heap, totals->query.by);
        return;
    }
    gcv_root_set roots = gcv_root_set_of(ctx, heap, totals->query.include_weak, NULL);
    gcv_groups_by_root_kind(ctx, &totals->groups, heap, &roots, totals->query.paths);
    gcv_root_set_release(ctx, &roots);
}

void gcv_group_totals_find(gcv_context *ctx, const gcv_selection *selection,
                           const gcv_totals_query *query, gcv_group_totals *out)
{
    *out = (gcv_group_totals){.ctx = ctx, .selection = selection, .query = *query};
    make_groups(out);
    out->counts = gcv_alloc_zeroed(ctx, out->groups.n, sizeof(uint64_t));
    out->bytes = gcv_alloc_zeroed(ctx, out->groups.n, sizeof(uint64_t));
    if (selection->heap->level == GCV_LOAD_TALLY) {
        gcv_phase(ctx, "count");
        count_tallies(out);
        return;
    }
    if (!query->retained && (!query->unreachable || query->paths != NULL)) {
        count_objects(out, NULL);
        return;
    }
    gcv_root_set roots = gcv_root_set_of(ctx, selection->heap, query->include_weak, NULL);
    count_objects(out, &roots);
    gcv_root_set_release(ctx, &roots);
}

uint64_t gcv_group_totals_retained(const gcv_group_totals *totals, const uint32_t *set_of_group)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t *set_of_object = gcv_alloc(ctx, heap->n_objects, sizeof *set_of_object);
    uint64_t retained;
    classify(totals, NULL, set_of_group, set_of_object);
    gcv_root_set roots = gcv_root_set_of(ctx, heap, totals->query.include_weak, NULL);
    retained_of(totals, &roots, set_of_object, 1, &retained);
    gcv_root_set_release(ctx, &roots);
    gcv_free(ctx, set_of_object);
    return retained;
}

uint64_t gcv_group_totals_whole_bytes(const gcv_group_totals *totals)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    uint64_t whole = 0;
    for (size_t i = 0; i < heap->n_tallies; i++) { /* scaled in a sampled dump */
        bool counts = selection->sections[heap->tallies[i].section];
        whole = gcv_add_capped(whole, counts ? heap->tallies[i].bytes : 0);
    }
    for (size_t i = 0; heap->tallies == NULL && i < heap->sections.n; i++) {
        whole += selection->sections[i] ? heap->sections.data[i].counts.bytes : 0;
    }
    return whole;
}

void gcv_group_totals_release(gcv_group_totals *totals)
{
    gcv_context *ctx = totals->ctx;
    if (ctx != NULL) {
        GCV_FREE(ctx, totals->retained, totals->counts, totals->bytes);
        gcv_groups_release(ctx, &totals->groups);
    }
    *totals = (gcv_group_totals){0};
}

void gcv_histogram_init(gcv_context *ctx, gcv_histogram *histogram, const gcv_heap *heap)
{
    *histogram = (gcv_histogram){.ctx = ctx, .heap = heap};
    histogram->row_of = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *histogram->row_of);
}

void gcv_histogram_add(gcv_histogram *histogram, uint32_t object, bool again)
{
    uint32_t type = gcv_heap_object_row(histogram->heap, object);
    if (histogram->row_of[type] == 0) {
        const gcv_histogram_row fresh = {.type = type};
        gcv_histogram_row_column_push(histogram->ctx, &histogram->rows, fresh);
        histogram->row_of[type] = (uint32_t)histogram->rows.n;
    }
    gcv_histogram_row *row = &histogram->rows.data[histogram->row_of[type] - 1];
    row->objects++;
    row->bytes += again ? 0 : gcv_heap_size(histogram->heap, object);
}

void gcv_histogram_clear(gcv_histogram *histogram)
{
    while (histogram->rows.n > 0) {
        histogram->row_of[histogram->rows.data[--histogram->rows.n].type] = 0;
    }
}
