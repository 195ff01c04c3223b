/* heap_summary.c - totals of the sections of a heap; see heap_summary.h. */
#include "figures/heap_summary.h"

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
