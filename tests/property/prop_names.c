/* Names on chains of random V8 heaps: every name that a step of merged chains has is that of each
 * reference to it, found by trying all edges; the names of single chains are those of edges between
 * these objects; and reports do not depend on the order of nodes in the file. */
#include "support/check.h"
#include "support/effort.h"
#include "support/graphs.h"
#include "support/loaded.h"
#include "support/reported.h"
#include "support/v8_writer.h"

#include "analysis/analyses.h"
#include "analysis/chains/merged_steps.h"
#include "base/error.h"
#include "heap/reference_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 14, EDGES = 60, NAME = 40, WAY = 600 };

/* A random heap: node 0 is the root, which refers to node 1. */
typedef struct model {
    v8_node nodes[NODES];
    v8_edge edges[EDGES];
    unsigned from[EDGES], n_edges;
} model;

static void make(model *m, uint64_t *random, bool numbers)
{
    static const char *const types[] = {"A", "B", "system / Context", "(array)"};
    static const char *const names[] = {"next", "a", "a b"};
    static const unsigned kinds[] = {V8_PROPERTY, V8_CONTEXT, V8_INTERNAL, V8_ELEMENT};
    const unsigned n_kinds = numbers ? 4 : 3;
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < NODES; i++) {
        m->nodes[i].type = i == 0 ? V8_SYNTHETIC : V8_OBJECT;
        m->nodes[i].name = i == 0 ? "" : types[check_below(random, 4)];
        m->nodes[i].id = 2 * i + 1;
        m->nodes[i].size = i == 0 ? 0 : 8 + check_below(random, 100);
    }
    const unsigned calm = (unsigned)check_below(random, 3); /* few names: many are equal */
    for (unsigned i = 0; i < NODES; i++) {
        const unsigned n = i == 0 ? 1 : (unsigned)check_below(random, 5);
        for (unsigned k = 0; k < n && m->n_edges < EDGES; k++) {
            v8_edge *edge = &m->edges[m->n_edges];
            edge->type = i == 0 ? V8_SHORTCUT : kinds[check_below(random, calm ? 1 : n_kinds)];
            edge->name = edge->type == V8_ELEMENT ? NULL : names[check_below(random, calm ? 1 : 3)];
            edge->to = i == 0 ? 1 : 1 + (unsigned)check_below(random, NODES - 1);
            m->from[m->n_edges++] = i;
            m->nodes[i].n_edges++;
        }
    }
}

static char *write_model(const model *m, size_t *size)
{
    v8_model form = {0};
    form.nodes = m->nodes;
    form.edges = m->edges;
    form.n_nodes = NODES;
    form.n_edges = m->n_edges;
    form.fields = 5;
    return v8_write(&form, size);
}

static void load(loaded *l, const model *m)
{
    gcv_load_options options = {0};
    size_t size;
    char *bytes = write_model(m, &size);
    options.with_fields = true;
    load_with(l, bytes, size, options);
    assert_int_equal(l->status, GCV_OK);
    free(bytes);
}

/* ---- the oracle ---------------------------------------------------------------------------- */

static unsigned node_of(const gcv_heap *heap, uint32_t object)
{
    return (unsigned)(gcv_heap_object_id(heap, object) - 1) / 2;
}

/* Writes the name of the edge between two objects that is shown: of the most telling kind, and of
 * several such the first by name. */
static void name_between(const model *m, unsigned from, unsigned to, char *out)
{
    static const char *const marks[][2] = {[V8_PROPERTY] = {".", ""},
                                           [V8_CONTEXT] = {"->", ""},
                                           [V8_ELEMENT] = {"[", "]"},
                                           [V8_INTERNAL] = {"{", "}"}};
    static const unsigned order[] = {V8_PROPERTY, V8_CONTEXT, V8_ELEMENT, V8_INTERNAL};
    const char *first = "~";
    *out = '\0';
    for (size_t k = 0; k < 4 && *out == '\0'; k++) {
        for (unsigned i = 0; i < m->n_edges; i++) {
            const v8_edge *edge = &m->edges[i];
            const char *name = edge->type == V8_ELEMENT ? "" : edge->name;
            if (m->from[i] != from || edge->to != to || edge->type != order[k] ||
                strcmp(name, first) >= 0) {
                continue;
            }
            first = name;
            if (edge->type == V8_ELEMENT) {
                (void)snprintf(out, NAME, "[%u]", i);
            } else if (edge->type == V8_PROPERTY && strchr(edge->name, ' ') != NULL) {
                (void)snprintf(out, NAME, "[\"%s\"]", edge->name);
            } else {
                (void)snprintf(out, NAME, "%s%s%s", marks[edge->type][0], edge->name,
                               marks[edge->type][1]);
            }
        }
    }
    assert_true(*out != '\0');
}

