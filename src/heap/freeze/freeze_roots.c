/* freeze_roots.c - the root table; see freeze_steps.h. */
#include "heap/freeze/freeze_steps.h"

void gcv_freeze_roots(gcv_freeze *freeze, gcv_missing *missing)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    gcv_phase(builder->ctx, "roots");
    for (size_t i = 0; i < builder->roots.n; i++) {
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
    if (builder->all_live) {
        gcv_freeze_unreached(freeze);
    }
    gcv_roots_sort(builder->ctx, &builder->roots, heap->n_objects);
    heap->roots = builder->roots;
    builder->roots.data = NULL;
    builder->roots.n = builder->roots.cap = 0;
}
