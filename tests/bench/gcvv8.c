/* gcvv8.c - writes a V8 heap snapshot of any size, for measuring the reader.
 *
 *   gcvv8 NODES >FILE
 *
 * Kinds of nodes, their numbers of edges, and lengths of names are distributed as in a snapshot of
 * Node.js 20 (4.5 edges and 77 bytes a node). Nodes have seven fields. The first edge of a node
 * leads to the next node, three quarters of the others to nodes close by. Everything about a node
 * is derived from a hash of its number: so no node is held in memory, however long the output, and
 * the same number of nodes gives the same bytes.
 */
#include "bench/gen_out.h"
#include "bench/gen_rng.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 7, PSEUDO = 4, CLASSES = 2000, STRINGS = 60000, EDGE_NAMES = 3000, SHARES = 256 };

/* Numbers of the types, in the order of the lists in `head`. */
enum { HIDDEN, ARRAY, STRING, OBJECT, CODE, CLOSURE, SYNTHETIC = 9, SHAPE = 14 };
enum { CONTEXT, ELEMENT, PROPERTY, INTERNAL, EDGE_HIDDEN, SHORTCUT, WEAK };

static const char head[] =
    "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
    "\"edge_count\",\"trace_node_id\",\"detachedness\"],\"node_types\":[[\"hidden\",\"array\","
    "\"string\",\"object\",\"code\",\"closure\",\"regexp\",\"number\",\"native\",\"synthetic\","
    "\"concatenated string\",\"sliced string\",\"symbol\",\"bigint\",\"object shape\"],\"string\","
    "\"number\",\"number\",\"number\",\"number\",\"number\"],\"edge_fields\":[\"type\","
    "\"name_or_index\",\"to_node\"],\"edge_types\":[[\"context\",\"element\",\"property\","
    "\"internal\",\"hidden\",\"shortcut\",\"weak\"],\"string_or_number\",\"node\"]},\n";

/* A kind of nodes: its share of all nodes, and the number and the types of its edges. */
struct kind {
    unsigned share; /* of SHARES */
    unsigned type, edges, size;
    unsigned edge_types[4]; /* taken in turn */
};

static const struct kind kinds[] = {
    {72, CODE, 3, 72, {INTERNAL, INTERNAL, EDGE_HIDDEN, INTERNAL}},
    {66, STRING, 1, 32, {INTERNAL, INTERNAL, INTERNAL, INTERNAL}},
    {34, CLOSURE, 6, 64, {PROPERTY, INTERNAL, INTERNAL, INTERNAL}},
    {30, SHAPE, 6, 80, {INTERNAL, INTERNAL, EDGE_HIDDEN, WEAK}},
    {24, OBJECT, 9, 48, {PROPERTY, INTERNAL, CONTEXT, ELEMENT}},
    {22, HIDDEN, 3, 40, {INTERNAL, EDGE_HIDDEN, INTERNAL, INTERNAL}},
    {8, ARRAY, 16, 160, {INTERNAL, INTERNAL, INTERNAL, INTERNAL}},
};

static uint64_t hash(uint64_t node, uint64_t question)
{
    return rng_mix(node * 64 + question + UINT64_C(0x9e3779b97f4a7c15));
}

static const struct kind *kind_of(uint64_t node)
{
    unsigned lot = (unsigned)(hash(node, 0) % SHARES);
    const struct kind *kind = kinds;
    while (lot >= kind->share) {
        lot -= kind->share;
        kind++;
    }
    return kind;
}

static void put_row(struct out *out, uint64_t number, const uint64_t *fields, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (number > 0 || i > 0) {
            out_char(out, ',');
        }
        out_decimal(out, fields[i]);
    }
    out_char(out, '\n');
}

/* ---- roots: the root node, two kinds of roots, and what hangs on them --------------------- */

enum { ROOT_EDGES = 3, SPACING = 50 }; /* one node in SPACING is rooted */

static uint64_t rooted(uint64_t nodes) { return (nodes - PSEUDO + SPACING - 1) / SPACING; }

static void put_pseudo_nodes(struct out *out, uint64_t nodes)
{
    const uint64_t edges[PSEUDO] = {ROOT_EDGES + 1, 0, 0, rooted(nodes)};
    for (uint64_t i = 0; i < PSEUDO; i++) {
        const uint64_t row[FIELDS] = {SYNTHETIC, i, 2 * i + 1, 0, edges[i], 0, 0};
        put_row(out, i, row, FIELDS);
    }
}

