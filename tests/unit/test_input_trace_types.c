/* Names of types: those of the runtime become readable, missing ones are made up, and no depth or
 * length of parameters does harm. */
#include "support/check.h"

#include "base/text.h"
#include "input/nettrace/trace.h"

#include <string.h>

static gcv_cursor utf16(const char *ascii)
{
    static unsigned char bytes[4][512];
    static unsigned next;
    unsigned char *to = bytes[next++ % 4];
    size_t n = strlen(ascii);
    for (size_t i = 0; i < n; i++) {
        to[2 * i] = (unsigned char)ascii[i];
        to[2 * i + 1] = 0;
    }
    return gcv_cursor_of(to, 2 * n, 0);
}

static void test_tidy(NO_STATE)
{
    static const char *const names[][2] = {
        {"System.String", "System.String"},
        {"List`1[System.String]", "List<System.String>"},
        {"Dictionary`2[System.String,System.Int32[]]", "Dictionary<System.String,System.Int32[]>"},
        {"System.Int32[]", "System.Int32[]"},
        {"System.Int32[,]", "System.Int32[,]"},
        {"System.Int32[,,][]", "System.Int32[,,][]"},
        {"System.Int32[*]", "System.Int32[*]"},
        {"Outer`1+Inner`2[A,B,C]", "Outer+Inner<A,B,C>"},
        {"List`12[List`1[T[,]][]][]", "List<List<T[,]>[]>[]"},
        {"Entry[System.String,System.Object]", "Entry<System.String,System.Object>"},
        {"<>c__DisplayClass1_0`1[T]", "<>c__DisplayClass1_0<T>"},
        {"Tick`", "Tick`"},
        {"Tick`x", "Tick`x"},
        {"Odd]", "Odd]"},
        {"Odd[", "Odd<"},
        {"", ""},
    };
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        char name[128];
        size_t n = strlen(names[i][0]);
        memcpy(name, names[i][0], n);
        n = gcv_type_name_tidy(name, n);
        assert_int_equal(n, strlen(names[i][1]));
        assert_memory_equal(name, names[i][1], n);
    }
}

static void test_utf16(NO_STATE)
{
    static const unsigned char text[] = {'a',  0,    0xe4, 0,   0xac, 0x20, 0x3d, 0xd8, 0x00,
                                         0xde, 0x3d, 0xd8, 'b', 0,    0x00, 0xde, 0x3d, 0xd8};
    gcv_context *ctx = gcv_context_new(0);
    gcv_char_column out = {NULL, 0, 0};
    gcv_append_utf16(ctx, &out, gcv_cursor_of(text, sizeof text, 0));
    assert_true(gcv_slice_is(gcv_slice_of(out.data, out.n),
                             "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbd"
                             "b\xef\xbf\xbd\xef\xbf\xbd"));
    gcv_char_column_release(ctx, &out);
    gcv_context_free(ctx);
}

/* ---- records --------------------------------------------------------------------------------- */

static gcv_context *ctx;
static gcv_trace_types types;

static void add(uint64_t id, const char *name, uint32_t flags, uint64_t p, uint64_t q)
{
    unsigned char parameters[16];
    const gcv_ev_type record = {
        .id = id,
        .process = 7,
        .module = id % 3,
        .token = (uint32_t)id + 0x2000000,
        .flags = flags,
        .name = utf16(name),
        .parameters = gcv_cursor_of(parameters,
                                    p == 0   ? 0
                                    : q == 0 ? 8
                                             : 16,
                                    0),
    };
    for (unsigned i = 0; i < 8; i++) {
        parameters[i] = (unsigned char)(p >> (8 * i));
        parameters[8 + i] = (unsigned char)(q >> (8 * i));
    }
    gcv_trace_types_add(ctx, &types, &record);
}

static gcv_slice name_of(uint64_t id)
{
    gcv_slice name;
    bool own;
    uint32_t at = gcv_trace_types_enter(ctx, &types, 7, id);
    gcv_trace_types_name(ctx, &types, at, &name, &own);
    return name;
}

