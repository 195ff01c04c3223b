/* Plain objects of V8 snapshots are named by the rule of DevTools, applied literally to the texts
 * of all properties of each object. */
#include "support/check.h"
#include "support/effort.h"
#include "support/loaded.h"
#include "support/v8_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 3200, PROPERTIES = 6, NAMES = 20, LONGEST = 700 };

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

/* A name, and how it is written in a file and in a shape. */
static const struct {
    const char *text, *in_file, *in_shape;
    unsigned units; /* of UTF-16, in a shape */
} names[NAMES] = {
    {"a", "a", "a", 1},
    {"b", "b", "b", 1},
    {"c", "c", "c", 1},
    {"d", "d", "d", 1},
    {"", "", "", 0},
    {"__proto__", "__proto__", "__proto__", 9},
    {"x,y", "x,y", "\"x,y\"", 5},
    {"it's", "it's", "\"it's\"", 6},
    {"q\"\\\n\x01", "q\\\"\\\\\\n\\u0001", "\"q\\\"\\\\\\n\\u0001\"", 15},
    {"{z}", "{z}", "\"{z}\"", 5},
    {"\xf0\x9f\x98\x80", "\\ud83d\\ude00", "\xf0\x9f\x98\x80", 2},
    {"\xc3\xa9", "\xc3\xa9", "\xc3\xa9", 1},
    {"get acc", "get acc", "get acc", 7},
    {HUNDRED, HUNDRED, HUNDRED, 100},
    {HUNDRED TEN "012", HUNDRED TEN "012", HUNDRED TEN "012", 113},
    {HUNDRED TEN "0123", HUNDRED TEN "0123", HUNDRED TEN "0123", 114},
    {HUNDRED TEN "01234", HUNDRED TEN "01234", HUNDRED TEN "01234", 115},
    {HUNDRED TEN "012345678", HUNDRED TEN "012345678", HUNDRED TEN "012345678", 119},
    {HUNDRED TEN TEN, HUNDRED TEN TEN, HUNDRED TEN TEN, 120},
    {HUNDRED HUNDRED, HUNDRED HUNDRED, HUNDRED HUNDRED, 200},
};

/* ---- a heap -------------------------------------------------------------------------------- */

typedef struct some_object {
    bool plain;
    unsigned n, property[PROPERTIES]; /* indexes into `names` */
} some_object;

typedef struct some_heap {
    some_object *objects;
    unsigned n;
    v8_node *nodes; /* a root, the objects, and a string that all properties lead to */
    v8_edge *edges;
    unsigned n_edges;
} some_heap;

/* Adds properties, and edges of other types that have their names. */
static void add_edges(some_heap *heap, unsigned object, uint64_t *seed)
{
    static const unsigned others[] = {V8_CONTEXT, V8_INTERNAL, V8_WEAK, V8_SHORTCUT};
    const unsigned before = heap->n_edges, string = heap->n + 1;
    const some_object *of = &heap->objects[object];
    for (unsigned i = 0; i < of->n; i++) {
        const v8_edge property = {V8_PROPERTY, names[of->property[i]].in_file, string};
        heap->edges[heap->n_edges++] = property;
        if (check_below(seed, 8) == 0) {
            const v8_edge other = {others[check_below(seed, 4)],
                                   names[check_below(seed, NAMES)].in_file, string};
            heap->edges[heap->n_edges++] = other;
        }
    }
    heap->nodes[1 + object].n_edges = heap->n_edges - before;
}

/* `variety`: how many names there are to choose from. */
static void make_heap(some_heap *heap, unsigned n, unsigned variety, uint64_t *seed)
{
    const unsigned first = (unsigned)check_below(seed, NAMES);
    heap->n = n;
    heap->objects = calloc(n, sizeof *heap->objects);
    heap->nodes = calloc(n + 2, sizeof *heap->nodes);
    heap->edges = calloc(n * (2 * PROPERTIES + 1), sizeof *heap->edges);
    assert_true(heap->objects != NULL && heap->nodes != NULL && heap->edges != NULL);
    heap->n_edges = n;
    heap->nodes[0] = (v8_node){V8_SYNTHETIC, "", 1, 0, n, 0};
    for (unsigned i = 0; i < n; i++) {
        some_object *of = &heap->objects[i];
        of->plain = check_below(seed, 5) != 0;
        of->n = (unsigned)check_below(seed, 1 + (variety < PROPERTIES ? variety : PROPERTIES));
        for (unsigned k = 0; k < of->n; k++) {
            of->property[k] = (first + (unsigned)check_below(seed, variety)) % NAMES;
        }
        heap->edges[i] = (v8_edge){V8_ELEMENT, NULL, 1 + i};
        heap->nodes[1 + i] = (v8_node){
            V8_OBJECT, of->plain ? "Object" : "Item", 2 + i, 8 + check_below(seed, 3), 0, 0};
    }
    heap->nodes[n + 1] = (v8_node){V8_STRING, "text", n + 2, 16, 0, 0};
    for (unsigned i = 0; i < n; i++) {
        add_edges(heap, i, seed);
    }
}