static void put_edge(struct out *out, uint64_t *n, uint64_t type, uint64_t name, uint64_t to)
{
    const uint64_t row[3] = {type, name, to * FIELDS};
    put_row(out, (*n)++, row, 3);
}

static void put_pseudo_edges(struct out *out, uint64_t nodes, uint64_t *n)
{
    for (uint64_t i = 1; i <= ROOT_EDGES; i++) {
        put_edge(out, n, ELEMENT, i, i);
    }
    put_edge(out, n, SHORTCUT, PSEUDO, PSEUDO);
    for (uint64_t i = PSEUDO; i < nodes; i += SPACING) {
        put_edge(out, n, INTERNAL, PSEUDO, i);
    }
}

/* ---- objects ------------------------------------------------------------------------------ */

static void put_nodes(struct out *out, uint64_t nodes)
{
    put_pseudo_nodes(out, nodes);
    for (uint64_t i = PSEUDO; i < nodes; i++) {
        const struct kind *kind = kind_of(i);
        uint64_t name = kind->type == OBJECT ? hash(i, 1) % CLASSES : hash(i, 1) % STRINGS;
        const uint64_t row[FIELDS] = {
            kind->type, PSEUDO + name, 2 * i + 1, kind->size + hash(i, 2) % 4 * 8, kind->edges, 0,
            0};
        put_row(out, i, row, FIELDS);
    }
}

/* Returns the target of an edge. The first edge leads to the next node, so most nodes are
 * reachable. */
static uint64_t target(uint64_t node, unsigned edge, uint64_t nodes)
{
    uint64_t lot = hash(node, 4 + edge);
    uint64_t near = node + (edge == 0 ? 1 : lot % 64);
    return edge > 0 && lot >> 62 == 0 ? PSEUDO + lot % (nodes - PSEUDO)
           : near < nodes             ? near
                                      : node;
}

static void put_edges(struct out *out, uint64_t nodes)
{
    uint64_t n = 0;
    put_pseudo_edges(out, nodes, &n);
    for (uint64_t i = PSEUDO; i < nodes; i++) {
        const struct kind *kind = kind_of(i);
        for (unsigned k = 0; k < kind->edges; k++) {
            unsigned type = kind->edge_types[k % 4];
            put_edge(out, &n, type,
                     type == ELEMENT || type == EDGE_HIDDEN ? k
                                                            : PSEUDO + hash(i, 32 + k) % EDGE_NAMES,
                     target(i, k, nodes));
        }
    }
}

static void put_strings(struct out *out)
{
    static const char *const roots[PSEUDO] = {"", "(GC roots)", "(Stack roots)",
                                              "(Global handles)"};
    for (uint64_t i = 0; i < PSEUDO + STRINGS; i++) {
        out_text(out, i > 0 ? ",\n\"" : "\"");
        if (i < PSEUDO) {
            out_text(out, roots[i]);
        } else {
            out_text(out, i % 2 != 0 ? "Session" : "acme-shop-order-line-view-");
            out_decimal(out, i);
        }
        out_char(out, '"');
    }
}

static bool put_snapshot(struct out *out, uint64_t nodes)
{
    out_text(out, head);
    out_text(out, "\"node_count\":");
    out_decimal(out, nodes);
    out_text(out, ",\"edge_count\":0,\"trace_function_count\":0},\n\"nodes\":[");
    put_nodes(out, nodes);
    out_text(out, "],\n\"edges\":[");
    put_edges(out, nodes);
    out_text(out,
             "],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n"
             "\"locations\":[],\n\"strings\":[");
    put_strings(out);
    out_text(out, "]}\n");
    return out_close(out);
}

int main(int argc, char **argv)
{
    struct out out;
    unsigned long nodes = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (nodes <= PSEUDO || nodes > UINT32_MAX / FIELDS) {
        fprintf(stderr, "usage: gcvv8 NODES >FILE (%d to %lu nodes)\n", PSEUDO + 1,
                (unsigned long)(UINT32_MAX / FIELDS));
        return 2;
    }
    return out_open(&out, stdout) && put_snapshot(&out, nodes) ? 0 : 1;
}
