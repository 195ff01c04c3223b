/* Graphs in every format, read back by our own parsers: shapes, labels of random bytes, and texts
 * that drawing programs would take for markup. */
#include "support/check.h"
#include "support/drawing.h"
#include "support/written.h"

#include "output/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const formats[] = {"dot", "mermaid"};

typedef struct graph_out {
    gcv_context *ctx;
    gcv_writer *writer;
    FILE *file;
} graph_out;

static void open_graph(graph_out *out, const char *format)
{
    out->ctx = gcv_context_new(0);
    out->file = tmpfile();
    assert_true(out->ctx != NULL && out->file != NULL);
    out->writer = gcv_writer_open(out->ctx, out->file, "graph", format, false);
    gcv_writer_begin(out->writer, &plain_head, NULL, 0);
}

static char *close_graph(graph_out *out, size_t *size)
{
    gcv_writer_end(out->writer);
    gcv_writer_close(out->writer);
    char *text = contents(out->file, size);
    (void)fclose(out->file); /* Windows has 512 at most */
    gcv_context_free(out->ctx);
    return text;
}

static void put_node(graph_out *out, const char *name, gcv_graph_shape shape, gcv_slice title,
                     const char *details)
{
    gcv_graph_node node = {0};
    node.name = name;
    node.shape = shape;
    node.title = node.brief = title;
    node.details = gcv_slice_str(details);
    gcv_graph_put_node(out->writer, &node);
}

static void put_edge(graph_out *out, const char *from, const char *to, gcv_slice label)
{
    gcv_graph_put_edge(out->writer, from, to, label);
}

static void put_small(graph_out *out)
{
    put_node(out, "r0", GCV_GRAPH_ROUND, gcv_slice_str("static A"), "");
    put_node(out, "o1", GCV_GRAPH_BOX, gcv_slice_str("A[]"), "1  2 B\nmore");
    put_node(out, "o2", GCV_GRAPH_THICK, gcv_slice_str("a \"b\" \\n & <c>"), "2");
    put_edge(out, "r0", "o1", gcv_slice_of(NULL, 0));
    put_edge(out, "o1", "o2", gcv_slice_str("[0]"));
    put_edge(out, "o2", "more", gcv_slice_of(NULL, 0));
    put_node(out, "more", GCV_GRAPH_PLAIN, gcv_slice_str("3 more"), "");
}

static void test_bytes(NO_STATE)
{
    static const char *const expected[] = {
        "digraph gcview {\n"
        "  rankdir=LR;\n"
        "  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
        "  edge [fontname=\"sans-serif\", fontsize=8];\n"
        "  r0 [label=\"static A\", shape=ellipse, style=dashed];\n"
        "  o1 [label=\"A[]\\n1  2 B\\nmore\"];\n"
        "  o2 [label=\"a \\\"b\\\" \\\\n &amp; <c>\\n2\", penwidth=2];\n"
        "  r0 -> o1;\n"
        "  o1 -> o2 [label=\"[0]\"];\n"
        "  o2 -> more;\n"
        "  more [label=\"3 more\", shape=plaintext];\n"
        "}\n",
        "flowchart TD\n"
        "  r0([\"static A\"])\n"
        "  o1[\"A#91;#93;<br/>1  2 B<br/>more\"]\n"
        "  o2[\"a #34;b#34; #92;x5cn #38; #60;c#62;<br/>2\"]\n"
        "  style o2 stroke-width:3px\n"
        "  r0 --> o1\n"
        "  o1 -->|\"#91;0#93;\"| o2\n"
        "  o2 --> more\n"
        "  more[\"3 more\"]\n"};
    size_t size;
    for (size_t i = 0; i < CHECK_COUNT(formats); i++) {
        graph_out out;
        open_graph(&out, formats[i]);
        put_small(&out);
        char *text = close_graph(&out, &size);
        assert_string_equal(text, expected[i]);
        free(text);
    }
}

static void test_empty(NO_STATE)
{
    size_t size;
    for (size_t i = 0; i < CHECK_COUNT(formats); i++) {
        graph_out out;
        drawing d;
        open_graph(&out, formats[i]);
        char *text = close_graph(&out, &size);
        drawing_read(&d, formats[i], text, size);
        assert_int_equal(d.n_nodes + d.n_edges, 0);
        drawing_release(&d);
        free(text);
    }
}

/* Texts with a meaning in Graphviz or Mermaid, and bytes of all kinds. */
static void random_label(uint64_t *seed, buffer *out)
{
    static const char *const pieces[] = {
        "\"",   "\\",      "\\n",        "\\N", "&lt;",  "&",    "<br/>",  "%%{init:{}}%%",
        "%%",   "#35;",    "$$",         "$",   "fa:fa", ":fa-", "`",      "style a:#fff;",
        "end",  "-->",     "]",          "|",   ";",     "\n",   "##vso[", "\xf0\x9f\x98\x80",
        "\x80", "::error", "javascript:"};
    size_t n = 1 + check_below(seed, 6);
    random_bytes(seed, out);
    out->size = out->size < 1000 ? out->size : 1000;
    while (n-- > 0) {
        const char *piece = pieces[check_below(seed, CHECK_COUNT(pieces))];
        buffer_add(out, piece, strlen(piece));
    }
}

