#include "graphs.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- memory and random numbers -------------------------------------------------------------- */

void *graph_alloc(size_t count, size_t element)
{
    void *block = malloc(count == 0 ? element : count * element);
    if (block == NULL) {
        fputs("out of memory in a test\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

void *graph_zeroed(size_t count, size_t element)
{
    void *block = graph_alloc(count, element);
    memset(block, 0, count == 0 ? element : count * element);
    return block;
}

static void *copy_of(const void *from, size_t count, size_t element)
{
    void *block = graph_alloc(count, element);
    if (count != 0) {
        memcpy(block, from, count * element);
    }
    return block;
}

/* The finaliser of splitmix64: one to one, so different keys stay different. */
static uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t graph_next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return scramble(*state);
}

uint32_t graph_below(uint64_t *state, uint32_t bound)
{
    return bound == 0 ? 0 : (uint32_t)((graph_next(state) >> 11) % bound);
}

bool graph_chance(uint64_t *state, uint32_t percent) { return graph_below(state, 100) < percent; }

uint64_t graph_mix(uint64_t a, uint64_t b)
{
    return scramble(scramble(a + UINT64_C(0x9e3779b97f4a7c15)) ^ b);
}

bool graph_fails(char why[GRAPH_WHY_MAX], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, GRAPH_WHY_MAX, format, args);
    va_end(args);
    return false;
}

/* ---- shapes: edges between vertices 0 … n - 1 ------------------------------------------------ */

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
    uint32_t i;
    for (i = 0; i < count && e->n_vertices != 0; i++) {
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
    uint32_t i;
    for (i = 0; i < e->n_vertices * 5 / 2 && e->n_vertices > 1; i++) {
        const uint32_t from = graph_below(&e->random, e->n_vertices - 1);
        add_edge(e, from, from + 1 + graph_below(&e->random, e->n_vertices - 1 - from));
    }
}

static void shape_cycle(edges *e)
{
    uint32_t i;
    for (i = 0; i < e->n_vertices; i++) {
        add_edge(e, i, (i + 1) % e->n_vertices);
    }
    add_random(e, e->n_vertices / 8);
}

static void shape_components(edges *e)
{
    const uint32_t n = e->n_vertices, block = n / 5 + 1;
    uint32_t i;
    for (i = 0; i < n * 2; i++) {
        const uint32_t from = any_vertex(e), start = from / block * block;
        const uint32_t room = n - start < block ? n - start : block;
        add_edge(e, from, start + graph_below(&e->random, room));
    }
}

/* Doubly linked; the last vertex is the list object that knows the first and perhaps the last node.
 */
static void shape_list(edges *e)
{
    const uint32_t n = e->n_vertices;
    const bool knows_last = graph_chance(&e->random, 50);
    uint32_t i;
    for (i = 0; i + 2 < n; i++) {
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
    uint32_t i;
    for (i = 1; i < e->n_vertices; i++) {
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
    uint32_t i;
    for (i = 0; i + 2 < e->n_vertices; i++) {
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
    uint32_t i;
    for (i = 1; i < e->n_vertices; i++) {
        add_edge(e, i, 0);
        if (graph_chance(&e->random, 60)) {
            add_edge(e, 0, i);
        }
    }
    add_random(e, e->n_vertices / 6);
}

/* Nested branches that join again, as in a flow graph: dominators sit at different depths. */
static void shape_diamonds(edges *e)
{
    const uint32_t n = e->n_vertices;
    uint32_t i;
    for (i = 0; i + 3 < n; i += 3) {
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

/* A spine in one direction, long jumps in both: semidominators differ from dominators. */
static void shape_spine(edges *e)
{
    const uint32_t n = e->n_vertices;
    uint32_t i;
    for (i = 0; i + 1 < n; i++) {
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
    uint32_t i;
    for (i = n; i > 1; i--) {
        const uint32_t other = graph_below(random, i), kept = items[i - 1];
        items[i - 1] = items[other];
        items[other] = kept;
    }
}

/* Edges of one or two shapes, with some references repeated and some to themselves. */
static void make_edges(edges *e)
{
    const uint32_t n_shapes = sizeof shapes / sizeof shapes[0];
    const uint32_t repeats = graph_chance(&e->random, 40) ? 10 : 0;
    const uint32_t loops = graph_chance(&e->random, 40) ? 10 : 0;
    size_t i, n;
    shapes[graph_below(&e->random, n_shapes)](e);
    if (graph_chance(&e->random, 15)) {
        shapes[graph_below(&e->random, n_shapes)](e);
    }
    n = e->n;
    for (i = 0; i < n; i++) {
        if (graph_chance(&e->random, repeats)) {
            add_edge(e, e->from[i], e->to[i]);
        }
        if (graph_chance(&e->random, loops)) {
            add_edge(e, e->from[i], e->from[i]);
        }
    }
}

/* ---- random heaps --------------------------------------------------------------------------- */

static void choose_types(graph *g, uint64_t *random)
{
    const bool shared = graph_chance(random, 25), unknown = graph_chance(random, 25);
    uint32_t i;
    g->n_types = graph_chance(random, 50)   ? 1 + graph_below(random, 4)
                 : graph_chance(random, 50) ? 1 + g->n_objects / 2
                                            : 1 + g->n_objects;
    g->n_types = g->n_types < 600 ? g->n_types : 600;
    g->types = graph_zeroed(g->n_types, sizeof(graph_type));
    for (i = 0; i < g->n_types; i++) {
        g->types[i].name = shared ? graph_below(random, g->n_types) : i;
        g->types[i].recorded = i == 0 || !unknown || graph_chance(random, 70);
    }
}

static uint64_t choose_size(uint64_t *random)
{
    /* The last sizes of 32 bits and the first above them may be kept in another way. */
    static const uint64_t edges_of_32_bits[] = {0xfffffffe, 0xffffffff, UINT64_C(0x100000000)};
    if (graph_chance(random, 10)) {
        return graph_chance(random, 80) ? 0 : edges_of_32_bits[graph_below(random, 3)];
    }
    return graph_chance(random, 4) ? graph_next(random) >> 24 : 1 + graph_below(random, 5000);
}

/* Objects by section, then by label. In each section they have an arbitrary ascending choice of the
 * labels, so sections share some of them and some are nobody's. */
static void choose_objects(graph *g, uint64_t *random)
{
    const uint32_t n = g->n_objects;
    uint32_t section, at = 0, label;
    g->n_sections = graph_chance(random, 70)   ? 1
                    : graph_chance(random, 80) ? 2 + graph_below(random, 3)
                                               : 5 + graph_below(random, 12);
    g->n_plain = n + 1 + n / 3;
    g->n_labels = g->n_plain + 2 + n / 20;
    g->objects = graph_zeroed(n, sizeof(graph_object));
    for (section = 0; section < g->n_sections; section++) {
        uint32_t left = section + 1 == g->n_sections ? n - at : graph_below(random, n - at + 1);
        for (label = 0; label < g->n_plain; label++) {
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

/* Ranges of the reference lists: each edge counts for the object that its tail stands for. */
static void choose_ranges(graph *g, const edges *e, const uint32_t *place)
{
    size_t i;
    uint32_t v, at = 0;
    for (i = 0; i < e->n; i++) {
        g->objects[place[e->from[i]]].n_references++;
    }
    for (v = 0; v < g->n_objects; v++) {
        g->objects[v].first = at;
        at += g->objects[v].n_references;
    }
    g->n_references = at;
    g->references = graph_alloc(at, sizeof(uint32_t));
}

/* Puts the edges, whose vertices are objects in a random order, into the objects' reference lists.
 */
static void choose_references(graph *g, uint64_t *random)
{
    const uint32_t dangling = graph_chance(random, 30) ? 8 : 0;
    uint32_t *place = graph_alloc(g->n_objects, sizeof(uint32_t));
    uint32_t *filled = graph_zeroed(g->n_objects, sizeof(uint32_t));
    edges e;
    size_t i;
    uint32_t v;
    memset(&e, 0, sizeof e);
    e.n_vertices = g->n_objects;
    e.random = graph_next(random);
    make_edges(&e);
    for (v = 0; v < g->n_objects; v++) {
        place[v] = v;
    }
    if (graph_chance(random, 60)) {
        permute(random, place, g->n_objects);
    }
    choose_ranges(g, &e, place);
    for (i = 0; i < e.n; i++) {
        const uint32_t from = place[e.from[i]], to = place[e.to[i]];
        g->references[g->objects[from].first + filled[from]++] =
            graph_chance(random, dangling) ? graph_below(random, g->n_labels)
                                           : g->objects[to].label;
    }
    free(place);
    free(filled);
    free(e.from);
    free(e.to);
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

/* From none over a few to as many as there are objects; now and then several for one object. */
static void choose_roots(graph *g, uint64_t *random)
{
    const bool loose = graph_chance(random, 50);
    uint32_t i;
    g->n_roots = graph_chance(random, 50)   ? 1 + graph_below(random, 2)
                 : graph_chance(random, 80) ? graph_below(random, 2 + g->n_objects / 4)
                                            : graph_below(random, 2 + g->n_objects);
    g->roots = graph_zeroed(g->n_roots, sizeof(graph_root));
    for (i = 0; i < g->n_roots; i++) {
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

/* A later record of the id of an object, right behind it or at the end, with other contents. */
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
    uint32_t duplicates;
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
    duplicates = n != 0 && graph_chance(&random, 20) ? 1 + graph_below(&random, 1 + n / 8) : 0;
    for (; duplicates != 0; duplicates--) {
        add_duplicate(g, &random);
    }
}

void graph_release(graph *g)
{
    free(g->objects);
    free(g->references);
    free(g->roots);
    free(g->types);
    memset(g, 0, sizeof *g);
}

/* ---- all small heaps ------------------------------------------------------------------------ */

static void small_references(graph *g, bool loops, uint32_t edges_set)
{
    uint32_t i, j, bit = 0;
    for (i = 0; i < g->n_objects; i++) {
        g->objects[i].first = g->n_references;
        for (j = 0; j < g->n_objects; j++) {
            if ((loops || i != j) && (edges_set >> bit++ & 1) != 0) {
                g->references[g->n_references++] = j;
            }
        }
        g->objects[i].n_references = g->n_references - g->objects[i].first;
    }
}

void graph_small(graph *g, uint32_t n, bool loops, uint32_t edges_set, uint32_t rooted)
{
    static const uint32_t kinds[] = {4, 3, 1, 2, 0, 5, 6, 4};
    uint32_t i;
    memset(g, 0, sizeof *g);
    g->seed = graph_mix(edges_set, rooted * 8u + n);
    g->n_labels = g->n_plain = n + 1;
    g->n_objects = n;
    g->n_sections = n == 4 && g->seed % 5 == 0 ? 2 : 1;
    g->n_types = 3;
    g->types = graph_zeroed(g->n_types, sizeof(graph_type));
    g->objects = graph_zeroed(n, sizeof(graph_object));
    g->references = graph_alloc((size_t)n * n, sizeof(uint32_t));
    g->roots = graph_zeroed(n, sizeof(graph_root));
    g->ends = g->closes = g->ends_as_open = true;
    for (i = 0; i < g->n_types; i++) {
        g->types[i].name = i;
        g->types[i].recorded = true;
    }
    for (i = 0; i < n; i++) {
        g->objects[i].section = i * g->n_sections / 4;
        g->objects[i].label = i;
        g->objects[i].type = (uint32_t)(g->seed >> (8 + 2 * i) & 3) % g->n_types;
        g->objects[i].size = UINT64_C(1) << i;
        if ((rooted >> i & 1) != 0) {
            g->roots[g->n_roots].section = g->objects[i].section;
            g->roots[g->n_roots].label = i;
            g->roots[g->n_roots].kind = kinds[g->seed >> (20 + 3 * i) & 7];
            g->roots[g->n_roots++].container = GRAPH_NONE;
        }
    }
    small_references(g, loops, edges_set);
}

/* ---- styles --------------------------------------------------------------------------------- */

graph_style graph_style_plain(void)
{
    graph_style style;
    memset(&style, 0, sizeof style);
    return style;
}

graph_style graph_style_random(uint64_t seed)
{
    graph_style style = graph_style_plain();
    uint64_t random = seed;
    style.seed = seed;
    style.ids = graph_chance(&random, 25) ? GRAPH_IDS_BLOCKS
                                          : (graph_ids)graph_below(&random, GRAPH_IDS_KINDS);
    style.encoding =
        graph_chance(&random, 80) ? GRAPH_UTF8 : (graph_encoding)graph_below(&random, 4);
    style.shuffled = graph_chance(&random, 50);
    style.early = graph_chance(&random, 10);
    style.renumbered = graph_chance(&random, 50);
    style.retyped = graph_chance(&random, 10);
    style.untimed = graph_chance(&random, 10);
    style.upper = graph_chance(&random, 20);
    style.prefixed = graph_chance(&random, 10);
    style.crlf = graph_chance(&random, 20);
    style.untidy = graph_chance(&random, 10);
    style.last_cut = graph_chance(&random, 20);
    style.garbage = graph_chance(&random, 10) ? 1 + graph_below(&random, 8) : 0;
    return style;
}

/* Some blocks with room between them, each in steps of one width: what real heaps are like. */
static uint64_t block_id(const graph *g, uint64_t seed, uint32_t label)
{
    static const uint64_t steps[] = {1, 8, 24, 520},
                          gaps[] = {0x100, 0x90008, 0x2000000, 0x1000000000};
    static const uint32_t blocks[] = {1, 2, 8, 16};
    const uint64_t step = steps[seed & 3], gap = gaps[seed >> 2 & 3];
    const uint32_t length = g->n_plain / blocks[seed >> 4 & 3] + 1;
    return 0x24b0000 + label / length * (length * step + 16 + gap) + label % length * step +
           (step > 8 ? (graph_mix(seed, label) & 1) * 8 : 0);
}

static uint64_t uneven_id(uint64_t seed, uint32_t label)
{
    static const uint64_t steps[] = {1, 8, 16, 0x100000, UINT64_C(0x200000004)};
    const uint32_t group = label / 16, within = label % 16;
    return (UINT64_C(1) + group) * UINT64_C(0x10000000001) +
           within * steps[graph_mix(seed, group) % 5];
}

static uint64_t plain_id(const graph *g, const graph_style *style, uint32_t label)
{
    switch (style->ids) {
    case GRAPH_IDS_ZERO:
        return label;
    case GRAPH_IDS_BYTES:
        return UINT64_MAX - (g->n_plain - 1 - label);
    case GRAPH_IDS_SEGMENTS:
        return (UINT64_C(1) + label / 37) * UINT64_C(0x700000000) + label % 37 * UINT64_C(24) +
               (graph_mix(style->seed, label) & 1) * 8;
    case GRAPH_IDS_UNEVEN:
        return uneven_id(style->seed, label);
    case GRAPH_IDS_BLOCKS:
        return block_id(g, style->seed, label);
    case GRAPH_IDS_DESCENDING:
        return UINT64_C(0x7fff00000000) - label * UINT64_C(24);
    case GRAPH_IDS_RANDOM:
        return scramble(style->seed + label * UINT64_C(0x9e3779b97f4a7c15));
    case GRAPH_IDS_DENSE:
    case GRAPH_IDS_KINDS:
    default:
        return UINT64_C(1) + label;
    }
}

/* An id of no object is that of another label, a little off it if ids are multiples of 8, or far.
 */
uint64_t graph_id(const graph *g, const graph_style *style, uint32_t label)
{
    const uint64_t chosen = graph_mix(style->seed, label);
    const uint32_t other = (uint32_t)(chosen % g->n_plain);
    const bool aligned = style->ids == GRAPH_IDS_SEGMENTS || style->ids == GRAPH_IDS_DESCENDING ||
                         (style->ids == GRAPH_IDS_BLOCKS && (style->seed & 3) != 0);
    if (label < g->n_plain) {
        return plain_id(g, style, label);
    }
    if (aligned && (chosen >> 40 & 3) != 0) {
        return plain_id(g, style, other) + 1 + (chosen >> 44) % 7;
    }
    if (style->ids == GRAPH_IDS_UNEVEN) { /* far from all groups */
        return plain_id(g, style, other) + (UINT64_C(1) << (56 + (chosen >> 50) % 7));
    }
    return plain_id(g, style, other) + (UINT64_C(1) << (30 + (chosen >> 50) % 33));
}

uint64_t graph_type_id(const graph_style *style, uint32_t section, uint32_t type)
{
    const uint64_t scatter = graph_mix(style->seed, section);
    if (!style->renumbered) {
        return UINT64_C(1) + type;
    }
    if ((scatter >> 50 & 1) != 0) { /* in pairs that agree in the low half */
        return (((type / 2 + (scatter & 0xffff)) & 0xffff) ^ (scatter >> 16 & 0xffffff)) +
               ((uint64_t)(type & 1) << 40);
    }
    return ((type + (scatter & 0xffff)) & 0xffff) ^ (scatter >> 16 & 0xffffff);
}

static size_t hex_digits(uint64_t value, bool upper, char digits[17])
{
    const char *alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    size_t n = 1, i;
    while (n < 16 && value >> (4 * n) != 0) {
        n++;
    }
    for (i = 0; i < n; i++) {
        digits[i] = alphabet[value >> (4 * (n - 1 - i)) & 15];
    }
    digits[n] = '\0';
    return n;
}

size_t graph_type_name(const graph *g, const graph_style *style, uint32_t section, uint32_t type,
                       char name[GRAPH_NAME_MAX])
{
    static const char *const before[] = {"T",
                                         "Acme.Cache<System.String, Acme.K",
                                         "System.Byte[]",
                                         "a b  c ",
                                         "\xc3\x89t\xe2\x82\xac",
                                         "t",
                                         "T"};
    static const char *const after[] = {"", ">", "", "", "", "[,]", "+<>c"};
    const uint32_t number = g->types[type].name;
    char digits[17];
    int size;
    if (g->types[type].recorded) {
        size = snprintf(name, GRAPH_NAME_MAX, "%s%" PRIu32 "%s", before[number % 7], number,
                        after[number % 7]);
    } else {
        hex_digits(graph_type_id(style, section, type), false, digits);
        size = snprintf(name, GRAPH_NAME_MAX, "<unknown type %s>", digits);
    }
    return (size_t)size;
}

void graph_domain_name(uint32_t section, char name[GRAPH_NAME_MAX])
{
    static const char *const forms[] = {"Shop.exe", "Plug in host.exe", "Zwei\xc3\xa4", "cafe"};
    if (section < 4) {
        snprintf(name, GRAPH_NAME_MAX, "%s", forms[section]);
    } else {
        snprintf(name, GRAPH_NAME_MAX, "Domain%" PRIu32 ".exe", section);
    }
}

uint64_t graph_started(uint32_t section)
{
    return UINT64_C(0x763f9d2) + section * UINT64_C(0x1000);
}

uint64_t graph_ended(uint32_t section) { return graph_started(section) + 0x1ed; }

/* ---- printing ------------------------------------------------------------------------------- */

void graph_put(graph_text *text, const char *bytes, size_t size)
{
    if (size > text->cap - text->size) {
        const size_t cap = (text->cap + size) * 2 + 256;
        char *grown = graph_alloc(cap, 1);
        if (text->size != 0) {
            memcpy(grown, text->data, text->size);
        }
        free(text->data);
        text->data = grown;
        text->cap = cap;
    }
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
}

void graph_puts(graph_text *text, const char *string) { graph_put(text, string, strlen(string)); }

void graph_put_hex(graph_text *text, uint64_t value)
{
    char digits[17];
    graph_put(text, digits, hex_digits(value, false, digits));
}

void graph_text_release(graph_text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

typedef struct printer {
    const graph *g;
    const graph_style *style;
    graph_text *out;
    uint64_t random;
} printer;

static void separator(printer *p)
{
    static const char *const some[] = {" ", " ", "\t", "  ", " \t "};
    graph_puts(p->out, p->style->untidy ? some[graph_below(&p->random, 5)] : " ");
}

static void number(printer *p, uint64_t value)
{
    char digits[17];
    const size_t n = hex_digits(value, p->style->upper, digits);
    separator(p);
    if (p->style->prefixed) {
        graph_puts(p->out, "0x");
    }
    graph_put(p->out, digits, n);
}

static void line_end(printer *p)
{
    const char *end = p->style->crlf ? "\r\n" : "\n";
    if (p->style->untidy && graph_chance(&p->random, 20)) {
        graph_puts(p->out, graph_chance(&p->random, 50) ? " \t" : "  ");
    }
    graph_puts(p->out, end);
    if (p->style->untidy && graph_chance(&p->random, 10)) {
        graph_puts(p->out, graph_chance(&p->random, 50) ? " " : "");
        graph_puts(p->out, end);
    }
}

static void print_type(printer *p, uint32_t section, uint32_t type)
{
    char name[GRAPH_NAME_MAX];
    const size_t size = graph_type_name(p->g, p->style, section, type, name);
    graph_puts(p->out, "t");
    number(p, graph_type_id(p->style, section, type));
    separator(p);
    graph_put(p->out, name, size);
    line_end(p);
}

static void print_object(printer *p, const graph_object *object)
{
    uint32_t i;
    graph_puts(p->out, "o");
    number(p, graph_id(p->g, p->style, object->label));
    number(p, graph_type_id(p->style, object->section, object->type));
    number(p, object->size);
    for (i = 0; i < object->n_references; i++) {
        number(p, graph_id(p->g, p->style, p->g->references[object->first + i]));
    }
    line_end(p);
}

static void print_root(printer *p, const graph_root *root)
{
    graph_puts(p->out, "r");
    number(p, graph_id(p->g, p->style, root->label));
    number(p, root->kind);
    number(p, root->flags);
    if (root->container != GRAPH_NONE) {
        number(p, graph_type_id(p->style, root->section, root->container));
    }
    line_end(p);
}

static void print_garbage(printer *p)
{
    static const char *const lines[] = {"o 5",
                                        "o 5 1",
                                        "r 5",
                                        "t 5",
                                        "x 1 2",
                                        "o 1g 1 8",
                                        "o 1 1 8 2 -3",
                                        "r 1 4 0 zz",
                                        "hello",
                                        "o",
                                        "r 1 0 +",
                                        "t zz A",
                                        "O 1 1 8",
                                        "oo 1 1 8",
                                        "r 1 q 0",
                                        "o 11112222333344445 1 8",
                                        "o 1 1 11112222333344445"};
    graph_puts(p->out, lines[graph_below(&p->random, sizeof lines / sizeof lines[0])]);
    line_end(p);
}

static void print_boundary(printer *p, uint32_t section, bool opens)
{
    char name[GRAPH_NAME_MAX], digits[17];
    graph_domain_name(section, name);
    graph_puts(p->out, opens ? "a" : "c");
    separator(p);
    if (opens) {
        graph_puts(p->out, "2");
        separator(p);
    } else if (!p->g->ends_as_open) {
        graph_puts(p->out, "Not");
    }
    graph_puts(p->out, name);
    if (!p->style->untimed) {
        separator(p);
        hex_digits(opens ? graph_started(section) : graph_ended(section), p->style->upper, digits);
        graph_puts(p->out, digits);
    }
    line_end(p);
}

/* A record of a section: a type, an object, a root or a malformed line. */
typedef struct record {
    char letter;
    uint32_t index;
} record;

static uint32_t list_records(const printer *p, uint32_t section, record *records)
{
    const graph *g = p->g;
    uint32_t i, n = 0;
    for (i = 0; i < g->n_types; i++) {
        if (g->types[i].recorded) {
            records[n].letter = 't';
            records[n++].index = i;
        }
    }
    for (i = 0; i < g->n_objects; i++) {
        if (g->objects[i].section == section) {
            records[n].letter = 'o';
            records[n++].index = i;
        }
    }
    for (i = 0; i < g->n_roots; i++) {
        if (g->roots[i].section == section) {
            records[n].letter = 'r';
            records[n++].index = i;
        }
    }
    for (i = 0; i < p->style->garbage; i++) {
        records[n].letter = 'x';
        records[n++].index = i;
    }
    return n;
}

/* Any order, but records of the same object stay in the order of the model: the first one wins. */
static void shuffle_records(printer *p, record *records, uint32_t n)
{
    const graph_object *objects = p->g->objects;
    uint32_t i, j;
    for (i = n; i > 1; i--) {
        const uint32_t other = graph_below(&p->random, i);
        const record kept = records[i - 1];
        records[i - 1] = records[other];
        records[other] = kept;
    }
    for (i = 0; i < n; i++) {
        for (j = i + 1; records[i].letter == 'o' && j < n; j++) {
            if (records[j].letter == 'o' && records[j].index < records[i].index &&
                objects[records[j].index].label == objects[records[i].index].label) {
                const uint32_t kept = records[i].index;
                records[i].index = records[j].index;
                records[j].index = kept;
            }
        }
    }
}

static void print_record(printer *p, uint32_t section, const record *r)
{
    if (r->letter == 't') {
        print_type(p, section, r->index);
    } else if (r->letter == 'o') {
        print_object(p, &p->g->objects[r->index]);
    } else if (r->letter == 'r') {
        print_root(p, &p->g->roots[r->index]);
    } else {
        print_garbage(p);
    }
}

bool graph_is_early(const graph *g, const graph_style *style, uint32_t section)
{
    return style->early && (section == 0 || g->closes);
}

bool graph_is_closed(const graph *g, uint32_t section)
{
    return section + 1 == g->n_sections ? g->ends : g->closes;
}

/* A section has at least one type record, so that there is one to come early. */
static void print_section(printer *p, uint32_t section, record *records)
{
    const uint32_t n = list_records(p, section, records);
    uint32_t i, early;
    if (p->style->shuffled) {
        shuffle_records(p, records, n);
    }
    for (early = 0; records[early].letter == 'x'; early++) {
    }
    if (!graph_is_early(p->g, p->style, section)) {
        early = n;
    } else {
        print_record(p, section, &records[early]);
    }
    print_boundary(p, section, true);
    for (i = 0; i < n; i++) {
        if (i != early) {
            print_record(p, section, &records[i]);
        }
    }
    if (p->style->retyped) {
        print_type(p, section, 0);
        graph_puts(p->out, "t");
        number(p, graph_type_id(p->style, section, 0));
        graph_puts(p->out, " Not T0");
        line_end(p);
    }
    if (graph_is_closed(p->g, section)) {
        print_boundary(p, section, false);
    }
}

static void put_unit(graph_text *out, uint32_t unit, bool little)
{
    const char low = (char)(unit & 0xff), high = (char)(unit >> 8 & 0xff);
    graph_put(out, little ? &low : &high, 1);
    graph_put(out, little ? &high : &low, 1);
}

/* UTF-8 of up to three bytes a character, which is all that names here have, to UTF-16. */
static void to_utf16(graph_text *text, bool little)
{
    graph_text out = {NULL, 0, 0};
    size_t at = 0;
    put_unit(&out, 0xfeff, little);
    while (at < text->size) {
        const unsigned char *s = (const unsigned char *)text->data + at;
        if (s[0] < 0x80) {
            put_unit(&out, s[0], little);
            at += 1;
        } else if (s[0] < 0xe0) {
            put_unit(&out, (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu), little);
            at += 2;
        } else {
            put_unit(&out, (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu), little);
            at += 3;
        }
    }
    graph_text_release(text);
    *text = out;
}

void graph_print(const graph *g, const graph_style *style, graph_text *out)
{
    const size_t most = (size_t)g->n_types + g->n_objects + g->n_roots + style->garbage;
    record *records = graph_alloc(most, sizeof(record));
    printer p;
    uint32_t section;
    p.g = g;
    p.style = style;
    p.out = out;
    p.random = style->seed;
    if (style->encoding == GRAPH_UTF8_MARK) {
        graph_puts(out, "\xef\xbb\xbf");
    }
    for (section = 0; section < g->n_sections; section++) {
        print_section(&p, section, records);
    }
    free(records);
    while (style->last_cut && out->size != 0 && strchr("\r\n", out->data[out->size - 1]) != NULL) {
        out->size--;
    }
    if (style->encoding == GRAPH_UTF16_LE || style->encoding == GRAPH_UTF16_BE) {
        to_utf16(out, style->encoding == GRAPH_UTF16_LE);
    }
}

/* ---- shrinking a heap that fails ------------------------------------------------------------- */

static graph graph_copy(const graph *g)
{
    graph copy = *g;
    copy.objects = copy_of(g->objects, g->n_objects, sizeof(graph_object));
    copy.references = copy_of(g->references, g->n_references, sizeof(uint32_t));
    copy.roots = copy_of(g->roots, g->n_roots, sizeof(graph_root));
    copy.types = copy_of(g->types, g->n_types, sizeof(graph_type));
    return copy;
}

static void drop_object(graph *g, uint32_t at)
{
    uint32_t i;
    for (i = at + 1; i < g->n_objects; i++) {
        g->objects[i - 1] = g->objects[i];
    }
    g->n_objects--;
}

static void drop_root(graph *g, uint32_t at)
{
    uint32_t i;
    for (i = at + 1; i < g->n_roots; i++) {
        g->roots[i - 1] = g->roots[i];
    }
    g->n_roots--;
}

/* Objects and roots of the type get the one below it. */
static bool drop_type(graph *g, uint32_t at)
{
    uint32_t i;
    if (at == 0) {
        return false;
    }
    for (i = 0; i < g->n_objects; i++) {
        g->objects[i].type -= g->objects[i].type >= at ? 1 : 0;
    }
    for (i = 0; i < g->n_roots; i++) {
        if (g->roots[i].container != GRAPH_NONE && g->roots[i].container >= at) {
            g->roots[i].container--;
        }
    }
    for (i = at + 1; i < g->n_types; i++) {
        g->types[i - 1] = g->types[i];
    }
    g->n_types--;
    return true;
}

/* Shortens the range of the record that has the reference. A duplicate may share the range, and
 * then loses another one, which does no harm. */
static bool drop_reference(graph *g, uint32_t at)
{
    uint32_t i;
    for (i = 0; i < g->n_objects; i++) {
        graph_object *object = &g->objects[i];
        const uint32_t end = object->first + object->n_references;
        if (at >= object->first && at < end) {
            for (; at + 1 < end; at++) {
                g->references[at] = g->references[at + 1];
            }
            object->n_references--;
            return true;
        }
    }
    return false;
}

/* How many numbers for parts there are; not all of them need be in use. */
static uint32_t parts_of(const graph *g)
{
    return g->n_types + g->n_objects + g->n_roots + g->n_references;
}

/* Takes one part out: types are counted first, then objects, roots and references. */
static bool drop_part(graph *g, uint32_t part)
{
    if (part < g->n_types) {
        return drop_type(g, part);
    }
    part -= g->n_types;
    if (part < g->n_objects) {
        drop_object(g, part);
        return true;
    }
    part -= g->n_objects;
    if (part < g->n_roots) {
        drop_root(g, part);
        return true;
    }
    return drop_reference(g, part - g->n_roots);
}

typedef struct failure {
    graph g;
    graph_style style;
    char why[GRAPH_WHY_MAX];
    clock_t until; /* no more attempts after this */
} failure;

static bool still_fails(failure *f, graph_property property, const graph *g,
                        const graph_style *style)
{
    char why[GRAPH_WHY_MAX] = "";
    if (clock() > f->until || property(g, style, why)) {
        return false;
    }
    memcpy(f->why, why, sizeof why);
    return true;
}

/* Takes out parts [part, part + n), from the last one on as numbers of later ones change. */
static bool drop_parts(graph *g, uint32_t part, uint32_t n)
{
    bool dropped = false;
    while (n-- > 0) {
        dropped = drop_part(g, part + n) || dropped;
    }
    return dropped;
}

/* One attempt at each run of `n` parts. True if that took anything out. */
static bool shrink_graph(failure *f, graph_property property, uint32_t n)
{
    uint32_t part = parts_of(&f->g);
    bool shrunk = false;
    while (part > 0) {
        const uint32_t taken = part < n ? part : n;
        graph smaller = graph_copy(&f->g);
        part -= taken;
        if (drop_parts(&smaller, part, taken) && still_fails(f, property, &smaller, &f->style)) {
            graph_release(&f->g);
            f->g = smaller;
            shrunk = true;
        } else {
            graph_release(&smaller);
        }
    }
    return shrunk;
}

/* Halves of what there is, quarters and so on; single parts until none can be spared. */
static void shrink(failure *f, graph_property property)
{
    uint32_t n = parts_of(&f->g) / 2;
    for (; n > 1; n /= 2) {
        (void)shrink_graph(f, property, n);
    }
    while (shrink_graph(f, property, 1)) {
    }
}

static void shrink_style(failure *f, graph_property property)
{
    int knob;
    for (knob = 0; knob < 13; knob++) {
        graph_style simpler = f->style;
        simpler.ids = knob == 0 ? GRAPH_IDS_DENSE : simpler.ids;
        simpler.encoding = knob == 1 ? GRAPH_UTF8 : simpler.encoding;
        simpler.shuffled = simpler.shuffled && knob != 2;
        simpler.renumbered = simpler.renumbered && knob != 3;
        simpler.upper = simpler.upper && knob != 4;
        simpler.prefixed = simpler.prefixed && knob != 5;
        simpler.crlf = simpler.crlf && knob != 6;
        simpler.untidy = simpler.untidy && knob != 7;
        simpler.last_cut = simpler.last_cut && knob != 8;
        simpler.garbage = knob == 9 ? 0 : simpler.garbage;
        simpler.early = simpler.early && knob != 10;
        simpler.retyped = simpler.retyped && knob != 11;
        simpler.untimed = simpler.untimed && knob != 12;
        if (still_fails(f, property, &f->g, &simpler)) {
            f->style = simpler;
        }
    }
}

static void print_failure(const failure *f, uint64_t seed)
{
    graph_style shown = f->style;
    graph_text text = {NULL, 0, 0};
    shown.encoding = GRAPH_UTF8;
    graph_print(&f->g, &shown, &text);
    fprintf(stderr, "seed %" PRIx64 ", style seed %" PRIx64 ": %s\n", seed, f->style.seed, f->why);
    fprintf(stderr,
            "ids %d encoding %d shuffled %d renumbered %d untidy %d garbage %" PRIu32
            "\n"
            "---- the log, shrunk ----\n",
            (int)f->style.ids, (int)f->style.encoding, f->style.shuffled, f->style.renumbered,
            f->style.untidy, f->style.garbage);
    fwrite(text.data, 1, text.size, stderr);
    fputs("---- end of the log ----\n", stderr);
    graph_text_release(&text);
}

static bool holds(graph_property property, const graph *g, const graph_style *style)
{
    failure f;
    f.why[0] = '\0';
    if (property(g, style, f.why)) {
        return true;
    }
    f.g = graph_copy(g);
    f.style = *style;
    f.until = clock() + 5 * CLOCKS_PER_SEC;
    shrink_style(&f, property);
    shrink(&f, property);
    print_failure(&f, g->seed);
    graph_release(&f.g);
    return false;
}

/* ---- driving -------------------------------------------------------------------------------- */

static bool holds_for_size(graph_property property, uint32_t n, bool loops)
{
    const uint32_t bits = loops ? n * n : n * (n - 1);
    uint32_t edges_set, rooted;
    for (edges_set = 0; edges_set < UINT32_C(1) << bits; edges_set++) {
        for (rooted = 0; rooted < UINT32_C(1) << n; rooted++) {
            graph_style style = graph_style_plain();
            graph g;
            bool good;
            graph_small(&g, n, loops, edges_set, rooted);
            style.seed = g.seed;
            style.ids = (graph_ids)((g.seed >> 40) % GRAPH_IDS_KINDS);
            style.shuffled = (g.seed >> 43 & 1) != 0;
            good = holds(property, &g, &style);
            graph_release(&g);
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

bool graph_holds_small(graph_property property)
{
    uint32_t n;
    for (n = 0; n <= 3; n++) {
        if (!holds_for_size(property, n, true)) {
            return false;
        }
    }
    return holds_for_size(property, 4, false);
}

bool graph_holds_random(graph_property property, uint64_t seed, uint32_t cases, uint32_t least,
                        uint32_t most)
{
    uint64_t random = seed;
    uint32_t i;
    for (i = 0; i < cases; i++) {
        const uint32_t n = least + graph_below(&random, most - least + 1);
        const graph_style style = graph_style_random(graph_next(&random));
        graph g;
        bool good;
        graph_random(&g, graph_next(&random), n);
        good = holds(property, &g, &style);
        graph_release(&g);
        if (!good) {
            return false;
        }
    }
    return true;
}
