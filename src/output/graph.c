/* graph.c - passes graphs to their format; see graph.h. */
#include "output/graph.h"

#include "output/writer_impl.h"

void gcv_graph_put_node(gcv_writer *writer, const gcv_graph_node *node)
{
    writer->format->graph->node(writer, node);
}

void gcv_graph_put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label)
{
    writer->format->graph->edge(writer, from, to, label);
    writer->edges++;
}

bool gcv_graph_is_too_large(const gcv_writer *writer)
{
    const gcv_graph_format *graph = writer->format->graph;
    return (graph->most_edges > 0 && writer->edges > graph->most_edges) ||
           (graph->most_characters > 0 && writer->characters > graph->most_characters);
}

void gcv_put_label(gcv_writer *writer, gcv_slice text, gcv_put_character put)
{
    gcv_escape escape = gcv_escape_start(GCV_ESCAPE_TEXT, text);
    gcv_slice piece;
    while (gcv_escape_next(&escape, &piece)) {
        for (size_t i = 0; i < piece.size; i++) {
            put(writer, piece, i);
        }
    }
}
