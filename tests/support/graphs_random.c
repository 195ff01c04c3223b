/* graphs_random.c - random heaps: edges between numbers in one of several shapes, then all the
 * rest; see graphs.h. */
#include "support/graphs.h"

#include <stdlib.h>
#include <string.h>

/* ---- shapes: edges between vertices 0 … n - 1 --------------------------------------------- */

typedef struct edges {
    uint64_t random;
    uint32_t n_vertices;
    size_t n, cap;
    uint32_t *from, *to;
} edges;

static void add_edge(edges *e, uint32_t from, uint32_t to)
{
    if (e->n == e->cap) {
        const size_t cap = e->cap * 2 + 64;
        uint32_t *grown_from = graph_alloc(cap, sizeof(uint32_t));
        uint32_t *grown_to = graph_alloc(cap, sizeof(uint32_t));
        if (e->n != 0) {
            memcpy(grown_from, e->from, e->n * sizeof(uint32_t));
            memcpy(grown_to, e->to, e->n * sizeof(uint32_t));
        }
        free(e->from);
        free(e->to);
        e->from = grown_from;
        e->to = grown_to;
        e->cap = cap;
    }
    e->from[e->n] = from;
    e->to[e->n++] = to;
}

static uint32_t any_vertex(edges *e) { return graph_below(&e->random, e->n_vertices); }

static void add_random(edges *e, uint32_t count)
{
    for (uint32_t i = 0; i < count && e->n_vertices != 0; i++) {
        const uint32_t from = any_vertex(e);
        add_edge(e, from, any_vertex(e));
    }
}

static void shape_sparse(edges *e) { add_random(e, e->n_vertices + e->n_vertices / 2); }

static void shape_dense(edges *e)
{
    const uint32_t n = e->n_vertices;
    add_random(e, n < 24 ? n * n / 3 : n * 6);
}

static void shape_dag(edges *e)
{
    for (uint32_t i = 0; i < e->n_vertices * 5 / 2 && e->n_vertices > 1; i++) {
        const uint32_t from = graph_below(&e->random, e->n_vertices - 1);
        add_edge(e, from, from + 1 + graph_below(&e->random, e->n_vertices - 1 - from));
    }
}

static void shape_cycle(edges *e)
{
    for (uint32_t i = 0; i < e->n_vertices; i++) {
        add_edge(e, i, (i + 1) % e->n_vertices);
    }
    add_random(e, e->n_vertices / 8);
}

static void shape_components(edges *e)
{
    const uint32_t n = e->n_vertices, block = n / 5 + 1;
    for (uint32_t i = 0; i < n * 2; i++) {
        const uint32_t from = any_vertex(e), start = from / block * block;
        const uint32_t room = n - start < block ? n - start : block;
        add_edge(e, from, start + graph_below(&e->random, room));
    }
}

/* A doubly linked list. The last vertex is the list object, which refers to the first and perhaps
 * to the last node.
 */
static void shape_list(edges *e)
{
    const uint32_t n = e->n_vertices;
    const bool knows_last = graph_chance(&e->random, 50);
    for (uint32_t i = 0; i + 2 < n; i++) {
        add_edge(e, i, i + 1);
        add_edge(e, i + 1, i);
    }
    if (n > 1) {
        add_edge(e, n - 1, 0);
        if (knows_last) {
            add_edge(e, n - 1, n - 2);
        }
    }
}

static void shape_tree(edges *e)
{
    const bool parents = graph_chance(&e->random, 50);
    for (uint32_t i = 1; i < e->n_vertices; i++) {
        const uint32_t parent = graph_below(&e->random, i);
        add_edge(e, parent, i);
        if (parents) {
            add_edge(e, i, parent);
        }
    }
    add_random(e, e->n_vertices / 10);
}

static void shape_ladder(edges *e)
{
    const bool rungs = graph_chance(&e->random, 50);
    for (uint32_t i = 0; i + 2 < e->n_vertices; i++) {
        add_edge(e, i, i + 2);
        if (rungs || graph_chance(&e->random, 40)) {
            add_edge(e, i, i + 1);
        }
        if (graph_chance(&e->random, 20)) {
            add_edge(e, i + 2, i);
        }
    }
}

static void shape_hub(edges *e)
{
    for (uint32_t i = 1; i < e->n_vertices; i++) {
        add_edge(e, i, 0);
        if (graph_chance(&e->random, 60)) {
            add_edge(e, 0, i);
        }
    }
    add_random(e, e->n_vertices / 6);
}

