/* elements.c - chains of the nodes of a page, each from its parent; see chain_order.h.
 *
 * Chromium writes what a node refers to: its document, then its parent, its siblings, its first and
 * last child. So a node has its shortest chain from a sibling, or even from a child that a script
 * holds; who reads it looks for the parent. */
#include "analysis/chain_order.h"

#include "analysis/type_kinds.h"
#include "base/bitset.h"

static bool is_node(gcv_slice type)
{
    return gcv_is_element(type) || gcv_slice_is(type, "Text") || gcv_slice_is(type, "Comment") ||
           (gcv_slice_begins(type, "SVG") && gcv_slice_ends(type, "Element"));
}

static bool is_of_page(gcv_slice type) { return is_node(type) || gcv_is_of_cpp(type); }

static gcv_slice type_of(const gcv_heap *heap, uint32_t object)
{
    return heap->types.name[heap->type.data[object]];
}

uint32_t gcv_element_around(const gcv_heap *heap, uint32_t node)
{
    enum { FIRST = 32 }; /* references that are looked at */
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, node, &n);
    for (uint32_t i = 1; i < n && i < FIRST; i++) {
        if (gcv_slice_ends(type_of(heap, to[i - 1]), "Document") && is_node(type_of(heap, to[i]))) {
            return to[i];
        }
    }
    return GCV_NONE;
}

bool gcv_has_elements(const gcv_heap *heap)
{
    uint32_t t = 0;
    while (t < heap->n_types && !gcv_is_element(heap->types.name[t])) {
        t++;
    }
    return t < heap->n_types && gcv_heap_is_v8(heap);
}

/* What is hung up was discovered before what hangs there, so there are no circles. */
void gcv_hang_elements(gcv_context *ctx, const gcv_heap *heap, const gcv_chain_order *order,
                       uint32_t *parent)
{
    gcv_bitset discovered;
    gcv_bitset_init(ctx, &discovered, heap->n_objects);
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t node = order->object[i];
        const uint32_t around = parent[node] < GCV_ROOTED && is_node(type_of(heap, node)) &&
                                        is_of_page(type_of(heap, parent[node]))
                                    ? gcv_element_around(heap, node)
                                    : GCV_NONE;
        if (around != GCV_NONE && gcv_bitset_has(&discovered, around)) {
            parent[node] = around;
        }
        (void)gcv_bitset_add(&discovered, node);
    }
    gcv_bitset_release(ctx, &discovered);
}
