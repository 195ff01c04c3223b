/* graph.h - a graph out: a report hands over nodes and edges, a writer makes a text of them that
 * other programs draw (dot, mermaid).
 *
 * A writer of such a format is opened, begun without columns, and ended as for a table; nodes and
 * edges come between, in any order. Texts come out so that nobody takes them for markup, and
 * different texts look different (output/escape.h).
 */
#ifndef GCV_OUTPUT_GRAPH_H
#define GCV_OUTPUT_GRAPH_H

#include "output/writer.h"

typedef enum gcv_graph_shape {
    GCV_GRAPH_BOX,
    GCV_GRAPH_THICK, /* a box that stands out */
    GCV_GRAPH_ROUND, /* what is no object, but holds some */
    GCV_GRAPH_PLAIN  /* text without a frame */
} gcv_graph_shape;

/* Borrowed until the call returns. */
typedef struct gcv_graph_node {
    const char *name; /* a letter, then letters and digits: is unique in the graph */
    gcv_graph_shape shape;
    gcv_slice title;
    gcv_slice details; /* lines below the title, with line breaks between them; may be empty */
} gcv_graph_node;

/* Whether a word names a format for graphs; NULL does not. */
bool gcv_output_format_draws(const char *word);

GCV_CHECKED gcv_status gcv_graph_put_node(gcv_writer *writer, const gcv_graph_node *node,
                                          gcv_error *err);
/* An edge between two nodes by their names; the label may be empty. */
GCV_CHECKED gcv_status gcv_graph_put_edge(gcv_writer *writer, const char *from, const char *to,
                                          gcv_slice label, gcv_error *err);
/* Whether what was put is more than programs draw that know the format, unless they are told to. */
bool gcv_graph_is_too_large(const gcv_writer *writer);

#endif
