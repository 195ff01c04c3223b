/* A heap that is converted to an RPM log reads back as the same heap: random logs, and random
 * .gcdump files, which are also compared with their model. */
#include "support/check.h"
#include "support/effort.h"
#include "support/gcdump_writer.h"
#include "support/property.h"
#include "support/reported.h"

#include "base/text.h"
#include "heap/heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- equal heaps -------------------------------------------------------------------------- */

static bool same_object(const gcv_heap *a, const gcv_heap *b, uint32_t i)
{
    uint32_t n, m;
    const uint32_t *x = gcv_heap_references(a, i, &n), *y = gcv_heap_references(b, i, &m);
    return gcv_heap_object_id(a, i) == gcv_heap_object_id(b, i) &&
           gcv_heap_object_bytes(a, i) == gcv_heap_object_bytes(b, i) &&
           gcv_heap_object_section(a, i) == gcv_heap_object_section(b, i) &&
           gcv_slice_equal(gcv_heap_type_name(a, gcv_heap_object_type(a, i)),
                           gcv_heap_type_name(b, gcv_heap_object_type(b, i))) &&
           n == m && (n == 0 || memcmp(x, y, n * sizeof *x) == 0);
}

/* Returns the holder of a root, whether a label or a type gives it. */
static gcv_slice root_name(const gcv_heap *heap, const gcv_root *root)
{
    gcv_slice none = {NULL, 0};
    return root->kind == 4 && root->label.data != NULL ? root->label
           : root->container != GCV_NONE               ? gcv_heap_type_name(heap, root->container)
                                                       : none;
}

static bool same_root(const gcv_heap *a, const gcv_heap *b, uint32_t i)
{
    const gcv_root *x = gcv_heap_root(a, i), *y = gcv_heap_root(b, i);
    return x->kind == y->kind && x->flags == y->flags && x->object == y->object && x->id == y->id &&
           x->section == y->section && gcv_slice_equal(root_name(a, x), root_name(b, y));
}

static bool same_heap(const gcv_heap *a, const gcv_heap *b, char why[GRAPH_WHY_MAX])
{
    if (gcv_heap_n_objects(a) != gcv_heap_n_objects(b) ||
        gcv_heap_n_roots(a) != gcv_heap_n_roots(b) ||
        gcv_heap_n_sections(a) != gcv_heap_n_sections(b)) {
        return graph_fails(
            why, "%" PRIu32 " objects, %" PRIu32 " roots, must be %" PRIu32 ", %" PRIu32,
            gcv_heap_n_objects(b), gcv_heap_n_roots(b), gcv_heap_n_objects(a), gcv_heap_n_roots(a));
    }
    for (uint32_t i = 0; i < gcv_heap_n_objects(a); i++) {
        if (!same_object(a, b, i)) {
            return graph_fails(why, "object %" PRIx64 " differs", gcv_heap_object_id(a, i));
        }
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(a); i++) {
        if (!same_root(a, b, i)) {
            return graph_fails(why, "root %" PRIu32 " differs", i);
        }
    }
    return gcv_heap_is_complete(a) == gcv_heap_is_complete(b) ||
           graph_fails(why, "the verdict differs");
}

/* ---- converting --------------------------------------------------------------------------- */

static bool converts(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX])
{
    gcv_heap *back = NULL;
    gcv_error err;
    size_t size;
    char *log = reported_of(ctx, heap, "convert", &size);
    bool holds;
    if (gcv_heap_load_memory(ctx, "log", log, size, NULL, &back, &err) != GCV_OK) {
        holds = graph_fails(why, "line %" PRIu64 ": %s", err.line, err.message);
    } else {
        holds = same_heap(heap, back, why);
        gcv_heap_free(back);
    }
    free(log);
    return holds;
}

/* ---- logs --------------------------------------------------------------------------------- */

/* ---- .gcdump files ------------------------------------------------------------------------ */

enum { TYPES = 9, FIRST_OBJECT = 4, MOST = 600 };

static const gcdump_type types[TYPES] = {
    {"UNDEFINED", 0, NULL, 0, 0, NULL},
    {"[.NET Roots]", 0, NULL, 0, 0, NULL},
    {"[static var A.b]", 0, NULL, 0, 0, NULL},
    {"[local vars]", 0, NULL, 0, 0, NULL},
    {"A", 24, "a.dll", 0, 0, NULL},
    {"A", 32, "b.dll", 0, 0, NULL},
    {"A (Bytes > 1K)", 1001, "b.dll", 0, 0, NULL},
    {"\xc3\xa4 b <c, d>", 8, "", 0, 0, NULL},
    {"<unknown type 7>", 8, NULL, 0, 0, NULL},
};

typedef struct random_dump {
    gcdump_model model;
    gcdump_node nodes[MOST];
    uint32_t children[MOST * 12];
} random_dump;

