/* Heaps of 100,000 objects, 20,000 under sanitizers, in the worst shapes for dominators and for
 * marking: every result must equal the closed formula, and no recursion may run out of stack.
 * tests/growth counts the cost of such shapes.
 *
 * A shape numbers its objects by position; their ids are scattered, so that neighbours in the shape
 * are not neighbours in memory. Position p is object p * STRIDE % n_objects of the loaded heap.
 */
#include "support/check.h"
#include "support/effort.h"
#include "support/graphs.h"

#include "base/context.h"

#include <gcview/gcview.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t n_objects;

#define STRIDE UINT64_C(7919) /* has no factor in common with n_objects */
#define HALF (n_objects / 2)

typedef struct shape {
    const char *name;
    graph_text text;
    uint64_t *size;     /* by position */
    uint64_t *rest;     /* rest[p]: bytes from position p to the last one; n_objects + 1 of them */
    uint64_t *retained; /* what each object must retain */
    uint32_t *class_of; /* by position */
    uint64_t *of_class; /* what each class must retain */
    uint32_t n_classes;
} shape;

static uint32_t number_of(uint32_t position) { return (uint32_t)(position * STRIDE % n_objects); }

static uint64_t id_of(uint32_t position) { return 0x10000 + UINT64_C(8) * number_of(position); }

static void shape_begin(shape *s, const char *name)
{
    memset(s, 0, sizeof *s);
    s->name = name;
    s->size = graph_alloc(n_objects, sizeof(uint64_t));
    s->rest = graph_zeroed(n_objects + 1, sizeof(uint64_t));
    s->retained = graph_alloc(n_objects, sizeof(uint64_t));
    s->class_of = graph_alloc(n_objects, sizeof(uint32_t));
    s->of_class = graph_zeroed(n_objects, sizeof(uint64_t));
    for (uint32_t p = 0; p < n_objects; p++) {
        s->size[p] = 8 + p % 5 * 16 + (p % 1000 == 0 ? 4096 : 0);
    }
    for (uint32_t p = n_objects; p > 0; p--) {
        s->rest[p - 1] = s->rest[p] + s->size[p - 1];
    }
    graph_puts(&s->text, "a 2 Large.exe 1\nt 1 Acme.Node\n");
}

static void shape_release(shape *s)
{
    free(s->size);
    free(s->rest);
    free(s->retained);
    free(s->class_of);
    free(s->of_class);
    graph_text_release(&s->text);
}

static void object(shape *s, uint32_t position)
{
    graph_puts(&s->text, "o ");
    graph_put_hex(&s->text, id_of(position));
    graph_puts(&s->text, " 1 ");
    graph_put_hex(&s->text, s->size[position]);
}

static void reference(shape *s, uint32_t position)
{
    graph_puts(&s->text, " ");
    graph_put_hex(&s->text, id_of(position));
}

static void line_end(shape *s) { graph_puts(&s->text, "\n"); }

static void root(shape *s, uint32_t position)
{
    graph_puts(&s->text, "r ");
    graph_put_hex(&s->text, id_of(position));
    graph_puts(&s->text, " 1 0\n");
}

/* ---- running --------------------------------------------------------------------------------- */

static void check_dominators(const shape *s, gcv_context *ctx, const gcv_heap *heap,
                             const gcv_root_set *roots)
{
    gcv_dominators d;
    assert_int_equal(gcv_dominators_find(ctx, heap, roots, &d, NULL), GCV_OK);
    assert_int_equal(d.n_reached, n_objects);
    assert_true(d.retained[0] == s->rest[0]);
    for (uint32_t p = 0; p < n_objects; p++) {
        const uint64_t retained = d.retained[d.number[number_of(p)]];
        if (retained != s->retained[p]) {
            fail_msg("%s: position %" PRIu32 " retains %" PRIu64 ", must be %" PRIu64, s->name, p,
                     retained, s->retained[p]);
        }
    }
    gcv_dominators_release(ctx, &d);
}

