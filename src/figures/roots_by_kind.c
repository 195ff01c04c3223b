/* roots_by_kind.c - root records by kind; see roots_by_kind.h. */
#include "figures/roots_by_kind.h"

static void add_kind(gcv_context *ctx, gcv_root_kind_column *kinds, uint32_t kind)
{
    gcv_root_kind_row row = {0, 0, 0, 0, GCV_NOT_REACHABLE};
    row.kind = kind;
    gcv_root_kind_column_push(ctx, kinds, row);
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
            add_kind(ctx, out, root->kind);
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
