/* drawing.c - graphs read back; see drawing.h. */
#include "support/drawing.h"

#include "support/check.h"
#include "support/graphs.h"
#include "support/written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names and labels --------------------------------------------------------------------- */

static char *copy_of(const char *bytes, size_t size)
{
    char *copy = graph_alloc(size + 1, 1);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

static bool is_name(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char *take_name(reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && is_name(*r->at)) {
        r->at++;
    }
    assert_true(r->at > begin && *begin >= 'a' && *begin <= 'z');
    return copy_of(begin, (size_t)(r->at - begin));
}

static bool is_next(const reader *r, const char *text)
{
    return (size_t)(r->end - r->at) >= strlen(text) && memcmp(r->at, text, strlen(text)) == 0;
}

/* Skips `text` if it is next. */
static bool take(reader *r, const char *text)
{
    const bool there = is_next(r, text);
    r->at += there ? strlen(text) : 0;
    return there;
}

/* Takes a label and its closing quote; the opening quote has been taken. */
static char *take_dot_label(reader *r)
{
    char *label = graph_alloc((size_t)(r->end - r->at) + 1, 1);
    size_t n = 0;
    while (!take(r, "\"")) {
        char c = reader_take(r);
        assert_true(c != '\n');
        if (c == '\\') {
            c = reader_take(r);
            assert_true(c == '"' || c == '\\' || c == 'n');
            c = (char)(c == 'n' ? '\n' : c);
        } else if (c == '&') {
            reader_expect(r, "amp;");
        }
        label[n++] = c;
    }
    label[n] = '\0';
    return label;
}

static char take_code(reader *r)
{
    unsigned code = 0;
    while (!take(r, ";")) {
        const char c = reader_take(r);
        assert_true(c >= '0' && c <= '9');
        code = 10 * code + (unsigned)(c - '0');
        assert_true(code < 128);
    }
    return (char)code;
}

/* Takes a label. It must have nothing that could be markup, before or after codes are decoded. */
static char *take_mermaid_label(reader *r)
{
    static const char plain[] = " .,_+/-";
    char *label = graph_alloc((size_t)(r->end - r->at) + 1, 1);
    size_t n = 0;
    while (!take(r, "\"")) {
        if (take(r, "<br/>")) {
            label[n++] = '\n';
            continue;
        }
        char c = reader_take(r);
        if (c == '#') {
            c = take_code(r);
        } else {
            assert_true(is_name(c) || (unsigned char)c >= 0x80 || strchr(plain, c) != NULL);
        }
        label[n++] = c;
    }
    label[n] = '\0';
    assert_null(strstr(label, "$$"));
    assert_null(strstr(label, ":fa-"));
    assert_null(strstr(label, "\\n"));
    return label;
}

/* ---- statements --------------------------------------------------------------------------- */

/* Edges may come before their nodes, so names are kept until the end. */
typedef struct ends {
    char *from, *to;
} ends;

typedef struct parser {
    reader r;
    drawing *d;
    ends *ends; /* by edge */
} parser;

static drawing_node *add_node(parser *p, char *name, char *label)
{
    drawing *d = p->d;
    assert_int_equal(drawing_find(d, name), d->n_nodes);
    d->nodes = realloc(d->nodes, (d->n_nodes + 1) * sizeof *d->nodes);
    assert_non_null(d->nodes);
    drawing_node *node = &d->nodes[d->n_nodes++];
    memset(node, 0, sizeof *node);
    node->name = name;
    node->label = label;
    return node;
}

static void add_edge(parser *p, char *from, char *to, char *label)
{
    drawing *d = p->d;
    const size_t n = d->n_edges++;
    d->edges = realloc(d->edges, (n + 1) * sizeof *d->edges);
    p->ends = realloc(p->ends, (n + 1) * sizeof *p->ends);
    assert_true(d->edges != NULL && p->ends != NULL);
    d->edges[n].label = label != NULL ? label : copy_of("", 0);
    p->ends[n].from = from;
    p->ends[n].to = to;
}

/* Replaces the first line of a label, the short title, by the title. */
static void take_title(drawing_node *node, char *title)
{
    const char *rest = node->label + strcspn(node->label, "\n");
    char *label = graph_alloc(strlen(title) + strlen(rest) + 1, 1);
    strcpy(label, title);
    strcat(label, rest);
    free(node->label);
    free(title);
    node->label = label;
}

static void take_dot(parser *p)
{
    reader *r = &p->r;
    reader_expect(r,
                  "digraph gcview {\n"
                  "  rankdir=LR;\n"
                  "  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
                  "  edge [fontname=\"sans-serif\", fontsize=8];\n");
    while (!take(r, "}\n")) {
        char *to;
        reader_expect(r, "  ");
        char *name = take_name(r);
        if (take(r, " -> ")) {
            to = take_name(r);
            add_edge(p, name, to, take(r, " [label=\"") ? take_dot_label(r) : NULL);
            reader_expect(r, p->d->edges[p->d->n_edges - 1].label[0] != '\0' ? "];\n" : ";\n");
        } else {
            reader_expect(r, " [label=\"");
            drawing_node *node = add_node(p, name, take_dot_label(r));
            node->thick = take(r, ", penwidth=2");
            node->round = take(r, ", shape=ellipse, style=dashed");
            node->plain = take(r, ", shape=plaintext");
            if (take(r, ", tooltip=\"")) {
                take_title(node, take_dot_label(r));
            }
            if (take(r, ", style=filled, fillcolor=\"0.58 0.")) {
                node->level = (unsigned)(reader_take(r) - '0') * 10;
                node->level = (node->level + (unsigned)(reader_take(r) - '0')) / 6;
                reader_expect(r, " 1\"");
            }
            reader_expect(r, "];\n");
        }
    }
}

static void take_style(parser *p)
{
    char *name = take_name(&p->r);
    const size_t at = drawing_find(p->d, name);
    reader_expect(&p->r, " stroke-width:3px\n");
    assert_int_equal(at + 1, p->d->n_nodes); /* directly after its node */
    p->d->nodes[at].thick = true;
    free(name);
}

static void take_mermaid(parser *p)
{
    reader *r = &p->r;
    reader_expect(r, "flowchart TD\n");
    while (r->at < r->end) {
        char *label = NULL;
        reader_expect(r, "  ");
        if (take(r, "style ")) {
            take_style(p);
            continue;
        }
        char *name = take_name(r);
        if (take(r, " -->")) {
            if (take(r, "|\"")) {
                label = take_mermaid_label(r);
                reader_expect(r, "|");
            }
            reader_expect(r, " ");
            add_edge(p, name, take_name(r), label);
        } else {
            const bool round = take(r, "(");
            reader_expect(r, "[\"");
            drawing_node *node = add_node(p, name, take_mermaid_label(r));
            node->round = round;
            node->plain = strcmp(name, "more") == 0;
            reader_expect(r, round ? "])" : "]");
        }
        reader_expect(r, "\n");
    }
}

void drawing_read(drawing *d, const char *format, const char *text, size_t size)
{
    parser p;
    memset(d, 0, sizeof *d);
    memset(&p, 0, sizeof p);
    p.r.at = text;
    p.r.end = text + size;
    p.d = d;
    if (strcmp(format, "dot") == 0) {
        take_dot(&p);
    } else {
        take_mermaid(&p);
    }
    assert_true(p.r.at == p.r.end);
    for (size_t i = 0; i < d->n_edges; i++) {
        d->edges[i].from = drawing_find(d, p.ends[i].from);
        d->edges[i].to = drawing_find(d, p.ends[i].to);
        assert_true(d->edges[i].from < d->n_nodes && d->edges[i].to < d->n_nodes);
        free(p.ends[i].from);
        free(p.ends[i].to);
    }
    free(p.ends);
}

void drawing_release(drawing *d)
{
    for (size_t i = 0; i < d->n_nodes; i++) {
        free(d->nodes[i].name);
        free(d->nodes[i].label);
    }
    for (size_t i = 0; i < d->n_edges; i++) {
        free(d->edges[i].label);
    }
    free(d->nodes);
    free(d->edges);
}

/* ---- questions ---------------------------------------------------------------------------- */

size_t drawing_find(const drawing *d, const char *name)
{
    size_t i = 0;
    while (i < d->n_nodes && strcmp(d->nodes[i].name, name) != 0) {
        i++;
    }
    return i;
}

size_t drawing_count(const drawing *d, const char *from, const char *to, const char *label)
{
    const size_t a = drawing_find(d, from), b = drawing_find(d, to);
    size_t n = 0;
    for (size_t i = 0; i < d->n_edges; i++) {
        const drawing_edge *edge = &d->edges[i];
        n += edge->from == a && edge->to == b && (label == NULL || strcmp(edge->label, label) == 0);
    }
    return n;
}

size_t drawing_n_boxes(const drawing *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_nodes; i++) {
        n += !d->nodes[i].round && !d->nodes[i].plain;
    }
    return n;
}

size_t drawing_n_roots(const drawing *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_nodes; i++) {
        n += d->nodes[i].round;
    }
    return n;
}

void drawing_check_equal(const drawing *a, const drawing *b)
{
    assert_int_equal(a->n_nodes, b->n_nodes);
    assert_int_equal(a->n_edges, b->n_edges);
    for (size_t i = 0; i < a->n_nodes; i++) {
        const drawing_node *x = &a->nodes[i], *y = &b->nodes[i];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->label, y->label);
        assert_true(x->thick == y->thick && x->round == y->round && x->plain == y->plain);
    }
    for (size_t i = 0; i < a->n_edges; i++) {
        assert_int_equal(a->edges[i].from, b->edges[i].from);
        assert_int_equal(a->edges[i].to, b->edges[i].to);
        assert_string_equal(a->edges[i].label, b->edges[i].label);
    }
}
