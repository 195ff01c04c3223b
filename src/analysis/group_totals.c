/* group_totals.c - objects, bytes and retained bytes by group; see group_totals.h. */
#include "analysis/group_totals.h"

#include "base/error.h"
#include "base/number.h"
#include "heap/memory.h"

#include <string.h>

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
    size_t i;
    for (i = 0; i < heap->n_tallies; i++) {
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
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            bool counts = selection->sections[s] && selection->types[heap->type.data[i]] &&
                          (paths == NULL || paths->parent[i] == GCV_NONE);
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
    uint32_t i;
    for (i = 0; i < totals->groups.n; i++) {
        totals->counts[i] = gcv_rounded(before.count + sums[i].count) - gcv_rounded(before.count);
        totals->bytes[i] = gcv_rounded(before.bytes + sums[i].bytes) - gcv_rounded(before.bytes);
        if (splits_types) {
            before.count += sums[i].count;
            before.bytes += sums[i].bytes;
        }
    }
}

static gcv_status count_sample(gcv_group_totals *totals, const uint32_t *group_of, gcv_error *err)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t i, n = totals->groups.n;
    gcv_type_scale *sums = gcv_alloc_zeroed(ctx, n, sizeof *sums, err);
    if (sums == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_objects; i++) {
        if (group_of[i] != GCV_NONE) {
            const gcv_type_scale *scale = &heap->scales[heap->type.data[i]];
            sums[group_of[i]].count += scale->count;
            sums[group_of[i]].bytes += scale->bytes * (double)gcv_heap_size(heap, i);
        }
    }
    round_sums(totals, sums);
    gcv_free(ctx, sums, n, sizeof *sums);
    return GCV_OK;
}

/* Counts the objects that classify() would give a group, without storing these groups. */
static void count_all(gcv_group_totals *totals, const gcv_paths *paths)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    const gcv_groups groups = totals->groups;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; selection->sections[s] && i < section->end_object; i++) {
            if (selection->types[heap->type.data[i]] &&
                (paths == NULL || paths->parent[i] == GCV_NONE)) {
                const uint32_t group = gcv_groups_of_object(&groups, heap, s, i);
                totals->counts[group]++;
                totals->bytes[group] += gcv_heap_size(heap, i);
            }
        }
    }
}

/* Finds what disjoint sets retain. */
static gcv_status retained_of(const gcv_group_totals *totals, const gcv_root_set *roots,
                              const uint32_t *set_of_object, uint32_t n_sets, uint64_t *retained,
                              gcv_error *err)
{
    gcv_set_classes classes;
    memset(&classes, 0, sizeof classes);
    classes.class_of = set_of_object;
    classes.n_classes = classes.n_sets = n_sets;
    return gcv_retained_of_sets(totals->ctx, totals->selection->heap, roots, &classes, retained,
                                err);
}

static gcv_status find_retained(gcv_group_totals *totals, const gcv_root_set *roots,
                                const uint32_t *group_of, gcv_error *err)
{
    const uint32_t n = totals->groups.n;
    totals->retained = gcv_alloc(totals->ctx, n, sizeof *totals->retained, err);
    return totals->retained != NULL ? retained_of(totals, roots, group_of, n, totals->retained, err)
                                    : gcv_failed(err);
}

/* Computes the totals that need the group of each object stored. */
static gcv_status count_by_list(gcv_group_totals *totals, const gcv_root_set *roots,
                                const gcv_paths *paths, gcv_error *err)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t *group_of = gcv_alloc(ctx, heap->n_objects, sizeof *group_of, err);
    gcv_status status = group_of == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        classify(totals, paths, NULL, group_of);
        status = heap->scales != NULL ? count_sample(totals, group_of, err) : GCV_OK;
    }
    if (status == GCV_OK && totals->query.retained) {
        status = find_retained(totals, roots, group_of, err);
    }
    gcv_free(ctx, group_of, heap->n_objects, sizeof *group_of);
    return status;
}

static bool needs_roots(const gcv_totals_query *query)
{
    return query->retained || (query->unreachable && query->paths == NULL);
}

/* `roots` NULL: not needed. */
static gcv_status count_objects(gcv_group_totals *totals, const gcv_root_set *roots, gcv_error *err)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    const gcv_paths *paths = totals->query.unreachable ? totals->query.paths : NULL;
    gcv_paths found;
    gcv_status status = GCV_OK;
    memset(&found, 0, sizeof found);
    if (totals->query.unreachable && paths == NULL) {
        status = gcv_paths_find(ctx, heap, roots, &found, err);
        paths = &found;
    }
    gcv_phase(ctx, "count");
    if (status == GCV_OK && heap->scales == NULL) {
        count_all(totals, paths);
    }
    if (status == GCV_OK && (heap->scales != NULL || totals->query.retained)) {
        status = count_by_list(totals, roots, paths, err);
    }
    gcv_paths_release(ctx, &found);
    return status;
}

