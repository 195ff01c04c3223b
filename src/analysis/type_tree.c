/* type_tree.c - the dominator tree folded by type; see type_tree.h. */
#include "analysis/type_tree.h"

#include "analysis/dominator_tree.h"
#include "base/error.h"
#include "base/sort.h"

#include <string.h>

gcv_status gcv_type_tree_init(gcv_context *ctx, gcv_type_tree *tree, const gcv_heap *heap,
                              const gcv_dominators *dominators, gcv_error *err)
{
    size_t numbers = (size_t)dominators->n_reached + 1;
    memset(tree, 0, sizeof *tree);
    tree->ctx = ctx;
    tree->heap = heap;
    tree->dominators = dominators;
    tree->first = gcv_alloc_zeroed(ctx, numbers + 1, sizeof *tree->first, err);
    tree->child = gcv_alloc(ctx, numbers, sizeof *tree->child, err);
    tree->member = gcv_alloc(ctx, numbers, sizeof *tree->member, err);
    tree->slot = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *tree->slot, err);
    if (tree->first == NULL || tree->child == NULL || tree->member == NULL || tree->slot == NULL) {
        gcv_type_tree_release(tree);
        return gcv_failed(err);
    }
    gcv_dominator_children(dominators, tree->first, tree->child);
    return GCV_OK;
}

void gcv_type_tree_release(gcv_type_tree *tree)
{
    size_t numbers;
    if (tree->ctx == NULL) {
        return;
    }
    numbers = (size_t)tree->dominators->n_reached + 1;
    gcv_free(tree->ctx, tree->first, numbers + 1, sizeof *tree->first);
    gcv_free(tree->ctx, tree->child, numbers, sizeof *tree->child);
    gcv_free(tree->ctx, tree->member, numbers, sizeof *tree->member);
    gcv_free(tree->ctx, tree->slot, tree->heap->n_types, sizeof *tree->slot);
    gcv_type_node_column_release(tree->ctx, &tree->nodes);
    gcv_u32_column_release(tree->ctx, &tree->found);
    memset(tree, 0, sizeof *tree);
}

static bool best_first(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_node *nodes = payload;
    return nodes[a].retained != nodes[b].retained ? nodes[a].retained > nodes[b].retained
                                                  : nodes[a].type < nodes[b].type;
}

/* Sorts the nodes from `base` on. */
static gcv_status sort_nodes(gcv_type_tree *tree, size_t base, gcv_error *err)
{
    size_t n = tree->nodes.n - base, i;
    gcv_type_node *nodes, *sorted;
    uint32_t *order;
    gcv_status status;
    if (n < 2) {
        return GCV_OK;
    }
    nodes = tree->nodes.data + base;
    order = gcv_numbers_sorted(tree->ctx, n, best_first, nodes, err);
    sorted = gcv_alloc(tree->ctx, n, sizeof *sorted, err);
    status = sorted == NULL || order == NULL ? gcv_failed(err) : GCV_OK;
    for (i = 0; status == GCV_OK && i < n; i++) {
        sorted[i] = nodes[order[i]];
    }
    if (status == GCV_OK) {
        memcpy(nodes, sorted, n * sizeof *sorted);
    }
    gcv_free(tree->ctx, sorted, n, sizeof *sorted);
    gcv_free(tree->ctx, order, n, sizeof *order);
    return status;
}

/* Finds the node of an object among the nodes being made, or adds it. */
static gcv_status node_for(gcv_type_tree *tree, uint32_t object, uint32_t parent, uint32_t *node,
                           gcv_error *err)
{
    uint32_t type = gcv_heap_type_row(tree->heap, tree->heap->type.data[object]);
    gcv_type_node fresh;
    gcv_status status;
    if (tree->slot[type] != 0) {
        *node = tree->slot[type] - 1;
        return GCV_OK;
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.type = type;
    fresh.parent = parent;
    fresh.depth = parent != GCV_NONE ? tree->nodes.data[parent].depth + 1 : 1;
    fresh.children = GCV_NONE;
    fresh.lowest = object;
    status = gcv_type_node_column_push(tree->ctx, &tree->nodes, fresh, err);
    if (status == GCV_OK) {
        *node = (uint32_t)(tree->nodes.n - 1);
        tree->slot[type] = (uint32_t)tree->nodes.n;
    }
    return status;
}

/* Groups the objects in `found` into nodes with a counting sort. */
static gcv_status group(gcv_type_tree *tree, uint32_t parent, gcv_error *err)
{
    const gcv_dominators *d = tree->dominators;
    size_t base = tree->nodes.n, i;
    gcv_status status = GCV_OK;
    uint32_t node;
    for (i = 0; status == GCV_OK && i < tree->found.n; i++) {
        uint32_t object = tree->found.data[i];
        status = node_for(tree, object, parent, &node, err);
        if (status == GCV_OK) {
            gcv_type_node *to = &tree->nodes.data[node];
            to->n++;
            to->lowest = object < to->lowest ? object : to->lowest;
            to->bytes += gcv_heap_size(tree->heap, object);
            to->retained += d->retained[d->number[object]];
        }
    }
    for (i = base; i < tree->nodes.n; i++) {
        tree->nodes.data[i].first = tree->n_members;
        tree->n_members += status == GCV_OK ? tree->nodes.data[i].n : 0;
        tree->nodes.data[i].n = 0;
    }
    for (i = 0; status == GCV_OK && i < tree->found.n; i++) {
        uint32_t object = tree->found.data[i];
        uint32_t type = gcv_heap_type_row(tree->heap, tree->heap->type.data[object]);
        gcv_type_node *to = &tree->nodes.data[tree->slot[type] - 1];
        tree->member[to->first + to->n++] = object;
    }
    for (i = base; i < tree->nodes.n; i++) {
        tree->slot[tree->nodes.data[i].type] = 0;
    }
    tree->found.n = 0;
    return status == GCV_OK ? sort_nodes(tree, base, err) : status;
}

gcv_status gcv_type_tree_begin(gcv_type_tree *tree, const uint32_t *objects, size_t n,
                               gcv_error *err)
{
    gcv_status status = gcv_u32_column_reserve(tree->ctx, &tree->found, n, err);
    if (status != GCV_OK) {
        return status;
    }
    if (n > 0) {
        memcpy(tree->found.data, objects, n * sizeof *objects);
    }
    tree->found.n = n;
    return group(tree, GCV_NONE, err);
}

gcv_status gcv_type_tree_open(gcv_type_tree *tree, uint32_t node, gcv_error *err)
{
    const gcv_dominators *d = tree->dominators;
    const gcv_type_node *of = &tree->nodes.data[node];
    uint32_t before = (uint32_t)tree->nodes.n, i, at;
    gcv_status status = GCV_OK;
    for (i = of->first; i < of->first + of->n; i++) {
        uint32_t w = d->number[tree->member[i]];
        for (at = tree->first[w]; status == GCV_OK && at < tree->first[w + 1]; at++) {
            status = gcv_u32_column_push(tree->ctx, &tree->found, d->object[tree->child[at]], err);
        }
    }
    status = status == GCV_OK ? group(tree, node, err) : status;
    if (status == GCV_OK) {
        tree->nodes.data[node].children = before;
        tree->nodes.data[node].n_children = (uint32_t)tree->nodes.n - before;
    }
    return status;
}
