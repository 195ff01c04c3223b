/* Groups: namespaces of names of all kinds, and types and sections joined by them. */
#include "support/check.h"
#include "support/tried.h"

#include "analysis/groups.h"
#include "base/text.h"

#include <string.h>

static void check_namespace(const char *type, const char *expected)
{
    gcv_slice found = gcv_namespace_of(gcv_slice_str(type));
    if (!gcv_slice_is(found, expected)) {
        fail_msg("'%s': '%.*s', not '%s'", type, (int)found.size, found.data, expected);
    }
}

static void test_namespaces(NO_STATE)
{
    static const struct {
        const char *type, *expected;
    } cases[] = {
        {"System.String", "System"},
        {"System.Collections.Generic.List`1", "System.Collections.Generic"},
        {"System.Collections.Generic.List`1[System.String]", "System.Collections.Generic"},
        {"System.Collections.Generic.Dictionary<System.String, Acme.Order>",
         "System.Collections.Generic"},
        {"Dictionary<System.String, Acme.Order>", "<global>"},
        {"Pair`2[[A.B, lib, Version=1.0.0.0],[C.D, lib]]", "<global>"},
        {"System.Byte[]", "System"},
        {"System.Byte[][,]", "System"},
        {"Byte[]", "<global>"},
        {"Acme.Outer+Inner", "Acme"},
        {"Acme.Outer+Inner+<Run>d__1.x", "Acme"},
        {"Acme.Shop.<>c__DisplayClass1_0", "Acme.Shop"},
        {"Acme.Shop.<>c", "Acme.Shop"},
        {"<>f__AnonymousType0`2", "<global>"},
        {"<Module>", "<global>"},
        {"<CppImplementationDetails>.X", "<CppImplementationDetails>"},
        {"<CppImplementationDetails>.Sub.X<A.B>", "<CppImplementationDetails>.Sub"},
        {"<PrivateImplementationDetails>.x", "<PrivateImplementationDetails>"},
        {"<PrivateImplementationDetails>+A.B", "<global>"},
        {"<A<B>>.X", "<global>"},
        {"<A.B>d__1.x", "<global>"},
        {"<A>.", "<A>"},
        {"<A>", "<global>"},
        {"Acme.<A>.x", "Acme"},
        {"Program", "<global>"},
        {"(System.Int32, System.String)", "<global>"},
        {"Acme.Delegate(System.Int32)", "Acme"},
        {"Acme.Thing, acme.core, Version=1.0", "Acme"},
        {"", "<global>"},
        {".", "<global>"},
        {".ctor", "<global>"},
        {"a.", "a"},
        {"a.b.", "a.b"},
        {"..a", "."},
        {"\xc3\xa9.\xc3\xa0", "\xc3\xa9"},
        {"a b.c d", "a b"},
        {"Shop::Session", "Shop"},
        {"Shop::Admin::User", "Shop::Admin"},
        {"std::vector<a::b>", "std"},
        {"#<Class < Shop::Session>", "<global>"},
        {"a:b", "<global>"},
        {"::a", "<global>"},
        {"a::", "a"},
        {"a:", "<global>"},
        {"<unknown type 1d>", "<unknown>"},
        {"<unknown type ffffffffffffffff>", "<unknown>"},
        {"<unknown>", "<global>"},
        {"<unknown type", "<global>"},
        {"System.<unknown type 1>", "System"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        check_namespace(cases[i].type, cases[i].expected);
    }
}

static void test_namespaces_of_any_bytes(NO_STATE)
{
    static const char with_nul[] = "a\0b.c\0d";
    gcv_slice found = gcv_namespace_of(gcv_slice_of(with_nul, 7));
    char text[64];
    uint64_t seed = 70;
    assert_true(gcv_slice_equal(found, gcv_slice_of(with_nul, 3)));
    found = gcv_namespace_of(gcv_slice_of("a.bcdef", 1)); /* no byte after the end is read */
    assert_true(gcv_slice_is(found, "<global>"));
    for (unsigned round = 0; round < 20000; round++) {
        size_t n = check_below(&seed, sizeof text), begin = 0, i, dot = 0;
        for (i = 0; i < n; i++) {
            text[i] = "ab..<[(`,>\0\xff"[check_below(&seed, 12)];
        }
        for (i = 1; n > 0 && text[0] == '<' && i + 1 < n && text[i] != '>'; i++) {
        }
        if (n > 0 && text[0] == '<' && i + 1 < n && text[i + 1] == '.') {
            begin = i + 1;
        }
        for (i = begin; i < n && strchr("<[(`,", text[i] == '\0' ? 'x' : text[i]) == NULL; i++) {
            dot = text[i] == '.' ? i : dot;
        }
        found = gcv_namespace_of(gcv_slice_of(text, n));
        assert_true(dot > 0 ? found.data == text && found.size == dot
                            : gcv_slice_is(found, "<global>"));
    }
}

/* ---- groups of a heap --------------------------------------------------------------------- */

static const char dump[] =
    "a 2 shop\nt 1 Acme.A\nt 2 Acme.B\nt 3 Zed\nt 4 Acme.Sub.C\no 1 1 1\n"
    "o 2 9 1\nc shop\na 2 back\nt 1 Acme.B\nt 2 Beta.A\no 1 1 1\nc back\n"
    "a 2 shop\nt 1 Zed\nt 2 <Gen>\nc shop\no 5 1 1\n";

static gcv_heap *load(gcv_context *ctx)
{
    gcv_heap *heap = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "dump", dump, sizeof dump - 1, NULL, &heap, NULL),
                     GCV_OK);
    return heap;
}

typedef struct fixture {
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_groups groups;
} fixture;

