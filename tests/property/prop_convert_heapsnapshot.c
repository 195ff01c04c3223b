/* A heap that is converted to a V8 heap snapshot reads back as the same objects, types, references
 * and roots, with the same roots of chains: with --unreachable all objects, without it those that
 * the oracle reaches. Random logs, and random heaps with the worst possible names. The text of the
 * snapshot is checked separately, too: counts, ids, positions and order, as viewers need them. */
#include "support/check.h"
#include "support/converted.h"
#include "support/odd_heap.h"
#include "support/property.h"
#include "support/reported.h"
#include "support/tried.h"

#include "base/text.h"
#include "heap/heap.h"
#include "heap/root_label.h"
#include "report/convert/convert.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file ------------------------------------------------------------------------------- */

enum { NODE = 7, EDGE = 3 };

/* Reads the numbers of a section, between its brackets. */
static uint64_t *numbers_of(const char *text, const char *key, size_t *n)
{
    const char *at = strstr(text, key);
    uint64_t *numbers;
    char *end;
    *n = 0;
    assert_non_null(at);
    at += strlen(key);
    numbers = graph_alloc(strcspn(at, "]") + 1, sizeof *numbers);
    while (*at != ']') {
        assert_true((*at >= '0' && *at <= '9') || *at == ',' || *at == '\n');
        if (*at == ',' || *at == '\n') {
            at++;
            continue;
        }
        numbers[(*n)++] = strtoull(at, &end, 10);
        at = end;
    }
    return numbers;
}

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    assert_non_null(at);
    return strtoull(at + strlen(key), NULL, 10);
}

/* Checks everything that viewers rely on; returns the sum of the sizes. */
static uint64_t check_file(const char *text)
{
    static const char *const order[] = {"{\"snapshot\":{\"meta\":{",
                                        "},\n\"nodes\":[",
                                        "],\n\"edges\":[",
                                        "],\n\"trace_function_infos\":[",
                                        "],\n\"trace_tree\":[",
                                        "],\n\"samples\":[",
                                        "],\n\"locations\":[",
                                        "],\n\"strings\":[\"<dummy>\",",
                                        "]}\n"};
    const char *at = text;
    size_t n, m;
    uint64_t edges = 0, bytes = 0, id = 0;
    uint64_t *nodes = numbers_of(text, "\"nodes\":[", &n),
             *to = numbers_of(text, "\"edges\":[", &m);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        at = strstr(at, order[i]);
        assert_non_null(at);
        at += strlen(order[i]) - 1;
    }
    assert_int_equal(n % NODE, 0);
    assert_int_equal(m % EDGE, 0);
    assert_int_equal(n / NODE, number_after(text, "\"node_count\":"));
    assert_int_equal(m / EDGE, number_after(text, "\"edge_count\":"));
    for (size_t i = 0; i < n; i += NODE) {
        assert_true(nodes[i] == 3 || (nodes[i] == 9 && nodes[i + 3] == 0));
        assert_true(nodes[i + 2] <= UINT32_MAX && nodes[i + 3] <= UINT32_MAX);
        assert_true(nodes[i] == 9 || nodes[i + 2] > id); /* the ids of objects ascend */
        id = nodes[i] == 9 ? id : nodes[i + 2];
        edges += nodes[i + 4];
        bytes += nodes[i + 3];
    }
    assert_int_equal(edges, m / EDGE);
    for (size_t i = 0; i < m; i += EDGE) {
        assert_true(to[i] == 1 || to[i] == 2 || to[i] == 6); /* element, property, weak */
        assert_true(to[i + 2] % NODE == 0 && to[i + 2] < n);
    }
    free(nodes);
    free(to);
    return bytes;
}

/* ---- equal heaps --------------------------------------------------------------------------- */

static uint64_t size_in_file(const gcv_heap *heap, uint32_t object)
{
    uint64_t size = gcv_heap_object_bytes(heap, object);
    return size < UINT32_MAX ? size : UINT32_MAX;
}

