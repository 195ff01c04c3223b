/* selection.c - the part of a heap that a table is about; see selection.h. */
#include "analysis/selection.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/text.h"
#include "heap/vocabulary.h"

#include <string.h>

bool gcv_words_match(const gcv_words *words, gcv_slice name, bool ignore_case)
{
    for (size_t i = 0; i < words->n; i++) {
        if (gcv_glob(words->word[i], name, ignore_case)) {
            return true;
        }
    }
    return false;
}

bool gcv_filter_name(const gcv_filter *filter, gcv_slice name)
{
    return (filter->types.n == 0 || gcv_words_match(&filter->types, name, filter->ignore_case)) &&
           !gcv_words_match(&filter->excludes, name, filter->ignore_case);
}

void gcv_selection_find(gcv_context *ctx, const gcv_heap *heap, const gcv_filter *filter,
                        gcv_selection *out)
{
    memset(out, 0, sizeof *out);
    out->heap = heap;
    out->filter = filter;
    out->generation =
        filter->generation != NULL ? gcv_generation_named(filter->generation) : GCV_NONE;
    out->types = gcv_alloc(ctx, heap->n_types, 1);
    out->sections = gcv_alloc(ctx, heap->sections.n, 1);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        out->types[i] = gcv_filter_name(filter, heap->types.name[i]);
    }
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
        gcv_free(ctx, selection->types);
        gcv_free(ctx, selection->sections);
        memset(selection, 0, sizeof *selection);
    }
}

gcv_selected gcv_selected_all(const gcv_selection *selection)
{
    gcv_selected at = {0};
    at.selection = selection;
    return at;
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
