/* Dumps of live objects only: objects that no strong root reaches get a root, "frozen" if they lie
 * in no generation although others do; nothing else changes. */
#include "support/check.h"

#include "base/text.h"
#include "heap/builder.h"

#include <string.h>

/* 10 is rooted and holds 20; 30 has a weak root; 40 and 50 hold each other; 60 holds 10. */
static gcv_heap *load(gcv_context *ctx, bool ranges, bool all_live)
{
    static const uint64_t ids[] = {0x10, 0x20, 0x30, 0x40, 0x50, 0x60};
    static const uint64_t refs[] = {0x20, 0x99, 0x10, 0x50, 0x40, 0x10};
    gcv_builder *builder = gcv_alloc(ctx, 1, sizeof *builder);
    gcv_load_options options = {0};
    gcv_builder_root root = {0};
    gcv_heap *heap = NULL;
    const gcv_builder_input input = {"the dump", "test", &options, true, GCV_KEEP_ROWS};
    gcv_builder_init(builder, ctx, &input);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    for (size_t i = 0; i < CHECK_COUNT(ids); i++) {
        size_t n = i == 1 || i == 2 ? 0 : 1;
        gcv_builder_add_object(builder, 0, ids[i], 1, 8, &refs[i], n);
    }
    root.kind = 3;
    root.id = 0x10;
    gcv_builder_add_root(builder, &root);
    root.id = 0x30;
    root.flags = GCV_ROOT_WEAK;
    gcv_builder_add_root(builder, &root);
    root.id = 0x77; /* of no object */
    root.flags = 0;
    gcv_builder_add_root(builder, &root);
    if (ranges) {
        gcv_builder_add_range(builder, 0x10, 0x48, 2);
    }
    if (all_live) {
        gcv_builder_all_are_live(builder);
    }
    gcv_builder_freeze(builder, &heap);
    gcv_builder_release(builder);
    gcv_free(ctx, builder);
    return heap;
}

static void check(bool ranges)
{
    static const uint64_t added[] = {0x30, 0x40, 0x50, 0x60};
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx, ranges, true);
    assert_int_equal(gcv_heap_n_roots(heap), 3 + CHECK_COUNT(added));
    for (size_t i = 0; i < CHECK_COUNT(added); i++) {
        /* Roots of the runtime come after all others. */
        const gcv_root *root = gcv_heap_root(heap, (uint32_t)(3 + i));
        bool frozen = ranges && added[i] >= 0x48;
        assert_int_equal(root->kind, 5);
        assert_int_equal(root->flags, 0);
        assert_int_equal(root->id, added[i]);
        assert_int_equal(gcv_heap_object_id(heap, root->object), added[i]);
        assert_true(gcv_slice_is(root->label, frozen ? "frozen" : "not reported"));
    }
    assert_int_equal(gcv_heap_counts(heap)->roots, 3); /* those of the dump */
    assert_int_equal(gcv_heap_n_properties(heap), 2);
    assert_string_equal(gcv_heap_property(heap, 0)->key, "added_roots");
    assert_int_equal(gcv_heap_property(heap, 0)->number, CHECK_COUNT(added));
    assert_string_equal(gcv_heap_property(heap, 1)->key, "added_roots_reason");
    gcv_heap_free(heap);
    check_context_free(ctx);
}

static void test_with_generations(NO_STATE) { check(true); }

static void test_without_generations(NO_STATE) { check(false); }

static void test_not_asked_for(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx, true, false);
    assert_int_equal(gcv_heap_n_roots(heap), 3);
    assert_int_equal(gcv_heap_n_properties(heap), 0);
    gcv_heap_free(heap);
    gcv_context_free(ctx);
}

/* ---- any graph ---------------------------------------------------------------------------- */

enum { MOST = 70, REFS = 3 };

/* Most objects refer to a few others, anywhere or close by, before or after them. */
static size_t some_refs(uint64_t *refs, size_t n, size_t at, uint64_t *state)
{
    size_t count = check_below(state, REFS + 1);
    for (size_t k = 0; k < count; k++) {
        size_t target = check_below(state, 2) == 0 ? check_below(state, n)
                        : at > 0                   ? at - 1
                                                   : n - 1;
        refs[k] = 0x10 + 8 * target;
    }
    return count;
}

/* Marks until nothing changes. */
static void mark_slowly(const gcv_heap *heap, bool *reached)
{
    bool changed = true;
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        if (root->kind != 5 && (root->flags & GCV_ROOT_WEAK) == 0) {
            reached[root->object] = true;
        }
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < heap->n_objects; i++) {
            for (uint32_t k = heap->first_ref.data[i];
                 reached[i] && k < heap->first_ref.data[i + 1]; k++) {
                changed = changed || !reached[heap->refs.data[k]];
                reached[heap->refs.data[k]] = true;
            }
        }
    }
}

static void fill(gcv_builder *builder, size_t n, uint64_t *state)
{
    uint64_t refs[REFS];
    gcv_builder_root root = {.kind = 3};
    size_t n_roots = check_below(state, 4);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    for (size_t i = 0; i < n; i++) {
        size_t n_refs = some_refs(refs, n, i, state);
        gcv_builder_add_object(builder, 0, 0x10 + 8 * i, 1, 8, refs, n_refs);
    }
    for (size_t i = 0; i < n_roots; i++) {
        root.id = 0x10 + 8 * check_below(state, n);
        root.flags = check_below(state, 4) == 0 ? GCV_ROOT_WEAK : 0;
        gcv_builder_add_root(builder, &root);
    }
    gcv_builder_all_are_live(builder);
}

static void test_any_graph(NO_STATE)
{
    uint64_t seed = 1;
    for (size_t round = 0; round < 2000; round++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_builder *builder = gcv_alloc(ctx, 1, sizeof *builder);
        bool reached[MOST] = {false};
        gcv_load_options options = {0};
        gcv_heap *heap = NULL;
        uint32_t at;
        const gcv_builder_input input = {"the dump", "test", &options, true, GCV_KEEP_ROWS};
        gcv_builder_init(builder, ctx, &input);
        fill(builder, 1 + check_below(&seed, MOST), &seed);
        gcv_builder_freeze(builder, &heap);
        mark_slowly(heap, reached);
        for (at = 0; at < gcv_heap_n_roots(heap) && gcv_heap_root(heap, at)->kind != 5; at++) {
        }
        for (uint32_t i = 0; i < heap->n_objects; i++) {
            if (!reached[i]) {
                assert_true(at < gcv_heap_n_roots(heap));
                assert_int_equal(gcv_heap_root(heap, at++)->object, i);
            }
        }
        assert_int_equal(at, gcv_heap_n_roots(heap));
        gcv_heap_free(heap);
        gcv_builder_release(builder);
        gcv_free(ctx, builder);
        gcv_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_with_generations),
        cmocka_unit_test(test_without_generations),
        cmocka_unit_test(test_not_asked_for),
        cmocka_unit_test(test_any_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