typedef struct pair {
    const gcv_heap *a, *b;
    uint32_t *number; /* by object of `a`: the object of `b`; GCV_NONE */
    uint8_t *objects; /* those that `b` must have */
    uint32_t n;
} pair;

static bool same_object(const pair *p, uint32_t i)
{
    uint32_t j = p->number[i], n, m;
    const uint32_t *x = gcv_heap_references(p->a, i, &n), *y = gcv_heap_references(p->b, j, &m);
    for (uint32_t k = 0; k < n && n == m; k++) {
        if (p->number[x[k]] != y[k]) {
            return false;
        }
    }
    return n == m && size_in_file(p->a, i) == gcv_heap_object_bytes(p->b, j) &&
           gcv_heap_object_id(p->b, j) == 101 + 2 * (uint64_t)i &&
           odd_same_text(gcv_heap_type_name(p->a, gcv_heap_object_type(p->a, i)),
                         gcv_heap_type_name(p->b, gcv_heap_object_type(p->b, j)));
}

static bool same_root(const void *payload, const gcv_root *x, uint32_t k)
{
    const pair *p = payload;
    const gcv_root *y = gcv_heap_root(p->b, k);
    gcv_slice of_x = gcv_root_owner(p->a, x), of_y = gcv_root_owner(p->b, y);
    return x->kind == y->kind && x->flags == y->flags && p->number[x->object] == y->object &&
           (of_x.data == NULL) == (of_y.data == NULL) && odd_same_text(of_x, of_y);
}

static bool same_heap(pair *p, char why[GRAPH_WHY_MAX])
{
    if (gcv_heap_n_objects(p->b) != p->n) {
        return graph_fails(why, "%" PRIu32 " objects, must be %" PRIu32, gcv_heap_n_objects(p->b),
                           p->n);
    }
    for (uint32_t i = 0; i < gcv_heap_n_objects(p->a); i++) {
        if (p->number[i] != GCV_NONE && !same_object(p, i)) {
            return graph_fails(why, "object %" PRIu32 " differs", i);
        }
    }
    if (p->a->static_first != p->b->static_first) {
        return graph_fails(why, "chains begin at other roots");
    }
    return converted_roots(p->a, p->objects, true, gcv_heap_n_roots(p->b), same_root, p, why) &&
           (strcmp(gcv_heap_verdict(p->a), gcv_heap_verdict(p->b)) == 0 ||
            graph_fails(why, "verdict: %s", gcv_heap_verdict(p->b)));
}

/* ---- converting ---------------------------------------------------------------------------- */

static bool reads_back_as(gcv_context *ctx, const gcv_heap *heap, bool all, char why[GRAPH_WHY_MAX])
{
    uint32_t n = gcv_heap_n_objects(heap);
    uint64_t bytes = 0;
    size_t size;
    char *text = reported_of(
        ctx, heap, all ? "convert --to heapsnapshot --unreachable" : "convert --to heapsnapshot",
        &size);
    gcv_heap *back = NULL;
    gcv_error err;
    pair p = {heap, NULL, graph_alloc((size_t)n + 1, sizeof(uint32_t)),
              converted_objects(heap, all), 0};
    bool holds;
    for (uint32_t i = 0; i < n; i++) {
        p.number[i] = p.objects[i] ? p.n++ : GCV_NONE;
        bytes += p.objects[i] ? size_in_file(heap, i) : 0;
    }
    assert_int_equal(check_file(text), bytes);
    if (gcv_heap_load_memory(ctx, "snapshot", text, size, NULL, &back, &err) != GCV_OK) {
        holds = graph_fails(why, "@%" PRIu64 ": %s", err.line, err.message);
    } else {
        p.b = back;
        holds = same_heap(&p, why);
        gcv_heap_free(back);
    }
    free(p.number);
    free(p.objects);
    free(text);
    return holds;
}

static bool reads_back(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX])
{
    return reads_back_as(ctx, heap, false, why) && reads_back_as(ctx, heap, true, why);
}

static void test_names(NO_STATE) { heap_law_of_odd_heaps(reads_back, 3000, true); }