static const char *type_of(const model *m, const gcv_heap *heap, uint32_t object)
{
    return m->nodes[node_of(heap, object)].name;
}

/* Writes the types of the chain of an object, equal ones that follow each other once. */
static void way_of(const model *m, const gcv_heap *heap, const uint32_t *parent, uint32_t object,
                   char *out)
{
    const char *type = type_of(m, heap, object);
    *out = '\0';
    if (parent[object] < GCV_ROOTED) {
        way_of(m, heap, parent, parent[object], out);
        if (strcmp(type, type_of(m, heap, parent[object])) == 0) {
            return;
        }
    }
    (void)snprintf(out + strlen(out), WAY - strlen(out), "/%s", type);
}

/* Adds the name of one reference to what is known of all: empty: none so far; `*`: they differ. */
static void join(char *all, const char *name)
{
    if (*all == '\0') {
        strcpy(all, name);
    } else if (strcmp(all, name) != 0) {
        strcpy(all, "*");
    }
}

/* Finds what the names of a step have to be, from the chains of all objects of the targets' type.
 */
static uint64_t expect(const model *m, const gcv_heap *heap, const uint32_t *parent,
                       const uint8_t *on_chain, const char *way, char *into, char *along)
{
    char own[WAY], before[WAY], name[NAME];
    uint64_t objects = 0;
    *into = *along = '\0';
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        if (!on_chain[o]) {
            continue;
        }
        way_of(m, heap, parent, o, own);
        if (strcmp(own, way) != 0) {
            continue;
        }
        objects++;
        if (parent[o] < GCV_ROOTED) {
            way_of(m, heap, parent, parent[o], before);
            name_between(m, node_of(heap, parent[o]), node_of(heap, o), name);
            join(strcmp(before, own) == 0 ? along : into, name);
        }
    }
    return objects;
}

/* ---- merged chains -------------------------------------------------------------------------- */

static void check_name(gcv_context *ctx, const gcv_heap *heap, const gcv_common_name *name,
                       const char *expected)
{
    gcv_buffer text = {0};
    gcv_field field;
    const bool known = gcv_common_name_get(heap, name, &field);
    assert_int_equal(name->differs, strcmp(expected, "*") == 0);
    assert_int_equal(known, *expected != '\0' && strcmp(expected, "*") != 0);
    if (known) {
        gcv_field_append(ctx, &field, &text);
        assert_true(gcv_slice_is(gcv_buffer_slice(&text), expected));
        gcv_buffer_release(ctx, &text);
    }
}

static void write_way(const gcv_merged_steps *merged, uint32_t step, char *out)
{
    const gcv_step_key *key = gcv_merged_key(merged, step);
    const gcv_slice type = merged->heap->types.name[key->type];
    *out = '\0';
    if (key->previous != GCV_NONE) {
        write_way(merged, key->previous, out);
    }
    (void)snprintf(out + strlen(out), WAY - strlen(out), "/%.*s", (int)type.size, type.data);
}

static void check_step(const model *m, const gcv_merged_steps *merged, const uint8_t *on_chain,
                       uint32_t step)
{
    const gcv_heap *heap = merged->heap;
    const gcv_step_name *name = &merged->names[merged->steps.data[step].set];
    char way[WAY], into[NAME], along[NAME];
    write_way(merged, step, way);
    const uint64_t objects = expect(m, heap, merged->paths->parent, on_chain, way, into, along);
    assert_int_equal(merged->steps.data[step].objects, objects);
    check_name(merged->ctx, heap, &name->into, into);
    check_name(merged->ctx, heap, &name->along, along);
    uint64_t held = 0; /* by an object of the step */
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        char own[WAY], before[WAY];
        const uint32_t over = merged->paths->parent[o];
        if (on_chain[o] && over < GCV_ROOTED) {
            way_of(m, heap, merged->paths->parent, o, own);
            way_of(m, heap, merged->paths->parent, over, before);
            held += strcmp(own, way) == 0 && strcmp(before, way) == 0;
        }
    }
    assert_int_equal(gcv_step_is_run(heap, name, objects),
                     held > 0 && held + 1 == objects && *along != '*' && *along != '{');
}

