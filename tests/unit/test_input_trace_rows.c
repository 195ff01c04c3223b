/* Objects of random traces, as a graph and as tallies, from files and from pipes, compared with a
 * model: nodes and references in events of any size, alternating or not; repeated addresses, nodes
 * in pieces, sizes beyond 32 bits, dependent handles, references that never come. */
#include "support/check.h"
#include "support/effort.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"

#include "heap/heap.h"
#include "input/load/load_heap.h"

#include <inttypes.h>
#include <string.h>

enum { NODES = 40, EDGES = 4, DEPENDENTS = 12, TYPES = 4, ROUNDS = 3000 };

static const char *const names[] = {"", "Acme.Cache",
                                    "System.Collections.Generic.List<System.String>",
                                    "System.Int32[,]", "System.String"};

typedef struct model_node {
    uint64_t address, size;
    uint32_t type, n_edges, n_pieces; /* each piece has one of its edges */
    uint64_t edges[EDGES];
} model_node;

typedef struct model {
    model_node nodes[NODES];
    uint32_t n_nodes, n_edges, n_missing; /* the number of last edges that are missing */
    struct {
        uint64_t key, value;
    } dependents[DEPENDENTS];
    uint32_t n_dependents;
} model;

static uint64_t seed;

static uint32_t below(uint32_t bound) { return (uint32_t)check_below(&seed, bound); }

static uint64_t some_address(bool many_highs)
{
    return (many_highs ? (uint64_t)(1 + below(300)) << 32 : UINT64_C(0x7f00000000)) + 8 +
           below(2 * NODES) * UINT64_C(8);
}

static void make_model(model *m)
{
    const bool ascend = below(2) == 0, highs = below(4) == 0;
    memset(m, 0, sizeof *m);
    m->n_nodes = below(NODES) + 1;
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        model_node *node = &m->nodes[i];
        node->address = ascend ? UINT64_C(0x7f00000000) + (i + 1) * 24 : some_address(highs);
        node->size = below(8) != 0   ? 24 + below(3000)
                     : below(2) == 0 ? UINT64_C(0xfffffffe) + below(3)
                                     : (uint64_t)below(9) * 1000000000 + 1;
        node->type = 1 + below(TYPES);
        node->n_edges = below(EDGES + 1);
        node->n_pieces = below(8) == 0 ? below(node->n_edges + 1) : 0;
        for (uint32_t k = 0; k < node->n_edges; k++) {
            node->edges[k] = below(3) > 0 ? m->nodes[below(i + 1)].address : some_address(highs);
        }
        m->n_edges += node->n_edges;
    }
    m->n_missing = below(4) == 0 ? below(m->n_edges + 1) : 0;
    m->n_dependents = below(3) == 0 ? below(DEPENDENTS + 1) : 0;
    for (uint32_t i = 0; i < m->n_dependents; i++) {
        m->dependents[i].key = m->nodes[below(m->n_nodes)].address;
        m->dependents[i].value = some_address(highs);
    }
}

/* ---- the trace ------------------------------------------------------------------------------ */

/* Sends up to `most` nodes from `*next` on, in pieces if a node has pieces. */
static void send_nodes(const model *m, uint32_t index, uint32_t *next, uint32_t most)
{
    uint32_t count = 0, end = m->n_nodes - *next < most ? m->n_nodes : *next + most;
    for (uint32_t i = *next; i < end; i++) {
        count += 1 + m->nodes[i].n_pieces;
    }
    sample_open(index, count);
    for (uint32_t i = *next; i < end; i++) {
        const model_node *node = &m->nodes[i];
        sample_node(8, node->address, node->size, node->type, node->n_edges - node->n_pieces);
        for (uint32_t k = 0; k < node->n_pieces; k++) {
            sample_node(8, node->address, 0, node->type, 1);
        }
    }
    *next = end;
    sample_send(&trace, ID_NODES, 1, 2001);
}

static uint64_t edge_at(const model *m, uint32_t at)
{
    uint32_t i = 0;
    while (at >= m->nodes[i].n_edges) {
        at -= m->nodes[i++].n_edges;
    }
    return m->nodes[i].edges[at];
}

static void send_edges(const model *m, uint32_t index, uint32_t *next, uint32_t most)
{
    uint32_t end = m->n_edges - m->n_missing;
    end = end - *next < most ? end : *next + most;
    sample_open(index, end - *next);
    for (; *next < end; ++*next) {
        sample_edge(8, edge_at(m, *next));
    }
    sample_send(&trace, ID_EDGES, 1, 2001);
}

static void write_trace(const model *m)
{
    uint32_t node = 0, edge = 0, n_node_events = 0, n_edge_events = 0;
    const bool in_turn = below(4) > 0;
    sample_begin(&trace, (trace_variety)(TRACE_V4 + below(TRACE_VARIETIES - TRACE_V4)), 8);
    sample_types(&trace, 1000);
    sample_start(&trace, 2000, 5);
    while (node < m->n_nodes || edge < m->n_edges - m->n_missing) {
        if (node < m->n_nodes) {
            send_nodes(m, n_node_events++, &node, in_turn ? 1 + below(9) : NODES);
        }
        send_edges(m, n_edge_events++, &edge, 1 + below(14));
    }
    sample_open(0, m->n_dependents);
    for (uint32_t i = 0; i < m->n_dependents; i++) {
        put_u64(&sample_event, m->dependents[i].key);
        put_u64(&sample_event, m->dependents[i].value);
        put_u64(&sample_event, 0); /* the handle */
    }
    sample_send(&trace, ID_DEPENDENTS, 1, 2002);
    sample_end(&trace, 2003, 5);
    trace_point(&trace, 4);
    trace_end(&trace);
}

