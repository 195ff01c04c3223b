/* mermaid.c - a graph as a Mermaid flowchart, which GitHub and GitLab draw in Markdown.
 *
 * Mermaid looks for comments, directives, styles, formulas and links anywhere in its input, quoted
 * or not. So everything except letters, digits and characters that begin none of these becomes a
 * character code. What Mermaid reads as markup even then is shown as an escape.
 */
#include "output/writer_impl.h"

/* Mermaid's default limits; GitHub does not change them. */
enum { MOST_EDGES = 500, MOST_CHARACTERS = 50000 };

/* Counts UTF-16 units, as Mermaid's limit does: one for each byte that begins a character, and one
 * more if the character has four bytes. */
static void put(gcv_writer *writer, char c)
{
    const unsigned char byte = (unsigned char)c;
    writer->characters += (byte & 0xc0) != 0x80;
    writer->characters += byte >= 0xf0;
    gcv_put_char(writer, c);
}

static void put_str(gcv_writer *writer, const char *text)
{
    for (; *text != '\0'; text++) {
        put(writer, *text);
    }
}

static void begin(gcv_writer *writer, const gcv_table_head *head)
{
    (void)head;
    put_str(writer, "flowchart TD\n");
}

static bool is_plain(char c)
{
    return gcv_is_digit(c) || gcv_is_letter(c) || (unsigned char)c >= 0x80 ||
           gcv_is_among(c, " .,_+/-");
}

/* Mermaid reads these after it has decoded the codes: formulas between `$$`, icons such as
 * fa:fa-car, and \n. So the first character is shown as an escape; in a formula, each dollar that
 * follows another. */
static const char *shown_late(gcv_slice text, size_t at)
{
    const char *c = text.data + at;
    const size_t left = text.size - at;
    return c[0] == '$' && at > 0 && c[-1] == '$'                     ? "#92;x24"
           : c[0] == ':' && left > 3 && memcmp(c + 1, "fa-", 3) == 0 ? "#92;x3a"
           : c[0] == '\\' && left > 1 && c[1] == 'n'                 ? "#92;x5c"
                                                                     : NULL;
}

static void put_character(gcv_writer *writer, gcv_slice text, size_t at)
{
    const char *late = shown_late(text, at);
    const char c = text.data[at];
    char code[GCV_NUMBER_MAX];
    if (late != NULL) {
        put_str(writer, late);
        return;
    }
    if (is_plain(c)) {
        put(writer, c);
        return;
    }
    code[gcv_format_u64(code, (unsigned char)c)] = '\0';
    put(writer, '#');
    put_str(writer, code);
    put(writer, ';');
}

static void put_node(gcv_writer *writer, const gcv_graph_node *node)
{
    const bool is_round = node->shape == GCV_GRAPH_ROUND;
    put_str(writer, "  ");
    put_str(writer, node->name);
    put_str(writer, is_round ? "([\"" : "[\"");
    gcv_put_label(writer, node->title, put_character);
    gcv_put_details(writer, node->details, "<br/>", put_str, put_character);
    put_str(writer, is_round ? "\"])\n" : "\"]\n");
    if (node->shape == GCV_GRAPH_THICK) {
        put_str(writer, "  style ");
        put_str(writer, node->name);
        put_str(writer, " stroke-width:3px\n");
    }
}

static void put_edge(gcv_writer *writer, const char *from, const char *to, gcv_slice label)
{
    put_str(writer, "  ");
    put_str(writer, from);
    put_str(writer, " -->");
    if (label.size > 0) {
        put_str(writer, "|\"");
        gcv_put_label(writer, label, put_character);
        put_str(writer, "\"|");
    }
    put_str(writer, " ");
    put_str(writer, to);
    put_str(writer, "\n");
}

const gcv_output_format gcv_output_mermaid = {.name = "mermaid",
                                              .tables = GCV_GRAPH,
                                              .begin = begin,
                                              .node = put_node,
                                              .edge = put_edge,
                                              .most_edges = MOST_EDGES,
                                              .most_characters = MOST_CHARACTERS};