/* ---- ids ----------------------------------------------------------------------------------- */

/* Makes a V8 snapshot of an object that the root holds, and of an unreachable one; returns its
 * copy. The caller frees the text. */
static char *copy_of(uint64_t held, uint64_t lost)
{
    static const char format[] =
        "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
        "\"edge_count\"],\"node_types\":[[\"synthetic\",\"object\"]],\"edge_fields\":["
        "\"type\",\"name_or_index\",\"to_node\"],\"edge_types\":[[\"element\"]]}},"
        "\"nodes\":[0,0,0,0,1,1,0,%" PRIu64 ",9,0,1,0,%" PRIu64
        ",8,0],"
        "\"edges\":[0,0,5],\"strings\":[\"A\"]}";
    char text[600];
    const size_t size = (size_t)snprintf(text, sizeof text, format, held, lost);
    return reported_of_bytes(text, size, "convert --to heapsnapshot --unreachable", NULL);
}

/* Ids of a V8 snapshot stay, unless the nodes before the objects need them or they do not fit into
 * 32 bits. The parent of unreachable objects takes the first odd number from 99 on. */
static void test_ids(NO_STATE)
{
    static const struct {
        uint64_t held, lost;
        bool stay;
        uint64_t parent;
    } cases[] = {{1, 19, false, 99},         {3, 19, false, 99},
                 {5, 19, false, 99},         {17, 19, false, 99},
                 {2, 4, true, 99},           {18, 19, true, 99},
                 {19, 99, true, 101},        {101, 99, true, 103},
                 {19, UINT32_MAX, true, 99}, {19, (uint64_t)UINT32_MAX + 1, false, 99}};
    size_t n;
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const size_t second = cases[i].held < cases[i].lost; /* objects are in the order of ids */
        char *copy = copy_of(cases[i].held, cases[i].lost);
        uint64_t *nodes = numbers_of(copy, "\"nodes\":[", &n);
        assert_int_equal(check_file(copy), 9 + 8);
        assert_int_equal(n, 6 * NODE); /* two root nodes, that of a kind, the objects, a parent */
        if (cases[i].stay) {
            assert_int_equal(nodes[(4 - second) * NODE + 2], cases[i].held);
            assert_int_equal(nodes[(3 + second) * NODE + 2], cases[i].lost);
        } else {
            assert_int_equal(nodes[3 * NODE + 2], 101);
            assert_int_equal(nodes[4 * NODE + 2], 103);
        }
        assert_int_equal(nodes[5 * NODE + 2], cases[i].parent);
        free(nodes);
        free(copy);
    }
}

/* ---- limits -------------------------------------------------------------------------------- */

static void test_limits(NO_STATE)
{
    static const struct {
        gcv_heapsnapshot_counts counts; /* objects, nodes, edges, bytes of strings */
        const char *message;
    } cases[] = {
        {{2147483598u, 613566756u, 1431655765u, 536870911u}, NULL},
        {{2147483599u, 613566756u, 1431655765u, 536870911u},
         "2147483599 objects; a heap snapshot has 2147483598 at most"},
        {{2147483598u, 613566757u, 1431655765u, 536870911u},
         "613566757 nodes; a heap snapshot has 613566756 at most"},
        {{2147483598u, 613566756u, 1431655766u, 536870911u},
         "1431655766 edges; a heap snapshot has 1431655765 at most"},
        {{2147483598u, 613566756u, 1431655765u, 536870912u},
         "536870912 bytes of names; a heap snapshot has 536870911 at most"},
    };
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_error err = {0};
        assert_int_equal(tried(ctx, &err, gcv_heapsnapshot_check(ctx, &cases[i].counts)),
                         i == 0 ? GCV_OK : GCV_ERR_LIMIT);
        assert_true(i == 0 || strcmp(err.message, cases[i].message) == 0);
    }
    gcv_context_free(ctx);
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_log = reads_back, .seed = 902, .cases = 900, .n = {0, 40}},
        {.of_log = reads_back, .seed = 903, .cases = 10, .n = {1000, 3000}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