/* Makes the text as people see it; for Mermaid without two dollars in a row, icons and \\n. */
static void check_label(const char *label, gcv_slice meant, bool mermaid)
{
    static buffer shown, expected;
    shown_part(meant, &shown);
    expected.size = 0;
    for (size_t i = 0; i < shown.size; i++) {
        const char *c = &shown.bytes[i];
        const bool dollar = *c == '$' && i > 0 && c[-1] == '$';
        const bool icon = shown.size - i > 3 && memcmp(c, ":fa-", 4) == 0;
        const bool line = shown.size - i > 1 && memcmp(c, "\\n", 2) == 0;
        if (mermaid && (dollar || icon || line)) {
            buffer_add(&expected, dollar ? "\\x24" : icon ? "\\x3a" : "\\x5c", 4);
        } else {
            buffer_add(&expected, c, 1);
        }
    }
    assert_int_equal(strlen(label), expected.size);
    assert_memory_equal(label, expected.bytes, expected.size);
}

static void test_labels(NO_STATE)
{
    static buffer title, label;
    uint64_t seed = 0x6c61626c;
    size_t size;
    for (size_t round = 0; round < 3000; round++) {
        const bool mermaid = round % 2 == 1;
        const char *format = formats[mermaid];
        graph_out out;
        drawing d;
        random_label(&seed, &title);
        random_label(&seed, &label);
        open_graph(&out, format);
        for (size_t i = 0; i < 2; i++) {
            put_node(&out, i == 0 ? "a" : "b", (gcv_graph_shape)check_below(&seed, 3),
                     gcv_slice_of(title.bytes, title.size), i == 0 ? "" : "x:y\nz");
        }
        put_edge(&out, "a", "b", gcv_slice_of(label.bytes, label.size));
        char *text = close_graph(&out, &size);
        check_clean(text, size, "\n");
        drawing_read(&d, format, text, size);
        assert_int_equal(d.n_nodes, 2);
        assert_int_equal(d.n_edges, 1);
        check_label(d.nodes[0].label, gcv_slice_of(title.bytes, title.size), mermaid);
        check_label(d.edges[0].label, gcv_slice_of(label.bytes, label.size), mermaid);
        assert_non_null(strstr(d.nodes[1].label, "\nx:y\nz"));
        drawing_release(&d);
        free(text);
    }
}

static void test_too_large(NO_STATE)
{
    static const char wide[] = "\xf0\x9f\x98\x80"; /* two units of UTF-16 */
    graph_out out;
    size_t i, size;
    open_graph(&out, "mermaid");
    put_node(&out, "a", GCV_GRAPH_BOX, gcv_slice_str("a"), "");
    for (i = 0; i < 500; i++) {
        put_edge(&out, "a", "a", gcv_slice_of(NULL, 0));
    }
    assert_false(gcv_graph_is_too_large(out.writer));
    put_edge(&out, "a", "a", gcv_slice_of(NULL, 0));
    assert_true(gcv_graph_is_too_large(out.writer));
    free(close_graph(&out, &size));
    open_graph(&out, "mermaid");
    for (i = 0; i < 50000; i++) { /* a header of 13, and 12 characters a node */
        char name[20];
        (void)snprintf(name, sizeof name, "n%04u", (unsigned)i);
        if (gcv_graph_is_too_large(out.writer)) {
            break;
        }
        put_node(&out, name, GCV_GRAPH_BOX, gcv_slice_of(wide, sizeof wide - 1), "");
    }
    /*  "  n0000[""]\n" are 12, and 2 for the label */
    assert_int_equal(i, (50000 - 13) / 14 + 1);
    free(close_graph(&out, &size));
    open_graph(&out, "dot");
    for (i = 0; i < 501; i++) {
        put_edge(&out, "a", "a", gcv_slice_of(NULL, 0));
    }
    assert_false(gcv_graph_is_too_large(out.writer));
    free(close_graph(&out, &size));
}

static void test_words(NO_STATE)
{
    assert_true(gcv_output_format_draws("dot") && gcv_output_format_draws("mermaid"));
    assert_false(gcv_output_format_draws("text") || gcv_output_format_draws("raw") ||
                 gcv_output_format_draws("none") || gcv_output_format_draws(NULL));
    assert_string_equal(gcv_output_format_word(GCV_FOR_DRAWINGS, 5), "dot");
    assert_string_equal(gcv_output_format_word(GCV_FOR_DRAWINGS, 6), "mermaid");
    assert_null(gcv_output_format_word(GCV_FOR_DRAWINGS, 7));
    assert_null(gcv_output_format_word(GCV_FOR_TABLES, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),  cmocka_unit_test(test_empty),
        cmocka_unit_test(test_labels), cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
