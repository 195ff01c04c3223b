/* dot.c - a graph in the Graphviz language.
 *
 * Labels are quoted strings. Inside them Graphviz reads backslash escapes and HTML entities;
 * nothing else is markup there, because no node is a record.
 */
#include "output/writer_impl.h"

static void begin(gcv_writer *writer, const gcv_table_head *head)
{
    (void)head;
    gcv_writer_put_str(writer,
                       "digraph gcview {\n"
                       "  rankdir=LR;\n"
                       "  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
                       "  edge [fontname=\"sans-serif\", fontsize=8];\n");
}

static void put_character(gcv_writer *writer, gcv_slice text, size_t at)
{
    const char c = text.data[at];
    if (c == '&') {
        gcv_writer_put_str(writer, "&amp;");
        return;
    }
    if (c == '"' || c == '\\') {
        gcv_put_char(writer, '\\');
    }
    gcv_put_char(writer, c);
}

/* In percent; text is easy to read on the darkest level, too. */
enum { SATURATION_A_LEVEL = 6 };

static void put_node(gcv_writer *writer, const gcv_graph_node *node)
{
    static const char *const styles[] = {"", ", penwidth=2", ", shape=ellipse, style=dashed",
                                         ", shape=plaintext"};
    gcv_writer_print(writer, "  %s [label=\"", node->name);
    gcv_put_label(writer, node->brief, put_character);
    gcv_put_details(writer, node->details, "\\n", gcv_writer_put_str, put_character);
    gcv_put_char(writer, '"');
    gcv_writer_put_str(writer, styles[node->shape]);
    if (!gcv_slice_equal(node->brief, node->title)) {
        gcv_writer_put_str(writer, ", tooltip=\"");
        gcv_put_label(writer, node->title, put_character);
        gcv_put_char(writer, '"');
    }
    if (node->level > 0) { /* hue, saturation, value */
        gcv_writer_print(writer, ", style=filled, fillcolor=\"0.58 0.%02u 1\"",
                         node->level * SATURATION_A_LEVEL);
    }
    gcv_writer_put_str(writer, "];\n");
}

static void put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label)
{
    gcv_writer_print(writer, "  %s -> %s", from, to);
    if (label.size > 0) {
        gcv_writer_put_str(writer, " [label=\"");
        gcv_put_label(writer, label, put_character);
        gcv_writer_put_str(writer, "\"]");
    }
    gcv_writer_put_str(writer, ";\n");
}

static void end(gcv_writer *writer) { gcv_writer_put_str(writer, "}\n"); }

const gcv_output_format gcv_output_dot = {.name = "dot",
                                          .tables = GCV_GRAPH,
                                          .begin = begin,
                                          .end = end,
                                          .node = put_node,
                                          .edge = put_edge};
