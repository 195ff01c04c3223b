/* Dumps of live objects only: what no strong root reaches gets a root, "frozen" if it lies in no
 * generation though others do; nothing else changes. */
#include "support/check.h"

#include "base/context.h"
#include "base/text.h"
#include "heap/builder.h"

#include <string.h>

/* 10 is rooted and holds 20; 30 has a weak root; 40 and 50 hold each other; 60 holds 10. */
static gcv_heap *load(gcv_context *ctx, bool ranges, bool all_live)
{
    static const uint64_t ids[] = {0x10, 0x20, 0x30, 0x40, 0x50, 0x60};
    static const uint64_t refs[] = {0x20, 0x99, 0x10, 0x50, 0x40, 0x10};
    gcv_builder *builder = gcv_alloc(ctx, 1, sizeof *builder, NULL);
    gcv_load_options options;
    gcv_builder_root root;
    gcv_heap *heap = NULL;
    size_t i;
    memset(&options, 0, sizeof options);
    memset(&root, 0, sizeof root);
    gcv_builder_init(builder, ctx, "the dump", "test", &options, true, GCV_KEEP_ROWS);
    assert_int_equal(gcv_builder_begin_section(builder, NULL), GCV_OK);
    for (i = 0; i < CHECK_COUNT(ids); i++) {
        size_t n = i == 1 || i == 2 ? 0 : 1;
        assert_int_equal(gcv_builder_add_object(builder, 0, ids[i], 1, 8, &refs[i], n, NULL),
                         GCV_OK);
    }
    root.kind = 3;
    root.id = 0x10;
    assert_int_equal(gcv_builder_add_root(builder, &root, NULL), GCV_OK);
    root.id = 0x30;
    root.flags = GCV_ROOT_WEAK;
    assert_int_equal(gcv_builder_add_root(builder, &root, NULL), GCV_OK);
    root.id = 0x77; /* of no object */
    root.flags = 0;
    assert_int_equal(gcv_builder_add_root(builder, &root, NULL), GCV_OK);
    if (ranges) {
        assert_int_equal(gcv_builder_add_range(builder, 0x10, 0x48, 2, NULL), GCV_OK);
    }
    if (all_live) {
        gcv_builder_all_are_live(builder);
    }
    assert_int_equal(gcv_builder_freeze(builder, &heap, NULL), GCV_OK);
    gcv_builder_release(builder);
    gcv_free(ctx, builder, 1, sizeof *builder);
    return heap;
}

static void check(bool ranges)
{
    static const uint64_t added[] = {0x30, 0x40, 0x50, 0x60};
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx, ranges, true);
    size_t i;
    assert_int_equal(gcv_heap_n_roots(heap), 3 + CHECK_COUNT(added));
    for (i = 0; i < CHECK_COUNT(added); i++) {
        /* Roots of the runtime stand behind all others. */
        const gcv_root *root = gcv_heap_root(heap, (uint32_t)(3 + i));
        bool frozen = ranges && added[i] >= 0x48;
        assert_int_equal(root->kind, 5);
        assert_int_equal(root->flags, 0);
        assert_int_equal(root->id, added[i]);
        assert_int_equal(gcv_heap_object_id(heap, root->object), added[i]);
        assert_true(
            gcv_slice_equal(root->label, gcv_slice_str(frozen ? "frozen" : "not reported")));
    }
    assert_int_equal(gcv_heap_facts(heap)->roots, 3); /* those of the dump */
    gcv_heap_free(heap);
    assert_int_equal(gcv_context_used(ctx), 0);
    gcv_context_free(ctx);
}

static void test_with_generations(void **unused)
{
    (void)unused;
    check(true);
}

static void test_without_generations(void **unused)
{
    (void)unused;
    check(false);
}

static void test_not_asked_for(void **unused)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx, true, false);
    (void)unused;
    assert_int_equal(gcv_heap_n_roots(heap), 3);
    gcv_heap_free(heap);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_with_generations),
        cmocka_unit_test(test_without_generations),
        cmocka_unit_test(test_not_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