/* ---- the expected result -------------------------------------------------------------------- */

static void clear(said_text *out)
{
    out->n = 0;
    out->data[0] = '\0';
}

/* Returns the number of nodes before the first that lacks references. */
static uint32_t n_whole(const model *m)
{
    uint32_t n = 0, edges = m->n_edges - m->n_missing;
    while (n < m->n_nodes && m->nodes[n].n_edges <= edges) {
        edges -= m->nodes[n++].n_edges;
    }
    return n;
}

/* Returns the first of these nodes with an address, or NULL. */
static const model_node *find(const model *m, uint32_t n, uint64_t address)
{
    for (uint32_t i = 0; i < n; i++) {
        if (m->nodes[i].address == address) {
            return &m->nodes[i];
        }
    }
    return NULL;
}

static void say_reference(const model *m, uint32_t n, uint64_t target, said_text *out)
{
    if (find(m, n, target) != NULL) {
        say(out, " %" PRIx64, target);
    }
}

/* Dependent references follow the others, by value. */
static void say_dependents(const model *m, uint32_t n, uint64_t key, said_text *out)
{
    uint64_t last = 0, next;
    uint32_t same;
    for (;; last = next) {
        next = UINT64_MAX;
        same = 0;
        for (uint32_t i = 0; i < m->n_dependents; i++) {
            uint64_t value = m->dependents[i].value;
            if (m->dependents[i].key != key || value == key || value <= last || value > next) {
                continue;
            }
            same = value < next ? 1 : same + 1;
            next = value;
        }
        if (next == UINT64_MAX) {
            return;
        }
        while (same-- > 0) {
            say_reference(m, n, next, out);
        }
    }
}

static void describe_objects(const model *m, said_text *out)
{
    uint32_t n = n_whole(m);
    uint64_t last = 0, next;
    clear(out);
    for (;; last = next) {
        next = UINT64_MAX;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t address = m->nodes[i].address;
            next = address > last && address < next ? address : next;
        }
        const model_node *node = find(m, n, next);
        if (node == NULL) {
            return;
        }
        say(out, "%" PRIx64 " %" PRIu64 " %s:", next, node->size, names[node->type]);
        for (uint32_t k = 0; k < node->n_edges; k++) {
            say_reference(m, n, node->edges[k], out);
        }
        say_dependents(m, n, next, out);
        say(out, "\n");
    }
}

/* ---- loading -------------------------------------------------------------------------------- */

static trace_heap load(gcv_load_level level, bool pipe, bool size_classes)
{
    gcv_load_options options = {.level = level, .salvage = true, .keep_size_classes = size_classes};
    gcv_source source;
    trace_heap l = {0};
    l.ctx = gcv_context_new(0);
    gcv_source_memory(l.ctx, &source, "trace", trace.out.data, trace.out.n);
    if (pipe) {
        source.rewind = NULL;
    }
    gcv_heap_load_source(l.ctx, &source, &options, &l.heap);
    return l;
}

/* Compares objects and bytes of types by number, as names are in the same order in all heaps. */
static void say_types(const gcv_heap *heap, said_text *out)
{
    out->n = 0;
    for (uint32_t t = 0; t < heap->n_types; t++) {
        gcv_slice name = gcv_heap_type_name(heap, t);
        uint64_t count = 0, bytes = 0;
        for (uint32_t i = 0; heap->level == GCV_LOAD_GRAPH && i < heap->n_objects; i++) {
            count += gcv_heap_object_type(heap, i) == t;
            bytes += gcv_heap_object_type(heap, i) == t ? gcv_heap_object_bytes(heap, i) : 0;
        }
        for (size_t k = 0; heap->level == GCV_LOAD_TALLY && k < heap->n_tallies; k++) {
            count += heap->tallies[k].type == t ? heap->tallies[k].count : 0;
            bytes += heap->tallies[k].type == t ? heap->tallies[k].bytes : 0;
        }
        say(out, "%.*s %" PRIu64 " %" PRIu64 "\n", (int)name.size, name.data, count, bytes);
    }
    say(out, "%s %" PRIu64, gcv_heap_verdict(heap), gcv_heap_counts(heap)->duplicate_objects);
}

static void check(const model *m)
{
    static said_text expected, found, types;
    for (unsigned way = 0; way < 4; way++) {
        const bool pipe = (way & 1) != 0, size_classes = (way & 2) != 0;
        trace_heap graph = load(GCV_LOAD_GRAPH, pipe, size_classes);
        trace_heap tally = load(GCV_LOAD_TALLY, pipe, size_classes);
        if (!size_classes) {
            describe_objects(m, &expected);
            graph.heap->roots.n = 0; /* unreached objects got roots */
            clear(&found);
            trace_describe(graph.heap, &found);
            assert_string_equal(found.data, expected.data);
        }
        say_types(graph.heap, &expected);
        say_types(tally.heap, &types);
        assert_string_equal(types.data, expected.data);
        trace_unload(&graph);
        trace_unload(&tally);
    }
}

static void test_random(NO_STATE)
{
    static model m;
    for (uint32_t round = 0; round < effort_rounds(ROUNDS); round++) {
        seed = round;
        make_model(&m);
        write_trace(&m);
        check(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
