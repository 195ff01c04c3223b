/* Roots as text. */
#include "support/built_heap.h"
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "heap/root_label.h"

#include <string.h>

static void check_text(const gcv_buffer *text, const char *expected)
{
    gcv_slice found = gcv_buffer_slice(text);
    if (!gcv_slice_is(found, expected)) {
        fail_msg("'%.*s', not '%s'", (int)found.size, found.data, expected);
    }
}

static void test_kinds(NO_STATE)
{
    static const struct {
        uint32_t kind;
        const char *name;
    } cases[] = {
        {0, "internal"},   {1, "local"},
        {2, "finalizer"},  {3, "handle"},
        {4, "static"},     {5, "runtime"},
        {6, "kind 6"},     {10, "kind a"},
        {0x1f, "kind 1f"}, {UINT32_MAX, "kind ffffffff"},
    };
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer text = {{NULL, 0, 0}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) { /* each replaces the previous one */
        gcv_root_kind_name(ctx, cases[i].kind, &text);
        check_text(&text, cases[i].name);
    }
    gcv_buffer_release(ctx, &text);
    check_context_free(ctx);
}

/* Of a local, the line at its end is left out, and numbers in the name of the thread are `*`; of a
 * thread, these only. */
static void test_across_dumps(NO_STATE)
{
    static const struct {
        uint32_t kind;
        const char *label, *text;
    } cases[] = {
        {GCV_ROOT_KIND_LOCAL, "main: Shop.run (Shop.java:24)", "local main: Shop.run (Shop.java)"},
        {GCV_ROOT_KIND_LOCAL, "main: Shop.run (Shop.java)", "local main: Shop.run (Shop.java)"},
        {GCV_ROOT_KIND_LOCAL, "main: Shop.run (24)", "local main: Shop.run (24)"},
        {GCV_ROOT_KIND_LOCAL, "main: Shop.run (:)", "local main: Shop.run (:)"},
        {GCV_ROOT_KIND_LOCAL, "12)", "local *)"},
        {GCV_ROOT_KIND_LOCAL, "a (b:1) c", "local a (b:*) c"},
        {GCV_ROOT_KIND_LOCAL, "pool-10-thread-2: A$1.run2 (A.java:24)",
         "local pool-*-thread-*: A$1.run2 (A.java)"},
        {GCV_ROOT_KIND_LOCAL, "7", "local *"},
        {GCV_ROOT_KIND_RUNTIME, "thread http-nio-8080-exec-3", "runtime thread http-nio-*-exec-*"},
        {GCV_ROOT_KIND_RUNTIME, "7", "runtime 7"},
        {GCV_ROOT_KIND_STATIC, "Shop2 (Shop.java:24)", "static Shop2 (Shop.java:24)"},
    };
    built_heap *b = built_heap_new(GCV_LOAD_GRAPH, false);
    gcv_buffer text = {{NULL, 0, 0}};
    built_heap_freeze(b);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        const gcv_root root = {
            .kind = cases[i].kind, .container = GCV_NONE, .label = gcv_slice_str(cases[i].label)};
        gcv_root_label_across_dumps(b->ctx, b->heap, &root, &text);
        check_text(&text, cases[i].text);
    }
    gcv_buffer_release(b->ctx, &text);
    built_heap_free(b);
}

static void test_flags(NO_STATE)
{
    static const struct {
        uint32_t flags;
        const char *names;
    } cases[] = {
        {0, "-"},
        {1, "pinned"},
        {2, "weak"},
        {3, "pinned,weak"},
        {4, "interior"},
        {5, "pinned,interior"},
        {6, "weak,interior"},
        {7, "pinned,weak,interior"},
        {8, "0x8"},
        {9, "pinned,0x8"},
        {0xf0, "0xf0"},
        {0x16, "weak,interior,0x10"},
        {0x80000000u, "0x80000000"},
        {UINT32_MAX, "pinned,weak,interior,0xfffffff8"},
    };
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer text = {{NULL, 0, 0}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_root_flag_names(ctx, cases[i].flags, &text);
        check_text(&text, cases[i].names);
    }
    gcv_buffer_release(ctx, &text);
    gcv_context_free(ctx);
}

static const char dump[] =
    "a 2 x\nt 1 Acme.Cache\nt 2 \x1b[1m<a, b>\nr 1 4 0 1\nr 2 4 3 2\nr 3 1 0\n"
    "r 4 3 1\nr 5 4 0\nr 6 7 8 9\nr 7 0 4 1\nc x\n";

static gcv_heap *load(gcv_context *ctx)
{
    gcv_heap *heap = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "dump", dump, sizeof dump - 1, NULL, &heap, NULL),
                     GCV_OK);
    return heap;
}

static void test_labels(NO_STATE)
{
    static const char *const expected[] = {
        NULL,
        "static Acme.Cache",
        "static \x1b[1m<a, b> (pinned,weak)", /* the writers escape it */
        "local",
        "handle (pinned)",
        "static",
        "kind 7 <unknown type 9> (0x8)",
        "internal Acme.Cache (interior)",
    };
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx);
    gcv_buffer text = {{NULL, 0, 0}};
    assert_int_equal(gcv_heap_n_roots(heap), CHECK_COUNT(expected) - 1);
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        gcv_root_label(ctx, heap, root, &text);
        check_text(&text, expected[root->id]);
    }
    gcv_buffer_release(ctx, &text);
    gcv_heap_free(heap);
    check_context_free(ctx);
}

static void label_root(gcv_context *ctx, const gcv_heap *heap)
{
    gcv_buffer text = {{NULL, 0, 0}};
    gcv_root_label(ctx, heap, gcv_heap_root(heap, 1), &text);
    gcv_buffer_release(ctx, &text);
}

static void test_no_memory(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx);
    check_allocations(ctx, 1, label_root(ctx, heap));
    gcv_heap_free(heap);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),     cmocka_unit_test(test_across_dumps),
        cmocka_unit_test(test_flags),     cmocka_unit_test(test_labels),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