static void check_merged(const model *m, loaded *l, const char *type)
{
    gcv_context *ctx = l->ctx;
    gcv_path_constraints any = {0};
    gcv_merged_steps merged = {0};
    gcv_u32_column targets = {NULL, 0, 0}, ends = {NULL, 0, 0};
    gcv_guard guard; /* frees all of it */
    uint8_t on_chain[NODES] = {0};
    gcv_guard_begin(ctx, &guard);
    gcv_root_set roots = gcv_root_set_of(ctx, l->heap, false, NULL);
    any.starts = &roots;
    any.target = GCV_NONE;
    gcv_constrained_paths paths = gcv_constrained_paths_find(ctx, l->heap, &any);
    for (uint32_t o = 0; o < l->heap->n_objects; o++) {
        if (paths.parent[o] != GCV_NONE && strcmp(type_of(m, l->heap, o), type) == 0) {
            gcv_u32_column_push(ctx, &targets, o);
            for (uint32_t at = o; at < GCV_ROOTED; at = paths.parent[at]) {
                on_chain[at] = 1;
            }
        }
    }
    gcv_merged_steps_find(ctx, l->heap, &paths, &roots, &targets, &merged);
    for (uint32_t step = 0; step < merged.steps.n; step++) {
        gcv_u32_column_push(ctx, &ends, step);
    }
    gcv_merged_steps_retained(&merged, &roots, ends.data, ends.n);
    for (uint32_t step = 0; step < merged.steps.n; step++) {
        check_step(m, &merged, on_chain, step);
    }
    gcv_blocks_free(ctx, &guard.mark);
    assert_int_equal(gcv_guard_end(ctx, &guard, NULL), GCV_OK);
}

static void names_of_merged_steps(NO_STATE)
{
    uint64_t random = 1;
    for (uint32_t round = 0; round < effort_rounds(2000); round++) {
        model m;
        loaded l;
        make(&m, &random, true);
        load(&l, &m);
        check_merged(&m, &l, "A");
        check_merged(&m, &l, "B");
        unload(&l);
    }
}

/* ---- single chains -------------------------------------------------------------------------- */

/* Gets a cell of a line of tsv, from 0. */
static void cell_of(const char *line, size_t at, char *out)
{
    for (; at > 0; at--) {
        line = strchr(line, '\t') + 1;
    }
    (void)snprintf(out, NAME, "%.*s", (int)strcspn(line, "\t\n"), line);
}

static void check_single(const model *m, const loaded *l, uint32_t object)
{
    char command[80], name[NAME], field[NAME], id[NAME];
    unsigned before = 0, node;
    (void)snprintf(command, sizeof command, "chains --object %" PRIu64,
                   gcv_heap_object_id(l->heap, object));
    char *text = reported_of(l->ctx, l->heap, command, NULL);
    for (char *line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        cell_of(line, 2, id);
        cell_of(line, 7, field);
        node = (unsigned)(strtoul(id, NULL, 10) - 1) / 2;
        if (before == 0) {
            assert_string_equal(field, "-");
        } else {
            name_between(m, before, node, name);
            assert_string_equal(field, name);
        }
        before = node;
    }
    free(text);
}

static void names_of_single_chains(NO_STATE)
{
    uint64_t random = 2;
    for (uint32_t round = 0; round < effort_rounds(100); round++) {
        model m;
        loaded l;
        make(&m, &random, true);
        load(&l, &m);
        for (uint32_t o = 0; o < l.heap->n_objects; o++) {
            check_single(&m, &l, o);
        }
        unload(&l);
    }
}

/* ---- the order of nodes --------------------------------------------------------------------- */

/* Writes the nodes in another order, with the root first; the edges of a node keep theirs. */
static void shuffle(const model *m, model *out, uint64_t *random)
{
    unsigned old[NODES], fresh[NODES];
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < NODES; i++) {
        old[i] = i;
    }
    for (unsigned i = NODES - 1; i > 1; i--) {
        const unsigned k = 1 + (unsigned)check_below(random, i), swapped = old[i];
        old[i] = old[k];
        old[k] = swapped;
    }
    for (unsigned i = 0; i < NODES; i++) {
        fresh[old[i]] = i;
        out->nodes[i] = m->nodes[old[i]];
    }
    for (unsigned i = 0; i < NODES; i++) {
        for (unsigned k = 0; k < m->n_edges; k++) {
            if (m->from[k] == old[i]) {
                out->from[out->n_edges] = i;
                out->edges[out->n_edges] = m->edges[k];
                out->edges[out->n_edges++].to = fresh[m->edges[k].to];
            }
        }
    }
}

static void order_of_nodes(NO_STATE)
{
    static const char *const lines[] = {"chains --type=A --limit 0",
                                        "chains --type=* --tree",
                                        "chains --type=B --limit 0 --format text",
                                        "suspects --min-share 0 --chains --format text",
                                        "suspects --min-share 0 --chains",
                                        "overview --format text"};
    uint64_t random = 3;
    for (uint32_t round = 0; round < effort_rounds(200); round++) {
        model m, other;
        loaded a, b;
        make(&m, &random, false);
        shuffle(&m, &other, &random);
        load(&a, &m);
        load(&b, &other);
        for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
            char *x = reported_of(a.ctx, a.heap, lines[i], NULL);
            char *y = reported_of(b.ctx, b.heap, lines[i], NULL);
            assert_string_equal(x, y);
            free(x);
            free(y);
        }
        unload(&a);
        unload(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_of_merged_steps),
                                       cmocka_unit_test(names_of_single_chains),
                                       cmocka_unit_test(order_of_nodes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
