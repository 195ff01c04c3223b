/* drawing.h - graphs as --format dot and mermaid write them, read back by strict parsers: what
 * these do not understand fails the test. */
#ifndef GCV_TEST_DRAWING_H
#define GCV_TEST_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct drawing_node {
    char *name, *label; /* the label has line breaks between its lines */
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

/* Reads a whole text of the format: names are unique, and edges lead between nodes that are there.
 */
void drawing_read(drawing *d, const char *format, const char *text, size_t size);
void drawing_release(drawing *d);

/* A node by its name; n_nodes: there is none. */
size_t drawing_find(const drawing *d, const char *name);
/* How many edges with this label lead from one node to another; `label` NULL: with any. */
size_t drawing_count(const drawing *d, const char *from, const char *to, const char *label);
/* Nodes less the roots and the node `more`. */
size_t drawing_n_boxes(const drawing *d);
size_t drawing_n_roots(const drawing *d);

/* Fails unless both are the same graph, in the same order. */
void drawing_check_equal(const drawing *a, const drawing *b);

#endif
