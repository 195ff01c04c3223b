/* A heap that is converted to a .gcdump reads back as the same objects, types, references and
 * strong roots: random logs, and random heaps with the worst possible names. Another conversion
 * changes no byte, and the file is an intermediate step of round trips through other formats. */
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

static const char command[] = "convert --to gcdump -o -";

/* ---- equal heaps --------------------------------------------------------------------------- */

typedef struct pair {
    const gcv_heap *a, *b;
    uint32_t *number; /* by object of `a`: the object of `b` */
} pair;

/* Objects that keep their ids are found by id; the others have the remaining ids, in order. */
static bool number_objects(pair *p, char why[GRAPH_WHY_MAX])
{
    uint32_t n = gcv_heap_n_objects(p->a), next = 0;
    bool *taken = graph_zeroed((size_t)n + 1, sizeof *taken);
    bool holds = gcv_heap_n_objects(p->b) == n || graph_fails(why, "%" PRIu32 " objects", n);
    for (uint32_t i = 0; i < n && holds; i++) {
        if (odd_keeps_id(p->a, i)) {
            p->number[i] = gcv_heap_find(p->b, 0, gcv_heap_object_id(p->a, i));
            holds = p->number[i] != GCV_NONE || graph_fails(why, "object %" PRIu32 " is lost", i);
            taken[holds ? p->number[i] : 0] = true;
        }
    }
    for (uint32_t i = 0; i < n && holds; i++) {
        if (!odd_keeps_id(p->a, i)) {
            while (taken[next]) {
                next++;
            }
            p->number[i] = next++;
        }
    }
    free(taken);
    return holds;
}

static bool same_object(const pair *p, uint32_t i)
{
    uint32_t j = p->number[i], n, m;
    const uint32_t *x = gcv_heap_references(p->a, i, &n), *y = gcv_heap_references(p->b, j, &m);
    uint64_t bytes = gcv_heap_object_bytes(p->a, i);
    uint32_t type = gcv_heap_object_type(p->a, i), other = gcv_heap_object_type(p->b, j);
    gcv_slice module = gcv_heap_type_module(p->a, type);
    for (uint32_t k = 0; k < n && n == m; k++) {
        if (p->number[x[k]] != y[k]) {
            return false;
        }
    }
    return n == m && gcv_heap_object_bytes(p->b, j) == (bytes < INT32_MAX ? bytes : INT32_MAX) &&
           odd_same_text(gcv_heap_type_name(p->a, type), gcv_heap_type_name(p->b, other)) &&
           odd_same_text(module, gcv_heap_type_module(p->b, other));
}

/* Makes the expected root: a strong handle gets its label, a kind without a name its number as
 * label. `room` holds the label. */
static gcv_root expected_root(const pair *p, const gcv_root *root, char *room, size_t size)
{
    const uint32_t kind = root->kind;
    gcv_root out = *root;
    out.flags = kind == GCV_ROOT_KIND_LOCAL || kind == GCV_ROOT_KIND_HANDLE
                    ? root->flags & GCV_ROOT_PINNED
                    : 0;
    out.object = p->number[root->object];
    out.label = gcv_root_owner(p->a, root);
    if (kind == GCV_ROOT_KIND_HANDLE && out.flags == 0 && out.label.data == NULL) {
        out.label = gcv_slice_str("strong");
    }
    if (kind > GCV_ROOT_KIND_RUNTIME) {
        out.kind = GCV_ROOT_KIND_INTERNAL;
        (void)snprintf(room, size, "kind %" PRIx32 "%s%.*s", kind, out.label.size > 0 ? " " : "",
                       (int)out.label.size, out.label.size > 0 ? out.label.data : "");
        out.label = gcv_slice_str(room);
    }
    return out;
}

static bool same_root(const void *payload, const gcv_root *root, uint32_t k)
{
    static char room[8192];
    const pair *p = payload;
    const gcv_root x = expected_root(p, root, room, sizeof room), *y = gcv_heap_root(p->b, k);
    return x.kind == y->kind && x.flags == y->flags && x.object == y->object &&
           (x.label.data == NULL) == (y->label.data == NULL) && odd_same_text(x.label, y->label);
}

