/* freeze_roots.c - the root table; see freeze_steps.h. */
#include "heap/freeze/freeze_steps.h"

gcv_status gcv_freeze_roots(gcv_freeze *freeze, gcv_missing *missing, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    size_t i;
    gcv_status status;
    gcv_phase(builder->ctx, "roots");
    for (i = 0; i < builder->roots.n; i++) {
        gcv_root *root = &builder->roots.data[i];
        bool crossed;
        root->object = gcv_resolver_find(&freeze->resolver, root->section, root->id, &crossed);
        if (root->container != GCV_NONE) {
            root->container = builder->types.slots.data[root->container].type;
        }
        if (root->object == GCV_NONE) {
            heap->sections.data[root->section].counts.dangling_roots++;
            gcv_missing_add(missing, root->id);
        }
    }
    status = builder->all_live ? gcv_freeze_unreached(freeze, err) : GCV_OK;
    if (status == GCV_OK) {
        status = gcv_roots_sort(builder->ctx, &builder->roots, heap->n_objects, err);
    }
    if (status == GCV_OK) {
        heap->roots = builder->roots;
        builder->roots.data = NULL;
        builder->roots.n = 0;
        builder->roots.cap = 0;
    }
    return status;
}