static void check_name(uint64_t id, const char *expected)
{
    gcv_slice name = name_of(id);
    if (!gcv_slice_is(name, expected)) {
        fail_msg("%.*s is not %s", (int)name.size, name.data, expected);
    }
}

static int begin(NO_STATE)
{
    ctx = gcv_context_new(0);
    memset(&types, 0, sizeof types);
    return 0;
}

static int end(NO_STATE)
{
    gcv_trace_types_release(ctx, &types);
    check_context_free(ctx);
    return 0;
}

static void test_composed(NO_STATE)
{
    add(1, "System.String", 0, 0, 0);
    add(2, "", 0, 0, 0);
    add(3, "", GCV_TYPE_ARRAY, 1, 0);
    add(4, "", GCV_TYPE_ARRAY | 3 << 8, 2, 0);
    add(5, "", 0, 1, 3);
    add(6, "", GCV_TYPE_ARRAY, 0, 0);
    add(8, "", 0, 99, 0);
    check_name(1, "System.String");
    check_name(2, "Type(0x2000002)");
    check_name(3, "System.String[]");
    check_name(4, "Type(0x2000002)[,,]");
    check_name(5, "Type(0x2000005)<System.String,System.String[]>");
    check_name(6, "ArrayType(0x2000006)");
    check_name(8, "Type(0x2000008)<...>");
    check_name(77, "UNKNOWN 0x4d");
}

static void test_parameters_without_end(NO_STATE)
{
    add(1, "", 0, 1, 1);
    add(2, "", GCV_TYPE_ARRAY, 3, 0);
    add(3, "", GCV_TYPE_ARRAY, 2, 0);
    for (unsigned i = 10; i < 200; i++) {
        add(i, "", 0, i + 1, i + 1);
    }
    assert_true(name_of(1).size < 600);
    assert_true(name_of(2).size < 100);
    assert_true(name_of(10).size < 600);
}

static void test_records_again(NO_STATE)
{
    add(1, "A", 0, 0, 0);
    add(1, "A", 0, 0, 0);
    assert_int_equal(types.conflicts, 0);
    add(1, "", 0, 0, 0); /* removes no name */
    check_name(1, "A");
    add(1, "B", 0, 0, 0);
    assert_int_equal(types.conflicts, 1);
    check_name(1, "B");
}

static void test_modules(NO_STATE)
{
    add(3, "A", 0, 0, 0); /* of module 0 */
    add(4, "B", 0, 0, 0); /* of module 1 */
    gcv_trace_types_add_module(ctx, &types, 7, 1, utf16("/lib/b.dll"));
    gcv_trace_types_add_module(ctx, &types, 7, 1, utf16("/lib/other.dll"));
    gcv_trace_types_add_module(ctx, &types, 8, 0, utf16("/not/of/7.dll"));
    uint32_t at = gcv_trace_types_enter(ctx, &types, 7, 4);
    assert_true(gcv_slice_is(gcv_trace_types_module(ctx, &types, at)->path, "/lib/b.dll"));
    at = gcv_trace_types_enter(ctx, &types, 7, 3);
    assert_null(gcv_trace_types_module(ctx, &types, at));
    add(5, "C", 0, 0, 0); /* of module 2 */
    at = gcv_trace_types_enter(ctx, &types, 7, 5);
    assert_true(gcv_slice_is(gcv_trace_types_module(ctx, &types, at)->path, "Module(0x2)"));
    assert_int_equal(types.modules.n, 3);
    (void)gcv_trace_types_module(ctx, &types, at); /* has one name */
    assert_int_equal(types.modules.n, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tidy),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test_setup_teardown(test_composed, begin, end),
        cmocka_unit_test_setup_teardown(test_parameters_without_end, begin, end),
        cmocka_unit_test_setup_teardown(test_records_again, begin, end),
        cmocka_unit_test_setup_teardown(test_modules, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
