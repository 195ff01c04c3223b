/* type_tree.h - the dominator tree folded by type: the objects of one type that members of a node
 * dominate immediately are one child of the node.
 *
 * The fold grows on demand: opening a node makes its children. Members of a node are objects of one
 * type name, none of which dominates another, so their retained bytes add up.
 */
#ifndef GCV_ANALYSIS_TYPE_TREE_H
#define GCV_ANALYSIS_TYPE_TREE_H

#include "heap/heap.h"

typedef struct gcv_type_node {
    uint32_t type;            /* row of the type */
    uint32_t depth;           /* from 1 */
    uint32_t parent;          /* node; GCV_NONE: it is at the top */
    uint32_t first, n;        /* its members: objects member[first] … */
    uint32_t lowest;          /* the member with the lowest object number */
    uint32_t children;        /* the first child, once opened; the others follow it, … */
    uint32_t n_children;      /* … most retained first, then by type */
    uint64_t bytes, retained; /* sums over the members */
} gcv_type_node;

GCV_COLUMN(gcv_type_node_column, gcv_type_node);

typedef struct gcv_type_tree {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_dominators *dominators;
    uint32_t *first, *child; /* children in the dominator tree: numbers child[first[w]] … */
    uint32_t *member;        /* objects; each is in one node at most */
    uint32_t *slot;          /* per type row: its node among those being made, plus 1; 0: none */
    uint32_t n_members;
    gcv_type_node_column nodes;
    gcv_u32_column found; /* objects that are being put into nodes */
} gcv_type_tree;

/* 12 bytes per reachable object and 4 per type; O(objects). */
void gcv_type_tree_init(gcv_context *ctx, gcv_type_tree *tree, const gcv_heap *heap,
                        const gcv_dominators *dominators);
void gcv_type_tree_release(gcv_type_tree *tree);

/* Makes the nodes at the top, 0 … nodes.n - 1, from reachable objects none of which dominates
 * another. Call it once. */
void gcv_type_tree_begin(gcv_type_tree *tree, const uint32_t *objects, size_t n);
/* Makes the children of a node. Call it once per node. O(objects + types × log types) for the
 * objects that its members dominate immediately and their types. */
void gcv_type_tree_open(gcv_type_tree *tree, uint32_t node);

#endif