/* Nested branches that join again, as in a flow graph, so dominators are at different depths. */
static void shape_diamonds(edges *e)
{
    const uint32_t n = e->n_vertices;
    for (uint32_t i = 0; i + 3 < n; i += 3) {
        add_edge(e, i, i + 1);
        add_edge(e, i, i + 2);
        add_edge(e, i + 1, i + 3);
        add_edge(e, i + 2, i + 3);
        if (graph_chance(&e->random, 25)) {
            add_edge(e, i + 3, graph_below(&e->random, n));
        }
        if (graph_chance(&e->random, 25)) {
            add_edge(e, i + 1, graph_below(&e->random, n));
        }
    }
}

/* A spine in one direction and long jumps in both, so semidominators differ from dominators. */
static void shape_spine(edges *e)
{
    const uint32_t n = e->n_vertices;
    for (uint32_t i = 0; i + 1 < n; i++) {
        add_edge(e, i, i + 1);
        if (graph_chance(&e->random, 50)) {
            add_edge(e, graph_below(&e->random, i + 1), i + 1);
        }
        if (graph_chance(&e->random, 30)) {
            add_edge(e, i + 1, graph_below(&e->random, i + 1));
        }
    }
}

typedef void (*shape)(edges *e);

static const shape shapes[] = {shape_sparse, shape_dense,  shape_dag,      shape_cycle,
                               shape_list,   shape_tree,   shape_ladder,   shape_hub,
                               shape_spine,  shape_sparse, shape_diamonds, shape_components};

static void permute(uint64_t *random, uint32_t *items, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t other = graph_below(random, i), kept = items[i - 1];
        items[i - 1] = items[other];
        items[other] = kept;
    }
}

/* Edges of one or two shapes, with some repeated references and some self references. */
static void make_edges(edges *e)
{
    const uint32_t n_shapes = sizeof shapes / sizeof shapes[0];
    const uint32_t repeats = graph_chance(&e->random, 40) ? 10 : 0;
    const uint32_t loops = graph_chance(&e->random, 40) ? 10 : 0;
    shapes[graph_below(&e->random, n_shapes)](e);
    if (graph_chance(&e->random, 15)) {
        shapes[graph_below(&e->random, n_shapes)](e);
    }
    size_t n = e->n;
    for (size_t i = 0; i < n; i++) {
        if (graph_chance(&e->random, repeats)) {
            add_edge(e, e->from[i], e->to[i]);
        }
        if (graph_chance(&e->random, loops)) {
            add_edge(e, e->from[i], e->from[i]);
        }
    }
}

/* ---- random heaps ------------------------------------------------------------------------- */

static void choose_types(graph *g, uint64_t *random)
{
    const bool shared = graph_chance(random, 25), unknown = graph_chance(random, 25);
    g->n_types = graph_chance(random, 50)   ? 1 + graph_below(random, 4)
                 : graph_chance(random, 50) ? 1 + g->n_objects / 2
                                            : 1 + g->n_objects;
    g->n_types = g->n_types < 600 ? g->n_types : 600;
    g->types = graph_zeroed(g->n_types, sizeof(graph_type));
    for (uint32_t i = 0; i < g->n_types; i++) {
        g->types[i].name = shared ? graph_below(random, g->n_types) : i;
        g->types[i].recorded = i == 0 || !unknown || graph_chance(random, 70);
    }
}

static uint64_t choose_size(uint64_t *random)
{
    /* The heap may store sizes above 32 bits differently, so sizes at this limit are included. */
    static const uint64_t edges_of_32_bits[] = {0xfffffffe, 0xffffffff, UINT64_C(0x100000000)};
    if (graph_chance(random, 10)) {
        return graph_chance(random, 80) ? 0 : edges_of_32_bits[graph_below(random, 3)];
    }
    return graph_chance(random, 4) ? graph_next(random) >> 24 : 1 + graph_below(random, 5000);
}

/* Makes objects by section, then by label. Each section takes an arbitrary ascending selection of
 * labels, so sections share some labels, and some labels have no object. */
