/* drawing.h - graphs that --format dot and mermaid write, read back by strict parsers, which fail
 * the test at anything they do not understand. */
#ifndef GCV_TEST_DRAWING_H
#define GCV_TEST_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct drawing_node {
    char *name, *label; /* lines are separated by line breaks; the first is the whole title */
    unsigned level;     /* in dot */
    bool thick, round, plain;
} drawing_node;

typedef struct drawing_edge {
    size_t from, to; /* nodes */
    char *label;
} drawing_edge;

typedef struct drawing {
    drawing_node *nodes;
    drawing_edge *edges;
    size_t n_nodes, n_edges;
} drawing;

/* Reads a whole text of the format. Names must be unique, and edges must join existing nodes.
 */
void drawing_read(drawing *d, const char *format, const char *text, size_t size);
void drawing_release(drawing *d);

/* Returns the node with the name; n_nodes: there is none. */
size_t drawing_find(const drawing *d, const char *name);
/* Returns the number of edges with this label from one node to another; `label` NULL: any label. */
size_t drawing_count(const drawing *d, const char *from, const char *to, const char *label);
/* Returns the number of nodes without roots and the node `more`. */
size_t drawing_n_boxes(const drawing *d);
size_t drawing_n_roots(const drawing *d);

/* Fails the test unless both are the same graph, in the same order. */
void drawing_check_equal(const drawing *a, const drawing *b);

#endif
