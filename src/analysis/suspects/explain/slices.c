/* slices.c - says of suspects that hold slices which keep large parents; see reason_words.h.
 *
 * A slice of V8 refers to a part of another string, its parent, which stays in memory as a whole.
 * Sums along the dominator tree tell for any object in O(1) what the slices below it keep.
 * O(objects), 12 bytes per reachable object. */
#include "analysis/suspects/explain/reason_words.h"

void gcv_slice_sums_init(gcv_context *ctx, const gcv_suspect_input *input,
                         const gcv_dominator_tree *tree, gcv_slice_sums *out)
{
    const gcv_dominators *d = input->dominators;
    const uint32_t slice = gcv_heap_type_named(input->heap, gcv_slice_str("(sliced string)"));
    *out = (gcv_slice_sums){0};
    if (slice == GCV_NONE) {
        return;
    }
    out->n = gcv_alloc_zeroed(ctx, (size_t)tree->n + 1, sizeof *out->n);
    out->bytes = gcv_alloc_zeroed(ctx, (size_t)tree->n + 1, sizeof *out->bytes);
    for (uint32_t at = 1; at < tree->n; at++) {
        const uint32_t w = tree->order[at], object = d->object[w];
        const uint64_t kept = d->retained[w] - gcv_heap_size(input->heap, object);
        const bool is = gcv_heap_object_row(input->heap, object) == slice;
        out->n[at + 1] = out->n[at] + (is && kept > 0);
        out->bytes[at + 1] = out->bytes[at] + (is ? kept : 0);
    }
}

/* Adds what the slices at or below an object keep. */
static void add_below(const gcv_reasons *reasons, uint32_t object, uint64_t *n, uint64_t *bytes)
{
    const gcv_dominator_tree *tree = &reasons->found->tree;
    const uint32_t w = reasons->input->dominators->number[object];
    const uint32_t end = gcv_dominator_tree_end(tree, w);
    *n += reasons->slices.n[end] - reasons->slices.n[tree->at[w]];
    *bytes += reasons->slices.bytes[end] - reasons->slices.bytes[tree->at[w]];
}

void gcv_reason_add_slices(gcv_reasons *reasons, const gcv_suspect *row)
{
    uint64_t n = 0, bytes = 0;
    if (reasons->slices.n == NULL) {
        return;
    }
    if (row->object != GCV_NONE) {
        add_below(reasons, row->object, &n, &bytes);
    }
    const gcv_crowd *crowd = gcv_crowd_of(reasons->found, row);
    for (uint32_t i = 0; crowd != NULL && crowd->tops == crowd->n && i < crowd->n; i++) {
        add_below(reasons, gcv_crowd_members(&reasons->found->crowds, crowd)[i], &n, &bytes);
    }
    if (n > 0 && bytes >= row->retained / 2) {
        gcv_reason_add(reasons, "; ");
        gcv_reason_add_count(reasons, n, " slice keeps a parent of ", " slices keep parents of ");
        gcv_reason_add_count(reasons, bytes / n, " byte", " bytes");
        gcv_reason_add(reasons, n > 1 && bytes % n > 0 ? " on average" : "");
    }
}