static void choose_objects(graph *g, uint64_t *random)
{
    const uint32_t n = g->n_objects;
    uint32_t at = 0;
    g->n_sections = graph_chance(random, 70)   ? 1
                    : graph_chance(random, 80) ? 2 + graph_below(random, 3)
                                               : 5 + graph_below(random, 12);
    g->n_plain = n + 1 + n / 3;
    g->n_labels = g->n_plain + 2 + n / 20;
    g->objects = graph_zeroed(n, sizeof(graph_object));
    for (uint32_t section = 0; section < g->n_sections; section++) {
        uint32_t left = section + 1 == g->n_sections ? n - at : graph_below(random, n - at + 1);
        for (uint32_t label = 0; label < g->n_plain; label++) {
            if (graph_below(random, g->n_plain - label) < left) {
                g->objects[at].section = section;
                g->objects[at].label = label;
                g->objects[at].type = graph_below(random, g->n_types);
                g->objects[at].size = choose_size(random);
                at++;
                left--;
            }
        }
    }
}

/* Sets the ranges of the reference lists: each edge counts for the object that its tail stands for.
 */
static void choose_ranges(graph *g, const edges *e, const uint32_t *place)
{
    uint32_t at = 0;
    for (size_t i = 0; i < e->n; i++) {
        g->objects[place[e->from[i]]].n_references++;
    }
    for (uint32_t v = 0; v < g->n_objects; v++) {
        g->objects[v].first = at;
        at += g->objects[v].n_references;
    }
    g->n_references = at;
    g->references = graph_alloc(at, sizeof(uint32_t));
}

/* Distributes the edges to the reference lists, and releases them; `dangling` of a hundred lead to
 * any label. `place`: the object of each vertex. */
static void distribute(graph *g, edges *e, const uint32_t *place, uint64_t *random,
                       uint32_t dangling)
{
    uint32_t *filled = graph_zeroed(g->n_objects, sizeof(uint32_t));
    choose_ranges(g, e, place);
    for (size_t i = 0; i < e->n; i++) {
        const uint32_t from = place[e->from[i]], to = place[e->to[i]];
        g->references[g->objects[from].first + filled[from]++] =
            graph_chance(random, dangling) ? graph_below(random, g->n_labels)
                                           : g->objects[to].label;
    }
    free(filled);
    free(e->from);
    free(e->to);
}

/* Vertices are objects in a random order. */
static void choose_references(graph *g, uint64_t *random)
{
    const uint32_t dangling = graph_chance(random, 30) ? 8 : 0;
    uint32_t *place = graph_alloc(g->n_objects, sizeof(uint32_t));
    edges e;
    memset(&e, 0, sizeof e);
    e.n_vertices = g->n_objects;
    e.random = graph_next(random);
    make_edges(&e);
    for (uint32_t v = 0; v < g->n_objects; v++) {
        place[v] = v;
    }
    if (graph_chance(random, 60)) {
        permute(random, place, g->n_objects);
    }
    distribute(g, &e, place, random, dangling);
    free(place);
}

static void choose_root(graph *g, uint64_t *random, graph_root *root, bool loose)
{
    static const uint32_t odd_kinds[] = {6, 7, 0x7f, 0x10};
    static const uint32_t flags[] = {1, 4, 5, 8, 9, 0x20, 2, 3};
    root->section = graph_below(random, g->n_sections);
    root->label = graph_below(random, g->n_labels);
    if (!(loose && graph_chance(random, 20)) && g->n_objects != 0) {
        const graph_object *object = &g->objects[graph_below(random, g->n_objects)];
        root->section = object->section;
        root->label = object->label;
    }
    root->kind = loose && graph_chance(random, 10) ? odd_kinds[graph_below(random, 4)]
                                                   : graph_below(random, 6);
    root->flags = graph_chance(random, 50) ? 0 : flags[graph_below(random, loose ? 8 : 3)];
    root->container = (root->kind == 4) != (loose && graph_chance(random, 3))
                          ? graph_below(random, g->n_types)
                          : GRAPH_NONE;
}

/* Makes roots: none, a few, or as many as objects; sometimes several for one object. */
static void choose_roots(graph *g, uint64_t *random)
{
    const bool loose = graph_chance(random, 50);
    g->n_roots = graph_chance(random, 50)   ? 1 + graph_below(random, 2)
                 : graph_chance(random, 80) ? graph_below(random, 2 + g->n_objects / 4)
                                            : graph_below(random, 2 + g->n_objects);
    g->roots = graph_zeroed(g->n_roots, sizeof(graph_root));
    for (uint32_t i = 0; i < g->n_roots; i++) {
        choose_root(g, random, &g->roots[i], loose);
        if (i != 0 && graph_chance(random, 20)) {
            const graph_root *other = &g->roots[graph_below(random, i)];
            g->roots[i].section = other->section;
            g->roots[i].label = other->label;
            if (graph_chance(random, 20)) {
                g->roots[i] = *other;
            }
        }
    }
}

