/* type_tree.c - the dominator tree folded by type; see type_tree.h. */
#include "analysis/type_tree.h"

#include "analysis/dominator_tree.h"
#include "base/error.h"
#include "base/sort.h"

#include <string.h>

void gcv_type_tree_init(gcv_context *ctx, gcv_type_tree *tree, const gcv_heap *heap,
                        const gcv_dominators *dominators)
{
    size_t numbers = (size_t)dominators->n_reached + 1;
    memset(tree, 0, sizeof *tree);
    tree->ctx = ctx;
    tree->heap = heap;
    tree->dominators = dominators;
    tree->first = gcv_alloc_zeroed(ctx, numbers + 1, sizeof *tree->first);
    tree->child = gcv_alloc(ctx, numbers, sizeof *tree->child);
    tree->member = gcv_alloc(ctx, numbers, sizeof *tree->member);
    tree->slot = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *tree->slot);
    gcv_dominator_children(dominators, tree->first, tree->child);
}

void gcv_type_tree_release(gcv_type_tree *tree)
{
    if (tree->ctx == NULL) {
        return;
    }
    gcv_free(tree->ctx, tree->first);
    gcv_free(tree->ctx, tree->child);
    gcv_free(tree->ctx, tree->member);
    gcv_free(tree->ctx, tree->slot);
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
static void sort_nodes(gcv_type_tree *tree, size_t base)
{
    size_t n = tree->nodes.n - base;
    gcv_type_node *sorted;
    if (n < 2) {
        return;
    }
    gcv_type_node *nodes = tree->nodes.data + base;
    uint32_t *order = gcv_numbers_sorted(tree->ctx, n, best_first, nodes);
    sorted = gcv_alloc(tree->ctx, n, sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = nodes[order[i]];
    }
    memcpy(nodes, sorted, n * sizeof *sorted);
    gcv_free(tree->ctx, sorted);
    gcv_free(tree->ctx, order);
}

/* Finds the node of an object among the nodes being made, or adds it. */
static void node_for(gcv_type_tree *tree, uint32_t object, uint32_t parent, uint32_t *node)
{
    uint32_t type = gcv_heap_type_row(tree->heap, tree->heap->type.data[object]);
    if (tree->slot[type] != 0) {
        *node = tree->slot[type] - 1;
        return;
    }
    gcv_type_node fresh = {0};
    fresh.type = type;
    fresh.parent = parent;
    fresh.depth = parent != GCV_NONE ? tree->nodes.data[parent].depth + 1 : 1;
    fresh.children = GCV_NONE;
    fresh.lowest = object;
    gcv_type_node_column_push(tree->ctx, &tree->nodes, fresh);
    *node = (uint32_t)(tree->nodes.n - 1);
    tree->slot[type] = (uint32_t)tree->nodes.n;
}

/* Groups the objects in `found` into nodes with a counting sort. */
static void group(gcv_type_tree *tree, uint32_t parent)
{
    const gcv_dominators *d = tree->dominators;
    size_t base = tree->nodes.n;
    uint32_t node;
    for (size_t i = 0; i < tree->found.n; i++) {
        uint32_t object = tree->found.data[i];
        node_for(tree, object, parent, &node);
        gcv_type_node *to = &tree->nodes.data[node];
        to->n++;
        to->lowest = object < to->lowest ? object : to->lowest;
        to->bytes += gcv_heap_size(tree->heap, object);
        to->retained += d->retained[d->number[object]];
    }
    for (size_t i = base; i < tree->nodes.n; i++) {
        tree->nodes.data[i].first = tree->n_members;
        tree->n_members += tree->nodes.data[i].n;
        tree->nodes.data[i].n = 0;
    }
    for (size_t i = 0; i < tree->found.n; i++) {
        uint32_t object = tree->found.data[i];
        uint32_t type = gcv_heap_type_row(tree->heap, tree->heap->type.data[object]);
        gcv_type_node *to = &tree->nodes.data[tree->slot[type] - 1];
        tree->member[to->first + to->n++] = object;
    }
    for (size_t i = base; i < tree->nodes.n; i++) {
        tree->slot[tree->nodes.data[i].type] = 0;
    }
    tree->found.n = 0;
    sort_nodes(tree, base);
}

void gcv_type_tree_begin(gcv_type_tree *tree, const uint32_t *objects, size_t n)
{
    gcv_u32_column_reserve(tree->ctx, &tree->found, n);
    if (n > 0) {
        memcpy(tree->found.data, objects, n * sizeof *objects);
    }
    tree->found.n = n;
    group(tree, GCV_NONE);
}

void gcv_type_tree_open(gcv_type_tree *tree, uint32_t node)
{
    const gcv_dominators *d = tree->dominators;
    const gcv_type_node *of = &tree->nodes.data[node];
    uint32_t before = (uint32_t)tree->nodes.n;
    for (uint32_t i = of->first; i < of->first + of->n; i++) {
        uint32_t w = d->number[tree->member[i]];
        for (uint32_t at = tree->first[w]; at < tree->first[w + 1]; at++) {
            gcv_u32_column_push(tree->ctx, &tree->found, d->object[tree->child[at]]);
        }
    }
    group(tree, node);
    tree->nodes.data[node].children = before;
    tree->nodes.data[node].n_children = (uint32_t)tree->nodes.n - before;
}
