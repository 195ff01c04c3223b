/* past_elements.c - crowds of elements of a page whose chains and ids are others in an older dump;
 * see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"

/* Returns a key of the type of an element and its start tag, if it has one. */
static uint64_t key_of(const gcv_past_matcher *matcher, const gcv_heap *heap, uint32_t object)
{
    const gcv_slice type = heap->types.name[heap->type.data[object]];
    const gcv_slice tag = gcv_heap_element(heap, object);
    const gcv_slice told = tag.data != NULL ? tag : type;
    return gcv_hash_bytes(told.data, told.size, matcher->ctx->seed);
}

void gcv_past_match_elements(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    const gcv_heap *now = matcher->input->heap;
    gcv_id_map rows = {NULL, 0, 0}; /* by key */
    uint32_t *n = gcv_alloc_zeroed(ctx, matcher->rows->n, sizeof *n);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        const uint32_t member =
            crowd != NULL ? gcv_crowd_members(&matcher->found->crowds, crowd)[crowd->n / 2] : 0;
        if (crowd != NULL && gcv_is_element(now->types.name[now->type.data[member]])) {
            (void)gcv_id_map_enter(ctx, &rows, key_of(matcher, now, member), i);
        }
    }
    for (int pass = 0; pass < 2 && rows.entries != NULL; pass++) {
        for (size_t k = 0; k < matcher->loose.n; k++) {
            const uint32_t object = matcher->loose.data[k].object;
            const uint32_t row = gcv_id_map_get(ctx, &rows, key_of(matcher, matcher->old, object));
            if (row == GCV_NONE) {
                continue;
            }
            const bool tagged = gcv_heap_element(matcher->old, object).data != NULL;
            if (pass == 0) {
                n[row]++;
            } else if (tagged || n[row] >= matcher->rows->data[row].objects) {
                gcv_past_add_to_crowd(matcher, matcher->set[row], object);
            }
        }
    }
    gcv_id_map_release(ctx, &rows);
    gcv_free(ctx, n);
}