static void make_dump(random_dump *dump, uint64_t *state)
{
    gcdump_model *m = &dump->model;
    uint32_t n_children = 0, spread = 1 + graph_below(state, 1000);
    uint64_t base = graph_chance(state, 20) ? UINT64_C(0xffff000000000000) : 0x10000;
    bool unplaced = graph_chance(state, 15);
    gcdump_model_init(m);
    m->types = types;
    m->n_types = TYPES;
    m->nodes = dump->nodes;
    m->children = dump->children;
    m->n_nodes = 3 + graph_below(state, MOST - 3);
    m->label_size = graph_chance(state, 50) ? 8 : 4;
    m->wide_counts = graph_chance(state, 30);
    m->backwards = graph_chance(state, 50);
    for (uint32_t i = 0; i < m->n_nodes; i++) {
        gcdump_node *node = &dump->nodes[i];
        bool pseudo = i < 3;
        node->type = pseudo ? 1 + i : FIRST_OBJECT + graph_below(state, TYPES - FIRST_OBJECT);
        node->type = !pseudo && graph_chance(state, 5) ? 0 : node->type;
        node->size = pseudo || graph_chance(state, 40) ? -1 : 1 + (int32_t)graph_below(state, 9999);
        node->address = pseudo || unplaced || graph_chance(state, 3)
                            ? 0
                            : base + 8 * (uint64_t)graph_below(state, MOST * spread);
        node->first = n_children;
        node->n = i == 0 ? 2 : node->type != 0 ? graph_below(state, 10) : 0;
        for (uint32_t k = 0; k < node->n; k++) {
            dump->children[n_children++] =
                i == 0 ? 1 + k % 2 : graph_below(state, m->n_nodes - 3) + (m->n_nodes > 3 ? 3 : 0);
        }
    }
}

/* Returns the first node with the address of a node, by a search through all nodes; this may be the
 * node itself. */
static bool has_own_address(const random_dump *dump, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++) {
        if (dump->nodes[i].address == dump->nodes[index].address) {
            return false;
        }
    }
    return dump->nodes[index].address != 0;
}

/* Every node with a unique address is the object with this id, with its size and references in
 * order; of the others only the number is compared. */
static bool is_dump(const gcv_heap *heap, const random_dump *dump, char why[GRAPH_WHY_MAX])
{
    uint32_t n, found = 0, described = 0;
    for (uint32_t i = 3; i < dump->model.n_nodes; i++) {
        const gcdump_node *node = &dump->nodes[i];
        uint32_t at = 0;
        described += node->type != 0;
        if (node->type == 0 || !has_own_address(dump, i)) {
            continue;
        }
        uint32_t object = gcv_heap_find(heap, 0, node->address);
        if (object == GCV_NONE) {
            return graph_fails(why, "node %" PRIu32 " is no object", i);
        }
        found++;
        const uint32_t *refs = gcv_heap_references(heap, object, &n);
        for (uint32_t k = 0; k < node->n; k++) {
            const gcdump_node *child = &dump->nodes[dump->children[node->first + k]];
            if (child->type == 0 || (size_t)(child - dump->nodes) < 3) {
                continue; /* dangling */
            }
            if (at == n || (has_own_address(dump, (uint32_t)(child - dump->nodes)) &&
                            gcv_heap_object_id(heap, refs[at]) != child->address)) {
                return graph_fails(why, "reference %" PRIu32 " of node %" PRIu32, k, i);
            }
            at++;
        }
        if (at != n || gcv_heap_object_bytes(heap, object) !=
                           (uint64_t)(node->size >= 0 ? node->size : types[node->type].size)) {
            return graph_fails(why, "references or size of node %" PRIu32, i);
        }
    }
    return described == gcv_heap_n_objects(heap) ||
           graph_fails(why, "%" PRIu32 " objects, must be %" PRIu32 " (%" PRIu32 " by address)",
                       gcv_heap_n_objects(heap), described, found);
}

static void test_dumps(NO_STATE)
{
    random_dump *dump = graph_zeroed(1, sizeof *dump);
    uint64_t seed = 17;
    for (uint64_t round = 0; round < effort_rounds(400); round++) {
        char why[GRAPH_WHY_MAX];
        gcv_context *ctx = gcv_context_new(0);
        gcv_heap *heap = NULL;
        gcv_error err;
        size_t size;
        make_dump(dump, &seed);
        unsigned char *bytes = gcdump_write(&dump->model, &size);
        if (gcv_heap_load_memory(ctx, "dump", bytes, size, NULL, &heap, &err) != GCV_OK) {
            fail_msg("round %" PRIu64 ": @%" PRIu64 ": %s", round, err.line, err.message);
        }
        if (!is_dump(heap, dump, why)) {
            fail_msg("round %" PRIu64 ": %s", round, why);
        }
        if (!converts(ctx, heap, why)) {
            fail_msg("round %" PRIu64 ": %s", round, why);
        }
        gcv_heap_free(heap);
        free(bytes);
        gcv_context_free(ctx);
    }
    free(dump);
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_log = converts, .seed = 900, .cases = 1500, .n = {0, 40}},
        {.of_log = converts, .seed = 901, .cases = 20, .n = {1000, 3000}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(test_dumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