static bool same_roots(const pair *p, char why[GRAPH_WHY_MAX])
{
    uint8_t *objects = converted_objects(p->a, true);
    const bool same =
        converted_roots(p->a, objects, false, gcv_heap_n_roots(p->b), same_root, p, why);
    free(objects);
    return same;
}

static bool same_heap(pair *p, char why[GRAPH_WHY_MAX])
{
    if (!number_objects(p, why)) {
        return false;
    }
    for (uint32_t i = 0; i < gcv_heap_n_objects(p->a); i++) {
        if (!same_object(p, i)) {
            return graph_fails(why, "object %" PRIu32 " differs", i);
        }
    }
    return same_roots(p, why) && (strcmp(gcv_heap_verdict(p->a), gcv_heap_verdict(p->b)) == 0 ||
                                  graph_fails(why, "verdict: %s", gcv_heap_verdict(p->b)));
}

/* ---- converting ---------------------------------------------------------------------------- */

/* Objects with a new id are in another place the second time, so the third file must be equal. */
static bool stays(gcv_context *ctx, const gcv_heap *heap, unsigned rounds, char why[GRAPH_WHY_MAX])
{
    size_t size, more;
    char *file = reported_of(ctx, heap, command, &size);
    gcv_heap *back = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "dump", file, size, NULL, &back, NULL), GCV_OK);
    char *again = reported_of(ctx, back, command, &more);
    bool holds =
        (more == size && memcmp(file, again, size) == 0) ||
        (rounds > 1 ? stays(ctx, back, rounds - 1, why) : graph_fails(why, "bytes change"));
    gcv_heap_free(back);
    free(again);
    free(file);
    return holds;
}

static bool reads_back(gcv_context *ctx, const gcv_heap *heap, char why[GRAPH_WHY_MAX])
{
    size_t size;
    char *file = reported_of(ctx, heap, command, &size);
    gcv_heap *back = NULL;
    gcv_error err;
    pair p = {heap, NULL, graph_alloc((size_t)gcv_heap_n_objects(heap) + 1, sizeof(uint32_t))};
    bool holds;
    if (gcv_heap_load_memory(ctx, "dump", file, size, NULL, &back, &err) != GCV_OK) {
        holds = graph_fails(why, "@%" PRIu64 ": %s", err.line, err.message);
    } else {
        p.b = back;
        holds = same_heap(&p, why) && stays(ctx, back, 3, why);
        gcv_heap_free(back);
    }
    free(p.number);
    free(file);
    return holds;
}

static void test_names(NO_STATE) { heap_law_of_odd_heaps(reads_back, 3000, true); }

/* ---- limits -------------------------------------------------------------------------------- */

static void test_limits(NO_STATE)
{
    static const struct {
        gcv_gcdump_counts counts; /* nodes, types, bytes of records, bytes of the file */
        const char *message;
    } cases[] = {
        {{2147483647u, 1073741823u, 2147483647u, 4294967295u}, NULL},
        {{2147483648u, 1073741823u, 2147483647u, 4294967295u},
         "2147483648 nodes; a .gcdump has 2147483647 at most"},
        {{2147483647u, 1073741824u, 2147483647u, 4294967295u},
         "1073741824 types; a .gcdump has 1073741823 at most"},
        {{2147483647u, 1073741823u, 2147483648u, 4294967295u},
         "2147483648 bytes of nodes; a .gcdump has 2147483647 at most"},
        {{2147483647u, 1073741823u, 2147483647u, 4294967296u},
         "4294967296 bytes; a .gcdump has 4294967295 at most"},
    };
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_error err = {0};
        assert_int_equal(tried(ctx, &err, gcv_gcdump_check(ctx, &cases[i].counts)),
                         i == 0 ? GCV_OK : GCV_ERR_LIMIT);
        assert_true(i == 0 || strcmp(err.message, cases[i].message) == 0);
    }
    gcv_context_free(ctx);
}

static void random_heaps(NO_STATE)
{
    static const property laws[] = {
        {.of_log = reads_back, .seed = 904, .cases = 900, .n = {0, 40}},
        {.of_log = reads_back, .seed = 905, .cases = 10, .n = {1000, 3000}},
    };
    property_check_all(laws, CHECK_COUNT(laws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