static gcv_status make_groups(gcv_group_totals *totals, gcv_error *err)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    gcv_root_set roots;
    gcv_status status;
    if (totals->query.by == GCV_BY_GENERATION) {
        return gcv_groups_by_generation(ctx, &totals->groups, heap, err);
    }
    if (totals->query.by != GCV_BY_ROOT_KIND) {
        return gcv_groups_init(ctx, &totals->groups, heap, totals->query.by, err);
    }
    status = gcv_root_set_find(ctx, heap, totals->query.include_weak, &roots, err);
    if (status == GCV_OK) {
        status = totals->query.paths != NULL
                     ? gcv_groups_by_root_of_chain(ctx, &totals->groups, heap, &roots,
                                                   totals->query.paths, err)
                     : gcv_groups_by_root_kind(ctx, &totals->groups, heap, &roots, err);
        gcv_root_set_release(ctx, &roots);
    }
    return status;
}

gcv_status gcv_group_totals_find(gcv_context *ctx, const gcv_selection *selection,
                                 const gcv_totals_query *query, gcv_group_totals *out,
                                 gcv_error *err)
{
    gcv_root_set roots;
    gcv_status status;
    memset(out, 0, sizeof *out);
    out->ctx = ctx;
    out->selection = selection;
    out->query = *query;
    status = make_groups(out, err);
    if (status != GCV_OK) {
        return status;
    }
    out->counts = gcv_alloc_zeroed(ctx, out->groups.n, sizeof(uint64_t), err);
    out->bytes = gcv_alloc_zeroed(ctx, out->groups.n, sizeof(uint64_t), err);
    if (out->counts == NULL || out->bytes == NULL) {
        return gcv_failed(err);
    }
    if (selection->heap->level == GCV_LOAD_TALLY) {
        gcv_phase(ctx, "count");
        count_tallies(out);
        return GCV_OK;
    }
    if (!needs_roots(query)) {
        return count_objects(out, NULL, err);
    }
    status = gcv_root_set_find(ctx, selection->heap, query->include_weak, &roots, err);
    if (status == GCV_OK) {
        status = count_objects(out, &roots, err);
        gcv_root_set_release(ctx, &roots);
    }
    return status;
}

gcv_status gcv_group_totals_retained(const gcv_group_totals *totals, const uint32_t *set_of_group,
                                     uint32_t n_sets, uint64_t *retained, gcv_error *err)
{
    const gcv_heap *heap = totals->selection->heap;
    gcv_context *ctx = totals->ctx;
    uint32_t *set_of_object = gcv_alloc(ctx, heap->n_objects, sizeof *set_of_object, err);
    gcv_root_set roots;
    gcv_status status = set_of_object == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        classify(totals, NULL, set_of_group, set_of_object);
        status = gcv_root_set_find(ctx, heap, totals->query.include_weak, &roots, err);
    }
    if (status == GCV_OK) {
        status = retained_of(totals, &roots, set_of_object, n_sets, retained, err);
        gcv_root_set_release(ctx, &roots);
    }
    gcv_free(ctx, set_of_object, heap->n_objects, sizeof *set_of_object);
    return status;
}

uint64_t gcv_group_totals_whole_bytes(const gcv_group_totals *totals)
{
    const gcv_selection *selection = totals->selection;
    const gcv_heap *heap = selection->heap;
    uint64_t whole = 0;
    size_t i;
    for (i = 0; i < heap->n_tallies; i++) { /* scaled in a sampled dump */
        bool counts = selection->sections[heap->tallies[i].section];
        whole = gcv_add_capped(whole, counts ? heap->tallies[i].bytes : 0);
    }
    for (i = 0; heap->tallies == NULL && i < heap->sections.n; i++) {
        whole += selection->sections[i] ? heap->sections.data[i].counts.bytes : 0;
    }
    return whole;
}

void gcv_group_totals_release(gcv_group_totals *totals)
{
    gcv_context *ctx = totals->ctx;
    if (ctx != NULL) {
        gcv_free(ctx, totals->retained, totals->groups.n, sizeof(uint64_t));
        gcv_free(ctx, totals->counts, totals->groups.n, sizeof(uint64_t));
        gcv_free(ctx, totals->bytes, totals->groups.n, sizeof(uint64_t));
        gcv_groups_release(ctx, &totals->groups);
    }
    memset(totals, 0, sizeof *totals);
}
