/* root_nodes.h - roots as the nodes of a .gcdump that stand for them.
 *
 * The tree is the one that dotnet-gcdump writes: a root node, below it groups by kind, and below
 * these a node for each label. Root records are the leaves. Every link of it is a strong one, so
 * weak roots are left out.
 */
#ifndef GCV_REPORT_CONVERT_ROOT_NODES_H
#define GCV_REPORT_CONVERT_ROOT_NODES_H

#include "base/buffer.h"
#include "heap/heap.h"

typedef struct gcv_root_node {
    uint32_t group;    /* a row of the table in root_nodes.c */
    uint32_t labelled; /* the root record whose label is its name; GCV_NONE: it is a group */
    uint32_t first, n; /* nodes below it … */
    uint32_t first_root, n_roots; /* … and places in `roots` */
} gcv_root_node;

GCV_COLUMN(gcv_root_node_column, gcv_root_node);

typedef struct gcv_root_nodes {
    const gcv_heap *heap;
    gcv_u32_column roots;       /* root records: by group, then label, then object */
    gcv_root_node_column nodes; /* the root node first; those below a node are next to each other */
    uint64_t n_weak;            /* records left out */
} gcv_root_nodes;

/* O(roots × log roots); 8 bytes a root while it runs, 4 of them remain, and 24 a label. */
GCV_CHECKED gcv_status gcv_root_nodes_find(gcv_context *ctx, const gcv_heap *heap,
                                           gcv_root_nodes *out, gcv_error *err);
void gcv_root_nodes_release(gcv_context *ctx, gcv_root_nodes *nodes);

/* The name of a node, such as `[static var Acme.Cache.items]`, in `out`. */
GCV_CHECKED gcv_status gcv_root_node_name(gcv_context *ctx, const gcv_root_nodes *nodes,
                                          const gcv_root_node *node, gcv_buffer *out,
                                          gcv_error *err);

#endif
