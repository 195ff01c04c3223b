/* reach_totals.c - how much of the chosen sections is reachable; see reach_totals.h. */
#include "analysis/reach_totals.h"

#include <string.h>

static bool counts(const uint8_t *sections, uint32_t section)
{
    return sections == NULL || sections[section] != 0;
}

static void add_objects(const gcv_heap *heap, const gcv_section *section, const gcv_paths *paths,
                        gcv_reach_totals *totals)
{
    uint32_t i;
    for (i = section->first_object; i < section->end_object; i++) {
        if (paths->parent[i] != GCV_NONE) {
            totals->reachable_objects++;
            totals->reachable_bytes += gcv_heap_size(heap, i);
        }
    }
}

gcv_reach_totals gcv_reach_totals_of(const gcv_heap *heap, const uint8_t *sections,
                                     const gcv_root_set *roots, const gcv_paths *paths)
{
    gcv_reach_totals totals;
    uint32_t i, s;
    memset(&totals, 0, sizeof totals);
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        if (counts(sections, s)) {
            totals.objects += section->counts.objects;
            totals.bytes += section->counts.bytes;
            add_objects(heap, section, paths, &totals);
        }
    }
    for (i = 0; i < roots->n; i++) {
        totals.root_objects += counts(sections, gcv_heap_object_section(heap, roots->object[i]));
    }
    return totals;
}

gcv_status gcv_reach_totals_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                                 const uint8_t *sections, gcv_reach_totals *out, gcv_error *err)
{
    gcv_root_set roots;
    gcv_paths paths;
    gcv_status status = gcv_root_set_find(ctx, heap, include_weak, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_paths_find(ctx, heap, &roots, &paths, err);
    if (status == GCV_OK) {
        *out = gcv_reach_totals_of(heap, sections, &roots, &paths);
        gcv_paths_release(ctx, &paths);
    }
    gcv_root_set_release(ctx, &roots);
    return status;
}