static void free_heap(some_heap *heap)
{
    free(heap->objects);
    free(heap->nodes);
    free(heap->edges);
}

/* ---- the rule ------------------------------------------------------------------------------ */

typedef struct some_shape {
    char text[LONGEST];
    unsigned n, property[PROPERTIES], count;
} some_shape;

/* The shape that the properties of an object would define. */
static some_shape shape_of(const some_object *object)
{
    some_shape shape = {"{", 0, {0}, 0};
    unsigned units = 1;
    for (unsigned i = 0; i < object->n; i++) {
        const unsigned name = object->property[i];
        if (strcmp(names[name].text, "__proto__") == 0) {
            continue;
        }
        if (units > 1) {
            if (units + names[name].units > 120) {
                break;
            }
            strcat(shape.text, ", ");
            units += 2;
        }
        strcat(shape.text, names[name].in_shape);
        units += names[name].units;
        shape.property[shape.n++] = name;
    }
    strcat(shape.text, "}");
    return shape;
}

static unsigned occurrences(const unsigned *property, unsigned n, unsigned of)
{
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) {
        found += property[i] == of;
    }
    return found;
}

static bool fits(const some_shape *shape, const some_object *object)
{
    unsigned i = 0;
    while (i < shape->n && occurrences(shape->property, shape->n, shape->property[i]) <=
                               occurrences(object->property, object->n, shape->property[i])) {
        i++;
    }
    return i == shape->n;
}

/* Returns the number of shapes, which are in no order. */
static unsigned define(const some_heap *heap, some_shape *shapes)
{
    unsigned s, n = 0, plain = 0, kept = 0;
    for (unsigned i = 0; i < heap->n; i++) {
        const some_shape shape = shape_of(&heap->objects[i]);
        plain += heap->objects[i].plain;
        if (!heap->objects[i].plain || shape.n == 0) {
            continue;
        }
        for (s = 0; s < n && strcmp(shapes[s].text, shape.text) != 0; s++) {
        }
        if (s == n) {
            shapes[n++] = shape;
        }
        shapes[s].count++;
    }
    for (s = 0; s < n; s++) {
        if (shapes[s].count >= 2 && shapes[s].count >= (double)plain / 1000) {
            shapes[kept++] = shapes[s];
        }
    }
    return kept;
}

static const char *name_by_rule(const some_object *object, const some_shape *shapes, unsigned n)
{
    const some_shape *best = NULL;
    for (unsigned s = 0; s < n; s++) {
        if (fits(&shapes[s], object) &&
            (best == NULL || shapes[s].n > best->n ||
             (shapes[s].n == best->n &&
              (shapes[s].count > best->count ||
               (shapes[s].count == best->count && strcmp(shapes[s].text, best->text) < 0))))) {
            best = &shapes[s];
        }
    }
    return !object->plain ? "Item" : best != NULL ? best->text : "Object";
}

/* ---- the comparison ------------------------------------------------------------------------ */

static void load(const some_heap *heap, const gcv_heap *shapes_of, gcv_load_level level, loaded *l)
{
    v8_model model = {0};
    gcv_load_options options = {0};
    size_t size;
    model.nodes = heap->nodes;
    model.edges = heap->edges;
    model.n_nodes = heap->n + 2;
    model.n_edges = heap->n_edges;
    model.fields = 5;
    model.order = heap->n % 6;
    char *bytes = v8_write(&model, &size);
    options.level = level;
    options.with_shapes = true;
    options.shapes_of = shapes_of;
    load_with(l, bytes, size, options);
    assert_int_equal(l->status, GCV_OK);
    free(bytes);
}

/* Names are cut after 256 characters. */
static void assert_name(gcv_slice found, const char *wanted)
{
    gcv_slice head = gcv_slice_of(wanted, strlen(wanted));
    if (head.size > 256) {
        assert_true(gcv_slice_begins(gcv_slice_of(wanted, head.size), "{" HUNDRED));
        assert_true(gcv_slice_ends(found, "\xe2\x80\xa6"));
        return;
    }
    assert_true(gcv_slice_equal(found, head));
}

static void check_graph(const some_heap *heap, const some_shape *shapes, unsigned n,
                        const gcv_heap *found)
{
    for (uint32_t i = 0; i < gcv_heap_n_objects(found); i++) {
        const uint64_t id = gcv_heap_object_id(found, i);
        if (id >= 2 && id < 2 + heap->n) {
            assert_name(gcv_heap_type_name(found, gcv_heap_object_type(found, i)),
                        name_by_rule(&heap->objects[id - 2], shapes, n));
        }
    }
}