static void check_sets(const shape *s, gcv_context *ctx, const gcv_heap *heap,
                       const gcv_root_set *roots)
{
    uint32_t *class_of = graph_alloc(n_objects, sizeof(uint32_t));
    uint64_t *retained = graph_alloc(n_objects, sizeof(uint64_t));
    gcv_set_classes classes;
    for (uint32_t p = 0; p < n_objects; p++) {
        class_of[number_of(p)] = s->class_of[p];
    }
    memset(&classes, 0, sizeof classes);
    classes.class_of = class_of;
    classes.n_classes = classes.n_sets = s->n_classes;
    assert_int_equal(gcv_retained_of_sets(ctx, heap, roots, &classes, retained, NULL), GCV_OK);
    for (uint32_t set = 0; set < s->n_classes; set++) {
        if (retained[set] != s->of_class[set]) {
            fail_msg("%s: class %" PRIu32 " retains %" PRIu64 ", must be %" PRIu64, s->name, set,
                     retained[set], s->of_class[set]);
        }
    }
    free(class_of);
    free(retained);
}

static void check_paths(const shape *s, gcv_context *ctx, const gcv_heap *heap,
                        const gcv_root_set *roots)
{
    gcv_paths paths;
    assert_int_equal(gcv_paths_find(ctx, heap, roots, &paths, NULL), GCV_OK);
    assert_int_equal(paths.reached, n_objects);
    assert_true(paths.reached_bytes == s->rest[0]);
    gcv_paths_release(ctx, &paths);
}

static void run(shape *s)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap;
    gcv_root_set roots;
    graph_puts(&s->text, "c Large.exe 2\n");
    assert_non_null(ctx);
    assert_int_equal(
        gcv_heap_load_memory(ctx, s->name, s->text.data, s->text.size, NULL, &heap, NULL), GCV_OK);
    assert_int_equal(gcv_heap_n_objects(heap), n_objects);
    assert_int_equal(gcv_root_set_find(ctx, heap, false, &roots, NULL), GCV_OK);
    check_paths(s, ctx, heap, &roots);
    check_dominators(s, ctx, heap, &roots);
    check_sets(s, ctx, heap, &roots);
    gcv_root_set_release(ctx, &roots);
    gcv_heap_free(heap);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    shape_release(s);
}

/* Each object is a class of its own, so the bytes that it must retain are known. */
static void class_each(shape *s)
{
    s->n_classes = n_objects;
    for (uint32_t p = 0; p < n_objects; p++) {
        s->class_of[p] = p;
        s->of_class[p] = s->retained[p];
    }
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* 0 -> 1 -> 2 … Each node holds the rest of the list; with `knots` the last node refers to all. */
static void list(shape *s, bool knots)
{
    root(s, 0);
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p + 1 < n_objects) {
            reference(s, p + 1);
        }
        for (uint32_t q = 0; knots && p + 1 == n_objects && q < n_objects; q++) {
            reference(s, q);
        }
        line_end(s);
        s->retained[p] = s->rest[p];
    }
}

static void single_list(shape *s) { list(s, false); }

/* Classes of neighbours: the first neighbour decides. */
static void single_list_in_blocks(shape *s)
{
    list(s, true);
    s->n_classes = n_objects / 1000;
    for (uint32_t p = 0; p < n_objects; p++) {
        s->class_of[p] = p / 1000;
        s->of_class[p / 1000] = s->rest[p / 1000 * 1000];
    }
}

/* Links in both directions and, if it is closed, from the last to the first. Node 0 is the list
 * object that holds node 1. */
static void double_list(shape *s, bool closed)
{
    root(s, 0);
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p + 1 < n_objects) {
            reference(s, p + 1);
        }
        if (p > 1) {
            reference(s, p - 1);
        }
        if (closed && p == 1) {
            reference(s, n_objects - 1);
        }
        if (closed && p + 1 == n_objects) {
            reference(s, 1);
        }
        line_end(s);
        s->retained[p] = p < 2 || !closed ? s->rest[p] : s->size[p];
    }
}

static void open_double_list(shape *s) { double_list(s, false); }

static void ring(shape *s) { double_list(s, true); }

/* Two objects of each type, far apart: removing both from a ring cuts off the objects between them.
 */
