/* Objects added to sets one by one: what the sets retain, and that this takes little memory. */
#include "support/built_heap.h"
#include "support/check.h"

#include "analysis/analyses.h"
#include "analysis/set_members.h"

#include <string.h>

/* Two root objects, of 1 and 2 bytes. */
static built_heap *two_roots(void)
{
    built_heap *b = built_heap_new(GCV_LOAD_GRAPH, true);
    built_heap_type(b, 1, "A", NULL);
    for (uint64_t i = 1; i <= 2; i++) {
        gcv_builder_root root = {0};
        root.id = 8 * i;
        root.kind = GCV_ROOT_KIND_STATIC;
        built_heap_object(b, root.id, 1, i);
        gcv_builder_add_root(&b->builder, &root);
    }
    built_heap_freeze(b);
    return b;
}

static void add(built_heap *b, gcv_set_members *members, uint32_t object, uint32_t set)
{
    gcv_set_members_add(b->ctx, members, object, set);
}

static uint64_t *retained_of(built_heap *b, gcv_set_members *members, uint32_t n)
{
    gcv_root_set roots = gcv_root_set_of(b->ctx, b->heap, false, NULL);
    uint64_t *retained = gcv_set_members_retained(b->ctx, members, &roots, NULL, n);
    gcv_root_set_release(b->ctx, &roots);
    return retained;
}

/* Sets 0 and 3 are empty; intermediate classes of objects are unused in the end. */
static void test_overlapping_sets(NO_STATE)
{
    built_heap *b = two_roots();
    gcv_set_members members;
    gcv_set_members_init(b->ctx, &members, b->heap);
    add(b, &members, 0, 1);
    add(b, &members, 1, 1);
    add(b, &members, 0, 2);
    add(b, &members, 0, 4);
    add(b, &members, 1, 4);
    uint64_t *retained = retained_of(b, &members, 5);
    assert_true(retained[0] == GCV_NOT_REACHABLE);
    assert_int_equal(retained[1], 3);
    assert_int_equal(retained[2], 1);
    assert_true(retained[3] == GCV_NOT_REACHABLE);
    assert_int_equal(retained[4], 3);
    gcv_free(b->ctx, retained);
    built_heap_free(b);
}

/* No sets need no room, not even after a failure. */
static void test_no_sets(NO_STATE)
{
    static const uint32_t class_of[] = {GCV_NONE, GCV_NONE};
    const gcv_set_classes none = {class_of, 0, 0, NULL, NULL};
    built_heap *b = two_roots();
    gcv_root_set roots = gcv_root_set_of(b->ctx, b->heap, false, NULL);
    b->ctx->fail_at = b->ctx->allocations + 1;
    assert_int_equal(gcv_retained_of_sets(b->ctx, b->heap, &roots, &none, NULL, NULL),
                     GCV_ERR_MEMORY);
    assert_int_equal(gcv_retained_of_sets(b->ctx, b->heap, &roots, &none, NULL, NULL), GCV_OK);
    gcv_root_set_release(b->ctx, &roots);
    built_heap_free(b);
}

/* An object in many sets takes memory once for each set, not for each pair of sets. */
static void test_many_sets(NO_STATE)
{
    enum { SETS = 20000, BYTES_A_SET = 400 };
    built_heap *b = two_roots();
    gcv_set_members members;
    gcv_set_members_init(b->ctx, &members, b->heap);
    for (uint32_t set = 0; set < SETS; set++) {
        add(b, &members, 0, set);
    }
    b->ctx->limit = b->ctx->used + (uint64_t)SETS * BYTES_A_SET;
    uint64_t *retained = retained_of(b, &members, SETS);
    for (uint32_t set = 0; set < SETS; set++) {
        assert_int_equal(retained[set], 1);
    }
    b->ctx->limit = 0;
    gcv_free(b->ctx, retained);
    built_heap_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlapping_sets),
        cmocka_unit_test(test_no_sets),
        cmocka_unit_test(test_many_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
