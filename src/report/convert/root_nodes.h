/* root_nodes.h - the nodes that stand for roots in a .gcdump.
 *
 * The tree is the one that dotnet-gcdump writes: a root node, below it a group for each kind, below
 * a group a node for each label. Root records are the leaves. All links are strong, so weak roots
 * are omitted. */
#ifndef GCV_REPORT_CONVERT_ROOT_NODES_H
#define GCV_REPORT_CONVERT_ROOT_NODES_H

#include "base/buffer.h"
#include "heap/heap.h"

typedef struct gcv_root_node {
    uint32_t group;    /* index in the table of root_nodes.c */
    uint32_t labelled; /* the root record whose label names it; GCV_NONE: it is a group */
    uint32_t first, n; /* range of the nodes below it … */
    uint32_t first_root, n_roots; /* … and of its root records in `roots` */
} gcv_root_node;

GCV_COLUMN(gcv_root_node_column, gcv_root_node);

typedef struct gcv_root_nodes {
    const gcv_heap *heap;
    gcv_u32_column roots;       /* root records, sorted by group, then label, then object */
    gcv_root_node_column nodes; /* the root node first; the nodes below a node are adjacent */
    uint64_t n_weak;            /* number of records omitted */
} gcv_root_nodes;

/* Builds the tree. O(roots × log roots); 8 bytes per root during the call, of which 4 remain, and
 * 24 per label. */
GCV_CHECKED gcv_status gcv_root_nodes_find(gcv_context *ctx, const gcv_heap *heap,
                                           gcv_root_nodes *out, gcv_error *err);
void gcv_root_nodes_release(gcv_context *ctx, gcv_root_nodes *nodes);

/* Writes the name of a node, such as `[static var Acme.Cache.items]`, into `out`. */
GCV_CHECKED gcv_status gcv_root_node_name(gcv_context *ctx, const gcv_root_nodes *nodes,
                                          const gcv_root_node *node, gcv_buffer *out,
                                          gcv_error *err);

#endif