static void ring_of_pairs(shape *s)
{
    double_list(s, true);
    s->n_classes = HALF;
    for (uint32_t p = 0; p < HALF; p++) {
        s->class_of[p] = s->class_of[p + HALF] = p;
        s->of_class[p] = p < 2 ? s->rest[p] : s->rest[p] - s->rest[p + HALF + 1];
    }
}

/* Two neighbours of each type in a list that is not closed. */
static void double_list_of_pairs(shape *s)
{
    double_list(s, false);
    s->n_classes = HALF;
    for (uint32_t p = 0; p < n_objects; p++) {
        s->class_of[p] = p / 2;
        s->of_class[p / 2] = s->rest[p / 2 * 2];
    }
}

/* One object refers to all others, and they refer to it. */
static void star(shape *s)
{
    root(s, 0);
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p > 0) {
            reference(s, 0);
        }
        for (uint32_t q = 1; p == 0 && q < n_objects; q++) {
            reference(s, q);
        }
        line_end(s);
        s->retained[p] = p == 0 ? s->rest[0] : s->size[p];
    }
}

/* 0 holds 1 and 2; each of the pair (2k - 1, 2k) refers to both of the next pair. No single object
 * holds another, but each rung holds the rest. The last object has no partner. */
static void ladder(shape *s)
{
    root(s, 0);
    for (uint32_t p = 0; p < n_objects; p++) {
        const uint32_t next = p == 0 ? 1 : (p + 1) / 2 * 2 + 1;
        object(s, p);
        if (next < n_objects) {
            reference(s, next);
        }
        if (next + 1 < n_objects) {
            reference(s, next + 1);
        }
        line_end(s);
        s->retained[p] = p == 0 ? s->rest[0] : s->size[p];
        s->class_of[p] = (p + 1) / 2;
        s->of_class[(p + 1) / 2] = p == 0 ? s->rest[0] : s->rest[(p + 1) / 2 * 2 - 1];
    }
    s->n_classes = HALF + 1;
}

/* The first half are roots; all objects refer to the hub, which refers to all. */
static void hub(shape *s)
{
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p != HALF) {
            reference(s, p < HALF ? HALF : p - 1); /* among the leaves, too */
        }
        for (uint32_t q = 0; p == HALF && q < n_objects; q++) {
            reference(s, q);
        }
        line_end(s);
        s->retained[p] = p == HALF ? s->rest[HALF] : s->size[p];
        if (p < HALF) {
            root(s, p);
        }
    }
}

/* Every object is a root and refers to the next, so none dominates another. */
static void wide(shape *s)
{
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p + 1 < n_objects) {
            reference(s, p + 1);
        }
        line_end(s);
        root(s, p);
        s->retained[p] = s->size[p];
    }
}

/* A list, and as many leaves, to which its first and its last node refer: the search reaches the
 * leaves from the deep end, but their dominator is at the top. */
static void leaves_of_both_ends(shape *s)
{
    root(s, 0);
    for (uint32_t p = 0; p < n_objects; p++) {
        object(s, p);
        if (p + 1 < HALF) {
            reference(s, p + 1);
        }
        for (uint32_t q = HALF; (p == 0 || p + 1 == HALF) && q < n_objects; q++) {
            reference(s, q);
        }
        line_end(s);
        s->retained[p] = p == 0 ? s->rest[0] : p < HALF ? s->rest[p] - s->rest[HALF] : s->size[p];
    }
}

static void test_shapes(NO_STATE)
{
    static const struct {
        const char *name;
        void (*make)(shape *s); /* without classes: each object is one */
    } shapes[] = {
        {"single list", single_list},
        {"single list in blocks", single_list_in_blocks},
        {"open double list", open_double_list},
        {"ring", ring},
        {"ring of pairs", ring_of_pairs},
        {"double list of pairs", double_list_of_pairs},
        {"star", star},
        {"ladder", ladder},
        {"hub", hub},
        {"wide", wide},
        {"leaves of both ends", leaves_of_both_ends},
    };
    n_objects = effort_is_reduced() ? 20000 : 100000;
    for (size_t i = 0; i < CHECK_COUNT(shapes); i++) {
        shape s;
        shape_begin(&s, shapes[i].name);
        shapes[i].make(&s);
        if (s.n_classes == 0) {
            class_each(&s);
        }
        run(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