/* Groups the heap, and checks the names of the groups. */
static fixture open_groups(gcv_group_by by, const char *const *names, size_t n)
{
    fixture f;
    f.ctx = gcv_context_new(0);
    f.heap = load(f.ctx);
    gcv_groups_init(f.ctx, &f.groups, f.heap, by);
    assert_int_equal(f.groups.n, n);
    for (size_t i = 0; i < n; i++) {
        assert_true(gcv_slice_is(f.groups.names[i], names[i]));
        assert_true(i == 0 || gcv_slice_compare(f.groups.names[i - 1], f.groups.names[i]) < 0);
    }
    return f;
}

static void close_groups(fixture *f)
{
    gcv_groups_release(f->ctx, &f->groups);
    gcv_heap_free(f->heap);
    check_context_free(f->ctx);
}

static void test_by_type(NO_STATE)
{
    static const char *const names[] = {"<Gen>",  "<unknown type 1>", "<unknown type 9>", "Acme.A",
                                        "Acme.B", "Acme.Sub.C",       "Beta.A",           "Zed"};
    fixture f = open_groups(GCV_BY_TYPE, names, CHECK_COUNT(names));
    for (uint32_t t = 0; t < gcv_heap_n_types(f.heap); t++) {
        assert_int_equal(gcv_groups_of(&f.groups, t % 4, t), t);
    }
    close_groups(&f);
}

static void test_by_namespace(NO_STATE)
{
    static const char *const names[] = {"<global>", "<unknown>", "Acme", "Acme.Sub", "Beta"};
    static const uint32_t of[] = {0, 1, 1, 2, 2, 3, 4, 0};
    fixture f = open_groups(GCV_BY_NAMESPACE, names, CHECK_COUNT(names));
    assert_int_equal(gcv_heap_n_types(f.heap), CHECK_COUNT(of));
    for (uint32_t t = 0; t < CHECK_COUNT(of); t++) {
        assert_int_equal(gcv_groups_of(&f.groups, 3, t), of[t]);
    }
    close_groups(&f);
}

static void test_by_domain(NO_STATE)
{
    static const char *const names[] = {"<no domain>", "back", "shop"};
    static const uint32_t of[] = {2, 1, 2, 0};
    fixture f = open_groups(GCV_BY_DOMAIN, names, CHECK_COUNT(names));
    assert_int_equal(gcv_heap_n_sections(f.heap), CHECK_COUNT(of));
    for (uint32_t s = 0; s < CHECK_COUNT(of); s++) {
        assert_int_equal(gcv_groups_of(&f.groups, s, 7 - s), of[s]);
        assert_true(gcv_slice_is(gcv_domain_of(gcv_heap_section(f.heap, s)), names[of[s]]));
    }
    close_groups(&f);
}

/* Groups by what the heap does not have are refused. */
static void test_not_known(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx);
    gcv_groups groups;
    gcv_error err;
    assert_int_equal(tried(ctx, &err, gcv_groups_init(ctx, &groups, heap, GCV_BY_MODULE)),
                     GCV_ERR_USAGE);
    assert_string_equal(err.file, "dump");
    assert_int_equal(tried(ctx, &err, gcv_groups_by_generation(ctx, &groups, heap)), GCV_ERR_USAGE);
    gcv_heap_free(heap);
    check_context_free(ctx);
}

/* An object counts for the root of its chain: 3 is one step from the local, two from the static;
 * both hold 2, and statics come first; 6 has a root of an unknown kind. */
static void test_by_root_kind(NO_STATE)
{
    static const char rooted[] =
        "a 2 d\nt 1 T\no 1 1 1 2\no 2 1 1 3\no 3 1 1\no 4 1 1 3 2\n"
        "o 5 1 1\no 6 1 1\nr 1 4 0 1\nr 4 1 0\nr 5 3 2\nr 6 9 0\nc d\n";
    static const char *const names[] = {"static", "static",        "local",
                                        "local",  "<unreachable>", "other"};
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = NULL;
    gcv_groups groups;
    gcv_root_set roots;
    assert_int_equal(
        gcv_heap_load_memory(ctx, "dump", rooted, sizeof rooted - 1, NULL, &heap, NULL), GCV_OK);
    assert_int_equal(gcv_root_set_find(ctx, heap, false, &roots, NULL), GCV_OK);
    check_allocations(ctx, 3, gcv_groups_by_root_kind(ctx, &groups, heap, &roots, NULL));
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(gcv_slice_is(groups.names[groups.of[i]], names[i]));
    }
    for (uint32_t i = 1; i < groups.n; i++) {
        assert_true(gcv_slice_compare(groups.names[i - 1], groups.names[i]) < 0);
    }
    gcv_groups_release(ctx, &groups);
    gcv_root_set_release(ctx, &roots);
    gcv_heap_free(heap);
    check_context_free(ctx);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = load(ctx);
    for (int by = GCV_BY_TYPE; by <= GCV_BY_DOMAIN; by++) {
        gcv_groups groups;
        if (by != GCV_BY_MODULE) { /* this heap has none */
            check_allocations(ctx, by == GCV_BY_TYPE ? 2 : 4,
                              gcv_groups_init(ctx, &groups, heap, (gcv_group_by)by));
            gcv_groups_release(ctx, &groups);
        }
    }
    gcv_heap_free(heap);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_namespaces),   cmocka_unit_test(test_namespaces_of_any_bytes),
        cmocka_unit_test(test_by_type),      cmocka_unit_test(test_by_namespace),
        cmocka_unit_test(test_by_domain),    cmocka_unit_test(test_not_known),
        cmocka_unit_test(test_by_root_kind), cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