static const gcv_type_tally *tally_of(const gcv_heap *tally, uint32_t type)
{
    size_t i = 0;
    while (i < tally->n_tallies && tally->tallies[i].type != type) {
        i++;
    }
    assert_true(i < tally->n_tallies);
    return &tally->tallies[i];
}

static void check_tally(const gcv_heap *graph, const gcv_heap *tally)
{
    assert_int_equal(gcv_heap_n_types(graph), gcv_heap_n_types(tally));
    for (uint32_t t = 0; t < graph->n_types; t++) {
        uint32_t count = 0;
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < graph->n_objects; i++) {
            count += graph->type.data[i] == t;
            bytes += graph->type.data[i] == t ? gcv_heap_size(graph, i) : 0;
        }
        assert_true(gcv_slice_equal(graph->types.name[t], tally->types.name[t]));
        assert_int_equal(tally_of(tally, t)->count, count);
        assert_int_equal(tally_of(tally, t)->bytes, bytes);
    }
}

static void check_one(unsigned n, unsigned variety, uint64_t *seed)
{
    some_heap later, earlier;
    loaded l, tally, before;
    some_shape *shapes = calloc(n, sizeof *shapes);
    assert_non_null(shapes);
    make_heap(&later, n, variety, seed);
    make_heap(&earlier, n / 2 + 1, variety, seed);
    unsigned n_shapes = define(&later, shapes);
    load(&later, NULL, GCV_LOAD_GRAPH, &l);
    check_graph(&later, shapes, n_shapes, l.heap);
    load(&later, NULL, GCV_LOAD_TALLY, &tally);
    check_tally(l.heap, tally.heap);
    load(&earlier, l.heap, GCV_LOAD_GRAPH, &before);
    check_graph(&earlier, shapes, n_shapes, before.heap);
    unload(&before);
    unload(&tally);
    unload(&l);
    free_heap(&later);
    free_heap(&earlier);
    free(shapes);
}

static void test_random(NO_STATE)
{
    uint64_t seed = 35;
    for (unsigned i = 0; i < effort_rounds(400); i++) {
        check_one(1 + (unsigned)check_below(&seed, 60), 1 + (unsigned)check_below(&seed, NAMES),
                  &seed);
    }
}

/* Enough objects for the share of a shape to matter. */
static void test_rare(NO_STATE)
{
    uint64_t seed = 36;
    check_one(OBJECTS, 9, &seed);
}

/* Loads two objects that have `before` properties `__proto__`, then `a`. */
static void load_far(unsigned before, bool with_fields, const gcv_heap *shapes_of, loaded *l)
{
    enum { MOST = 100 };
    v8_node nodes[3] = {{V8_SYNTHETIC, "", 1, 0, 2, 0}};
    v8_edge edges[2 + 2 * (MOST + 1)] = {{V8_ELEMENT, NULL, 1}, {V8_ELEMENT, NULL, 2}};
    v8_model model = {.nodes = nodes, .edges = edges, .n_nodes = 3, .n_edges = 2, .fields = 5};
    gcv_load_options options = {.level = GCV_LOAD_GRAPH, .with_shapes = true};
    size_t size;
    assert_true(before <= MOST);
    for (unsigned i = 1; i <= 2; i++) {
        nodes[i] = (v8_node){V8_OBJECT, "Object", 1 + i, 8, before + 1, 0};
        for (unsigned k = 0; k <= before; k++) {
            edges[model.n_edges++] = (v8_edge){V8_PROPERTY, k < before ? "__proto__" : "a", i};
        }
    }
    options.with_fields = with_fields;
    options.shapes_of = shapes_of;
    char *bytes = v8_write(&model, &size);
    load_with(l, bytes, size, options);
    assert_int_equal(l->status, GCV_OK);
    free(bytes);
}

static void check_far(unsigned before, bool with_fields, const gcv_heap *shapes_of,
                      const char *wanted)
{
    loaded l;
    load_far(before, with_fields, shapes_of, &l);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(
            gcv_slice_is(gcv_heap_type_name(l.heap, gcv_heap_object_type(l.heap, i)), wanted));
    }
    unload(&l);
}

/* What follows the first 64 properties of an object defines no shape, whether or not their names
 * are loaded, but may have the shape that another dump defines. */
static void test_far(NO_STATE)
{
    loaded other;
    load_far(0, false, NULL, &other);
    for (int with_fields = 0; with_fields < 2; with_fields++) {
        check_far(63, with_fields != 0, NULL, "{a}");
        check_far(64, with_fields != 0, NULL, "Object");
        check_far(100, with_fields != 0, NULL, "Object");
        check_far(100, with_fields != 0, other.heap, "{a}");
    }
    unload(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_rare),
                                       cmocka_unit_test(test_far)};
    return cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
}
