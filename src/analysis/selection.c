/* selection.c - the part of a heap that a table is about; see selection.h. */
#include "analysis/selection.h"

#include "analysis/groups.h"
#include "heap/vocabulary.h"

void gcv_filter_prepare(gcv_context *ctx, gcv_filter *filter, const gcv_heap *const *heaps,
                        size_t n_heaps)
{
    for (size_t h = 0; h < n_heaps; h++) {
        for (uint32_t t = 0; t < heaps[h]->n_types; t++) {
            if (gcv_glob_has_wildcard(heaps[h]->types.name[t])) {
                gcv_slice_column_push(ctx, &filter->exact.names, heaps[h]->types.name[t]);
            }
        }
    }
    if (filter->exact.names.n > 0) {
        gcv_glob_list_sort(ctx, &filter->exact, NULL, filter->ignore_case);
    }
}

bool gcv_filter_matches(gcv_context *ctx, const gcv_filter *filter, gcv_slice pattern,
                        gcv_slice name)
{
    return gcv_glob_matches(ctx, &filter->exact, pattern, name, filter->ignore_case) ||
           gcv_slice_equal(pattern, gcv_type_name_of_many(name));
}

bool gcv_filter_matches_any(gcv_context *ctx, const gcv_filter *filter, const gcv_words *patterns,
                            gcv_slice name)
{
    size_t i = 0;
    while (i < patterns->n &&
           !gcv_filter_matches(ctx, filter, gcv_slice_str(patterns->word[i]), name)) {
        i++;
    }
    return i < patterns->n;
}

bool gcv_filter_name(gcv_context *ctx, const gcv_filter *filter, gcv_slice name)
{
    return (filter->types.n == 0 || gcv_filter_matches_any(ctx, filter, &filter->types, name)) &&
           !gcv_filter_matches_any(ctx, filter, &filter->excludes, name);
}

void gcv_selection_find(gcv_context *ctx, const gcv_heap *heap, const gcv_filter *filter,
                        gcv_selection *out)
{
    *out = (gcv_selection){.heap = heap, .filter = filter};
    out->generation =
        filter->generation != NULL ? gcv_generation_named(filter->generation) : GCV_NONE;
    out->types = gcv_alloc(ctx, heap->n_types, 1);
    out->sections = gcv_alloc(ctx, heap->sections.n, 1);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        out->types[i] = gcv_filter_name(ctx, filter, heap->types.name[i]);
    }
    gcv_glob_check(ctx);
    for (uint32_t i = 0; i < heap->sections.n; i++) {
        out->sections[i] = filter->domain == NULL ||
                           gcv_slice_is(gcv_domain_of(&heap->sections.data[i]), filter->domain);
        out->any_section = out->any_section || out->sections[i];
    }
    if (filter->generation != NULL) {
        gcv_heap_need_generations(heap);
    }
}

void gcv_selection_release(gcv_context *ctx, gcv_selection *selection)
{
    if (selection->heap != NULL) {
        GCV_FREE(ctx, selection->types, selection->sections);
        *selection = (gcv_selection){0};
    }
}

gcv_selected gcv_selected_all(const gcv_selection *selection)
{
    return (gcv_selected){.selection = selection};
}

bool gcv_selected_enter_section(gcv_selected *at)
{
    const gcv_section_column *sections = &at->selection->heap->sections;
    while (at->section < sections->n && !at->selection->sections[at->section]) {
        at->section++;
    }
    if (at->section == sections->n) {
        return false;
    }
    at->next = sections->data[at->section].first_object;
    at->end = sections->data[at->section++].end_object;
    return true;
}
