/* heap_summary.c - totals of the sections of a heap, root records by kind; see heap_summary.h */
#include "figures/heap_summary.h"

#include "analysis/analyses.h"

static bool counts(const uint8_t *sections, uint32_t section)
{
    return sections == NULL || sections[section] != 0;
}

gcv_reach_totals gcv_reach_totals_of(const gcv_heap *heap, const uint8_t *sections,
                                     const gcv_root_set *roots, const gcv_paths *paths)
{
    gcv_reach_totals totals = {0};
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        if (!counts(sections, s)) {
            continue;
        }
        totals.objects += section->counts.objects;
        totals.bytes += section->counts.bytes;
        for (uint32_t i = section->first_object; i < section->end_object; i++) {
            if (paths->parent[i] != GCV_NONE) {
                totals.reachable_objects++;
                totals.reachable_bytes += gcv_heap_size(heap, i);
            }
        }
    }
    for (uint32_t i = 0; i < roots->n; i++) {
        totals.root_objects += counts(sections, gcv_heap_object_section(heap, roots->object[i]));
    }
    return totals;
}

void gcv_reach_totals_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                           const uint8_t *sections, gcv_reach_totals *out)
{
    gcv_root_set roots = gcv_root_set_of(ctx, heap, include_weak, NULL);
    gcv_paths paths;
    gcv_paths_compute(ctx, heap, &roots, &paths);
    *out = gcv_reach_totals_of(heap, sections, &roots, &paths);
    gcv_paths_release(ctx, &paths);
    gcv_root_set_release(ctx, &roots);
}

static void add_section(gcv_summary *totals, const gcv_section *section)
{
    gcv_counts_add(&totals->counts, &section->counts);
    if (section->has_version && !totals->has_version) {
        totals->version = section->version;
        totals->has_version = true;
    }
    if (section->has_started && (!totals->has_started || section->started < totals->started)) {
        totals->started = section->started;
        totals->has_started = true;
    }
    if (section->has_ended && (!totals->has_ended || section->ended > totals->ended)) {
        totals->ended = section->ended;
        totals->has_ended = true;
    }
}

gcv_summary gcv_summary_of(const gcv_selection *selection)
{
    const gcv_heap *heap = selection->heap;
    gcv_summary totals = {0};
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        if (selection->sections[s]) {
            add_section(&totals, &heap->sections.data[s]);
        }
    }
    if (selection->filter->domain == NULL) { /* some lines belong to no section */
        totals.counts.malformed_lines = gcv_heap_counts(heap)->malformed_lines;
    }
    return totals;
}

/* Root records are sorted by kind, then object, so duplicates are adjacent. */
void gcv_root_kinds_collect(gcv_context *ctx, const gcv_selection *selection,
                            gcv_set_members *members, uint32_t first_set, gcv_root_kind_column *out)
{
    const gcv_heap *heap = selection->heap;
    uint32_t last = GCV_NONE;
    *out = (gcv_root_kind_column){0};
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (!gcv_selection_has_root(selection, root)) {
            continue;
        }
        if (out->n == 0 || out->data[out->n - 1].kind != root->kind) {
            const gcv_root_kind_row row = {root->kind, 0, 0, 0, GCV_NOT_REACHABLE};
            gcv_root_kind_column_push(ctx, out, row);
            last = GCV_NONE;
        }
        gcv_root_kind_row *kind = &out->data[out->n - 1];
        kind->roots++;
        if (root->object == GCV_NONE || root->object == last) {
            continue;
        }
        last = root->object;
        kind->objects++;
        kind->bytes += gcv_heap_size(heap, root->object);
        gcv_set_members_add(ctx, members, root->object, first_set + (uint32_t)(out->n - 1));
    }
}
