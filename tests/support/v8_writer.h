/* v8_writer.h - V8 heap snapshots of a small graph, in the forms that different writers use. */
#ifndef GCV_TEST_V8_WRITER_H
#define GCV_TEST_V8_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions in the written lists of types, which `shuffled` reverses. */
enum v8_node_types {
    V8_HIDDEN,
    V8_ARRAY,
    V8_STRING,
    V8_OBJECT,
    V8_CODE,
    V8_CLOSURE,
    V8_NATIVE,
    V8_SYNTHETIC,
    V8_CONCATENATED,
    V8_NODE_TYPES
};
enum v8_edge_types {
    V8_CONTEXT,
    V8_ELEMENT,
    V8_PROPERTY,
    V8_INTERNAL,
    V8_EDGE_HIDDEN,
    V8_SHORTCUT,
    V8_WEAK,
    V8_EDGE_TYPES
};

/* A node. Its edges are consecutive in the model. */
typedef struct v8_node {
    unsigned type;
    const char *name;
    uint64_t id, size;
    unsigned n_edges;
    unsigned state; /* the detachedness of a DOM node */
} v8_node;

typedef struct v8_edge {
    unsigned type;
    const char *name; /* NULL: a number */
    unsigned to;
} v8_edge;

/* Where the function of a node is; lines and columns from 0. */
typedef struct v8_location {
    unsigned node, script, script_node, line, column;
} v8_location;

typedef struct v8_model {
    const v8_node *nodes;
    const v8_edge *edges;
    unsigned n_nodes, n_edges;
    /* forms */
    unsigned fields;   /* number for a node: 5; 6: with detachedness; 7: with trace_node_id, too */
    unsigned order;    /* of nodes, edges and strings: 0 to 5 */
    bool shuffled;     /* fields and types in another order, with unknown keys between them */
    bool spaced;       /* a byte order mark, and white space between all tokens */
    bool no_counts;    /* as in Hermes */
    const char *claim; /* replaces the counts of nodes and edges; NULL: does not */
    const v8_location *locations; /* NULL: what is written as locations has no meaning */
    unsigned n_locations;
    unsigned locations_at; /* 0: after two of the other sections; 1: three; 2: none; 3: one */
    bool script_nodes;     /* locations name the nodes of scripts, too */
} v8_model;

/* Returns the snapshot; the caller frees it. */
char *v8_write(const v8_model *model, size_t *size);

#endif
