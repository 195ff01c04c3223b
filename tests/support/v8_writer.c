/* v8_writer.c - V8 heap snapshots of a small graph; see v8_writer.h. */
#include "support/v8_writer.h"

#include "base/attr.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRINGS = 200 };

typedef struct output {
    const v8_model *model;
    char *text;
    size_t n, most;
    const char *strings[MOST_STRINGS];
    unsigned n_strings;
} output;

static void put(output *out, const char *format, ...) GCV_PRINTF(2, 3);
static void put(output *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out->n += (size_t)vsnprintf(out->text + out->n, out->most - out->n, format, args);
    va_end(args);
    if (out->n >= out->most) {
        abort();
    }
}

static const char *gap(const output *out) { return out->model->spaced ? " \r\n\t" : ""; }

static unsigned string_of(output *out, const char *text)
{
    unsigned i;
    for (i = 0; i < out->n_strings; i++) {
        if (strcmp(out->strings[i], text) == 0) {
            return i;
        }
    }
    if (i == MOST_STRINGS) {
        abort();
    }
    out->strings[out->n_strings++] = text;
    return i;
}

/* Writes a list of texts, backwards if the model is shuffled. */
static void put_list(output *out, const char *const *texts, unsigned n)
{
    put(out, "[");
    for (unsigned i = 0; i < n; i++) {
        put(out, "%s%s\"%s\"%s", i > 0 ? "," : "", gap(out),
            texts[out->model->shuffled ? n - 1 - i : i], gap(out));
    }
    put(out, "]");
}

static const char *const node_fields[] = {"type",       "name",         "id",           "self_size",
                                          "edge_count", "detachedness", "trace_node_id"};
static const char *const edge_fields[] = {"type", "name_or_index", "to_node"};
static const char *const location_fields[] = {"object_index", "script_id", "line", "column",
                                              "script_object_index"};

static void put_meta(output *out)
{
    static const char *const node_types[] = {"hidden", "array",     "string",
                                             "object", "code",      "closure",
                                             "native", "synthetic", "concatenated string"};
    static const char *const edge_types[] = {"context", "element",  "property", "internal",
                                             "hidden",  "shortcut", "weak"};
    unsigned fields = out->model->fields;
    put(out, "{\"node_fields\":%s", gap(out));
    put_list(out, node_fields, fields);
    put(out, ",\"node_types\":[");
    for (unsigned i = 0; out->model->shuffled && i + 1 < fields; i++) {
        put(out, "\"number\",");
    }
    put_list(out, node_types, V8_NODE_TYPES);
    put(out, "],\"unknown\":[{\"x\":[-1.5e3,\"]\\u0022\",null]}],\"edge_fields\":");
    put_list(out, edge_fields, 3);
    put(out, ",%s\"edge_types\":[", gap(out));
    put(out, out->model->shuffled ? "7,[1,\"x\"]," : "");
    put_list(out, edge_types, V8_EDGE_TYPES);
    put(out, ",\"number\"]");
    if (out->model->locations != NULL) {
        put(out, ",\"location_fields\":");
        put_list(out, location_fields, out->model->script_nodes ? 5 : 4);
    }
    put(out, "}");
}

static void put_snapshot(output *out)
{
    const v8_model *m = out->model;
    put(out, "\"snapshot\":%s{\"meta\":", gap(out));
    put_meta(out);
    if (m->claim != NULL) {
        put(out, ",%s", m->claim);
    } else {
        put(out, ",\"node_count\":%u,\"edge_count\":%u", m->no_counts ? 0 : m->n_nodes,
            m->no_counts ? 0 : m->n_edges);
    }
    put(out, ",\"root_index\":0}");
}

static void put_row(output *out, const uint64_t *row, unsigned n, bool first)
{
    for (unsigned i = 0; i < n; i++) {
        put(out, "%s%s%" PRIu64 "%s", first && i == 0 ? "" : ",", gap(out),
            row[out->model->shuffled ? n - 1 - i : i], gap(out));
    }
    put(out, out->model->spaced ? "\n" : "");
}

static void put_nodes(output *out)
{
    const v8_model *m = out->model;
    put(out, "\"nodes\":[");
    for (unsigned i = 0; i < m->n_nodes; i++) {
        const v8_node *node = &m->nodes[i];
        uint64_t row[7] = {0, 0, 0, 0, 0, 0, 0};
        row[0] = m->shuffled ? V8_NODE_TYPES - 1 - node->type : node->type;
        row[1] = string_of(out, node->name);
        row[2] = node->id;
        row[3] = node->size;
        row[4] = node->n_edges;
        row[5] = node->state;
        put_row(out, row, m->fields, i == 0);
    }
    put(out, "]");
}

static void put_edges(output *out)
{
    const v8_model *m = out->model;
    put(out, "\"edges\":%s[", gap(out));
    for (unsigned i = 0; i < m->n_edges; i++) {
        const v8_edge *edge = &m->edges[i];
        uint64_t row[3];
        row[0] = m->shuffled ? V8_EDGE_TYPES - 1 - edge->type : edge->type;
        row[1] = edge->name != NULL ? string_of(out, edge->name) : i;
        row[2] = (uint64_t)edge->to * m->fields;
        put_row(out, row, 3, i == 0);
    }
    put(out, "]");
}

static void put_strings(output *out)
{
    put(out, "\"strings\":[");
    for (unsigned i = 0; i < out->n_strings; i++) {
        put(out, "%s%s\"%s\"", i > 0 ? "," : "", gap(out), out->strings[i]);
    }
    put(out, "%s]", gap(out));
}

static void put_locations(output *out)
{
    const v8_model *m = out->model;
    put(out, ",\"locations\":[%s", m->locations != NULL ? "" : "1,-2,[[]]");
    for (unsigned i = 0; m->locations != NULL && i < m->n_locations; i++) {
        const v8_location *at = &m->locations[i];
        uint64_t row[5];
        row[0] = (uint64_t)at->node * m->fields;
        row[1] = at->script;
        row[2] = at->line;
        row[3] = at->column;
        row[4] = (uint64_t)at->script_node * m->fields;
        put_row(out, row, m->script_nodes ? 5 : 4, i == 0);
    }
    put(out, "]");
}

static void name_all(output *out)
{
    const v8_model *m = out->model;
    for (unsigned i = 0; i < m->n_nodes; i++) {
        (void)string_of(out, m->nodes[i].name);
    }
    for (unsigned i = 0; i < m->n_edges; i++) {
        if (m->edges[i].name != NULL) {
            (void)string_of(out, m->edges[i].name);
        }
    }
}

char *v8_write(const v8_model *model, size_t *size)
{
    static void (*const sections[])(output *) = {put_nodes, put_edges, put_strings};
    static const unsigned orders[6][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1},
                                          {2, 1, 0}, {0, 2, 1}, {1, 2, 0}};
    output *out = calloc(1, sizeof *out);
    const size_t most = 16384 + 64 * ((size_t)model->n_nodes + model->n_edges + model->n_locations);
    char *text = malloc(most);
    if (out == NULL || text == NULL) {
        abort();
    }
    out->model = model;
    out->text = text;
    out->most = most;
    name_all(out);
    put(out, "%s{%s", model->spaced ? "\xef\xbb\xbf\n" : "", gap(out));
    put_snapshot(out);
    for (unsigned i = 0; i < 4; i++) {
        if (i == (model->locations_at + 2) % 4) {
            put_locations(out);
        }
        if (i < 3) {
            put(out, ",%s", gap(out));
            sections[orders[model->order][i]](out);
        }
    }
    put(out, "}%s", gap(out));
    *size = out->n;
    free(out);
    return text;
}
