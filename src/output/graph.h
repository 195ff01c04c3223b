/* graph.h - graph output: a report passes nodes and edges, a writer turns them into text that other
 * programs draw (dot, mermaid).
 *
 * Open, begin (without columns) and end the writer as for a table; put nodes and edges in between,
 * in any order. Texts are escaped so that they are never read as markup, and different texts look
 * different (output/escape.h).
 */
#ifndef GCV_OUTPUT_GRAPH_H
#define GCV_OUTPUT_GRAPH_H

#include "output/writer.h"

typedef enum gcv_graph_shape {
    GCV_GRAPH_BOX,
    GCV_GRAPH_THICK, /* a highlighted box */
    GCV_GRAPH_ROUND, /* not an object, but holds objects */
    GCV_GRAPH_PLAIN  /* text without a frame */
} gcv_graph_shape;

/* Borrowed until the call returns. */
typedef struct gcv_graph_node {
    const char *name; /* a letter, then letters and digits; unique in the graph */
    gcv_graph_shape shape;
    gcv_slice title;
    gcv_slice brief;   /* the title as dot shows it, which has the title itself as a tooltip */
    gcv_slice details; /* lines below the title, separated by line breaks; may be empty */
    unsigned level;    /* shade in dot: 0 is none, GCV_GRAPH_LEVELS the darkest */
} gcv_graph_node;

enum { GCV_GRAPH_LEVELS = 9 };

/* Whether `word` names a graph format; NULL does not. */
bool gcv_output_format_draws(const char *word);

void gcv_graph_put_node(gcv_writer *writer, const gcv_graph_node *node);
/* Puts an edge between two nodes given by name; the label may be empty. */
void gcv_graph_put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label);
/* Whether the graph exceeds what programs that draw the format accept by default. */
bool gcv_graph_is_too_large(const gcv_writer *writer);

#endif