/* Adds a duplicate record of an object, directly after it or at the end, with different contents.
 */
static void add_duplicate(graph *g, uint64_t *random)
{
    const uint32_t of = graph_below(random, g->n_objects);
    const uint32_t at = graph_chance(random, 50) ? of + 1 : g->n_objects;
    graph_object *objects = graph_alloc(g->n_objects + 1u, sizeof(graph_object));
    memcpy(objects, g->objects, at * sizeof(graph_object));
    objects[at] = g->objects[graph_below(random, g->n_objects)];
    objects[at].section = g->objects[of].section;
    objects[at].label = g->objects[of].label;
    objects[at].size = choose_size(random);
    if (!g->types[objects[at].type].recorded) {
        objects[at].type = 0;
    }
    if (at != g->n_objects) {
        memcpy(objects + at + 1, g->objects + at, (g->n_objects - at) * sizeof(graph_object));
    }
    free(g->objects);
    g->objects = objects;
    g->n_objects++;
}

void graph_random(graph *g, uint64_t seed, uint32_t n)
{
    uint64_t random = seed;
    memset(g, 0, sizeof *g);
    g->seed = seed;
    g->n_objects = n;
    choose_types(g, &random);
    choose_objects(g, &random);
    choose_references(g, &random);
    choose_roots(g, &random);
    g->ends = !graph_chance(&random, 10);
    g->closes = !graph_chance(&random, 10);
    g->ends_as_open = !graph_chance(&random, 10);
    uint32_t duplicates =
        n != 0 && graph_chance(&random, 20) ? 1 + graph_below(&random, 1 + n / 8) : 0;
    for (; duplicates != 0; duplicates--) {
        add_duplicate(g, &random);
    }
}

/* Adds the edges of graph_shelves(): from 0 to two holders, from these to shelves, the second by
 * way of one more object, and from the shelves to all others. */
static void add_shelves(edges *e)
{
    static const uint32_t fixed[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {4, 5}};
    enum { ITEMS = 6 };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        add_edge(e, fixed[i][0], fixed[i][1]);
    }
    for (uint32_t i = ITEMS; i < e->n_vertices; i++) {
        if (graph_chance(&e->random, 40)) {
            add_edge(e, 3, i);
        }
        if (graph_chance(&e->random, 80)) {
            add_edge(e, 5, i);
        }
    }
    add_random(e, graph_below(&e->random, 4));
}

void graph_shelves(graph *g, uint64_t seed, uint32_t n)
{
    uint64_t random = seed;
    edges e;
    uint32_t *place = graph_alloc(n, sizeof *place);
    memset(g, 0, sizeof *g);
    memset(&e, 0, sizeof e);
    g->seed = seed;
    g->ends = g->closes = g->ends_as_open = true;
    g->n_sections = 1;
    g->n_objects = g->n_labels = g->n_plain = e.n_vertices = n;
    g->n_types = 7;
    g->types = graph_zeroed(g->n_types, sizeof(graph_type));
    g->objects = graph_zeroed(n, sizeof(graph_object));
    for (uint32_t i = 0; i < g->n_types; i++) {
        g->types[i].name = graph_below(&random, 40);
        g->types[i].recorded = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        g->objects[i] = (graph_object){.label = i,
                                       .type = i < g->n_types ? i : g->n_types - 1,
                                       .size = 1 + graph_below(&random, 100)};
        place[i] = i;
    }
    e.random = graph_next(&random);
    add_shelves(&e);
    distribute(g, &e, place, &random, 0);
    g->n_roots = 1;
    g->roots = graph_zeroed(1, sizeof *g->roots);
    choose_root(g, &random, &g->roots[0], false);
    g->roots[0].label = 0;
    free(place);
}

graph graph_changed(const graph *g, uint64_t seed)
{
    graph out = graph_copy(g);
    uint64_t random = seed;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out.n_objects; i++) {
        if (graph_chance(&random, 40)) {
            out.objects[i].size = graph_below(&random, 200);
        }
    }
    for (uint32_t i = 0; i < out.n_references; i++) {
        if (graph_chance(&random, 15)) {
            out.references[i] = graph_below(&random, g->n_labels);
        }
    }
    for (uint32_t i = 0; i < out.n_roots; i++) {
        if (graph_chance(&random, 85)) {
            out.roots[kept++] = out.roots[i];
        }
    }
    out.n_roots = kept;
    return out;
}
